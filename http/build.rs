//! Makes sure that the folder of the built page exists, and builds this crate again when the page changed.

use std::path::Path;

fn main() {
    let page = Path::new("../frontend/dist");
    if let Err(error) = std::fs::create_dir_all(page) {
        println!("cargo::warning=frontend/dist cannot be made: {error}; the server is built without its page");
    }
    println!("cargo::rerun-if-changed=../frontend/dist");
}

//! Creates the folder of the built page if it is missing, and rebuilds this crate when the page changes.

use std::path::Path;

fn main() {
    let page = Path::new("../frontend/dist");
    if let Err(error) = std::fs::create_dir_all(page) {
        println!("cargo::warning=frontend/dist cannot be made: {error}; the server is built without its page");
    }
    println!("cargo::rerun-if-changed=../frontend/dist");
}

//! The program.

use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let document = serde_json::to_string_pretty(http_api::openapi()).unwrap_or_default();
    match words.as_slice() {
        [word] if word == "openapi" => println!("{document}"),
        _ => eprintln!("spyhop openapi   print the description of the API"),
    }
    ExitCode::SUCCESS
}

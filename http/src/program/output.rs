//! The output of commands, and the error that ends them.

use std::error::Error;
use std::io::Write;

/// An error that ends the program. Its text is shown to the person who started it.
pub type ProgramError = Box<dyn Error + Send + Sync>;

/// Prints a line of text.
pub fn print(text: &str) -> Result<(), ProgramError> {
    Ok(writeln!(std::io::stdout().lock(), "{text}")?)
}

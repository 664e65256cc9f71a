//! The `spyhop` program.

mod program;

use std::process::ExitCode;

/// A large portfolio consists of many small strings. With the system's allocator they took a fifth of the time of a valuation.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    match program::run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // If printing fails too, only the exit code reports the failure.
            let _ = program::print_error(&failure);
            ExitCode::FAILURE
        }
    }
}

//! The program itself: its start, its output, its commands and its exit.

#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test of the running program may use the real clock and connect to it"
)]

mod commands;
mod output;
mod refused_start;
mod server;

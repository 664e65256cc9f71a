//! SQLite databases: a file, or in memory.

mod connect;
mod inspect;
mod maintain;
mod open;
#[cfg(test)]
mod tests;

pub(crate) use connect::open_to_read;
pub(crate) use inspect::{check_integrity, version};
pub(crate) use maintain::{copy, truncate_log};
pub(crate) use open::{open_file, open_memory};

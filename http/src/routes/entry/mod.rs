//! Entries of the ledger, as the calls about transactions and about single entries show them.

pub mod figures;
mod rows;

pub use rows::*;

/// Returns a number of rows on the wire.
pub fn count(rows: usize) -> i64 {
    i64::try_from(rows).unwrap_or(i64::MAX)
}

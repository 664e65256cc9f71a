//! The errors of rows in `data/chains.toml`.

use std::fmt;

use ports::ChainId;

use crate::table::RowError;

const FILE: &str = "chains.toml";

/// Returns the error of a column.
pub(super) fn wrong(row: impl fmt::Display, column: &'static str, why: impl fmt::Display) -> RowError {
    RowError {
        file: FILE,
        row: row.to_string(),
        column,
        why: why.to_string(),
    }
}

/// Returns the error of a column unless it fits.
pub(super) fn check(row: &ChainId, column: &'static str, fits: bool, why: &str) -> Result<(), RowError> {
    if fits { Ok(()) } else { Err(wrong(row, column, why)) }
}

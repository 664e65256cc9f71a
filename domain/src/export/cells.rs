//! Cells of a row.

/// Returns a cell with this value.
#[allow(clippy::unnecessary_wraps, reason = "a cell may be empty")]
pub(super) fn cell(value: impl ToString) -> Option<String> {
    Some(value.to_string())
}

/// Returns a cell that may be empty.
pub(super) fn maybe(value: Option<impl ToString>) -> Option<String> {
    value.map(|value| value.to_string())
}

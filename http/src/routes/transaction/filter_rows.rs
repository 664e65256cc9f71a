//! The values that transactions can be filtered by on the wire.

use domain::ledger::{FilterOption, RowKind};

use super::bodies::FilterOptionRow;
use crate::mark;
use crate::routes::entry::count;

/// Returns a kind as a value to filter by.
pub fn kind_option(kind: RowKind, rows: usize) -> FilterOptionRow {
    plain(kind.code().to_owned(), kind.name(), rows)
}

/// Returns a value to filter by that has no mark.
pub fn plain(value: String, label: &str, rows: usize) -> FilterOptionRow {
    FilterOptionRow {
        value,
        label: label.to_owned(),
        mark: None,
        count: count(rows),
    }
}

/// Returns a value to filter by.
pub fn option(option: &FilterOption) -> FilterOptionRow {
    FilterOptionRow {
        value: option.value.clone(),
        label: option.label.clone(),
        mark: option.asset.as_ref().and_then(mark::of_asset),
        count: count(option.count),
    }
}

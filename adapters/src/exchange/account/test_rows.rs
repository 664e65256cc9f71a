//! Rows for tests of lists.

use ports::{
    Stream,
    fact::{ExchangeRow, ExchangeRowKind},
};

use super::{list_windows::moment_of, listed_row::ListedRow};

/// Returns a row at a moment, which is its number too.
pub(crate) fn row(number: u64) -> ListedRow {
    ListedRow {
        event: format!("T{number}").parse().unwrap(),
        time: moment_of(number),
        row: ExchangeRow {
            list: Stream::ExchangeLedger,
            id: format!("L{number}"),
            kind: ExchangeRowKind::Other,
            words: String::new(),
            transaction: None,
            amounts: Vec::new(),
            stated: String::new(),
        },
    }
}

//! Rows of lists that state whether they count.

use ports::{
    Stream, Timestamp,
    fact::{ExchangeRow, ExchangeRowKind},
    json::Json,
};

use super::listed_row::{Change, ListedRow, amounts, event_id};

/// What the state of a row means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowState {
    /// It changed the account.
    Counts,
    /// It did not, or not yet.
    DoesNotCount,
    /// This version does not know it.
    Unknown,
}

/// A row of a list, before its state is applied.
pub(crate) struct ExchangeListRow<'a> {
    pub(crate) list: Stream,
    /// What identifies the event of which it is a part.
    pub(crate) event: &'a [&'a str],
    /// The exchange's id of the row, unique in all lists of the account.
    pub(crate) id: String,
    pub(crate) time: Timestamp,
    pub(crate) kind: ExchangeRowKind,
    pub(crate) words: String,
    pub(crate) state: RowState,
    /// The transaction on a chain, where it is stated.
    pub(crate) transaction: Option<String>,
    pub(crate) stated: &'a Json,
}

impl ExchangeListRow<'_> {
    /// Returns the row; `None` where it changed nothing. One in a state that is not known is kept without an amount.
    pub(crate) fn listed(self, changes: &[Change<'_>]) -> Result<Option<ListedRow>, &'static str> {
        let (kind, changes) = match self.state {
            RowState::DoesNotCount => return Ok(None),
            RowState::Counts => (self.kind, changes),
            RowState::Unknown => (ExchangeRowKind::Other, &[][..]),
        };
        Ok(Some(ListedRow {
            event: event_id(self.event)?,
            time: self.time,
            row: ExchangeRow {
                list: self.list,
                id: self.id,
                kind,
                words: self.words,
                transaction: self.transaction,
                amounts: amounts(changes)?,
                stated: self.stated.to_string(),
            },
        }))
    }
}

/// A deposit or a withdrawal, which is an event of its own.
pub(crate) struct TransferRow<'a> {
    /// What it is, such as `fiat deposit`.
    pub(crate) name: &'static str,
    pub(crate) id: &'a str,
    pub(crate) list: Stream,
    pub(crate) kind: ExchangeRowKind,
    pub(crate) state: RowState,
    /// The transaction on a chain, where it is stated.
    pub(crate) transaction: Option<String>,
    pub(crate) stated: &'a Json,
}

impl TransferRow<'_> {
    /// Returns the row as [`ExchangeListRow::listed`] does.
    pub(crate) fn listed(self, time: Timestamp, changes: &[Change<'_>]) -> Result<Option<ListedRow>, &'static str> {
        let row = ExchangeListRow {
            list: self.list,
            event: &[self.name, self.id],
            id: format!("{} {}", self.name, self.id),
            time,
            kind: self.kind,
            words: self.name.to_owned(),
            state: self.state,
            transaction: self.transaction,
            stated: self.stated,
        };
        row.listed(changes)
    }
}

//! Rows of events, made of the records of a file.

use ports::{
    AssetId, Stream, Timestamp,
    fact::{ExchangeRow, ExchangeRowKind},
};

use super::{
    content_id::ContentIds,
    form::RowRead,
    table::{FileTable, Record},
};
use crate::exchange::account::{
    codes::Codes,
    listed_row::{ListedRow, amounts, event_id},
    quantity::Quantity,
};

/// A change of an asset, and whether it is a fee.
pub(crate) type RecordChange = (AssetId, Quantity, bool);

/// What a record states beside its amounts.
pub(crate) struct RecordRow<'a> {
    pub(crate) record: Record<'a>,
    /// The parts of the id of its event.
    pub(crate) event: &'a [&'a str],
    pub(crate) id: String,
    pub(crate) time: Timestamp,
    pub(crate) kind: ExchangeRowKind,
    /// The words of the exchange for it.
    pub(crate) words: &'a str,
    /// The transaction on a chain; empty where the file states none.
    pub(crate) transaction: &'a str,
}

impl RecordRow<'_> {
    /// Returns the row with these changes.
    pub(crate) fn listed(self, changes: &[RecordChange]) -> Result<ListedRow, &'static str> {
        let changes: Vec<_> = changes
            .iter()
            .map(|(asset, change, is_fee)| (asset, *change, *is_fee))
            .collect();
        Ok(ListedRow {
            event: event_id(self.event)?,
            time: self.time,
            row: ExchangeRow {
                list: Stream::ExchangeFiles,
                id: self.id,
                kind: self.kind,
                words: self.words.to_owned(),
                transaction: Some(self.transaction.to_owned()).filter(|id| !id.is_empty()),
                amounts: amounts(&changes)?,
                stated: self.record.to_json().to_string(),
            },
        })
    }
}

/// Reads the rows of a table one after the other.
pub(crate) fn read_each(
    table: &FileTable,
    codes: &Codes<'_>,
    read: fn(Record<'_>, &Codes<'_>, &mut ContentIds) -> RowRead,
) -> Vec<RowRead> {
    let mut ids = ContentIds::default();
    table.records().map(|record| read(record, codes, &mut ids)).collect()
}

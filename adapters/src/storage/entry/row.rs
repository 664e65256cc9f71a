//! Revisions as rows.

use ports::{AccountId, Entry, EntryId, StorageError, TransactionId, entry::StoredEntry};

use super::{
    bytes::{ByteReader, ByteWriter, hash_bytes, hash_text},
    content,
    texts::{ParsedTexts, TextTable},
};
use crate::storage::{
    database::sql::{Row, Value},
    ledger::stored_number,
};

/// The columns that [`stored_entry`] reads.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT transaction_id, entries.revision AS revision, ledger_revision, stored_at, withdrawn, content ",
            "FROM entries ",
            $rest
        )
    };
}
pub(super) use select;

/// The version of the compact form.
pub(super) const VERSION: u8 = 1;

/// Returns the bytes under which a transaction is stored.
pub(super) fn transaction_bytes(id: &TransactionId) -> Vec<u8> {
    hash_bytes(id.hash())
}

/// Reads what [`transaction_bytes`] wrote.
pub(super) fn transaction(bytes: &[u8]) -> Option<TransactionId> {
    hash_text(bytes).map(TransactionId::kept)
}

fn packed(entry: &Entry) -> Vec<u8> {
    let (mut body, mut texts) = (ByteWriter::default(), TextTable::default());
    content::write(&mut body, &mut texts, entry);
    let mut whole = ByteWriter::default();
    whole.byte(VERSION);
    texts.write(&mut whole);
    whole.append(&body);
    whole.into_bytes()
}

fn unpacked(bytes: &[u8], id: EntryId) -> Option<Entry> {
    let mut from = ByteReader::new(bytes);
    if from.byte()? != VERSION {
        return None;
    }
    let mut texts = ParsedTexts::read(&mut from)?;
    content::read(&mut from, &mut texts, id).filter(|_| from.is_empty())
}

/// Reads a row of a [`select!`] query.
pub(super) fn stored_entry(row: &Row, account: &AccountId) -> Result<StoredEntry, StorageError> {
    let row = row.of("entries", &[]);
    let id = EntryId {
        account: account.clone(),
        transaction: transaction(&row.get::<Vec<u8>>("transaction_id")?)
            .ok_or_else(|| row.corrupt("transaction_id"))?,
    };
    let content = row.get::<Vec<u8>>("content")?;
    Ok(StoredEntry {
        entry: unpacked(&content, id).ok_or_else(|| row.corrupt("content"))?,
        revision: row.number("revision")?,
        ledger_revision: row.number("ledger_revision")?,
        stored_at: row.time("stored_at")?,
        withdrawn: row.get("withdrawn")?,
    })
}

/// Returns the values of a revision in the order of the columns.
pub(super) fn values(ledger: i64, stored: &StoredEntry, newest: bool) -> Vec<Value> {
    vec![
        ledger.into(),
        transaction_bytes(&stored.entry.id.transaction).into(),
        stored.revision.into(),
        stored_number(stored.ledger_revision).into(),
        stored.stored_at.into(),
        stored.withdrawn.into(),
        newest.into(),
        stored.entry.time.into(),
        packed(&stored.entry).into(),
    ]
}

/// The sort key of entries.
pub(super) fn order(stored: &StoredEntry) -> (u64, u32, &TransactionId) {
    let entry = &stored.entry;
    (entry.block, entry.position, &entry.id.transaction)
}

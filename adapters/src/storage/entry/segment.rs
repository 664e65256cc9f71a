//! Segments: copies of the newest revisions of a ledger, thousands in one value.
//!
//! The rows of the revisions are what counts; segments are made of them in the same unit of work. A revision that replaces one
//! in a segment is in a later segment or only in its row, so a reader of all of them takes the highest revision of each entry.

use ports::{AccountId, EntryId, StorageError, Timestamp, entry::StoredEntry};

use super::{
    bytes::{ByteReader, ByteWriter},
    content,
    row::{VERSION, order, select, stored_entry, transaction, transaction_bytes},
    texts::{ParsedTexts, TextTable},
};
use crate::storage::{
    database::sql::{Tx, sql},
    ledger::stored_number,
};

/// Segments are added when this many entries are in none, each with at most twice as many.
const FULL: u64 = 4096;

/// Writes a segment.
fn packed(entries: &[StoredEntry]) -> Vec<u8> {
    let (mut body, mut texts) = (ByteWriter::default(), TextTable::default());
    for stored in entries {
        body.bytes(&transaction_bytes(&stored.entry.id.transaction));
        body.number(stored.revision.into());
        body.number(stored.ledger_revision);
        body.signed(stored.stored_at.millis());
        body.byte(u8::from(stored.withdrawn));
        content::write(&mut body, &mut texts, &stored.entry);
    }
    let mut whole = ByteWriter::default();
    whole.byte(VERSION);
    texts.write(&mut whole);
    whole.number(entries.len() as u64);
    whole.append(&body);
    whole.into_bytes()
}

/// Appends the entries of a segment of an account; `None` where it is damaged.
pub(super) fn unpack(bytes: &[u8], account: &AccountId, into: &mut Vec<StoredEntry>) -> Option<()> {
    let mut from = ByteReader::new(bytes);
    if from.byte()? != VERSION {
        return None;
    }
    let mut texts = ParsedTexts::read(&mut from)?;
    for _ in 0..from.number()? {
        into.push(unpacked_one(&mut from, &mut texts, account)?);
    }
    from.is_empty().then_some(())
}

fn unpacked_one(from: &mut ByteReader<'_>, texts: &mut ParsedTexts<'_>, account: &AccountId) -> Option<StoredEntry> {
    let id = EntryId {
        account: account.clone(),
        transaction: transaction(from.bytes()?)?,
    };
    Some(StoredEntry {
        revision: from.small()?,
        ledger_revision: from.number()?,
        stored_at: Timestamp::from_millis(from.signed()?),
        withdrawn: from.byte()? != 0,
        entry: content::read(from, texts, id)?,
    })
}

/// Adds segments where enough newest revisions are in none. If most of what the segments contain was replaced since, all of
/// them are written again.
pub(super) async fn seal(tx: &mut Tx, ledger: i64, account: &AccountId) -> Result<(), StorageError> {
    let text = "SELECT CAST(COALESCE(SUM(entries), 0) AS BIGINT) AS entries, COALESCE(MAX(last_revision), 0) AS sealed, \
         COALESCE(MAX(number), 0) AS last FROM entry_segments WHERE ledger = $1";
    let row = sql(text).bind(ledger).fetch_one(&mut *tx).await?;
    let row = row.of("entry_segments", &[]);
    let (entries, mut sealed, mut number) = (row.int("entries")?, row.int("sealed")?, row.int("last")?);
    let open = count(tx, ledger, sealed).await?;
    if open < stored_number(FULL) {
        return Ok(());
    }
    if entries + open > 2 * count(tx, ledger, 0).await? {
        let all = sql("DELETE FROM entry_segments WHERE ledger = $1").bind(ledger);
        all.execute(&mut *tx).await?;
        (sealed, number) = (0, 0);
    }
    let mut last = (sealed, vec![0xff]);
    loop {
        let entries = page(tx, ledger, account, &last).await?;
        let Some(end) = entries.last() else {
            return Ok(());
        };
        last = (
            stored_number(end.ledger_revision),
            transaction_bytes(&end.entry.id.transaction),
        );
        number += 1;
        add(tx, ledger, number, entries).await?;
    }
}

/// Returns how many newest revisions there are after this ledger revision.
async fn count(tx: &mut Tx, ledger: i64, after: i64) -> Result<i64, StorageError> {
    let text = "SELECT COUNT(*) AS entries FROM entries WHERE ledger = $1 AND newest AND ledger_revision > $2";
    let row = sql(text).bind(ledger).bind(after).fetch_one(tx).await?;
    row.of("entries", &[]).int("entries")
}

/// Returns the next newest revisions after this ledger revision and transaction.
async fn page(
    tx: &mut Tx,
    ledger: i64,
    account: &AccountId,
    after: &(i64, Vec<u8>),
) -> Result<Vec<StoredEntry>, StorageError> {
    let text = select!(
        "WHERE ledger = $1 AND newest AND (ledger_revision, transaction_id) > ($2, $3) \
         ORDER BY ledger_revision, transaction_id LIMIT $4"
    );
    let rows = sql(text).bind(ledger).bind(after.0).bind(after.1.clone());
    let rows = rows.bind(stored_number(2 * FULL)).fetch_all(tx).await?;
    rows.iter().map(|row| stored_entry(row, account)).collect()
}

async fn add(tx: &mut Tx, ledger: i64, number: i64, mut entries: Vec<StoredEntry>) -> Result<(), StorageError> {
    let last = entries.iter().map(|stored| stored.ledger_revision).max();
    // Segments in the order of the ledger are merged faster.
    entries.sort_by(|a, b| order(a).cmp(&order(b)));
    let text =
        "INSERT INTO entry_segments (ledger, number, last_revision, entries, content) VALUES ($1, $2, $3, $4, $5)";
    let added = sql(text)
        .bind(ledger)
        .bind(number)
        .bind(stored_number(last.unwrap_or_default()))
        .bind(stored_number(entries.len() as u64))
        .bind(packed(&entries));
    added.execute(tx).await.map(drop)
}

//! Reading of entries.

use std::collections::HashMap;

use async_trait::async_trait;
use ports::{
    AccountId, EntryId, StorageError, Timestamp, TransactionId,
    entry::{EntryReader, LedgerHead, StoredEntry},
};

use super::{
    row::{order, select, stored_entry, transaction_bytes},
    segment,
};
use crate::storage::{
    database::{
        Database,
        sql::{Row, listed, sql},
    },
    ledger::{state, stored_number},
};

fn head(row: &Row) -> Result<LedgerHead, StorageError> {
    let row = row.of("ledgers", &["account"]);
    let (revision, decoders) = state(&row)?;
    Ok(LedgerHead {
        account: row.kept("account", AccountId::kept)?,
        revision,
        entries: decoders.values().sum(),
        oldest_decoder: decoders.keys().next().copied().unwrap_or_default(),
    })
}

#[async_trait]
impl EntryReader for Database {
    async fn heads(&self, accounts: &[AccountId]) -> Result<Vec<LedgerHead>, StorageError> {
        let text = listed!(
            "SELECT account, revision, decoders FROM ledgers WHERE revision > 0 AND account IN ",
            1,
            ""
        );
        let rows = sql(text).bind_list(accounts).fetch_all(self.sql()).await?;
        let mut heads = rows.iter().map(head).collect::<Result<Vec<_>, _>>()?;
        heads.sort_by(|a, b| a.account.cmp(&b.account));
        Ok(heads)
    }

    async fn outdated(&self, version: u32, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let rows = sql("SELECT account, revision, decoders FROM ledgers WHERE revision > 0 ORDER BY account");
        let rows = rows.fetch_all(self.sql()).await?;
        let heads = rows.iter().map(head).collect::<Result<Vec<_>, _>>()?;
        let outdated = heads
            .into_iter()
            .filter(|head| head.entries > 0 && head.oldest_decoder < version);
        Ok(outdated.map(|head| head.account).take(limit as usize).collect())
    }

    /// Segments are read first: what is committed between the two statements is in the rows of the second one.
    async fn changed(&self, account: &AccountId, after: u64) -> Result<Vec<StoredEntry>, StorageError> {
        let text = "SELECT last_revision, entries, content FROM entry_segments \
             WHERE ledger = (SELECT number FROM ledgers WHERE account = $1) AND last_revision > $2 ORDER BY number";
        let rows = sql(text).bind(account.to_string()).bind(stored_number(after));
        let rows = rows.fetch_all(self.sql()).await?;
        let mut sealed = after;
        for row in &rows {
            sealed = sealed.max(row.of("entry_segments", &[]).number("last_revision")?);
        }
        let mut entries = from_segments(rows, account)?;
        let text = select!(
            "JOIN ledgers ON ledgers.number = entries.ledger WHERE account = $1 AND newest AND ledger_revision > $2"
        );
        let rows = sql(text).bind(account.to_string()).bind(stored_number(sealed));
        for row in rows.fetch_all(self.sql()).await? {
            entries.push(stored_entry(&row, account)?);
        }
        Ok(newest(entries, after))
    }

    async fn since(&self, account: &AccountId, at: Timestamp) -> Result<Vec<StoredEntry>, StorageError> {
        let text = select!(
            "JOIN ledgers ON ledgers.number = entries.ledger \
             WHERE account = $1 AND newest AND NOT withdrawn AND time > $2"
        );
        let rows = sql(text)
            .bind(account.to_string())
            .bind(at)
            .fetch_all(self.sql())
            .await?;
        let entries = rows.iter().map(|row| stored_entry(row, account));
        let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
        // Entries that were stored before there was this column have a later time in it.
        entries.retain(|stored| stored.entry.time > at);
        entries.sort_by(|a, b| order(a).cmp(&order(b)));
        Ok(entries)
    }

    async fn revisions(&self, id: &EntryId) -> Result<Vec<StoredEntry>, StorageError> {
        let text = select!(
            "JOIN ledgers ON ledgers.number = entries.ledger WHERE account = $1 AND transaction_id = $2 \
             ORDER BY entries.revision"
        );
        let rows = sql(text)
            .bind(id.account.to_string())
            .bind(transaction_bytes(&id.transaction));
        let rows = rows.fetch_all(self.sql()).await?;
        rows.iter().map(|row| stored_entry(row, &id.account)).collect()
    }
}

/// Reads the entries of segments, each of which is freed before the next one is read. Memory for all entries is reserved, because
/// copying them while a list grows takes as long as reading them.
///
/// One thread reads all of them: memory that one thread reserves and another one frees stays reserved for the first one.
fn from_segments(rows: Vec<Row>, account: &AccountId) -> Result<Vec<StoredEntry>, StorageError> {
    let mut count = 0_usize;
    for row in &rows {
        count += row.of("entry_segments", &[]).number::<usize>("entries")?;
    }
    let mut entries = Vec::with_capacity(count);
    for row in rows {
        let segment = row.of("entry_segments", &[]).get::<Vec<u8>>("content")?;
        drop(row);
        segment::unpack(&segment, account, &mut entries).ok_or_else(|| StorageError::Corrupt {
            table: "entry_segments".to_owned(),
            column: "content".to_owned(),
            id: account.to_string(),
        })?;
    }
    Ok(entries)
}

/// Returns the highest revision of each entry that changed after this ledger revision, in order.
fn newest(mut entries: Vec<StoredEntry>, after: u64) -> Vec<StoredEntry> {
    let replaced = entries.iter().filter(|stored| stored.revision > 1);
    let mut highest: HashMap<TransactionId, u32> = HashMap::new();
    for stored in replaced {
        let known = highest.entry(stored.entry.id.transaction.clone()).or_default();
        *known = stored.revision.max(*known);
    }
    entries.retain(|stored| {
        let highest = highest.get(&stored.entry.id.transaction);
        let is_newest = highest.is_none_or(|highest| stored.revision == *highest);
        is_newest && stored.ledger_revision > after && !(after == 0 && stored.withdrawn)
    });
    entries.sort_by(|a, b| order(a).cmp(&order(b)));
    entries
}

//! Reading of entries.

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use ports::{
    AccountId, Entry, EntryId, StorageError, Timestamp, TransactionId,
    entry::{EntryLists, EntryReader, LedgerHead, StoredEntry},
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

    async fn changed(&self, account: &AccountId, after: u64) -> Result<Vec<StoredEntry>, StorageError> {
        let (segments, rows) = self.after(account, after).await?;
        let mut entries = from_segments(segments, account)?;
        for row in rows {
            entries.push(stored_entry(&row, account)?);
        }
        Ok(newest(entries, after))
    }

    async fn current(&self, account: &AccountId) -> Result<EntryLists, StorageError> {
        let (segments, rows) = self.after(account, 0).await?;
        let rows = rows.iter().map(|row| stored_entry(row, account));
        let mut newest = rows.collect::<Result<Vec<_>, _>>()?;
        newest.sort_by(|a, b| order(a).cmp(&order(b)));
        let account = account.clone();
        let older = segments
            .into_iter()
            .rev()
            .map(move |segment| from_segments(vec![segment], &account));
        // A later list has the later revisions, so that each entry is current where it is first.
        let mut replaced = HashSet::new();
        let lists = std::iter::once(Ok(newest)).chain(older);
        Ok(Box::new(
            lists.map(move |list| list.map(|list| current(list, &mut replaced))),
        ))
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

impl Database {
    /// Returns the segments, and the newest revisions that are in none, of what changed after this ledger revision. Segments are read
    /// first: what is committed between the two statements is in the rows of the second one.
    async fn after(&self, account: &AccountId, after: u64) -> Result<(Vec<Row>, Vec<Row>), StorageError> {
        let text = "SELECT last_revision, entries, content FROM entry_segments \
             WHERE ledger = (SELECT number FROM ledgers WHERE account = $1) AND last_revision > $2 ORDER BY number";
        let segments = sql(text).bind(account.to_string()).bind(stored_number(after));
        let segments = segments.fetch_all(self.sql()).await?;
        let mut sealed = after;
        for row in &segments {
            sealed = sealed.max(row.of("entry_segments", &[]).number("last_revision")?);
        }
        let text = select!(
            "JOIN ledgers ON ledgers.number = entries.ledger WHERE account = $1 AND newest AND ledger_revision > $2"
        );
        let rows = sql(text).bind(account.to_string()).bind(stored_number(sealed));
        Ok((segments, rows.fetch_all(self.sql()).await?))
    }
}

/// Returns the current entries of a list. `replaced` are those of which a later list has a later revision.
fn current(list: Vec<StoredEntry>, replaced: &mut HashSet<TransactionId>) -> Vec<Entry> {
    let mut current = Vec::with_capacity(list.len());
    for stored in list {
        if replaced.contains(&stored.entry.id.transaction) {
            continue;
        }
        if stored.revision > 1 {
            replaced.insert(stored.entry.id.transaction.clone());
        }
        if !stored.withdrawn {
            current.push(stored.entry);
        }
    }
    current
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

//! Writing of entries.

use std::collections::{BTreeMap, HashMap};

use async_trait::async_trait;
use data_encoding::HEXLOWER;
use ports::{
    AccountId, Entry, EntryId, StorageError, Timestamp, TransactionId,
    entry::{EntryWriter, StoredEntry},
};

use super::{
    row::{select, stored_entry, transaction_bytes, values},
    segment,
};
use crate::storage::{
    database::{
        SqlWork,
        sql::{Tx, insert_many, listed_bytes, sql},
    },
    ledger::{self, LedgerRow},
};

/// New revisions of entries of one account.
struct Revisions {
    ledger: LedgerRow,
    at: Timestamp,
    /// The newest revision of each entry.
    newest: HashMap<TransactionId, StoredEntry>,
    /// The stored revisions that are replaced.
    replaced: Vec<TransactionId>,
    /// The new revisions, and whether each is still the newest one.
    added: Vec<(StoredEntry, bool)>,
    places: HashMap<TransactionId, usize>,
}

impl Revisions {
    /// Reads the newest revisions of these transactions.
    async fn read<'a>(
        tx: &mut Tx,
        account: &AccountId,
        ledger: LedgerRow,
        transactions: impl Iterator<Item = &'a TransactionId>,
        at: Timestamp,
    ) -> Result<Self, StorageError> {
        let text = listed_bytes!(select!("WHERE ledger = $1 AND newest AND transaction_id IN "), 2, "");
        let rows = sql(text).bind(ledger.number).bind_list(transactions.map(hex));
        let mut newest = HashMap::new();
        for row in rows.fetch_all(tx).await? {
            let stored = stored_entry(&row, account)?;
            newest.insert(stored.entry.id.transaction.clone(), stored);
        }
        Ok(Self {
            ledger,
            at,
            newest,
            replaced: vec![],
            added: vec![],
            places: HashMap::new(),
        })
    }

    fn add(&mut self, entry: &Entry, withdrawn: bool) {
        let transaction = &entry.id.transaction;
        let known = self.newest.get(transaction);
        if let Some(known) = known.filter(|known| !known.withdrawn) {
            count(&mut self.ledger.decoders, known.entry.decoder_version, false);
        }
        if !withdrawn {
            count(&mut self.ledger.decoders, entry.decoder_version, true);
        }
        let stored = StoredEntry {
            entry: entry.clone(),
            revision: known.map_or(0, |known| known.revision) + 1,
            ledger_revision: self.ledger.revision + 1,
            stored_at: self.at,
            withdrawn,
        };
        match self.places.insert(transaction.clone(), self.added.len()) {
            Some(place) => {
                if let Some((_, is_newest)) = self.added.get_mut(place) {
                    *is_newest = false;
                }
            }
            None if known.is_some() => self.replaced.push(transaction.clone()),
            None => {}
        }
        self.newest.insert(transaction.clone(), stored.clone());
        self.added.push((stored, true));
    }

    /// Stores the new revisions and returns their number.
    async fn store(mut self, tx: &mut Tx, account: &AccountId) -> Result<u64, StorageError> {
        if self.added.is_empty() {
            return Ok(0);
        }
        let text = listed_bytes!(
            "UPDATE entries SET newest = (1 = 0) WHERE ledger = $1 AND newest AND transaction_id IN ",
            2,
            ""
        );
        let replaced = sql(text)
            .bind(self.ledger.number)
            .bind_list(self.replaced.iter().map(hex));
        replaced.execute(&mut *tx).await?;
        let rows = self.added.iter();
        let rows = rows.map(|(stored, newest)| values(self.ledger.number, stored, *newest));
        let head = "INSERT INTO entries \
             (ledger, transaction_id, revision, ledger_revision, stored_at, withdrawn, newest, time, content)";
        let added = insert_many(tx, head, rows.collect(), "").await?;
        self.ledger.revision += 1;
        ledger::store(tx, &self.ledger).await?;
        segment::seal(tx, self.ledger.number, account).await?;
        Ok(added)
    }
}

fn hex(transaction: &TransactionId) -> String {
    HEXLOWER.encode(&transaction_bytes(transaction))
}

/// Counts an entry of this version of the decoders, or stops counting it.
fn count(decoders: &mut BTreeMap<u32, u64>, version: u32, counts: bool) {
    let known = decoders.entry(version).or_default();
    *known = if counts { *known + 1 } else { known.saturating_sub(1) };
    if *known == 0 {
        decoders.remove(&version);
    }
}

#[async_trait]
impl EntryWriter for SqlWork {
    async fn append(&mut self, entries: &[Entry], at: Timestamp) -> Result<u64, StorageError> {
        let mut by_account: BTreeMap<&AccountId, Vec<&Entry>> = BTreeMap::new();
        for entry in entries {
            by_account.entry(&entry.id.account).or_default().push(entry);
        }
        let mut added = 0;
        for (account, entries) in by_account {
            let ledger = ledger::open(self.tx(), account).await?;
            let transactions = entries.iter().map(|entry| &entry.id.transaction);
            let mut revisions = Revisions::read(self.tx(), account, ledger, transactions, at).await?;
            for entry in entries {
                let known = revisions.newest.get(&entry.id.transaction);
                if known.is_none_or(|known| known.withdrawn || known.entry != *entry) {
                    revisions.add(entry, false);
                }
            }
            added += revisions.store(self.tx(), account).await?;
        }
        Ok(added)
    }

    async fn withdraw(&mut self, ids: &[EntryId], at: Timestamp) -> Result<u64, StorageError> {
        let mut by_account: BTreeMap<&AccountId, Vec<&TransactionId>> = BTreeMap::new();
        for id in ids {
            by_account.entry(&id.account).or_default().push(&id.transaction);
        }
        let mut withdrawn = 0;
        for (account, transactions) in by_account {
            let Some(ledger) = ledger::find(self.tx(), account).await? else {
                continue;
            };
            let own = transactions.iter().copied();
            let mut revisions = Revisions::read(self.tx(), account, ledger, own, at).await?;
            for transaction in transactions {
                let known = revisions.newest.get(transaction).filter(|known| !known.withdrawn);
                if let Some(entry) = known.map(|known| known.entry.clone()) {
                    revisions.add(&entry, true);
                }
            }
            withdrawn += revisions.store(self.tx(), account).await?;
        }
        Ok(withdrawn)
    }
}

//! Entries of the ledger.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use async_trait::async_trait;
use ports::{
    AccountId, Entry, EntryId, StorageError, Timestamp, TransactionId,
    entry::{EntryReader, EntryWriter, LedgerHead, StoredEntry},
};

use crate::{
    rows::AccountEntries,
    storage::MemoryStorage,
    tables::{conflict, most},
    work::MemoryWork,
};

impl AccountEntries {
    fn newest(&self) -> impl Iterator<Item = &Arc<StoredEntry>> {
        self.revisions.values().filter_map(|revisions| revisions.last())
    }

    fn head(&self, account: &AccountId) -> Option<LedgerHead> {
        let counting = || self.newest().filter(|stored| !stored.withdrawn);
        (self.revision > 0).then(|| LedgerHead {
            account: account.clone(),
            revision: self.revision,
            entries: counting().count() as u64,
            oldest_decoder: counting()
                .map(|stored| stored.entry.decoder_version)
                .min()
                .unwrap_or_default(),
        })
    }

    /// Adds a revision with the next ledger revision.
    fn add(&mut self, entry: Entry, at: Timestamp, withdrawn: bool) {
        let revisions = self.revisions.entry(entry.id.transaction.clone()).or_default();
        revisions.push(Arc::new(StoredEntry {
            entry,
            revision: revisions.last().map_or(0, |last| last.revision) + 1,
            ledger_revision: self.revision + 1,
            stored_at: at,
            withdrawn,
        }));
    }
}

/// The sort key of entries.
fn order(stored: &StoredEntry) -> (u64, u32, &TransactionId) {
    let entry = &stored.entry;
    (entry.block, entry.position, &entry.id.transaction)
}

#[async_trait]
impl EntryReader for MemoryStorage {
    async fn heads(&self, accounts: &[AccountId]) -> Result<Vec<LedgerHead>, StorageError> {
        let tables = self.tables();
        let accounts: BTreeSet<&AccountId> = accounts.iter().collect();
        let heads = accounts
            .into_iter()
            .filter_map(|account| tables.entries.get(account)?.head(account));
        Ok(heads.collect())
    }

    async fn changed(&self, account: &AccountId, after: u64) -> Result<Vec<StoredEntry>, StorageError> {
        let tables = self.tables();
        let own = tables.entries.get(account);
        let newest = own.iter().flat_map(|own| own.newest());
        let changed = newest.filter(|stored| stored.ledger_revision > after && !(after == 0 && stored.withdrawn));
        let mut changed: Vec<StoredEntry> = changed.map(|stored| StoredEntry::clone(stored)).collect();
        changed.sort_by(|a, b| order(a).cmp(&order(b)));
        Ok(changed)
    }

    async fn since(&self, account: &AccountId, at: Timestamp) -> Result<Vec<StoredEntry>, StorageError> {
        let tables = self.tables();
        let own = tables.entries.get(account);
        let newest = own.iter().flat_map(|own| own.newest());
        let later = newest.filter(|stored| !stored.withdrawn && stored.entry.time > at);
        let mut later: Vec<StoredEntry> = later.map(|stored| StoredEntry::clone(stored)).collect();
        later.sort_by(|a, b| order(a).cmp(&order(b)));
        Ok(later)
    }

    async fn outdated(&self, version: u32, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let tables = self.tables();
        let heads = tables.entries.iter().filter_map(|(account, own)| own.head(account));
        let outdated = heads.filter(|head| head.entries > 0 && head.oldest_decoder < version);
        let mut accounts: Vec<AccountId> = outdated.map(|head| head.account).collect();
        accounts.sort_by_key(ToString::to_string);
        accounts.truncate(most(limit));
        Ok(accounts)
    }

    async fn revisions(&self, id: &EntryId) -> Result<Vec<StoredEntry>, StorageError> {
        let tables = self.tables();
        let own = tables.entries.get(&id.account);
        let revisions = own.and_then(|own| own.revisions.get(&id.transaction));
        Ok(revisions
            .into_iter()
            .flatten()
            .map(|stored| StoredEntry::clone(stored))
            .collect())
    }
}

#[async_trait]
impl EntryWriter for MemoryWork {
    async fn append(&mut self, entries: &[Entry], at: Timestamp) -> Result<u64, StorageError> {
        let accounts = &self.tables.accounts;
        if entries.iter().any(|entry| !accounts.contains_key(&entry.id.account)) {
            return Err(conflict("ledgers"));
        }
        let mut changed = BTreeMap::new();
        for entry in entries {
            let account = &entry.id.account;
            let own = self.tables.entries.entry(account.clone()).or_default();
            let newest = own.revisions.get(&entry.id.transaction).and_then(|all| all.last());
            if newest.is_none_or(|newest| newest.withdrawn || newest.entry != *entry) {
                own.add(entry.clone(), at, false);
                *changed.entry(account.clone()).or_default() += 1;
            }
        }
        Ok(self.revise(&changed))
    }

    async fn withdraw(&mut self, ids: &[EntryId], at: Timestamp) -> Result<u64, StorageError> {
        let mut changed = BTreeMap::new();
        for id in ids {
            let Some(own) = self.tables.entries.get_mut(&id.account) else {
                continue;
            };
            let newest = own.revisions.get(&id.transaction).and_then(|all| all.last());
            let counting = newest.filter(|newest| !newest.withdrawn);
            if let Some(entry) = counting.map(|newest| newest.entry.clone()) {
                own.add(entry, at, true);
                *changed.entry(id.account.clone()).or_default() += 1;
            }
        }
        Ok(self.revise(&changed))
    }
}

impl MemoryWork {
    /// Increments the revision of each ledger with new revisions of entries. Returns how many there are.
    fn revise(&mut self, added: &BTreeMap<AccountId, u64>) -> u64 {
        for account in added.keys() {
            if let Some(own) = self.tables.entries.get_mut(account) {
                own.revision += 1;
            }
        }
        added.values().sum()
    }
}

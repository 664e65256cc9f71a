//! The progress of reading histories.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{
    AccountId, ChainId, HistoryProgress, StorageError, Stream, Timestamp,
    account::Activity,
    history::{HistoryProgressReader, HistoryProgressWriter},
};

use crate::{
    storage::MemoryStorage,
    tables::{Tables, conflict, most},
    watched::Watched,
    work::MemoryWork,
};

fn of_account<'a>(tables: &'a Tables, account: &AccountId) -> impl Iterator<Item = &'a HistoryProgress> {
    let own = tables.history_progress.get(account);
    own.into_iter().flat_map(|streams| streams.values())
}

#[async_trait]
impl HistoryProgressReader for MemoryStorage {
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<HistoryProgress>, StorageError> {
        let tables = self.tables();
        let accounts: BTreeSet<&AccountId> = accounts.iter().collect();
        let found = accounts.into_iter().flat_map(|account| of_account(&tables, account));
        Ok(found.cloned().collect())
    }

    async fn due(&self, chains: &[ChainId], before: Timestamp, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let tables = self.tables();
        let watched = Watched::of(&tables);
        let accounts = tables.accounts.iter().filter(|(id, _)| chains.contains(&id.chain));
        let due = accounts.filter_map(|(id, state)| {
            let streams = || of_account(&tables, id).filter(|progress| progress.stream != Stream::Receipts);
            let changed_at = streams().map(|progress| progress.updated_at).max();
            let is_contradicted = || {
                let found = tables.reconciliations.get(id);
                found.and_then(|found| found.reread_at).is_some_and(|at| at <= before)
            };
            let is_followed = state.activity == Activity::Active
                || streams().any(HistoryProgress::has_replaceable_facts)
                || is_contradicted();
            let is_due = is_followed && changed_at.is_none_or(|at| at <= before);
            (is_due && watched.contains(id)).then(|| (changed_at, id.to_string(), id))
        });
        let mut due: Vec<_> = due.collect();
        due.sort();
        Ok(due.into_iter().map(|(_, _, id)| id.clone()).take(most(limit)).collect())
    }
}

#[async_trait]
impl HistoryProgressWriter for MemoryWork {
    async fn set(&mut self, progress: &HistoryProgress) -> Result<(), StorageError> {
        if !self.tables.accounts.contains_key(&progress.account) {
            return Err(conflict("history_progress"));
        }
        let streams = self
            .tables
            .history_progress
            .entry(progress.account.clone())
            .or_default();
        let lifted = streams.get(&progress.stream).and_then(|stored| stored.cap);
        let cap = progress.cap.map(|cap| cap.max(lifted.unwrap_or(cap)));
        streams.insert(
            progress.stream,
            HistoryProgress {
                cap,
                ..progress.clone()
            },
        );
        Ok(())
    }
}

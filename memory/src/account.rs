//! Accounts.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{
    AccountId, AccountState, Address, ChainId, StorageError, Timestamp,
    account::{AccountReader, AccountWriter, Activity},
    chain::WaitingTransactions,
    failure::Failure,
    snapshot::SnapshotId,
};

use crate::{
    erase,
    storage::MemoryStorage,
    tables::{conflict, most},
    watched::{Watched, is_among, visited},
    work::MemoryWork,
};

/// Returns the time of the last attempt to read an account, if it is due.
fn due_since(state: &AccountState, before: Timestamp, quiet_before: Timestamp, now: Timestamp) -> Option<Timestamp> {
    let whole_at = state.whole_at.unwrap_or(Timestamp::from_millis(0));
    let limit = if state.activity == Activity::Quiet {
        quiet_before
    } else {
        before
    };
    let is_old = whole_at < limit || whole_at > now;
    let Some(failure) = &state.failure else {
        return is_old.then_some(whole_at);
    };
    let is_rested = failure.at > now
        || failure
            .retry_at
            .map_or(failure.at <= before, |retry_at| retry_at <= now);
    (is_old && is_rested).then_some(failure.at)
}

#[async_trait]
impl AccountReader for MemoryStorage {
    async fn states(&self, ids: &[AccountId]) -> Result<Vec<AccountState>, StorageError> {
        let tables = self.tables();
        let ids: BTreeSet<&AccountId> = ids.iter().collect();
        Ok(ids
            .into_iter()
            .filter_map(|id| tables.accounts.get(id).cloned())
            .collect())
    }

    async fn due(
        &self,
        before: Timestamp,
        quiet_before: Timestamp,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<AccountId>, StorageError> {
        let tables = self.tables();
        let watched = Watched::of(&tables);
        let read = tables
            .accounts
            .values()
            .filter(|state| state.activity != Activity::Filed);
        let due = read.filter_map(|state| {
            let since = due_since(state, before, quiet_before, now)?;
            watched
                .contains(&state.id)
                .then(|| (since, state.id.to_string(), &state.id))
        });
        let mut due: Vec<_> = due.collect();
        due.sort();
        Ok(due.into_iter().map(|(_, _, id)| id.clone()).take(most(limit)).collect())
    }

    async fn active(&self, chain: &ChainId, since: Timestamp, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let tables = self.tables();
        let own = tables.accounts.values().filter(|state| state.id.chain == *chain);
        let active = own.filter(|state| state.activity == Activity::Active);
        let mut found: Vec<_> = active
            .filter_map(|state| Some((state.read_at.filter(|at| *at >= since)?, &state.id)))
            .collect();
        found.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.cmp(other)));
        Ok(found.into_iter().map(|(_, id)| id.clone()).take(most(limit)).collect())
    }

    async fn is_wanted(&self, id: &AccountId) -> Result<bool, StorageError> {
        let tables = self.tables();
        let is_wanted = || Watched::of(&tables).contains(id) || is_among(&tables, &visited(&tables), id);
        let is_read = tables
            .accounts
            .get(id)
            .is_some_and(|state| state.activity != Activity::Filed);
        Ok(is_read && is_wanted())
    }
}

#[async_trait]
impl AccountWriter for MemoryWork {
    async fn add(&mut self, ids: &[AccountId], _now: Timestamp) -> Result<(), StorageError> {
        for id in ids {
            let new = || AccountState {
                id: id.clone(),
                latest: None,
                read_at: None,
                whole_at: None,
                activity: Activity::Unknown,
                transactions: None,
                failure: None,
                waiting: WaitingTransactions::default(),
            };
            self.tables.accounts.entry(id.clone()).or_insert_with(new);
        }
        Ok(())
    }

    async fn written(&mut self, writings: &[(Address, AccountId)]) -> Result<(), StorageError> {
        if writings
            .iter()
            .any(|(_, account)| !self.tables.accounts.contains_key(account))
        {
            return Err(conflict("account_writings"));
        }
        for (address, account) in writings {
            let others = self.tables.account_writings.entry(account.clone()).or_default();
            others.insert(address.clone());
        }
        Ok(())
    }

    /// A probe of a quiet account does not change the time of its last full reading.
    async fn read(
        &mut self,
        id: &AccountId,
        snapshot: SnapshotId,
        at: Timestamp,
        activity: Activity,
        waiting: &WaitingTransactions,
    ) -> Result<(), StorageError> {
        let found = self
            .tables
            .snapshots
            .get(&snapshot)
            .filter(|found| found.account == *id);
        let Some(state) = self.tables.accounts.get_mut(id) else {
            return Ok(());
        };
        let found = found.ok_or_else(|| conflict("accounts"))?;
        let was_quiet = state.activity == Activity::Quiet && state.whole_at.is_some_and(|whole_at| whole_at <= at);
        if !(was_quiet && found.probe) {
            state.whole_at = Some(at);
        }
        state.latest = Some(snapshot);
        state.read_at = Some(at);
        state.activity = activity;
        state.waiting = waiting.clone();
        state.failure = None;
        let held = found.assets().cloned().collect();
        self.tables.held_assets.insert(id.clone(), held);
        Ok(())
    }

    async fn counted(&mut self, id: &AccountId, transactions: u64) -> Result<(), StorageError> {
        if let Some(state) = self.tables.accounts.get_mut(id) {
            state.transactions = Some(transactions);
        }
        Ok(())
    }

    async fn set_activity(
        &mut self,
        ids: &[AccountId],
        activity: Activity,
        _now: Timestamp,
    ) -> Result<(), StorageError> {
        for id in ids {
            let Some(state) = self.tables.accounts.get_mut(id) else {
                continue;
            };
            let is_filed = state.activity == Activity::Filed;
            let is_set = match activity {
                Activity::Active => !is_filed,
                Activity::Unknown => is_filed,
                Activity::Filed => true,
                Activity::Quiet => false,
            };
            if is_set {
                state.activity = activity;
            }
        }
        Ok(())
    }

    async fn failed(&mut self, id: &AccountId, failure: &Failure) -> Result<(), StorageError> {
        if let Some(state) = self.tables.accounts.get_mut(id) {
            state.failure = Some(failure.clone());
        }
        Ok(())
    }

    async fn erase_unwatched(&mut self, limit: u32) -> Result<u64, StorageError> {
        Ok(erase::unwatched(&mut self.tables, limit))
    }
}

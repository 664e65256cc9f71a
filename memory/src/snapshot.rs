//! Snapshots.

use std::{collections::BTreeSet, sync::Arc};

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, Snapshot, StorageError, Timestamp,
    snapshot::{SnapshotId, SnapshotReader, SnapshotWriter},
};

use crate::{
    storage::MemoryStorage,
    tables::{Tables, check_unique, conflict, end_of_day},
    work::MemoryWork,
};

#[async_trait]
impl SnapshotReader for MemoryStorage {
    async fn find(&self, ids: &[SnapshotId]) -> Result<Vec<Snapshot>, StorageError> {
        let tables = self.tables();
        let ids: BTreeSet<&SnapshotId> = ids.iter().collect();
        let found = ids.into_iter().filter_map(|id| tables.snapshots.get(id));
        Ok(found.map(|snapshot| Snapshot::clone(snapshot)).collect())
    }

    async fn before(&self, accounts: &[AccountId], at: Timestamp) -> Result<Vec<SnapshotId>, StorageError> {
        let tables = self.tables();
        let accounts: BTreeSet<&AccountId> = accounts.iter().collect();
        let own = accounts
            .into_iter()
            .filter_map(|account| tables.account_snapshots.get(account));
        let newest = own.filter_map(|own| own.iter().rev().find(|(taken_at, _)| *taken_at <= at));
        Ok(newest.map(|(_, id)| *id).collect())
    }

    async fn held_assets(&self) -> Result<Vec<AssetId>, StorageError> {
        let tables = self.tables();
        let held: BTreeSet<&AssetId> = tables.held_assets.values().flatten().collect();
        Ok(held.into_iter().cloned().collect())
    }
}

/// Returns the snapshots taken before `before` that are not the last one of their account and day.
fn replaced(tables: &Tables, before: Timestamp) -> Vec<(AccountId, Timestamp, SnapshotId)> {
    let mut found = vec![];
    for (account, own) in tables.account_snapshots.iter() {
        let latest = tables.accounts.get(account).and_then(|state| state.latest);
        let pairs = own.iter().zip(own.iter().skip(1));
        let gone = pairs.filter(|((taken_at, id), (next_at, _))| {
            *next_at < before && *next_at < end_of_day(*taken_at) && latest != Some(*id)
        });
        found.extend(gone.map(|((taken_at, id), _)| (account.clone(), *taken_at, *id)));
    }
    found
}

#[async_trait]
impl SnapshotWriter for MemoryWork {
    async fn add(&mut self, snapshot: &Snapshot) -> Result<(), StorageError> {
        check_unique("snapshots", self.tables.snapshots.contains_key(&snapshot.id))?;
        if !self.tables.accounts.contains_key(&snapshot.account) {
            return Err(conflict("snapshots"));
        }
        let own = self
            .tables
            .account_snapshots
            .entry(snapshot.account.clone())
            .or_default();
        own.insert((snapshot.taken_at, snapshot.id));
        self.tables.snapshots.insert(snapshot.id, Arc::new(snapshot.clone()));
        Ok(())
    }

    async fn thin(&mut self, before: Timestamp) -> Result<u64, StorageError> {
        let gone = replaced(&self.tables, before);
        for (account, taken_at, id) in &gone {
            self.tables.snapshots.remove(id);
            if let Some(own) = self.tables.account_snapshots.get_mut(account) {
                own.remove(&(*taken_at, *id));
            }
        }
        Ok(gone.len() as u64)
    }
}

//! Units of work.

use std::{collections::BTreeSet, sync::Arc};

use async_trait::async_trait;
use ports::{AssetId, StorageError, UnitOfWork, UserId, own_writers};

use super::{
    asset_cache,
    counter_key::CounterKey,
    job_revision::revise_jobs,
    keyring::{Keyring, UserKeys},
    snapshot_cache::SnapshotCache,
    sql::Tx,
};
use crate::seal::DataKey;

/// A transaction that implements all writers.
pub(crate) struct SqlWork {
    tx: Tx,
    changed_jobs: Vec<String>,
    changed_assets: BTreeSet<AssetId>,
    snapshots: SnapshotCache,
    thinned: bool,
    counter_key: CounterKey,
    keyring: Arc<Keyring>,
    user_keys: UserKeys,
}

impl SqlWork {
    pub(crate) fn new(tx: Tx, snapshots: &SnapshotCache, counter_key: CounterKey, keyring: Arc<Keyring>) -> Self {
        Self {
            tx,
            changed_jobs: vec![],
            changed_assets: BTreeSet::new(),
            snapshots: snapshots.clone(),
            thinned: false,
            counter_key,
            keyring,
            user_keys: UserKeys::default(),
        }
    }

    pub(crate) fn counter_key(&self) -> CounterKey {
        self.counter_key
    }

    /// Returns the keys under which values are sealed.
    pub(crate) fn keyring(&self) -> Arc<Keyring> {
        self.keyring.clone()
    }

    /// Returns the key of a user, which is created when it is first needed. A user who does not exist is a conflict.
    pub(crate) async fn user_key(&mut self, user: UserId) -> Result<DataKey, StorageError> {
        self.user_keys.of_user(&self.keyring, &mut self.tx, user).await.cloned()
    }

    pub(crate) fn tx(&mut self) -> &mut Tx {
        &mut self.tx
    }

    /// Records jobs that this unit of work changed, which get a new revision at its end. Returns whether there are any.
    pub(crate) fn changed(&mut self, jobs: Vec<String>) -> bool {
        let any = !jobs.is_empty();
        self.changed_jobs.extend(jobs);
        any
    }

    /// Records that snapshots were deleted, which may be in the cache.
    pub(crate) fn thinned(&mut self) {
        self.thinned = true;
    }

    /// Records assets whose cached data this unit of work changed; they get a new revision at its end.
    pub(crate) fn changed_assets<'a>(&mut self, assets: impl IntoIterator<Item = &'a AssetId>) {
        self.changed_assets.extend(assets.into_iter().cloned());
    }
}

/// Clears the snapshot cache even where the caller of the commit was cancelled.
struct ClearWhenDone(SnapshotCache);

impl Drop for ClearWhenDone {
    fn drop(&mut self) {
        self.0.clear();
    }
}

#[async_trait]
impl UnitOfWork for SqlWork {
    own_writers!();

    async fn commit(mut self: Box<Self>) -> Result<(), StorageError> {
        revise_jobs(&mut self.tx, &self.changed_jobs).await?;
        asset_cache::revise(&mut self.tx, &self.changed_assets).await?;
        let _cleared = self.thinned.then(|| ClearWhenDone(self.snapshots.clone()));
        self.tx.commit().await
    }
}

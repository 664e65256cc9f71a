//! The storage: the tables as of the last commit, and the one writer.

use std::{
    fmt,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use async_trait::async_trait;
use ports::{Asset, Storage, StorageError, Stores, UnitOfWork};

use crate::{asset, counter::CounterKey, tables::Tables, work::Work};

/// Every store of a tracker in memory: [`Storage`], and the reading side of each store.
///
/// A unit of work changes a version of the tables of its own, and its commit puts that in the place of the last one. So a reader
/// sees all of a unit or nothing, and waits for nobody; of units there is one at a time. Nothing outlives the value.
#[derive(Clone)]
pub struct MemoryStorage {
    committed: Arc<Mutex<Arc<Tables>>>,
    writer: Arc<futures::lock::Mutex<()>>,
    counter_key: CounterKey,
}

impl fmt::Debug for MemoryStorage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemoryStorage").finish_non_exhaustive()
    }
}

impl Default for MemoryStorage {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryStorage {
    /// Returns an empty storage.
    #[must_use]
    pub fn new() -> Self {
        Self {
            committed: Arc::default(),
            writer: Arc::default(),
            counter_key: CounterKey::random(),
        }
    }

    /// Returns a storage in which these assets are known and nothing else.
    #[must_use]
    pub fn with_assets(assets: impl IntoIterator<Item = Asset>) -> Self {
        let storage = Self::new();
        let mut tables = Tables::default();
        asset::add(&mut tables, assets);
        storage.commit(tables);
        storage
    }

    /// Returns the reading side of every store.
    #[must_use]
    pub fn stores(&self) -> Stores {
        let own = Arc::new(self.clone());
        Stores {
            users: own.clone(),
            sessions: own.clone(),
            shares: own.clone(),
            wallets: own.clone(),
            extended_keys: own.clone(),
            accounts: own.clone(),
            names: own.clone(),
            assets: own.clone(),
            snapshots: own.clone(),
            quotes: own.clone(),
            currencies: own.clone(),
            manual_prices: own.clone(),
            hidden_assets: own.clone(),
            accepted_decimals: own.clone(),
            added_tokens: own.clone(),
            recipes: own.clone(),
            jobs: own.clone(),
            job_changes: own.clone(),
            disclosures: own.clone(),
            sources: own,
        }
    }

    fn committed(&self) -> MutexGuard<'_, Arc<Tables>> {
        // A panic while it is held leaves a whole version behind: it is replaced by one assignment.
        self.committed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables as of the last commit.
    pub(crate) fn tables(&self) -> Arc<Tables> {
        Arc::clone(&self.committed())
    }

    /// Puts these in the place of the last ones; the caller is the writer.
    pub(crate) fn commit(&self, tables: Tables) {
        let replaced = std::mem::replace(&mut *self.committed(), Arc::new(tables));
        // Freed without the lock.
        drop(replaced);
    }

    /// A small transaction of its own; nothing is kept where it fails.
    pub(crate) async fn change<T>(
        &self,
        change: impl FnOnce(&mut Tables) -> Result<T, StorageError> + Send,
    ) -> Result<T, StorageError> {
        let _writer = self.writer.lock().await;
        let mut tables = Tables::clone(&self.tables());
        let done = change(&mut tables)?;
        self.commit(tables);
        Ok(done)
    }
}

/// Lets the other tasks of an executor run first. Nothing here waits for a device, so a task that begins one unit after another
/// would keep them waiting until it is done.
async fn yield_once() {
    let mut has_yielded = false;
    let poll = |context: &mut Context<'_>| {
        if std::mem::replace(&mut has_yielded, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    };
    poll_fn(poll).await;
}

#[async_trait]
impl Storage for MemoryStorage {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        yield_once().await;
        let writer = Arc::clone(&self.writer).lock_owned().await;
        let tables = Tables::clone(&self.tables());
        Ok(Box::new(Work::new(
            self.clone(),
            tables,
            self.counter_key.clone(),
            writer,
        )))
    }

    /// No wait has a limit here.
    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        self.begin().await
    }

    /// What was erased is in no version of the tables that anybody can still read.
    async fn scrub(&self) -> Result<(), StorageError> {
        Ok(())
    }

    fn kind(&self) -> &'static str {
        "memory"
    }

    async fn check(&self) -> Result<(), StorageError> {
        self.change(|_| Ok(())).await
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;

    use futures::{FutureExt as _, executor::block_on};
    use ports::SourceId;

    use super::*;

    fn known(storage: &MemoryStorage) -> usize {
        // A reader waits for nobody.
        storage.stores().sources.all().now_or_never().unwrap().unwrap().len()
    }

    async fn answered(unit: &mut dyn UnitOfWork, slug: &'static str) {
        let (id, at) = (SourceId::fixed(slug), ports::Timestamp::from_seconds(1));
        unit.sources().answered(&id, at).await.unwrap();
    }

    #[test]
    fn units_come_one_at_a_time_and_readers_see_whole_ones() {
        let storage = MemoryStorage::new();
        let mut first = block_on(storage.begin()).unwrap();
        let mut second = pin!(storage.begin());
        let mut waits = || second.as_mut().now_or_never().is_none();
        assert!((0..9).all(|_| waits()), "it waits for the first one");
        block_on(answered(first.as_mut(), "a"));
        assert_eq!(known(&storage), 0);
        block_on(first.commit()).unwrap();
        assert_eq!(known(&storage), 1);
        let mut second = block_on(second).unwrap();
        block_on(answered(second.as_mut(), "b"));
        drop(second);
        assert_eq!(known(&storage), 1);
    }

    #[test]
    fn who_stops_waiting_for_a_unit_holds_nobody_up() {
        let storage = MemoryStorage::new();
        let first = block_on(storage.begin()).unwrap();
        let mut waiting = Box::pin(storage.begin());
        assert!((0..9).all(|_| waiting.as_mut().now_or_never().is_none()));
        drop(waiting);
        let next = std::thread::spawn({
            let storage = storage.clone();
            move || block_on(async { storage.begin().await.unwrap().commit().await })
        });
        drop(first);
        assert_eq!(next.join().unwrap(), Ok(()));
        assert!(block_on(storage.begin()).is_ok());
    }

    #[test]
    fn a_task_with_many_units_keeps_no_other_one_waiting() {
        let storage = MemoryStorage::new();
        let units = async |count: usize| {
            for _ in 0..count {
                storage.begin().await.unwrap().commit().await.unwrap();
            }
        };
        let (many, few) = (pin!(units(100)), pin!(units(3)));
        let first = block_on(futures::future::select(many, few));
        assert!(
            matches!(first, futures::future::Either::Right(_)),
            "the few are done first"
        );
    }

    #[test]
    fn nothing_is_kept_of_a_change_that_fails() {
        let storage = MemoryStorage::new();
        let failed = storage.change(|tables| {
            tables.job_revision = 7;
            Err::<(), _>(crate::tables::conflict("jobs"))
        });
        assert!(block_on(failed).is_err());
        assert_eq!(storage.tables().job_revision, 0);
    }
}

//! The storage: the tables as of the last commit, and the lock of the single writer.

use std::{
    fmt,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::{Context, Poll},
};

use async_trait::async_trait;
use ports::{Asset, Storage, StorageError, Stores, UnitOfWork};

use crate::{asset, counter::SubjectKey, tables::Tables, work::MemoryWork};

/// An in-memory storage: [`Storage`], and the reading side of every store.
///
/// A unit of work changes its own version of the tables, and its commit replaces the current version. So readers see all
/// changes of a unit or none, and never wait; one unit runs at a time. The data is dropped with the last clone of this value.
#[derive(Clone)]
pub struct MemoryStorage {
    committed: Arc<Mutex<Arc<Tables>>>,
    writer: Arc<futures::lock::Mutex<()>>,
    counter_key: SubjectKey,
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
            counter_key: SubjectKey::random(),
        }
    }

    /// Returns a storage that contains these assets and nothing else.
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
        Stores::of(&Arc::new(self.clone()))
    }

    fn committed(&self) -> MutexGuard<'_, Arc<Tables>> {
        // A panic while the lock is held leaves a complete version, because it is replaced by one assignment.
        self.committed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the tables as of the last commit.
    pub(crate) fn tables(&self) -> Arc<Tables> {
        Arc::clone(&self.committed())
    }

    /// Replaces the current tables. The caller must hold the writer's lock.
    pub(crate) fn commit(&self, tables: Tables) {
        let replaced = std::mem::replace(&mut *self.committed(), Arc::new(tables));
        // Freed after the lock is released.
        drop(replaced);
    }

    /// Runs a small transaction; if it fails, nothing changes.
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

/// Yields to the other tasks of the executor once. Nothing here waits for I/O, so a task that begins one unit after another
/// would otherwise starve them.
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
        Ok(Box::new(MemoryWork::new(
            self.clone(),
            tables,
            self.counter_key.clone(),
            writer,
        )))
    }

    /// The same as `begin`, because no wait has a time limit here.
    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError> {
        self.begin().await
    }

    /// Does nothing: erased rows are in no version of the tables that can still be read.
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
        // Readers never wait.
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

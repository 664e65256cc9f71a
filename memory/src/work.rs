//! Units of work.

use std::{
    collections::BTreeSet,
    future::poll_fn,
    sync::Arc,
    task::{Context, Poll},
};

use async_trait::async_trait;
use futures::lock::OwnedMutexGuard;
use ports::{Storage, StorageError, UnitOfWork, job::JobId, own_writers};

use crate::{storage::MemoryStorage, subject_key::SubjectKey, tables::Tables};

/// A unit of work: a private version of the tables, with the writing side of every store.
pub(crate) struct MemoryWork {
    pub(crate) tables: Tables,
    pub(crate) changed_jobs: BTreeSet<JobId>,
    pub(crate) counter_key: SubjectKey,
    storage: MemoryStorage,
    /// Held until the unit is committed or dropped.
    _writer: OwnedMutexGuard<()>,
}

#[async_trait]
impl UnitOfWork for MemoryWork {
    own_writers!();

    async fn commit(mut self: Box<Self>) -> Result<(), StorageError> {
        self.tables.revise_jobs(&self.changed_jobs);
        self.storage.commit(self.tables);
        Ok(())
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
        Ok(Box::new(MemoryWork {
            tables: Tables::clone(&self.tables()),
            changed_jobs: BTreeSet::new(),
            counter_key: self.counter_key.clone(),
            storage: self.clone(),
            _writer: writer,
        }))
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

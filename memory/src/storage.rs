//! The storage: the tables as of the last commit, and the lock of the single writer.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ports::{StorageError, Stores};

use crate::{subject_key::SubjectKey, tables::Tables};

/// An in-memory storage: [`Storage`](ports::Storage), and the reading side of every store.
///
/// A unit of work changes its own version of the tables, and its commit replaces the current version. So readers see all
/// changes of a unit or none, and never wait; one unit runs at a time. The data is dropped with the last clone of this value.
#[derive(Clone)]
pub struct MemoryStorage {
    committed: Arc<Mutex<Arc<Tables>>>,
    pub(crate) writer: Arc<futures::lock::Mutex<()>>,
    pub(crate) counter_key: SubjectKey,
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

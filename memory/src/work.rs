//! Units of work.

use std::collections::BTreeSet;

use async_trait::async_trait;
use futures::lock::OwnedMutexGuard;
use ports::{StorageError, UnitOfWork, job::JobId, own_writers};

use crate::{counter::SubjectKey, job::revise, storage::MemoryStorage, tables::Tables};

/// A unit of work: a private version of the tables, with the writing side of every store.
pub(crate) struct MemoryWork {
    pub(crate) tables: Tables,
    pub(crate) changed_jobs: BTreeSet<JobId>,
    pub(crate) counter_key: SubjectKey,
    storage: MemoryStorage,
    /// Held until the unit is committed or dropped.
    _writer: OwnedMutexGuard<()>,
}

impl MemoryWork {
    pub(crate) fn new(
        storage: MemoryStorage,
        tables: Tables,
        counter_key: SubjectKey,
        writer: OwnedMutexGuard<()>,
    ) -> Self {
        Self {
            tables,
            changed_jobs: BTreeSet::new(),
            counter_key,
            storage,
            _writer: writer,
        }
    }
}

#[async_trait]
impl UnitOfWork for MemoryWork {
    own_writers!();

    async fn commit(mut self: Box<Self>) -> Result<(), StorageError> {
        revise(&mut self.tables, &self.changed_jobs);
        self.storage.commit(self.tables);
        Ok(())
    }
}

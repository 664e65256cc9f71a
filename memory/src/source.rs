//! The last answer or failure of each source.

use async_trait::async_trait;
use ports::{
    SourceId, SourceState, StorageError, Timestamp,
    failure::Failure,
    source::{SourceReader, SourceWriter},
};

use crate::{storage::MemoryStorage, work::MemoryWork};

#[async_trait]
impl SourceReader for MemoryStorage {
    async fn all(&self) -> Result<Vec<SourceState>, StorageError> {
        Ok(self.tables().sources.values().cloned().collect())
    }
}

impl MemoryWork {
    fn source(&mut self, id: &SourceId) -> &mut SourceState {
        let new = || SourceState {
            id: id.clone(),
            ok_at: None,
            failure: None,
        };
        self.tables.sources.entry(id.clone()).or_insert_with(new)
    }
}

#[async_trait]
impl SourceWriter for MemoryWork {
    async fn answered(&mut self, id: &SourceId, at: Timestamp) -> Result<(), StorageError> {
        let state = self.source(id);
        state.ok_at = Some(at);
        state.failure = None;
        Ok(())
    }

    async fn failed(&mut self, id: &SourceId, failure: &Failure) -> Result<(), StorageError> {
        self.source(id).failure = Some(failure.clone());
        Ok(())
    }
}

//! Deletes counters that are full again.

use async_trait::async_trait;
use ports::{StorageError, Timestamp, UnitOfWork};

use crate::cleanup::Cleanup;

/// Deletes counters that no longer limit anything.
pub struct CounterCleanup;

#[async_trait]
impl Cleanup for CounterCleanup {
    async fn delete(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
        work.counters().forget_rested(now).await
    }
}

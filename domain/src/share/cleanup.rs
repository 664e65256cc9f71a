//! Deletes expired share sessions.

use async_trait::async_trait;
use ports::{StorageError, Timestamp, UnitOfWork};

use crate::cleanup::Cleanup;

/// Deletes expired share sessions.
pub struct ShareCleanup;

#[async_trait]
impl Cleanup for ShareCleanup {
    async fn delete(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
        work.shares().remove_expired(now).await
    }
}

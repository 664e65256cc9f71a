//! Deletes API keys that have ended.

use async_trait::async_trait;
use ports::{StorageError, Timestamp, UnitOfWork};

use crate::{api_key::UNUSED_KEYS, cleanup::Cleanup};

/// Deletes API keys that expired or were not used for long.
pub struct ApiKeyCleanup;

#[async_trait]
impl Cleanup for ApiKeyCleanup {
    async fn delete(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
        work.api_keys().remove_ended(now, now.minus(UNUSED_KEYS)).await
    }
}

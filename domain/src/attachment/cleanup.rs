//! Deletes attachments that nothing refers to.

use async_trait::async_trait;
use ports::{StorageError, Timestamp, UnitOfWork};

use crate::cleanup::Cleanup;

/// Deletes attachments that have expired.
pub struct AttachmentCleanup;

#[async_trait]
impl Cleanup for AttachmentCleanup {
    async fn delete(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
        work.attachments().remove_expired(now).await
    }
}

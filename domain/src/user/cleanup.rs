//! Deletes expired sessions and idempotency keys, and erases users.

use async_trait::async_trait;
use ports::{Ports, StorageError, Timestamp, UnitOfWork};

use crate::cleanup::Cleanup;

/// Users erased in one unit of work, so that other writers do not wait long.
const ERASE_BATCH: u32 = 100;

/// Deletes expired sessions and idempotency keys. Erases users whose deletion is due, and anonymous users who left long ago.
pub struct UserCleanup;

#[async_trait]
impl Cleanup for UserCleanup {
    async fn delete(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
        work.sessions().remove_expired(now).await?;
        work.idempotency().forget_expired(now).await
    }

    async fn erase(&self, ports: &Ports, now: Timestamp) -> Result<(), StorageError> {
        loop {
            let mut work = ports.storage.begin_unlimited().await?;
            let mut erased = work.registrations().erase_due(now, ERASE_BATCH).await?;
            if let Some(kept) = ports.anonymous_kept {
                erased += work.users().erase_left(now.minus(kept), ERASE_BATCH).await?;
            }
            work.commit().await?;
            if erased < u64::from(ERASE_BATCH) {
                return Ok(());
            }
        }
    }
}

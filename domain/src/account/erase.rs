//! Erases what is known of accounts that nobody watches.

use async_trait::async_trait;
use ports::{Ports, StorageError, Timestamp};

use crate::cleanup::Cleanup;

/// Accounts that are erased in one unit of work, so that nobody who writes waits for long.
const ERASE_BATCH: u32 = 100;

/// Erases the data of accounts that nobody watches any more.
pub struct AccountCleanup;

#[async_trait]
impl Cleanup for AccountCleanup {
    async fn erase(&self, ports: &Ports, _now: Timestamp) -> Result<(), StorageError> {
        erase_unwatched(ports).await
    }
}

/// Erases the data of accounts that are no longer watched, from the database and from its files.
pub async fn erase_unwatched(ports: &Ports) -> Result<(), StorageError> {
    loop {
        let mut work = ports.storage.begin_unlimited().await?;
        let erased = work.accounts().erase_unwatched(ERASE_BATCH).await?;
        work.commit().await?;
        if erased < u64::from(ERASE_BATCH) {
            return ports.storage.scrub().await;
        }
    }
}

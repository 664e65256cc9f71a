//! Erases wallets that can no longer be restored.

use async_trait::async_trait;
use ports::{Ports, StorageError, Timestamp};

use crate::{cleanup::Cleanup, wallet::list_change::UNDO};

/// Erases removed wallets after [`UNDO`].
pub struct WalletCleanup;

#[async_trait]
impl Cleanup for WalletCleanup {
    async fn erase(&self, ports: &Ports, now: Timestamp) -> Result<(), StorageError> {
        let mut work = ports.storage.begin_unlimited().await?;
        work.wallets().erase_removed(now.minus(UNDO)).await?;
        work.commit().await
    }
}

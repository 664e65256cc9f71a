//! Deletes requests for consent that were not answered, and ends the accesses of persons who are erased.

use async_trait::async_trait;
use ports::{Ports, StorageError, Timestamp, UnitOfWork};

use crate::{cleanup::Cleanup, connection::end_access};

/// Deletes expired requests for consent at exchanges. Ends the accesses of persons whose deletion is due before they are erased.
pub struct ConnectionCleanup;

#[async_trait]
impl Cleanup for ConnectionCleanup {
    async fn prepare(&self, ports: &Ports, now: Timestamp) -> Result<(), StorageError> {
        let due = match ports.stores.exchange_credentials.of_users_to_erase(now).await {
            // What cannot be decrypted is erased all the same.
            Err(StorageError::Corrupt { .. }) => return Ok(()),
            other => other?,
        };
        end_access(ports, &due).await;
        Ok(())
    }

    async fn delete(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
        work.oauth_states().remove_expired(now).await
    }
}

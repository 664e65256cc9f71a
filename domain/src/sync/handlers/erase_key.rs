//! Erases the key of an account at an exchange that was removed.

use async_trait::async_trait;
use ports::{Ports, StorageError, Timestamp, job::Lease};

use crate::{
    connection::end_access,
    job::{ERASE_KEY, JobKind, KEY_UNDO},
    sync::handlers::{handler::JobHandler, job_error::JobError},
};

/// Handles jobs of [`ERASE_KEY`].
pub struct EraseKey;

#[async_trait]
impl JobHandler for EraseKey {
    fn kind(&self) -> JobKind {
        ERASE_KEY
    }

    /// Erases the keys of all accounts whose removal can no longer be taken back, from the files of the database too. An account that
    /// was restored keeps its key. An access that was granted is ended at its exchange first; where that does not answer, it is erased
    /// nevertheless.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let now = ports.clock.now();
        end_removed(ports, now.minus(KEY_UNDO)).await?;
        let mut work = ports.storage.begin().await?;
        if !work.jobs().done(lease, now).await? {
            return Err(JobError::LeaseLost);
        }
        work.exchange_credentials()
            .remove_disconnected(now.minus(KEY_UNDO))
            .await?;
        work.commit().await?;
        Ok(ports.storage.scrub().await?)
    }
}

/// Ends the access to the accounts whose removal can no longer be taken back.
async fn end_removed(ports: &Ports, before: Timestamp) -> Result<(), JobError> {
    let removed = match ports.stores.exchange_credentials.disconnected(before).await {
        // What cannot be decrypted is erased all the same.
        Err(StorageError::Corrupt { .. }) => return Ok(()),
        other => other?,
    };
    end_access(ports, &removed).await;
    Ok(())
}

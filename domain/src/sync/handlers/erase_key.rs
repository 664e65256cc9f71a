//! Erases the key of an account at an exchange that was removed.

use async_trait::async_trait;
use ports::{Ports, job::Lease};

use crate::{
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
    /// was restored keeps its key.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let now = ports.clock.now();
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

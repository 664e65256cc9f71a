//! The recurring job that enqueues everything that is due.

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    Ports, StorageError, Timestamp,
    job::{Lease, NewJob},
};

use crate::{
    job::JobKind,
    sync::handlers::{handler::JobHandler, job_error::JobError},
};

/// Enqueues everything that is due. Subject: `all`.
const ROUND: JobKind = JobKind::recurring("round");
/// Interval between rounds.
const EVERY: Duration = Duration::from_mins(1);

/// Handles jobs of [`ROUND`].
pub struct Round {
    /// The handlers whose due jobs are enqueued.
    pub handlers: &'static [&'static dyn JobHandler],
}

#[async_trait]
impl JobHandler for Round {
    fn kind(&self) -> JobKind {
        ROUND
    }

    /// Enqueues the due jobs of every kind, and the next round.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let now = ports.clock.now();
        let mut due = Vec::new();
        for handler in self.handlers {
            due.extend(handler.due(ports, now).await?);
        }
        let mut work = ports.storage.begin().await?;
        if !work.jobs().done(lease, now).await? {
            return Err(JobError::LeaseLost);
        }
        for wanted in &due {
            work.jobs().enqueue_unless_done(wanted, now, ports.clock.now()).await?;
        }
        let next = ROUND.job(ports, "all", now.plus(EVERY));
        work.jobs().enqueue(&next, now).await?;
        Ok(work.commit().await?)
    }

    async fn at_start(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        Ok(vec![ROUND.job(ports, "all", now)])
    }
}

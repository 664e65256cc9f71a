//! Deletes what is no longer needed, once an hour.

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    Ports, StorageError, Timestamp,
    job::{Lease, NewJob},
};

use crate::{
    cleanup::Cleanup,
    job::JobKind,
    sync::handlers::{handler::JobHandler, job_error::JobError},
};

/// Deletes what is no longer needed. Subject: `all`.
const HOUSEKEEPING: JobKind = JobKind::recurring("housekeeping");
/// Interval between housekeeping runs.
const EVERY: Duration = Duration::from_hours(1);

/// Handles jobs of [`HOUSEKEEPING`].
pub struct Housekeeping {
    /// What is cleaned.
    pub cleanups: &'static [&'static dyn Cleanup],
}

#[async_trait]
impl JobHandler for Housekeeping {
    fn kind(&self) -> JobKind {
        HOUSEKEEPING
    }

    /// Runs the steps of every cleanup: what is prepared, what is deleted together with the end of the job, and what is erased
    /// afterwards.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let now = ports.clock.now();
        for cleanup in self.cleanups {
            cleanup.prepare(ports, now).await?;
        }
        let mut work = ports.storage.begin_unlimited().await?;
        if !work.jobs().done(lease, now).await? {
            return Err(JobError::LeaseLost);
        }
        for cleanup in self.cleanups {
            cleanup.delete(work.as_mut(), now).await?;
        }
        let again = HOUSEKEEPING.job(ports, "all", now.plus(EVERY));
        work.jobs().enqueue(&again, now).await?;
        work.commit().await?;
        for cleanup in self.cleanups {
            cleanup.erase(ports, now).await?;
        }
        Ok(())
    }

    async fn at_start(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        Ok(vec![HOUSEKEEPING.job(ports, "all", now)])
    }
}

#[cfg(test)]
mod tests {
    use futures::executor::block_on;
    use ports::{
        UnitOfWork,
        job::{Job, JobState},
    };

    use super::*;
    use crate::job::READ_LISTS;

    #[derive(PartialEq, Eq)]
    enum CleanupStep {
        Prepare,
        Delete,
        Erase,
    }

    /// Deletes ended jobs of [`READ_LISTS`], and fails in one step.
    struct FailingCleanup(CleanupStep);

    fn full() -> StorageError {
        StorageError::Unavailable {
            why: "the disk is full".to_owned(),
            full: true,
        }
    }

    impl FailingCleanup {
        fn end(&self, step: CleanupStep) -> Result<(), StorageError> {
            (self.0 != step).then_some(()).ok_or_else(full)
        }
    }

    #[async_trait]
    impl Cleanup for FailingCleanup {
        async fn prepare(&self, _: &Ports, _: Timestamp) -> Result<(), StorageError> {
            self.end(CleanupStep::Prepare)
        }

        async fn delete(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
            work.jobs().forget_ended(READ_LISTS.name, now.plus(EVERY)).await?;
            self.end(CleanupStep::Delete)
        }

        async fn erase(&self, _: &Ports, _: Timestamp) -> Result<(), StorageError> {
            self.end(CleanupStep::Erase)
        }
    }

    async fn job(ports: &Ports, kind: JobKind) -> Option<Job> {
        let (kinds, subjects) = ([kind.name.to_owned()], ["all".to_owned()]);
        let found = ports.stores.jobs.of_subjects(&kinds, &subjects).await;
        found.unwrap().pop()
    }

    /// The result of a run with a failing cleanup, and afterwards the state of the job and whether the ended job exists.
    async fn run(cleanups: &'static [&'static dyn Cleanup]) -> (Result<(), JobError>, JobState, bool) {
        let ports = memory::ports(vec![], vec![], vec![]);
        let now = ports.clock.now();
        for kind in [READ_LISTS, HOUSEKEEPING] {
            let mut work = ports.storage.begin().await.unwrap();
            work.jobs().enqueue(&kind.job(&ports, "all", now), now).await.unwrap();
            work.commit().await.unwrap();
        }
        let leases = ports.stores.jobs.claim("test", 2, now, now.plus(EVERY)).await.unwrap();
        let lease = |kind: JobKind| leases.iter().find(|lease| lease.job.kind == kind.name).unwrap();
        let mut work = ports.storage.begin().await.unwrap();
        assert!(work.jobs().done(lease(READ_LISTS), now).await.unwrap());
        work.commit().await.unwrap();
        let result = Housekeeping { cleanups }.run(&ports, lease(HOUSEKEEPING)).await;
        let state = job(&ports, HOUSEKEEPING).await.unwrap().state;
        (result, state, job(&ports, READ_LISTS).await.is_some())
    }

    #[test]
    fn a_failing_cleanup_fails_the_job_and_what_was_deleted_with_it_stays() {
        const PREPARE: &[&dyn Cleanup] = &[&FailingCleanup(CleanupStep::Prepare)];
        const DELETE: &[&dyn Cleanup] = &[&FailingCleanup(CleanupStep::Delete)];
        for cleanups in [PREPARE, DELETE] {
            let (result, state, is_kept) = block_on(run(cleanups));
            assert!(matches!(result, Err(JobError::Storage(error)) if error == full()));
            assert_eq!((state, is_kept), (JobState::Running, true));
        }
        let (result, state, is_kept) = block_on(run(&[&FailingCleanup(CleanupStep::Erase)]));
        assert!(matches!(result, Err(JobError::Storage(error)) if error == full()));
        assert_eq!((state, is_kept), (JobState::Ready, false), "the next run is enqueued");
    }
}

//! What the handler of a kind of job provides.

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    Ports, SourceId, StorageError, Timestamp, UnitOfWork,
    failure::Failure,
    job::{Lease, NewJob},
};

use crate::{job::JobKind, sync::handlers::job_error::JobError};

/// How long a worker holds a job without renewing its lease.
pub const LEASE: Duration = Duration::from_secs(30);
/// The most jobs of one kind enqueued in one round, in addition to those already waiting, so that a round does not flood
/// the sources.
pub const ROUND_BATCH: u32 = 200;
/// Pause of a name or address after its last attempt failed.
pub const RETRY_EVERY: Duration = Duration::from_hours(1);

/// Handles the jobs of one kind.
#[async_trait]
pub trait JobHandler: Send + Sync {
    /// Returns the kind of job that this handles.
    fn kind(&self) -> JobKind;

    /// Runs a job. On success, its end is stored in the same unit of work as its result.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError>;

    /// Returns the jobs to enqueue when the server starts. Called at every start.
    async fn at_start(&self, _ports: &Ports, _now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        Ok(vec![])
    }

    /// Returns the jobs that are due. Called in every round, once a minute.
    async fn due(&self, _ports: &Ports, _now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        Ok(vec![])
    }

    /// Returns the source that a job reads from, if a failure of the job is also a failure of that source.
    fn source(&self, _ports: &Ports, _lease: &Lease) -> Option<SourceId> {
        None
    }

    /// Returns whether a rate limit postpones a job. No request was sent then, so it is not a failure.
    fn is_postponed_by_rate_limit(&self) -> bool {
        false
    }

    /// Stores the effects of a failure, together with the end of the job.
    async fn failed(
        &self,
        _ports: &Ports,
        _work: &mut dyn UnitOfWork,
        _lease: &Lease,
        _failure: &Failure,
    ) -> Result<(), StorageError> {
        Ok(())
    }

    /// Stores the effects of a postponement, together with the new time of the job.
    async fn postponed(
        &self,
        _work: &mut dyn UnitOfWork,
        _lease: &Lease,
        _until: Timestamp,
    ) -> Result<(), StorageError> {
        Ok(())
    }
}

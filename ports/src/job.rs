//! Jobs: a queue of background work with retries, leases and progress.

use async_trait::async_trait;

use crate::{source::failure::Failure, storage::StorageError, time::clock::Timestamp};

crate::id!(
    /// A job's id.
    JobId
);

/// A job. There is one row per kind and subject: requesting the same work again reschedules the row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Which row.
    pub id: JobId,
    /// The kind of work: `read-account`, `refresh-quotes`, ...
    pub kind: String,
    /// What it works on: an account, a name, a source. Kind and subject are the key of the row.
    pub subject: String,
    /// Its state.
    pub state: JobState,
    /// The earliest time to run it.
    pub run_at: Timestamp,
    /// The number of attempts since it last succeeded.
    pub attempts: u32,
    /// The number of attempts after which it is dead.
    pub max_attempts: u32,
    /// Whether it was requested again while running.
    pub again: bool,
    /// Completed steps of the current or last run.
    pub done: u32,
    /// All steps, once known.
    pub total: Option<u32>,
    /// The last failure.
    pub last_error: Option<Failure>,
    /// When it last succeeded.
    pub finished_at: Option<Timestamp>,
    /// When the row last changed.
    pub updated_at: Timestamp,
    /// Incremented with every change of any job; event streams use it as their cursor.
    pub revision: i64,
}

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// Waiting for its time or for a worker.
    Ready,
    /// Running in a worker.
    Running,
    /// Succeeded.
    Done,
    /// Failed too often; a user's request or the daily round reschedules it.
    Dead,
}

/// A request for a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// The id of the row, if a new one is added.
    pub id: JobId,
    /// The kind of work.
    pub kind: String,
    /// What it works on.
    pub subject: String,
    /// The earliest time to run it.
    pub run_at: Timestamp,
    /// The number of attempts after which it is dead.
    pub max_attempts: u32,
}

/// A worker's lease of a job. Writes with an expired lease are rejected by its fencing token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The job.
    pub job: Job,
    /// The worker that holds it.
    pub worker: String,
    /// The fencing token: incremented with every claim of the row.
    pub fence: i64,
    /// When it expires.
    pub until: Timestamp,
}

/// Which subjects to leave out because a job of this kind tried them in vain recently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetryState {
    /// The kind of the job.
    pub kind: String,
    /// A subject whose job died after this time is still left out.
    pub since: Timestamp,
}

/// The number of jobs in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobCounts {
    /// Waiting.
    pub waiting: u64,
    /// Running.
    pub running: u64,
    /// Waiting after a failure.
    pub failed: u64,
    /// Dead.
    pub dead: u64,
}

/// The jobs that changed since a revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobChanges {
    /// The newest revision; use it as the next cursor.
    pub revision: i64,
    /// The changed jobs as they are now, by revision.
    pub jobs: Vec<Job>,
}

/// Reads jobs and leases them to workers. Claims, renewals and progress are separate short transactions.
#[async_trait]
pub trait JobQueue: Send + Sync {
    /// Returns the jobs of these kinds with one of these subjects.
    async fn of_subjects(&self, kinds: &[String], subjects: &[String]) -> Result<Vec<Job>, StorageError>;

    /// Returns the earliest time at which a job can be claimed: a waiting one because its time comes, or a running one
    /// because its lease expires. `None` where no job waits or runs.
    async fn next_due(&self) -> Result<Option<Timestamp>, StorageError>;

    /// Leases up to `limit` jobs that are due, or whose lease expired. A job whose lease expired in its last attempt
    /// becomes dead. Jobs that were running when the process ended several times in a row are leased one at a time. Where
    /// the clock was set back, the times of jobs are set back too.
    async fn claim(
        &self,
        worker: &str,
        limit: u32,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError>;

    /// Leases the jobs of these subjects that are due, or whose lease expired, as [`Self::claim`] does, and leaves all
    /// others to other workers.
    async fn claim_subjects(
        &self,
        worker: &str,
        subjects: &[String],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError>;

    /// Extends a lease. Returns `false` where it is lost; the worker must then stop the work.
    async fn renew(&self, lease: &Lease, now: Timestamp, until: Timestamp) -> Result<bool, StorageError>;

    /// Records the progress of a job; does nothing where the lease is lost.
    async fn progress(&self, lease: &Lease, done: u32, total: u32, now: Timestamp) -> Result<(), StorageError>;

    /// Releases every lease of this worker, so that other workers can take the jobs immediately. Costs no attempt.
    async fn release(&self, worker: &str, now: Timestamp) -> Result<(), StorageError>;
}

/// Reads changes of jobs, and counts jobs.
#[async_trait]
pub trait JobChangeReader: Send + Sync {
    /// Returns the jobs, of any kind, whose revision is above `since`. `None` where there are more than `limit` of them; the
    /// caller then reads all jobs again. Removed jobs are not included. The returned revision is complete: every change up
    /// to it is visible.
    async fn changed_since(&self, since: i64, limit: u32) -> Result<Option<JobChanges>, StorageError>;

    /// Returns the number of jobs in each state.
    async fn counts(&self) -> Result<JobCounts, StorageError>;
}

/// Writes jobs, in the same transaction as their effects.
#[async_trait]
pub trait JobWriter: Send {
    /// Requests a job. An existing row with the same kind and subject is rescheduled: a waiting one runs at the earlier of
    /// both times with its attempts reset, a running one runs again after it ends, a done or dead one starts again. A job
    /// that became dead because the process ended too often while it ran waits for an hour first.
    async fn enqueue(&mut self, job: &NewJob, now: Timestamp) -> Result<(), StorageError>;

    /// Requests a job as [`Self::enqueue`] does, unless it is running, or ended or failed between `since` and `now`: for
    /// jobs that were selected at `since` and may have run meanwhile. A failed job keeps its back-off and its attempts.
    async fn enqueue_unless_done(&mut self, job: &NewJob, since: Timestamp, now: Timestamp)
    -> Result<(), StorageError>;

    /// Records success. Returns `false` where the lease is lost; the unit of work must then be dropped. A job that was
    /// requested again meanwhile waits for its next run.
    async fn done(&mut self, lease: &Lease, now: Timestamp) -> Result<bool, StorageError>;

    /// Records a failure: the job waits until `failure.retry_at`, or is dead after its last attempt or without such a time.
    /// A job that would be dead but was requested again meanwhile starts again. Returns `false` where the lease is lost.
    async fn failed(&mut self, lease: &Lease, failure: &Failure, now: Timestamp) -> Result<bool, StorageError>;

    /// Postpones the job until `until`, because its source is backing off or rate limited; this run costs no attempt.
    /// Returns `false` where the lease is lost.
    async fn postponed(&mut self, lease: &Lease, until: Timestamp, now: Timestamp) -> Result<bool, StorageError>;

    /// Makes the failed jobs of this kind whose subject begins with `prefix` due now, dead ones included, because their
    /// source works again.
    async fn retry_now(&mut self, kind: &str, prefix: &str, now: Timestamp) -> Result<(), StorageError>;

    /// Removes the done and dead jobs of this kind that did not change since `before`: for work that is needed only once.
    async fn forget_ended(&mut self, kind: &str, before: Timestamp) -> Result<(), StorageError>;
}

//! Jobs: work that waits, is done once, and shows how far it is.

use async_trait::async_trait;

use crate::{account::Failure, clock::Timestamp, storage::StorageError};

crate::id!(
    /// A job's id.
    JobId
);

/// A piece of work. One row per key: asking for the same work again wakes the row instead of adding one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Which row.
    pub id: JobId,
    /// What is to be done: `read-account`, `refresh-quotes`, ...
    pub kind: String,
    /// With what: an account, a name, a source. Kind and subject together are the key.
    pub subject: String,
    /// How far it is.
    pub state: JobState,
    /// Not before this.
    pub run_at: Timestamp,
    /// How often it was started since it was last done.
    pub attempts: u32,
    /// After this many it is dead.
    pub max_attempts: u32,
    /// Whether it was asked for again while it ran.
    pub again: bool,
    /// Steps done in the current or last run.
    pub done: u32,
    /// Steps in all, once known.
    pub total: Option<u32>,
    /// What last went wrong.
    pub last_error: Option<Failure>,
    /// When it last ended well.
    pub finished_at: Option<Timestamp>,
    /// When the row last changed.
    pub updated_at: Timestamp,
    /// Rises with every change of any job: what event streams count by.
    pub revision: i64,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobState {
    /// Waiting for its time or for a worker.
    Ready,
    /// A worker has it.
    Running,
    /// Ended well.
    Done,
    /// Failed too often; a person or the daily round may wake it.
    Dead,
}

/// A job that is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    /// The id of the row, should it be new.
    pub id: JobId,
    /// What is to be done.
    pub kind: String,
    /// With what.
    pub subject: String,
    /// Not before this.
    pub run_at: Timestamp,
    /// After this many failures it is dead.
    pub max_attempts: u32,
}

/// A worker's hold on a job. A lease that ran out is worth nothing: the attempt number is the fence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The job.
    pub job: Job,
    /// Who holds it.
    pub worker: String,
    /// Fencing number: rises with every claim of this row and never falls.
    pub fence: i64,
    /// Until when.
    pub until: Timestamp,
}

/// How many jobs are in which state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobCounts {
    /// Waiting.
    pub waiting: u64,
    /// Running.
    pub running: u64,
    /// Waiting after a failure.
    pub failed: u64,
    /// Given up.
    pub dead: u64,
}

/// The jobs that changed since a revision.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobChanges {
    /// The newest revision that these changes lead to.
    pub revision: i64,
    /// The jobs as they are now, in the order of their revisions.
    pub jobs: Vec<Job>,
}

/// Reads jobs, and holds them for workers. Claims, renewals and progress are small transactions of their own.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait JobStore: Send + Sync {
    /// The jobs of these kinds whose subject is one of `subjects`.
    async fn of_subjects(&self, kinds: &[String], subjects: &[String]) -> Result<Vec<Job>, StorageError>;

    /// Returns the earliest time at which a job can be claimed: a waiting one because its time comes, or a running one
    /// because its lease ends. `None` where no job waits or runs.
    async fn next_due(&self) -> Result<Option<Timestamp>, StorageError>;

    /// Takes up to `limit` jobs whose time has come, or whose worker let the lease run out. A job whose lease ran out at
    /// its last attempt becomes dead. Jobs that were running at several ends of the process in a row are taken one at a
    /// time. When the clock went back, the times of jobs go back with it.
    async fn claim(
        &self,
        worker: &str,
        limit: u32,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError>;

    /// Takes the jobs of these subjects whose time has come, or whose worker let the lease run out, as [`Self::claim`] does, and
    /// leaves all others to other workers.
    async fn claim_subjects(
        &self,
        worker: &str,
        subjects: &[String],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError>;

    /// Holds a job longer; `false` when the lease is lost, and then the work must be dropped.
    async fn renew(&self, lease: &Lease, now: Timestamp, until: Timestamp) -> Result<bool, StorageError>;

    /// Shows how far a job is; does nothing when the lease is lost.
    async fn progress(&self, lease: &Lease, done: u32, total: u32, now: Timestamp) -> Result<(), StorageError>;

    /// Lets go of every job that this worker holds, so that another may take them at once. It costs no attempt.
    async fn release(&self, worker: &str, now: Timestamp) -> Result<(), StorageError>;
}

/// Follows jobs as they change, and counts them.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait JobChangeStore: Send + Sync {
    /// The jobs whose revision is above `since`, of any kind. `None` when there are more than `limit` of them: whoever
    /// follows them then reads everything again. Jobs that were removed are not named. Whoever has seen the revision that
    /// is returned has seen every change below it.
    async fn changed_since(&self, since: i64, limit: u32) -> Result<Option<JobChanges>, StorageError>;

    /// How many jobs are in which state.
    async fn counts(&self) -> Result<JobCounts, StorageError>;
}

/// Ends and starts jobs together with what they change.
#[async_trait]
pub trait JobWrites: Send {
    /// Wants work done. A row with the same kind and subject is woken: a waiting one runs at the earlier of both times and
    /// counts its tries anew, a running one runs once more after it ends, a done or dead one starts afresh. One that was
    /// given up because the process ended too often while it ran rests for an hour first.
    async fn enqueue(&mut self, job: &NewJob, now: Timestamp) -> Result<(), StorageError>;

    /// Wants work done as [`Self::enqueue`] does, but for what is running, or ended or failed from `since` to `now`:
    /// for jobs that were chosen at `since` and may have run meanwhile. A failed one keeps its back-off and its tries.
    async fn enqueue_unless_done(&mut self, job: &NewJob, since: Timestamp, now: Timestamp)
    -> Result<(), StorageError>;

    /// The work is done; `false` when the lease is lost, and then the unit of work must be dropped. A job that was asked
    /// for again waits for its next run.
    async fn done(&mut self, lease: &Lease, now: Timestamp) -> Result<bool, StorageError>;

    /// The work failed: it waits until `failure.retry_at`, or is dead after its last attempt or without such a time.
    /// One that would be dead but was asked for again starts afresh. `false` when the lease is lost.
    async fn failed(&mut self, lease: &Lease, failure: &Failure, now: Timestamp) -> Result<bool, StorageError>;

    /// The work cannot be done before `until`, because whoever it asks rests: it waits, and this run costs no attempt.
    /// `false` when the lease is lost.
    async fn postponed(&mut self, lease: &Lease, until: Timestamp, now: Timestamp) -> Result<bool, StorageError>;

    /// Makes the retries of this kind whose subject begins with `prefix` due now, also those that were given up: what they
    /// waited for works again.
    async fn retry_now(&mut self, kind: &str, prefix: &str, now: Timestamp) -> Result<(), StorageError>;

    /// Removes what ended, well or not, and did not change since `before`, of this kind: for work that is wanted once about
    /// something that passes.
    async fn forget_ended(&mut self, kind: &str, before: Timestamp) -> Result<(), StorageError>;
}

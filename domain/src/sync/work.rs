//! The job queue for workers: claim, run, renew and release jobs.

use std::{sync::Arc, time::Duration};

use ports::{Ports, RemoteError, SourceId, StorageError, Timestamp, failure::Failure, job::Lease};

use crate::{
    job::{
        FIND_TOKENS, HOUSEKEEPING, LOOK_UP_REVERSE_NAME, OPEN_ACCOUNTS, QUOTES_AT, READ_ACCOUNT, READ_LISTS,
        READ_RATES, REFRESH_QUOTES, RESOLVE_NAME, ROUND, SCAN_KEY, enqueue_quotes, job,
    },
    source::{failure, in_backoff},
    sync::{
        find_tokens, job_error::JobError, look_up_reverse_name, open_accounts, quotes_at, read_account, read_lists,
        read_rates, refresh_quotes, resolve_name, rounds, scan_key,
    },
};

/// How long a worker holds a job without renewing its lease.
pub const LEASE: Duration = Duration::from_secs(30);

/// Use cases on the job queue.
pub struct Jobs {
    ports: Arc<Ports>,
}

/// How a run of a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobOutcome {
    /// It succeeded and its result is stored.
    Done,
    /// It failed. It waits for a retry or is dead.
    Failed,
    /// Its source is in back-off or rate limited, so it was postponed.
    Postponed,
    /// Another worker has taken over the job, so nothing of this run was stored.
    LeaseLost,
}

impl Jobs {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Enqueues the recurring jobs. Safe to call at every start.
    pub async fn begin(&self) -> Result<(), StorageError> {
        let now = self.ports.clock.now();
        let in_backoff = in_backoff(&self.ports).await?;
        let lists = read_lists::due(&self.ports, now).await?;
        let rates = read_rates::due(&self.ports, now).await?;
        let opens = open_accounts::is_due(&self.ports).await?;
        let mut work = self.ports.storage.begin().await?;
        for kind in [ROUND, HOUSEKEEPING] {
            work.jobs().enqueue(&job(&self.ports, kind, "all", now), now).await?;
        }
        enqueue_quotes(&self.ports, work.as_mut(), &in_backoff, now).await?;
        read_lists::want(&self.ports, work.as_mut(), &lists, now).await?;
        if opens {
            open_accounts::want(&self.ports, work.as_mut(), now).await?;
        }
        for wanted in &rates {
            work.jobs().enqueue(wanted, now).await?;
        }
        work.commit().await
    }

    /// Claims up to `limit` due jobs, those due for the longest time first.
    pub async fn claim(&self, worker: &str, limit: u32) -> Result<Vec<Lease>, StorageError> {
        let now = self.ports.clock.now();
        let mut leases = self
            .ports
            .stores
            .jobs
            .claim(worker, limit, now, now.plus(LEASE))
            .await?;
        leases.sort_by_key(|lease| (lease.job.run_at, lease.job.id));
        Ok(leases)
    }

    /// Claims the due jobs of these subjects only. The lease must be longer than the work takes, because it is not
    /// renewed.
    pub(crate) async fn claim_subjects(
        &self,
        worker: &str,
        subjects: &[String],
        lease: Duration,
    ) -> Result<Vec<Lease>, StorageError> {
        let now = self.ports.clock.now();
        let until = now.plus(lease);
        self.ports
            .stores
            .jobs
            .claim_subjects(worker, subjects, now, until)
            .await
    }

    /// Returns how long it is until the next job can be claimed: zero if one is due, `None` if none waits.
    pub async fn next_due_in(&self) -> Result<Option<Duration>, StorageError> {
        let due = self.ports.stores.jobs.next_due().await?;
        Ok(due.map(|due| due.since(self.ports.clock.now())))
    }

    /// Requests the prices of everything held from every price source now, without a job. The failure of one source is
    /// stored and does not affect the others.
    pub async fn quote_now(&self) -> Result<(), StorageError> {
        for source in &self.ports.prices {
            refresh_quotes::now(&self.ports, source.as_ref()).await?;
        }
        Ok(())
    }

    /// Reads the exchange rates that are due by running the jobs of their sources. A failure is stored.
    pub(crate) async fn rates_now(&self, worker: &str, lease: Duration) -> Result<(), StorageError> {
        let now = self.ports.clock.now();
        let mut due = read_rates::due(&self.ports, now).await?;
        due.retain(|wanted| wanted.run_at <= now);
        let mut work = self.ports.storage.begin().await?;
        for wanted in &due {
            work.jobs().enqueue(wanted, now).await?;
        }
        work.commit().await?;
        let subjects: Vec<String> = due.into_iter().map(|wanted| wanted.subject).collect();
        for lease in self.claim_subjects(worker, &subjects, lease).await? {
            self.perform(&lease).await?;
        }
        Ok(())
    }

    /// Extends the lease of a job. Returns `false` if the lease is lost.
    pub async fn renew(&self, lease: &Lease) -> Result<bool, StorageError> {
        let now = self.ports.clock.now();
        self.ports.stores.jobs.renew(lease, now, now.plus(LEASE)).await
    }

    /// Releases every job that a worker holds.
    pub async fn release(&self, worker: &str) -> Result<(), StorageError> {
        self.ports.stores.jobs.release(worker, self.ports.clock.now()).await
    }

    /// Runs a job. Its result and its end are stored in one unit of work.
    pub async fn perform(&self, lease: &Lease) -> Result<JobOutcome, StorageError> {
        let ports = &*self.ports;
        let stopped = match lease.job.kind.as_str() {
            READ_ACCOUNT => read_account::run(ports, lease).await,
            SCAN_KEY => scan_key::run(ports, lease).await,
            OPEN_ACCOUNTS => open_accounts::run(ports, lease).await,
            FIND_TOKENS => find_tokens::run(ports, lease).await,
            READ_LISTS => read_lists::run(ports, lease).await,
            READ_RATES => read_rates::run(ports, lease).await,
            REFRESH_QUOTES => refresh_quotes::run(ports, lease).await,
            QUOTES_AT => quotes_at::run(ports, lease).await,
            RESOLVE_NAME => resolve_name::run(ports, lease).await,
            LOOK_UP_REVERSE_NAME => look_up_reverse_name::run(ports, lease).await,
            ROUND => rounds::round(ports, lease).await,
            HOUSEKEEPING => rounds::housekeeping(ports, lease).await,
            kind => Err(JobError::Invalid(format!("unknown job kind {kind}"))),
        };
        match stopped {
            Ok(()) => Ok(JobOutcome::Done),
            Err(JobError::LeaseLost) => Ok(JobOutcome::LeaseLost),
            // No request was sent, so this is not a failure.
            Err(JobError::Remote(RemoteError::Throttled { wait, .. })) if lease.job.kind == READ_ACCOUNT => {
                self.postpone(lease, ports.clock.now().plus(wait)).await
            }
            Err(JobError::Remote(error)) => {
                let (failure, source) = self.failure_of(lease, &error).await?;
                self.fail(lease, &failure, source).await
            }
            Err(JobError::InBackoff(until)) => self.postpone(lease, until).await,
            Err(JobError::Invalid(text)) => {
                let failure = Failure {
                    code: ports::failure::FailureCode::InvalidJob,
                    text,
                    at: ports.clock.now(),
                    retry_at: None,
                };
                self.fail(lease, &failure, None).await
            }
            Err(JobError::Storage(error)) => Err(error),
        }
    }

    /// Returns the failure of the job, and of the source that it reads from, if any.
    async fn failure_of(
        &self,
        lease: &Lease,
        error: &RemoteError,
    ) -> Result<(Failure, Option<(SourceId, Failure)>), StorageError> {
        let (ports, attempts) = (&*self.ports, lease.job.attempts);
        let Some(source) = read_account::source(ports, lease) else {
            return Ok((failure::of(ports, error, attempts, ports.clock.now()), None));
        };
        let (own, of_source) = failure::with_source(ports, &source, error, attempts).await?;
        Ok((own, Some((source, of_source))))
    }

    async fn postpone(&self, lease: &Lease, until: Timestamp) -> Result<JobOutcome, StorageError> {
        let until = failure::spread(&self.ports, until);
        let mut work = self.ports.storage.begin().await?;
        if !work.jobs().postponed(lease, until, self.ports.clock.now()).await? {
            return Ok(JobOutcome::LeaseLost);
        }
        if lease.job.kind == READ_ACCOUNT {
            read_account::postponed(work.as_mut(), lease, until).await?;
        }
        work.commit().await?;
        Ok(JobOutcome::Postponed)
    }

    async fn fail(
        &self,
        lease: &Lease,
        failure: &Failure,
        source: Option<(SourceId, Failure)>,
    ) -> Result<JobOutcome, StorageError> {
        let now: Timestamp = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        if !work.jobs().failed(lease, failure, now).await? {
            return Ok(JobOutcome::LeaseLost);
        }
        if let Some((source, failure)) = &source {
            work.sources().failed(source, failure).await?;
        }
        match lease.job.kind.as_str() {
            READ_ACCOUNT => read_account::failed(work.as_mut(), lease, failure).await?,
            READ_LISTS => read_lists::failed(&self.ports, work.as_mut(), lease, failure).await?,
            READ_RATES => read_rates::failed(work.as_mut(), lease, failure).await?,
            REFRESH_QUOTES => refresh_quotes::failed(work.as_mut(), lease, failure).await?,
            _ => {}
        }
        work.commit().await?;
        Ok(JobOutcome::Failed)
    }
}

//! The job queue for workers: claim, run, renew and release jobs.

use std::{sync::Arc, time::Duration};

use ports::{
    Ports, RemoteError, SourceId, StorageError, Timestamp,
    failure::{Failure, FailureCode},
    job::{JobState, Lease},
};

use crate::{
    job::SEND_MAIL,
    source::failure,
    sync::handlers::{self, JobError, JobHandler, LEASE, rates_due, refresh_now},
};

/// The mails that are considered in one claim; those that are being sent are among them.
const DUE_MAILS: u32 = 100;

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
        let jobs = handlers::at_start(&self.ports, now).await?;
        let mut work = self.ports.storage.begin().await?;
        for job in &jobs {
            work.jobs().enqueue(job, now).await?;
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

    /// Claims up to `limit` jobs that send mails that are due, and leaves all others to [`Self::claim`]: for slots that are
    /// reserved for mails, because somebody waits for a mail with a code.
    pub async fn claim_mails(&self, worker: &str, limit: usize) -> Result<Vec<Lease>, StorageError> {
        let now = self.ports.clock.now();
        let due = self.ports.stores.mails.due(now, DUE_MAILS).await?;
        if due.is_empty() {
            return Ok(Vec::new());
        }
        let subjects: Vec<String> = due.iter().map(ToString::to_string).collect();
        let kind = [SEND_MAIL.name.to_owned()];
        let jobs = self.ports.stores.jobs.of_subjects(&kind, &subjects).await?;
        let ready = jobs
            .into_iter()
            .filter(|job| job.state == JobState::Ready && job.run_at <= now);
        let subjects: Vec<String> = ready.map(|job| job.subject).take(limit).collect();
        if subjects.is_empty() {
            return Ok(Vec::new());
        }
        self.claim_subjects(worker, &subjects, LEASE).await
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
            refresh_now(&self.ports, source.as_ref()).await?;
        }
        Ok(())
    }

    /// Reads the exchange rates that are due by running the jobs of their sources. A failure is stored.
    pub(crate) async fn rates_now(&self, worker: &str, lease: Duration) -> Result<(), StorageError> {
        let now = self.ports.clock.now();
        let mut due = rates_due(&self.ports, now).await?;
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
        let Some(handler) = handlers::handler(&lease.job.kind) else {
            let failure = self.invalid(format!("unknown job kind {}", lease.job.kind));
            return self.fail(None, lease, &failure, None).await;
        };
        match handler.run(&self.ports, lease).await {
            Ok(()) => Ok(JobOutcome::Done),
            Err(JobError::LeaseLost) => Ok(JobOutcome::LeaseLost),
            Err(JobError::Remote(RemoteError::Throttled { wait, .. })) if handler.is_postponed_by_rate_limit() => {
                let until = self.ports.clock.now().plus(wait);
                self.postpone(handler, lease, until).await
            }
            Err(JobError::Remote(error)) => {
                let (failure, source) = self.failure_of(handler, lease, &error).await?;
                self.fail(Some(handler), lease, &failure, source).await
            }
            Err(JobError::InBackoff(until)) => self.postpone(handler, lease, until).await,
            Err(JobError::Invalid(text)) => {
                let failure = self.invalid(text);
                self.fail(Some(handler), lease, &failure, None).await
            }
            Err(JobError::Storage(error)) => Err(error),
        }
    }

    fn invalid(&self, text: String) -> Failure {
        Failure {
            code: FailureCode::InvalidJob,
            text,
            at: self.ports.clock.now(),
            retry_at: None,
        }
    }

    /// Returns the failure of the job, and of the source that it reads from, if any.
    async fn failure_of(
        &self,
        handler: &dyn JobHandler,
        lease: &Lease,
        error: &RemoteError,
    ) -> Result<(Failure, Option<(SourceId, Failure)>), StorageError> {
        let (ports, attempts) = (&*self.ports, lease.job.attempts);
        // A refused key concerns its account alone. The source answers, and its state is shown to everybody.
        let is_of_key = matches!(error, RemoteError::Key { .. });
        let Some(source) = handler.source(ports, lease).filter(|_| !is_of_key) else {
            return Ok((failure::of(ports, error, attempts, ports.clock.now()), None));
        };
        let (own, of_source) = failure::with_source(ports, &source, error, attempts).await?;
        Ok((own, Some((source, of_source))))
    }

    async fn postpone(
        &self,
        handler: &dyn JobHandler,
        lease: &Lease,
        until: Timestamp,
    ) -> Result<JobOutcome, StorageError> {
        let until = failure::spread(&self.ports, until);
        let mut work = self.ports.storage.begin().await?;
        if !work.jobs().postponed(lease, until, self.ports.clock.now()).await? {
            return Ok(JobOutcome::LeaseLost);
        }
        handler.postponed(work.as_mut(), lease, until).await?;
        work.commit().await?;
        Ok(JobOutcome::Postponed)
    }

    async fn fail(
        &self,
        handler: Option<&dyn JobHandler>,
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
        if let Some(handler) = handler {
            handler.failed(&self.ports, work.as_mut(), lease, failure).await?;
        }
        work.commit().await?;
        Ok(JobOutcome::Failed)
    }
}

//! The job queue, as seen by units of work and status queries. Leases are in [`crate::job_lease`].
//!
//! Nothing outlives the process here, so no job is running at a start, and no job needs to be checked for having crashed it.

use async_trait::async_trait;
use ports::{
    Job, JobChangeReader, StorageError, Timestamp,
    failure::Failure,
    job::RetryState,
    job::{JobChanges, JobCounts, JobState, JobWriter, Lease, NewJob},
};

use crate::{
    rows::JobRow,
    storage::MemoryStorage,
    tables::{Tables, check_unique, most},
    work::MemoryWork,
};

impl JobRow {
    fn new(wanted: &NewJob, now: Timestamp) -> Self {
        let job = Job {
            id: wanted.id,
            kind: wanted.kind.clone(),
            subject: wanted.subject.clone(),
            state: JobState::Ready,
            run_at: wanted.run_at,
            attempts: 0,
            max_attempts: wanted.max_attempts,
            again: false,
            done: 0,
            total: None,
            last_error: None,
            finished_at: None,
            updated_at: now,
            revision: 0,
        };
        Self {
            job,
            again_at: None,
            fence: 0,
            held: None,
        }
    }

    pub(crate) fn job(&self) -> Job {
        Job {
            again: self.again_at.is_some(),
            ..self.job.clone()
        }
    }

    /// Returns whether this lease holds the job and has not expired.
    pub(crate) fn is_held_by(&self, lease: &Lease, now: Timestamp) -> bool {
        let is_own = |(worker, until): &(String, Timestamp)| *worker == lease.worker && *until >= now;
        self.fence == lease.fence && self.held.as_ref().is_some_and(is_own)
    }

    /// Returns whether the job is running, or ended or failed between `since` and `now`.
    fn is_done_since(&self, since: Timestamp, now: Timestamp) -> bool {
        let is_between = |at: Timestamp| since <= at && at <= now;
        let job = &self.job;
        job.state == JobState::Running
            || job.finished_at.is_some_and(is_between)
            || (job.last_error.is_some() && is_between(job.updated_at))
    }

    /// Makes the job ready, or marks it to run once more if it is running.
    fn enqueue_job(&mut self, wanted: &NewJob, keeps_attempts: bool, now: Timestamp) {
        let job = &mut self.job;
        match job.state {
            JobState::Running => {
                self.again_at = Some(self.again_at.map_or(wanted.run_at, |at| at.min(wanted.run_at)));
            }
            JobState::Ready => {
                job.run_at = job.run_at.min(wanted.run_at);
                if !keeps_attempts {
                    job.attempts = 0;
                }
            }
            JobState::Done | JobState::Dead => {
                job.state = JobState::Ready;
                job.run_at = wanted.run_at;
                job.attempts = 0;
                job.done = 0;
                job.total = None;
                job.last_error = None;
            }
        }
        if job.state == JobState::Ready {
            self.again_at = None;
        }
        job.max_attempts = wanted.max_attempts;
        job.updated_at = now;
    }

    /// Ends the run. Returns the due time for which the job was enqueued while it ran.
    pub(crate) fn end(&mut self, now: Timestamp) -> Option<Timestamp> {
        self.held = None;
        self.job.updated_at = now;
        self.again_at.take()
    }
}

/// Returns a predicate: no job about the subject is waiting or running, and none died since `retries`.
pub(crate) fn untried_subjects<'a>(
    tables: &'a Tables,
    retries: &RetryState,
    now: Timestamp,
) -> impl Fn(&str) -> bool + 'a {
    let retries = retries.clone();
    move |subject| {
        let id = tables.job_keys.get(&(retries.kind.clone(), subject.to_owned()));
        let job = id.and_then(|id| tables.jobs.get(id)).map(|row| &row.job);
        job.is_none_or(|job| match job.state {
            JobState::Ready | JobState::Running => false,
            JobState::Dead => !(job.updated_at > retries.since && job.updated_at <= now),
            JobState::Done => true,
        })
    }
}

impl MemoryWork {
    fn enqueue_job(
        &mut self,
        wanted: &NewJob,
        unless_since: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        let key = (wanted.kind.clone(), wanted.subject.clone());
        let Some(id) = self.tables.job_keys.get(&key).copied() else {
            check_unique("jobs", self.tables.jobs.contains_key(&wanted.id))?;
            self.tables.job_keys.insert(key, wanted.id);
            self.tables.jobs.insert(wanted.id, JobRow::new(wanted, now));
            self.changed_jobs.insert(wanted.id);
            return Ok(());
        };
        let is_done = |row: &JobRow| unless_since.is_some_and(|since| row.is_done_since(since, now));
        if let Some(row) = self.tables.jobs.get_mut(&id).filter(|row| !is_done(row)) {
            row.enqueue_job(wanted, unless_since.is_some(), now);
            self.changed_jobs.insert(id);
        }
        Ok(())
    }

    /// Returns the row of a lease that still holds its job.
    fn held(&mut self, lease: &Lease, now: Timestamp) -> Option<&mut JobRow> {
        let row = self.tables.jobs.get_mut(&lease.job.id)?;
        if !row.is_held_by(lease, now) {
            return None;
        }
        self.changed_jobs.insert(lease.job.id);
        Some(row)
    }
}

#[async_trait]
impl JobWriter for MemoryWork {
    async fn enqueue(&mut self, job: &NewJob, now: Timestamp) -> Result<(), StorageError> {
        self.enqueue_job(job, None, now)
    }

    async fn enqueue_unless_done(
        &mut self,
        job: &NewJob,
        since: Timestamp,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        self.enqueue_job(job, Some(since), now)
    }

    async fn done(&mut self, lease: &Lease, now: Timestamp) -> Result<bool, StorageError> {
        let Some(row) = self.held(lease, now) else {
            return Ok(false);
        };
        let again_at = row.end(now);
        let job = &mut row.job;
        job.state = if again_at.is_some() {
            JobState::Ready
        } else {
            JobState::Done
        };
        job.run_at = again_at.unwrap_or(job.run_at);
        job.attempts = 0;
        job.last_error = None;
        job.finished_at = Some(now);
        Ok(true)
    }

    /// A job that was enqueued again while it ran starts over instead of dying.
    async fn failed(&mut self, lease: &Lease, failure: &Failure, now: Timestamp) -> Result<bool, StorageError> {
        let Some(row) = self.held(lease, now) else {
            return Ok(false);
        };
        let again_at = row.end(now);
        let job = &mut row.job;
        job.last_error = Some(failure.clone());
        let retry_at = failure.retry_at.filter(|_| job.attempts < job.max_attempts);
        job.run_at = retry_at.or(again_at).unwrap_or(job.run_at);
        job.state = JobState::Ready;
        match (retry_at, again_at) {
            (Some(_), _) => {}
            (None, Some(_)) => job.attempts = 0,
            (None, None) => job.state = JobState::Dead,
        }
        Ok(true)
    }

    async fn postponed(&mut self, lease: &Lease, until: Timestamp, now: Timestamp) -> Result<bool, StorageError> {
        let Some(row) = self.held(lease, now) else {
            return Ok(false);
        };
        row.end(now);
        row.job.state = JobState::Ready;
        row.job.run_at = until;
        row.job.attempts = row.job.attempts.saturating_sub(1);
        Ok(true)
    }

    async fn retry_now(&mut self, kind: &str, prefix: &str, now: Timestamp) -> Result<(), StorageError> {
        let is_waiting = |job: &Job| match job.state {
            JobState::Dead => true,
            JobState::Ready => job.run_at > now,
            JobState::Running | JobState::Done => false,
        };
        let is_due = |job: &Job| {
            job.kind == kind && job.subject.starts_with(prefix) && job.last_error.is_some() && is_waiting(job)
        };
        for row in self.tables.jobs.values_mut().filter(|row| is_due(&row.job)) {
            if row.job.state == JobState::Dead {
                row.job.attempts = 0;
            }
            row.job.state = JobState::Ready;
            row.job.run_at = now;
            row.job.updated_at = now;
            self.changed_jobs.insert(row.job.id);
        }
        Ok(())
    }

    async fn forget_ended(&mut self, kind: &str, before: Timestamp) -> Result<(), StorageError> {
        let is_ended = |job: &Job| matches!(job.state, JobState::Done | JobState::Dead) && job.updated_at < before;
        self.tables.remove_jobs(|job| job.kind == kind && is_ended(job));
        Ok(())
    }
}

#[async_trait]
impl JobChangeReader for MemoryStorage {
    async fn changed_since(&self, since: i64, limit: u32) -> Result<Option<JobChanges>, StorageError> {
        let tables = self.tables();
        let changed = tables.jobs.values().filter(|row| row.job.revision > since);
        let mut jobs: Vec<Job> = changed.map(JobRow::job).collect();
        if jobs.len() > most(limit) {
            return Ok(None);
        }
        jobs.sort_by_key(|job| (job.revision, job.id));
        Ok(Some(JobChanges {
            revision: tables.job_revision,
            jobs,
        }))
    }

    async fn counts(&self) -> Result<JobCounts, StorageError> {
        let mut counts = JobCounts::default();
        for row in self.tables().jobs.values() {
            match row.job.state {
                JobState::Ready if row.job.last_error.is_some() => counts.failed += 1,
                JobState::Ready => counts.waiting += 1,
                JobState::Running => counts.running += 1,
                JobState::Dead => counts.dead += 1,
                JobState::Done => {}
            }
        }
        Ok(counts)
    }
}

//! Job leases. Each operation is a small transaction of its own.

use std::{collections::BTreeSet, time::Duration};

use async_trait::async_trait;
use ports::{
    Job, JobQueue, StorageError, Timestamp,
    failure::{Failure, FailureCode},
    job::{JobId, JobState, Lease},
};

use crate::{
    rows::JobRow,
    storage::MemoryStorage,
    tables::{Tables, most},
};

/// Recurring jobs are due every minute, so if no job is due for longer than this, the clock may have been set back.
const DRIFT: Duration = Duration::from_mins(2);

/// Which jobs a worker claims.
#[derive(Clone, Copy)]
enum ClaimScope<'a> {
    /// Up to this many of all jobs.
    Any(u32),
    /// All jobs of these subjects.
    Of(&'a [String]),
}

/// Returns when a waiting job is due, or when the lease of a running one expires.
fn due_at(row: &JobRow) -> Option<Timestamp> {
    match &row.held {
        Some((_, until)) => Some(*until),
        None => (row.job.state == JobState::Ready).then_some(row.job.run_at),
    }
}

/// Returns whether a worker may claim the job: it is due, or its lease expired.
fn is_claimable(row: &JobRow, now: Timestamp) -> bool {
    match &row.held {
        Some((_, until)) => *until < now,
        None => row.job.state == JobState::Ready && row.job.run_at <= now,
    }
}

/// Returns whether the job was last changed in the future, by a wrong clock.
fn is_ahead(row: &JobRow, now: Timestamp) -> bool {
    due_at(row).is_some() && row.job.updated_at > now.plus(DRIFT)
}

/// Returns whether there is any job to claim. It only reads, so that an idle worker copies no tables.
fn any_to_claim(tables: &Tables, now: Timestamp) -> bool {
    let rows = || tables.jobs.values();
    let waiting = rows().filter(|row| row.job.state == JobState::Ready);
    let is_idle = || {
        waiting
            .map(|row| row.job.run_at)
            .min()
            .is_some_and(|next| next > now.plus(DRIFT))
    };
    rows().any(|row| is_claimable(row, now)) || (is_idle() && rows().any(|row| is_ahead(row, now)))
}

/// Moves the times of a job back after the clock was set back; otherwise it would wait for as long as the clock had been ahead.
fn set_back(row: &mut JobRow, now: Timestamp) {
    let by = row.job.updated_at.since(now);
    row.job.run_at = row.job.run_at.minus(by);
    row.again_at = row.again_at.map(|at| at.minus(by));
    if let Some((_, until)) = &mut row.held {
        *until = until.minus(by);
    }
    row.job.updated_at = now;
}

/// Marks a job dead whose leases always expire, so that a job that crashes its workers is not retried for ever.
fn mark_dead(row: &mut JobRow, now: Timestamp) {
    let again_at = row.end(now);
    row.job.last_error = Some(Failure {
        code: FailureCode::Unavailable,
        text: "This was interrupted too often. Try again.".to_owned(),
        at: now,
        retry_at: None,
    });
    row.job.state = if again_at.is_some() {
        JobState::Ready
    } else {
        JobState::Dead
    };
    if let Some(again_at) = again_at {
        row.job.run_at = again_at;
        row.job.attempts = 0;
    }
}

fn take(row: &mut JobRow, worker: &str, now: Timestamp, until: Timestamp) {
    row.job.updated_at = now;
    row.job.state = JobState::Running;
    row.job.attempts += 1;
    row.job.done = 0;
    row.job.total = None;
    row.fence += 1;
    row.again_at = None;
    row.held = Some((worker.to_owned(), until));
}

/// Returns the jobs to claim, in the order in which they are due.
fn picked(tables: &Tables, claim: ClaimScope<'_>, now: Timestamp) -> Vec<JobId> {
    let claimable = tables.jobs.values().filter(|row| is_claimable(row, now));
    let is_own = |job: &Job| match claim {
        ClaimScope::Any(_) => true,
        ClaimScope::Of(subjects) => subjects.contains(&job.subject),
    };
    let mut found: Vec<&Job> = claimable.map(|row| &row.job).filter(|job| is_own(job)).collect();
    found.sort_by_key(|job| (job.run_at, job.id));
    if let ClaimScope::Any(limit) = claim {
        found.truncate(most(limit));
    }
    found.into_iter().map(|job| job.id).collect()
}

fn claim(tables: &mut Tables, worker: &str, claim: ClaimScope<'_>, now: Timestamp, until: Timestamp) -> Vec<Lease> {
    let mut changed = BTreeSet::new();
    for (id, row) in tables.jobs.iter_mut() {
        if is_ahead(row, now) {
            set_back(row, now);
            changed.insert(*id);
        }
        if row.held.is_some() && is_claimable(row, now) && row.job.attempts >= row.job.max_attempts {
            mark_dead(row, now);
            changed.insert(*id);
        }
    }
    let picked = picked(tables, claim, now);
    for id in &picked {
        if let Some(row) = tables.jobs.get_mut(id) {
            take(row, worker, now, until);
        }
    }
    changed.extend(&picked);
    tables.revise_jobs(&changed);
    let lease = |row: &JobRow| Lease {
        job: row.job(),
        worker: worker.to_owned(),
        fence: row.fence,
        until,
    };
    picked.iter().filter_map(|id| tables.jobs.get(id)).map(lease).collect()
}

impl MemoryStorage {
    async fn claim_some(
        &self,
        worker: &str,
        which: ClaimScope<'_>,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError> {
        if !any_to_claim(&self.tables(), now) {
            return Ok(vec![]);
        }
        self.change(|tables| Ok(claim(tables, worker, which, now, until))).await
    }
}

#[async_trait]
impl JobQueue for MemoryStorage {
    async fn of_subjects(&self, kinds: &[String], subjects: &[String]) -> Result<Vec<Job>, StorageError> {
        let tables = self.tables();
        let subjects: BTreeSet<&String> = subjects.iter().collect();
        let is_meant = |row: &&JobRow| kinds.contains(&row.job.kind) && subjects.contains(&row.job.subject);
        let mut found: Vec<Job> = tables.jobs.values().filter(is_meant).map(JobRow::job).collect();
        found.sort_by(|a, b| (&a.kind, &a.subject).cmp(&(&b.kind, &b.subject)));
        Ok(found)
    }

    async fn next_due(&self) -> Result<Option<Timestamp>, StorageError> {
        Ok(self.tables().jobs.values().filter_map(due_at).min())
    }

    async fn claim(
        &self,
        worker: &str,
        limit: u32,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError> {
        self.claim_some(worker, ClaimScope::Any(limit), now, until).await
    }

    async fn claim_subjects(
        &self,
        worker: &str,
        subjects: &[String],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError> {
        self.claim_some(worker, ClaimScope::Of(subjects), now, until).await
    }

    async fn renew(&self, lease: &Lease, now: Timestamp, until: Timestamp) -> Result<bool, StorageError> {
        let renew = |tables: &mut Tables| {
            let row = tables
                .jobs
                .get_mut(&lease.job.id)
                .filter(|row| row.is_held_by(lease, now));
            Ok(row.map(|row| row.held = Some((lease.worker.clone(), until))).is_some())
        };
        self.change(renew).await
    }

    async fn progress(&self, lease: &Lease, done: u32, total: u32, now: Timestamp) -> Result<(), StorageError> {
        let progress = |tables: &mut Tables| {
            let row = tables
                .jobs
                .get_mut(&lease.job.id)
                .filter(|row| row.is_held_by(lease, now));
            if let Some(row) = row {
                row.job.done = done;
                row.job.total = Some(total);
                row.job.updated_at = now;
                tables.revise_jobs(&BTreeSet::from([lease.job.id]));
            }
            Ok(())
        };
        self.change(progress).await
    }

    /// A released claim does not count as an attempt.
    async fn release(&self, worker: &str, now: Timestamp) -> Result<(), StorageError> {
        let is_own = |row: &JobRow| row.held.as_ref().is_some_and(|(holder, _)| holder == worker);
        let release = |tables: &mut Tables| {
            let mut released = BTreeSet::new();
            for row in tables.jobs.values_mut().filter(|row| is_own(row)) {
                row.end(now);
                row.job.state = JobState::Ready;
                row.job.run_at = now;
                row.job.attempts = row.job.attempts.saturating_sub(1);
                released.insert(row.job.id);
            }
            tables.revise_jobs(&released);
            Ok(())
        };
        self.change(release).await
    }
}

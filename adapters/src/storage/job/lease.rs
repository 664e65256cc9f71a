//! Leases of jobs to workers, in short transactions.

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    Job, JobQueue, StorageError, Timestamp,
    failure::{Failure, FailureCode},
    job::Lease,
};

use super::row::{job, job_columns, job_ids};
use crate::storage::database::{
    Database, revise_jobs,
    sql::{Row, Sql, Tx, dialects, json, listed, sql},
};

/// Transactions of two workers must not wait for each other's rows: Postgres skips locked rows, SQLite has one writer.
macro_rules! picked {
    ($where:expr, $update:expr) => {
        dialects!(
            concat!("WITH picked AS (SELECT id FROM jobs WHERE ", $where),
            sqlite: "",
            postgres: " FOR UPDATE SKIP LOCKED",
            concat!(") UPDATE jobs SET updated_at = $1, ", $update)
        )
    };
}

/// The jobs that a worker may lease at `$1`: due, or with an expired lease; suspected jobs (`$4`) one at a time.
macro_rules! claimable {
    () => {
        "((state = 'ready' AND run_at <= $1) OR (state = 'running' AND lease_until < $1)) AND (crashes < $4 OR id = \
         (SELECT id FROM jobs WHERE state = 'ready' AND run_at <= $1 AND crashes >= $4 AND NOT EXISTS \
         (SELECT 1 FROM jobs WHERE state = 'running' AND crashes >= $4) ORDER BY crashes, run_at, id LIMIT 1))"
    };
}

/// The changes to a job that `$2` leases until `$3`.
macro_rules! taken {
    () => {
        "state = 'running', worker = $2, lease_until = $3, attempts = attempts + 1, fence = fence + 1, again_at = NULL, \
         done = 0, total = NULL WHERE id IN (SELECT id FROM picked) RETURNING fence, "
    };
}

/// A job that was running at this many crashes of the process in a row is suspected of having caused them: it then runs
/// alone among suspected jobs, so that innocent ones can succeed and are cleared.
const SUSPECT: i64 = 2;
/// After this many crashes a job is dead. A new request then runs it only after [`CRASH_REST`].
pub(super) const MOST_CRASHES: i64 = 10;
/// How long such a job waits before it runs again.
pub(super) const CRASH_REST: Duration = Duration::from_hours(1);

/// How much the clocks of several machines on one database may differ. A recurring job is due every minute, so when nothing
/// is due for longer, the clock may have been set back.
const DRIFT: Duration = Duration::from_mins(2);

fn interrupted(now: Timestamp, text: &str, retry_at: Option<Timestamp>) -> Failure {
    Failure {
        code: FailureCode::Unavailable,
        text: text.to_owned(),
        at: now,
        retry_at,
    }
}

/// Marks jobs dead whose lease expired in their last attempt, so that a job that crashes its worker is not repeated
/// forever.
async fn mark_dead_jobs(tx: &mut Tx, now: Timestamp) -> Result<Vec<String>, StorageError> {
    let text = picked!(
        "state = 'running' AND lease_until < $1 AND attempts >= max_attempts",
        "worker = NULL, lease_until = NULL, last_error = $2, run_at = COALESCE(again_at, run_at), \
         attempts = CASE WHEN again_at IS NULL THEN attempts ELSE 0 END, \
         state = CASE WHEN again_at IS NULL THEN 'dead' ELSE 'ready' END, again_at = NULL \
         WHERE id IN (SELECT id FROM picked) RETURNING id"
    );
    let failure = interrupted(now, "This was interrupted too often. Try again.", None);
    let dead = sql(text).bind(now).bind(json("jobs", &failure)?);
    job_ids(&dead.fetch_all(tx).await?)
}

/// Sets back the times of jobs that were changed in the future, after the clock was set back. They would otherwise not run
/// until the clock reaches those times.
async fn set_back(tx: &mut Tx, now: Timestamp) -> Result<Vec<String>, StorageError> {
    let text = "UPDATE jobs SET run_at = run_at - (updated_at - $1), again_at = again_at - (updated_at - $1), \
         lease_until = lease_until - (updated_at - $1), updated_at = $1 \
         WHERE state IN ('ready', 'running') AND updated_at > $2 RETURNING id";
    let back = sql(text).bind(now).bind(now.plus(DRIFT));
    job_ids(&back.fetch_all(tx).await?)
}

/// Which jobs to lease.
#[derive(Clone, Copy)]
enum Claim<'a> {
    /// Up to this many of all jobs.
    Any(u32),
    /// All of these subjects.
    Of(&'a [String]),
}

async fn take(
    tx: &mut Tx,
    worker: &str,
    claim: Claim<'_>,
    now: Timestamp,
    until: Timestamp,
) -> Result<Vec<Row>, StorageError> {
    let any = picked!(
        concat!(claimable!(), " ORDER BY run_at, id LIMIT $5"),
        concat!(taken!(), job_columns!())
    );
    let of = dialects!(
        concat!("WITH picked AS (SELECT id FROM jobs WHERE ", claimable!()),
        sqlite: " AND subject IN (SELECT value FROM json_each($5))",
        postgres: " AND subject IN (SELECT json_array_elements_text(CAST($5 AS json))) FOR UPDATE SKIP LOCKED",
        concat!(") UPDATE jobs SET updated_at = $1, ", taken!(), job_columns!())
    );
    let text = match claim {
        Claim::Any(_) => any,
        Claim::Of(_) => of,
    };
    let taking = sql(text).bind(now).bind(worker).bind(until).bind(SUSPECT);
    let taking = match claim {
        Claim::Any(limit) => taking.bind(limit),
        Claim::Of(subjects) => taking.bind_list(subjects),
    };
    taking.fetch_all(tx).await
}

/// Releases every lease in a file that only this process uses: the previous process ended without releasing them. Being
/// killed is no failure of the job and does not count as an attempt; but consecutive crashes are counted, because a job
/// that crashes the process would otherwise be repeated forever.
pub(in crate::storage) async fn release_all(on: &Sql, now: Timestamp) -> Result<(), StorageError> {
    let text = "UPDATE jobs SET worker = NULL, lease_until = NULL, again_at = NULL, crashes = crashes + 1, updated_at = $3, \
         attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END, \
         state = CASE WHEN crashes + 1 < $1 THEN 'ready' ELSE 'dead' END, \
         last_error = CASE WHEN crashes + 1 < $1 THEN last_error ELSE $2 END WHERE state = 'running' RETURNING id";
    let why = "The server ended too often while this ran.";
    let failure = interrupted(now, why, Some(now.plus(CRASH_REST)));
    let freed = sql(text).bind(MOST_CRASHES).bind(json("jobs", &failure)?).bind(now);
    let mut tx = on.begin().await?;
    let freed = job_ids(&freed.fetch_all(&mut tx).await?)?;
    revise_jobs(&mut tx, &freed).await?;
    tx.commit().await
}

impl Database {
    /// Checks with a read first, so that an idle worker does not occupy SQLite's writer twice a second.
    async fn any_to_claim(&self, now: Timestamp) -> Result<bool, StorageError> {
        let text = "SELECT EXISTS (SELECT 1 FROM jobs WHERE state = 'ready' AND run_at <= $1) \
             OR EXISTS (SELECT 1 FROM jobs WHERE state = 'running' AND lease_until < $1) \
             OR ((SELECT MIN(run_at) FROM jobs WHERE state = 'ready') > $2 AND EXISTS \
             (SELECT 1 FROM jobs WHERE state IN ('ready', 'running') AND updated_at > $2)) AS due";
        let row = sql(text).bind(now).bind(now.plus(DRIFT)).fetch_one(self.sql()).await?;
        row.of("jobs", &[]).get("due")
    }

    async fn claim_some(
        &self,
        worker: &str,
        claim: Claim<'_>,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError> {
        if !self.any_to_claim(now).await? {
            return Ok(vec![]);
        }
        let mut tx = self.sql().begin().await?;
        let mut changed = set_back(&mut tx, now).await?;
        changed.extend(mark_dead_jobs(&mut tx, now).await?);
        let rows = take(&mut tx, worker, claim, now, until).await?;
        changed.extend(job_ids(&rows)?);
        let revision = revise_jobs(&mut tx, &changed).await?;
        tx.commit().await?;
        let lease = |row: &Row| {
            Ok(Lease {
                job: Job { revision, ..job(row)? },
                worker: worker.to_owned(),
                fence: row.of("jobs", &["id"]).int("fence")?,
                until,
            })
        };
        let mut leases = rows.iter().map(lease).collect::<Result<Vec<Lease>, StorageError>>()?;
        leases.sort_by_key(|lease| (lease.job.run_at, lease.job.id));
        Ok(leases)
    }
}

#[async_trait]
impl JobQueue for Database {
    async fn of_subjects(&self, kinds: &[String], subjects: &[String]) -> Result<Vec<Job>, StorageError> {
        let text = listed!(
            concat!("SELECT ", job_columns!(), " FROM jobs WHERE subject IN "),
            1,
            " ORDER BY kind, subject"
        );
        let rows = sql(text).bind_list(subjects).fetch_all(self.sql()).await?;
        let jobs = rows.iter().map(job).collect::<Result<Vec<Job>, StorageError>>()?;
        Ok(jobs.into_iter().filter(|job| kinds.contains(&job.kind)).collect())
    }

    async fn next_due(&self) -> Result<Option<Timestamp>, StorageError> {
        let text = "SELECT MIN(CASE WHEN state = 'ready' THEN run_at ELSE lease_until END) AS due FROM jobs \
             WHERE state IN ('ready', 'running')";
        let row = sql(text).fetch_one(self.sql()).await?;
        row.of("jobs", &[]).maybe_time("due")
    }

    async fn claim(
        &self,
        worker: &str,
        limit: u32,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError> {
        self.claim_some(worker, Claim::Any(limit), now, until).await
    }

    async fn claim_subjects(
        &self,
        worker: &str,
        subjects: &[String],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError> {
        self.claim_some(worker, Claim::Of(subjects), now, until).await
    }

    async fn renew(&self, lease: &Lease, now: Timestamp, until: Timestamp) -> Result<bool, StorageError> {
        let text = "UPDATE jobs SET lease_until = $5 WHERE id = $1 AND worker = $2 AND fence = $3 \
             AND state = 'running' AND lease_until >= $4";
        let renewed = sql(text)
            .bind(lease.job.id.to_string())
            .bind(lease.worker.as_str())
            .bind(lease.fence)
            .bind(now)
            .bind(until);
        Ok(renewed.execute(self.sql()).await? > 0)
    }

    async fn progress(&self, lease: &Lease, done: u32, total: u32, now: Timestamp) -> Result<(), StorageError> {
        let text = "UPDATE jobs SET done = $5, total = $6, updated_at = $4 WHERE id = $1 AND worker = $2 \
             AND fence = $3 AND state = 'running' AND lease_until >= $4 RETURNING id";
        let shown = sql(text)
            .bind(lease.job.id.to_string())
            .bind(lease.worker.as_str())
            .bind(lease.fence)
            .bind(now)
            .bind(done)
            .bind(total);
        let mut tx = self.sql().begin().await?;
        let changed = job_ids(&shown.fetch_all(&mut tx).await?)?;
        revise_jobs(&mut tx, &changed).await?;
        tx.commit().await
    }

    /// A released lease does not count as an attempt.
    async fn release(&self, worker: &str, now: Timestamp) -> Result<(), StorageError> {
        let text = "UPDATE jobs SET state = 'ready', worker = NULL, lease_until = NULL, again_at = NULL, run_at = $1, \
             attempts = CASE WHEN attempts > 0 THEN attempts - 1 ELSE 0 END, updated_at = $1 \
             WHERE state = 'running' AND worker = $2 RETURNING id";
        let mut tx = self.sql().begin().await?;
        let released = job_ids(&sql(text).bind(now).bind(worker).fetch_all(&mut tx).await?)?;
        revise_jobs(&mut tx, &released).await?;
        tx.commit().await
    }
}

//! Reading and writing of jobs. Their leases are in [`super::job_lease`].

use async_trait::async_trait;
use ports::{
    Job, JobChangeReader, StorageError, Timestamp,
    failure::Failure,
    job::{JobChanges, JobCounts, JobState, JobWriter, Lease, NewJob},
};

use super::{
    database::Database,
    fields::json,
    job_lease::{CRASH_REST, MOST_CRASHES},
    sql::{Row, Tx, listed, sql},
    work::SqlWork,
};

/// The columns that [`job`] reads.
macro_rules! job_columns {
    () => {
        "id, kind, subject, state, run_at, attempts, max_attempts, again_at, done, total, last_error, finished_at, \
         updated_at, revision"
    };
}
pub(super) use job_columns;

pub(super) fn job(row: &Row) -> Result<Job, StorageError> {
    let row = row.of("jobs", &["id"]);
    Ok(Job {
        id: row.parsed("id")?,
        kind: row.text("kind")?,
        subject: row.text("subject")?,
        state: state(&row.text("state")?).ok_or_else(|| row.corrupt("state"))?,
        run_at: row.time("run_at")?,
        attempts: row.number("attempts")?,
        max_attempts: row.number("max_attempts")?,
        again: row.maybe_time("again_at")?.is_some(),
        done: row.number("done")?,
        total: row.maybe_number("total")?,
        last_error: row.maybe_json("last_error")?,
        finished_at: row.maybe_time("finished_at")?,
        updated_at: row.time("updated_at")?,
        revision: row.int("revision")?,
    })
}

fn state(text: &str) -> Option<JobState> {
    match text {
        "ready" => Some(JobState::Ready),
        "running" => Some(JobState::Running),
        "done" => Some(JobState::Done),
        "dead" => Some(JobState::Dead),
        _ => None,
    }
}

/// Returns the ids in the rows of a statement.
pub(super) fn job_ids(rows: &[Row]) -> Result<Vec<String>, StorageError> {
    rows.iter().map(|row| row.of("jobs", &["id"]).text("id")).collect()
}

/// Gives the changed jobs the next revision. It must be the last step of a transaction: the counter's row is locked until
/// the commit, so that a reader that sees a revision sees all lower ones.
pub(super) async fn revise(tx: &mut Tx, changed: &[String]) -> Result<i64, StorageError> {
    if changed.is_empty() {
        return Ok(0);
    }
    let next = sql("UPDATE job_revision SET newest = newest + 1 WHERE one = 1 RETURNING newest");
    let newest = next.fetch_one(&mut *tx).await?.of("job_revision", &[]).int("newest")?;
    let text = listed!("UPDATE jobs SET revision = $1 WHERE id IN ", 2, "");
    sql(text).bind(newest).bind_list(changed).execute(tx).await?;
    Ok(newest)
}

/// The effect of a repeated request in each state. A job that is running, or ended between `$9` and now, is unchanged where
/// `$9` is set.
const ENQUEUE: &str = "INSERT INTO jobs (id, kind, subject, state, run_at, attempts, max_attempts, done, updated_at, \
     revision, fence) VALUES ($1, $2, $3, 'ready', $4, 0, $5, 0, $6, 0, 0) \
     ON CONFLICT (kind, subject) DO UPDATE SET \
     again_at = CASE WHEN jobs.state <> 'running' THEN NULL \
         WHEN jobs.again_at < excluded.run_at THEN jobs.again_at ELSE excluded.run_at END, \
     run_at = CASE WHEN jobs.state = 'running' THEN jobs.run_at \
         WHEN jobs.state = 'ready' AND (jobs.run_at < excluded.run_at OR jobs.crashes >= $7) THEN jobs.run_at \
         WHEN jobs.crashes >= $7 AND jobs.updated_at + $8 > excluded.run_at THEN jobs.updated_at + $8 \
         ELSE excluded.run_at END, \
     attempts = CASE WHEN jobs.state IN ('done', 'dead') THEN 0 \
         WHEN jobs.state = 'ready' AND jobs.crashes = 0 AND CAST($9 AS BIGINT) IS NULL THEN 0 ELSE jobs.attempts END, \
     done = CASE WHEN jobs.state IN ('done', 'dead') THEN 0 ELSE jobs.done END, \
     total = CASE WHEN jobs.state IN ('done', 'dead') THEN NULL ELSE jobs.total END, \
     last_error = CASE WHEN jobs.state IN ('done', 'dead') THEN NULL ELSE jobs.last_error END, \
     state = CASE WHEN jobs.state IN ('done', 'dead') THEN 'ready' ELSE jobs.state END, \
     max_attempts = excluded.max_attempts, updated_at = excluded.updated_at \
     WHERE CAST($9 AS BIGINT) IS NULL OR (jobs.state <> 'running' AND \
         (jobs.finished_at IS NULL OR jobs.finished_at < CAST($9 AS BIGINT) OR jobs.finished_at > $6) AND \
         (jobs.last_error IS NULL OR jobs.updated_at < CAST($9 AS BIGINT) OR jobs.updated_at > $6)) RETURNING id";

/// Only the owner of an unexpired lease may end the job.
macro_rules! held {
    ($set:literal) => {
        concat!(
            "UPDATE jobs SET worker = NULL, lease_until = NULL, again_at = NULL, crashes = 0, updated_at = $4, ",
            $set,
            " WHERE id = $1 AND worker = $2 AND fence = $3 AND state = 'running' AND lease_until >= $4 RETURNING id"
        )
    };
}

impl SqlWork {
    async fn want(
        &mut self,
        job: &NewJob,
        unless_since: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        let wanted = sql(ENQUEUE)
            .bind(job.id.to_string())
            .bind(job.kind.as_str())
            .bind(job.subject.as_str())
            .bind(job.run_at)
            .bind(job.max_attempts)
            .bind(now)
            .bind(MOST_CRASHES)
            .bind(i64::try_from(CRASH_REST.as_millis()).unwrap_or(i64::MAX / 4))
            .bind(unless_since);
        let rows = wanted.fetch_all(self.tx()).await?;
        self.changed(job_ids(&rows)?);
        Ok(())
    }
}

#[async_trait]
impl JobWriter for SqlWork {
    async fn enqueue(&mut self, job: &NewJob, now: Timestamp) -> Result<(), StorageError> {
        self.want(job, None, now).await
    }

    async fn enqueue_unless_done(
        &mut self,
        job: &NewJob,
        since: Timestamp,
        now: Timestamp,
    ) -> Result<(), StorageError> {
        self.want(job, Some(since), now).await
    }

    async fn done(&mut self, lease: &Lease, now: Timestamp) -> Result<bool, StorageError> {
        let text = held!(
            "finished_at = $4, attempts = 0, last_error = NULL, run_at = COALESCE(again_at, run_at), \
             state = CASE WHEN again_at IS NULL THEN 'done' ELSE 'ready' END"
        );
        let ended = sql(text)
            .bind(lease.job.id.to_string())
            .bind(lease.worker.as_str())
            .bind(lease.fence)
            .bind(now);
        let ended = job_ids(&ended.fetch_all(self.tx()).await?)?;
        Ok(self.changed(ended))
    }

    /// A job that was requested again while it ran starts again instead of becoming dead.
    async fn failed(&mut self, lease: &Lease, failure: &Failure, now: Timestamp) -> Result<bool, StorageError> {
        let text = held!(
            "last_error = $5, run_at = CASE WHEN attempts < max_attempts AND CAST($6 AS BIGINT) IS NOT NULL \
             THEN CAST($6 AS BIGINT) ELSE COALESCE(again_at, run_at) END, \
             state = CASE WHEN again_at IS NOT NULL OR (attempts < max_attempts AND CAST($6 AS BIGINT) IS NOT NULL) \
             THEN 'ready' ELSE 'dead' END, \
             attempts = CASE WHEN again_at IS NOT NULL AND (attempts >= max_attempts OR CAST($6 AS BIGINT) IS NULL) \
             THEN 0 ELSE attempts END"
        );
        let ended = sql(text)
            .bind(lease.job.id.to_string())
            .bind(lease.worker.as_str())
            .bind(lease.fence)
            .bind(now)
            .bind(json("jobs", failure)?)
            .bind(failure.retry_at);
        let ended = job_ids(&ended.fetch_all(self.tx()).await?)?;
        Ok(self.changed(ended))
    }

    async fn postponed(&mut self, lease: &Lease, until: Timestamp, now: Timestamp) -> Result<bool, StorageError> {
        let text = held!("run_at = $5, state = 'ready', attempts = attempts - 1");
        let ended = sql(text)
            .bind(lease.job.id.to_string())
            .bind(lease.worker.as_str())
            .bind(lease.fence)
            .bind(now)
            .bind(until);
        let ended = job_ids(&ended.fetch_all(self.tx()).await?)?;
        Ok(self.changed(ended))
    }

    async fn retry_now(&mut self, kind: &str, prefix: &str, now: Timestamp) -> Result<(), StorageError> {
        let text = "UPDATE jobs SET run_at = $3, updated_at = $3, state = 'ready', \
             attempts = CASE WHEN state = 'dead' THEN 0 ELSE attempts END WHERE kind = $1 AND crashes = 0 \
             AND (state = 'dead' OR (state = 'ready' AND run_at > $3)) \
             AND last_error IS NOT NULL AND SUBSTR(subject, 1, LENGTH($2)) = $2 RETURNING id";
        let due = sql(text).bind(kind).bind(prefix).bind(now);
        let due = job_ids(&due.fetch_all(self.tx()).await?)?;
        self.changed(due);
        Ok(())
    }

    async fn forget_ended(&mut self, kind: &str, before: Timestamp) -> Result<(), StorageError> {
        let text = "DELETE FROM jobs WHERE kind = $1 AND state IN ('done', 'dead') AND updated_at < $2";
        sql(text).bind(kind).bind(before).execute(self.tx()).await.map(drop)
    }
}

#[async_trait]
impl JobChangeReader for Database {
    /// The counter is read before the jobs, so that they include every change up to it.
    async fn changed_since(&self, since: i64, limit: u32) -> Result<Option<JobChanges>, StorageError> {
        let counter = sql("SELECT newest FROM job_revision WHERE one = 1").fetch_one(self.sql());
        let revision = counter.await?.of("job_revision", &[]).int("newest")?;
        if revision <= since {
            return Ok(Some(JobChanges { revision, jobs: vec![] }));
        }
        let text = concat!(
            "SELECT ",
            job_columns!(),
            " FROM jobs WHERE revision > $1 ORDER BY revision, id LIMIT $2"
        );
        let rows = sql(text)
            .bind(since)
            .bind(i64::from(limit) + 1)
            .fetch_all(self.sql())
            .await?;
        if rows.len() > usize::try_from(limit).unwrap_or(usize::MAX) {
            return Ok(None);
        }
        let jobs = rows.iter().map(job).collect::<Result<Vec<Job>, StorageError>>()?;
        let revision = jobs.last().map_or(revision, |job| job.revision.max(revision));
        Ok(Some(JobChanges { revision, jobs }))
    }

    async fn counts(&self) -> Result<JobCounts, StorageError> {
        let text = "SELECT CASE WHEN state = 'ready' AND last_error IS NOT NULL THEN 'failed' ELSE state END AS how, \
             COUNT(*) AS jobs FROM jobs GROUP BY 1";
        let mut counts = JobCounts::default();
        for row in sql(text).fetch_all(self.sql()).await? {
            let row = row.of("jobs", &["how"]);
            let jobs = row.number("jobs")?;
            match row.text("how")?.as_str() {
                "ready" => counts.waiting = jobs,
                "failed" => counts.failed = jobs,
                "running" => counts.running = jobs,
                "dead" => counts.dead = jobs,
                _ => {}
            }
        }
        Ok(counts)
    }
}

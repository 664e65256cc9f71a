//! The jobs that changed since a revision, and the numbers of jobs by state.

use async_trait::async_trait;
use ports::{
    Job, JobChangeReader, StorageError,
    job::{JobChanges, JobCounts},
};

use super::row::{job, job_columns};
use crate::storage::database::{Database, sql::sql};

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

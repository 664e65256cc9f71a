//! Rows of jobs.

use ports::{Job, StorageError, job::JobState};

use crate::storage::database::sql::Row;

/// The columns that [`job`] reads.
macro_rules! job_columns {
    () => {
        "id, kind, subject, state, run_at, attempts, max_attempts, again_at, done, total, last_error, finished_at, \
         updated_at, revision"
    };
}
pub(super) use job_columns;

/// Reads the row of a job.
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

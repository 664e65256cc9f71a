//! Revisions of jobs, by which a reader finds the jobs that changed since its last query.

use ports::StorageError;

use super::sql::{Tx, listed, sql};

/// Gives the changed jobs the next revision. It must be the last step of a transaction: the counter's row is locked until
/// the commit, so that a reader that sees a revision sees all lower ones.
pub(crate) async fn revise_jobs(tx: &mut Tx, changed: &[String]) -> Result<i64, StorageError> {
    if changed.is_empty() {
        return Ok(0);
    }
    let next = sql("UPDATE job_revision SET newest = newest + 1 WHERE one = 1 RETURNING newest");
    let newest = next.fetch_one(&mut *tx).await?.of("job_revision", &[]).int("newest")?;
    let text = listed!("UPDATE jobs SET revision = $1 WHERE id IN ", 2, "");
    sql(text).bind(newest).bind_list(changed).execute(tx).await?;
    Ok(newest)
}

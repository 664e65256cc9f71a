//! Beginning and committing a transaction.

use ports::StorageError;

use super::{
    connection::TimeLimit,
    error::storage_error,
    pools::{Connection, Sql, Tx},
    statement::sql,
};

impl Sql {
    /// Begins a transaction; on SQLite it is the only writer.
    pub(crate) async fn begin(&self) -> Result<Tx, StorageError> {
        self.begin_within(TimeLimit::Standard).await
    }

    /// Begins a transaction with this time limit.
    pub(crate) async fn begin_within(&self, limit: TimeLimit) -> Result<Tx, StorageError> {
        let mut tx = Tx {
            connection: self.writer(limit).await?.begin().await?,
            file: self.file().cloned(),
        };
        if limit == TimeLimit::None && matches!(self, Self::Postgres(_)) {
            let text = "SELECT set_config('statement_timeout', '0', TRUE), set_config('lock_timeout', '0', TRUE)";
            sql(text).execute(&mut tx).await?;
        }
        Ok(tx)
    }
}

impl Tx {
    /// Commits. For a SQLite file, its new revision is written beside the file before this returns.
    pub(crate) async fn commit(mut self) -> Result<(), StorageError> {
        let revision = match &self.file {
            Some(_) => next_revision(&mut self).await?,
            None => None,
        };
        let kept = match self.connection {
            Connection::Postgres(loan) => loan.commit().await,
            Connection::Sqlite(loan) => loan.commit().await,
        };
        kept.map_err(|why| storage_error(&why))?;
        if let (Some(file), Some(revision)) = (&self.file, revision) {
            return file.make_durable(revision).await;
        }
        Ok(())
    }
}

/// Increments the revision; `None` before the database has its mark.
async fn next_revision(tx: &mut Tx) -> Result<Option<i64>, StorageError> {
    let next = sql("UPDATE instance SET revision = revision + 1 WHERE one = 1 RETURNING revision");
    let row = next.fetch_optional(tx).await?;
    row.map(|row| row.of("instance", &[]).int("revision")).transpose()
}

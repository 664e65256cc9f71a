//! The connection pools of a database, and transactions on them.

use std::sync::Arc;

use ports::StorageError;
use sqlx::{PgPool, Postgres, Sqlite, SqlitePool};

use super::{
    connection::{Loan, Queue, TimeLimit},
    data_file::DataFile,
    failure::storage_error,
    sql::sql,
};

/// A database. On SQLite one connection writes and several read.
#[derive(Clone, Debug)]
pub(super) enum Sql {
    Postgres(PgPool),
    Sqlite(Lite),
}

/// A SQLite database.
#[derive(Clone, Debug)]
pub(super) struct Lite {
    pub(super) write: SqlitePool,
    pub(super) read: SqlitePool,
    /// An idle connection. A database in memory and the log of a file exist only while a connection is open, and all
    /// connections of the pools may be discarded at the same time.
    pub(super) anchor: Option<SqlitePool>,
    /// The file, unless the database is in memory or opened read-only.
    pub(super) file: Option<Arc<DataFile>>,
    /// The queue for the writer.
    pub(super) queue: Queue,
}

/// A transaction; rolled back when it is dropped.
pub(super) struct Tx {
    pub(super) connection: Connection,
    file: Option<Arc<DataFile>>,
}

/// A connection of either driver.
pub(super) enum Connection {
    Postgres(Loan<Postgres>),
    Sqlite(Loan<Sqlite>),
}

impl Sql {
    /// A database in memory or opened read-only cannot hang, so callers wait without a limit.
    fn limited(&self, limit: TimeLimit) -> TimeLimit {
        match self {
            Self::Sqlite(Lite { file: None, .. }) => TimeLimit::None,
            _ => limit,
        }
    }

    pub(super) async fn reader(&self, limit: TimeLimit) -> Result<Connection, sqlx::Error> {
        let limit = self.limited(limit);
        Ok(match self {
            Self::Postgres(pool) => Connection::Postgres(Loan::acquire(pool, limit).await?),
            Self::Sqlite(lite) => Connection::Sqlite(Loan::acquire(&lite.read, limit).await?),
        })
    }

    pub(super) async fn writer(&self, limit: TimeLimit) -> Result<Connection, StorageError> {
        self.is_in_place()?;
        let limit = self.limited(limit);
        let loan = match self {
            Self::Postgres(pool) => Loan::acquire(pool, limit).await.map(Connection::Postgres),
            Self::Sqlite(lite) => Loan::queue(&lite.write, limit, &lite.queue)
                .await
                .map(Connection::Sqlite),
        };
        loan.map_err(|why| storage_error(&why))
    }

    /// Begins a transaction; on SQLite it is the only writer.
    pub(super) async fn begin(&self) -> Result<Tx, StorageError> {
        self.begin_within(TimeLimit::Standard).await
    }

    /// Begins a transaction with this time limit.
    pub(super) async fn begin_within(&self, limit: TimeLimit) -> Result<Tx, StorageError> {
        self.is_in_place()?;
        let limit = self.limited(limit);
        let begun = match self {
            Self::Postgres(pool) => match Loan::acquire(pool, limit).await {
                Ok(loan) => loan.begun().await.map(Connection::Postgres),
                Err(why) => Err(why),
            },
            Self::Sqlite(lite) => match Loan::queue(&lite.write, limit, &lite.queue).await {
                Ok(loan) => loan.begun().await.map(Connection::Sqlite),
                Err(why) => Err(why),
            },
        };
        let mut tx = Tx {
            connection: begun.map_err(|why| storage_error(&why))?,
            file: self.file().cloned(),
        };
        if limit == TimeLimit::None && matches!(self, Self::Postgres(_)) {
            sql("SET LOCAL statement_timeout = 0").execute(&mut tx).await?;
        }
        Ok(tx)
    }

    /// Fails where the file was removed or replaced since it was opened, because the writes would be lost with the process.
    pub(super) fn is_in_place(&self) -> Result<(), StorageError> {
        self.file().map_or(Ok(()), |file| file.is_in_place())
    }

    /// Returns the file, if the database is one.
    pub(super) fn file(&self) -> Option<&Arc<DataFile>> {
        match self {
            Self::Postgres(_) => None,
            Self::Sqlite(lite) => lite.file.as_ref(),
        }
    }

    /// Returns the kind of the database, as shown to users.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Postgres(_) => "postgres",
            Self::Sqlite(_) => "sqlite",
        }
    }

    /// Runs `PRAGMA optimize` and checkpoints the log into the file. Closing the last connection checkpoints it as well, unless
    /// another process reads it. A file that was removed, replaced or only inspected is not changed.
    ///
    /// Connections do not optimize when they are closed: a reader would fail and be closed later, perhaps after the writer, and
    /// the writer would add to the checkpointed log.
    async fn fold_log(&self, lite: &Lite) -> Result<(), StorageError> {
        let in_use = lite.file.as_ref().is_some_and(|file| file.is_in_use());
        if in_use && !lite.write.is_closed() {
            for text in ["PRAGMA optimize", "PRAGMA wal_checkpoint(TRUNCATE)"] {
                sql(text).without_limit().execute(self).await?;
            }
        }
        Ok(())
    }

    /// Closes every connection.
    pub(super) async fn close(&self) {
        match self {
            Self::Postgres(pool) => pool.close().await,
            Self::Sqlite(lite) => {
                if let Some(anchor) = &lite.anchor {
                    anchor.close().await;
                }
                lite.read.close().await;
                if let Err(error) = self.fold_log(lite).await {
                    tracing::warn!(%error, "the log was not folded into the file");
                }
                lite.write.close().await;
                if let Some(file) = &lite.file {
                    file.sync();
                }
            }
        }
    }
}

impl Tx {
    /// Commits. For a SQLite file, its new revision is written beside the file before this returns.
    pub(super) async fn commit(mut self) -> Result<(), StorageError> {
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

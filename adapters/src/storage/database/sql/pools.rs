//! The connection pools of a database.

use std::sync::Arc;

use ports::StorageError;
use sqlx::{PgPool, Postgres, Sqlite, SqlitePool};
use tokio::sync::Semaphore;

use super::{
    connection::{Loan, Queue, TimeLimit},
    error::storage_error,
};
use crate::storage::database::{file::DataFile, timeouts::DatabaseTimeouts};

/// A database. On SQLite one connection writes and several read.
#[derive(Clone, Debug)]
pub(crate) enum Sql {
    Postgres(PostgresPool),
    Sqlite(SqlitePools),
}

/// The connections to a Postgres database.
#[derive(Clone, Debug)]
pub(crate) struct PostgresPool {
    pub(crate) pool: PgPool,
    /// The connections that units of work without a time limit may use at the same time.
    pub(crate) unlimited: Arc<Semaphore>,
    pub(crate) timeouts: DatabaseTimeouts,
}

impl PostgresPool {
    async fn writer(&self, limit: TimeLimit) -> Result<Loan<Postgres>, sqlx::Error> {
        let turn = match limit {
            TimeLimit::None => self.unlimited.clone().acquire_owned().await.ok(),
            TimeLimit::Standard => None,
        };
        let loan = Loan::acquire(&self.pool, limit, self.timeouts).await?;
        Ok(loan.with_turn(turn))
    }
}

/// The connections to a SQLite database.
#[derive(Clone, Debug)]
pub(crate) struct SqlitePools {
    pub(crate) write: SqlitePool,
    pub(crate) read: SqlitePool,
    /// An idle connection. A database in memory and the log of a file exist only while a connection is open, and all
    /// connections of the pools may be discarded at the same time.
    pub(crate) anchor: Option<SqlitePool>,
    /// The file, unless the database is in memory or opened read-only.
    pub(crate) file: Option<Arc<DataFile>>,
    /// The queue for the writer.
    pub(crate) queue: Queue,
    pub(crate) timeouts: DatabaseTimeouts,
}

/// A transaction; rolled back when it is dropped.
pub(crate) struct Tx {
    pub(crate) connection: Connection,
    pub(crate) file: Option<Arc<DataFile>>,
}

/// A connection of either driver.
pub(crate) enum Connection {
    Postgres(Loan<Postgres>),
    Sqlite(Loan<Sqlite>),
}

impl Sql {
    /// A database in memory or opened read-only cannot hang, so callers wait without a limit.
    fn limited(&self, limit: TimeLimit) -> TimeLimit {
        match self {
            Self::Sqlite(SqlitePools { file: None, .. }) => TimeLimit::None,
            _ => limit,
        }
    }

    /// Returns a connection that reads; on SQLite it cannot write.
    pub(crate) async fn reader(&self, limit: TimeLimit) -> Result<Connection, sqlx::Error> {
        let limit = self.limited(limit);
        Ok(match self {
            Self::Postgres(pools) => Connection::Postgres(Loan::acquire(&pools.pool, limit, pools.timeouts).await?),
            Self::Sqlite(pools) => Connection::Sqlite(Loan::acquire(&pools.read, limit, pools.timeouts).await?),
        })
    }

    /// Returns a connection that writes; SQLite has only one, for which callers queue.
    pub(crate) async fn writer(&self, limit: TimeLimit) -> Result<Connection, StorageError> {
        self.is_in_place()?;
        let limit = self.limited(limit);
        let loan = match self {
            Self::Postgres(pools) => pools.writer(limit).await.map(Connection::Postgres),
            Self::Sqlite(pools) => Loan::queue(&pools.write, limit, pools.timeouts, &pools.queue)
                .await
                .map(Connection::Sqlite),
        };
        loan.map_err(|why| storage_error(&why))
    }

    /// Fails where the file was removed or replaced since it was opened, because the writes would be lost with the process.
    pub(crate) fn is_in_place(&self) -> Result<(), StorageError> {
        self.file().map_or(Ok(()), |file| file.is_in_place())
    }

    /// Returns the file, if the database is one.
    pub(crate) fn file(&self) -> Option<&Arc<DataFile>> {
        match self {
            Self::Postgres(_) => None,
            Self::Sqlite(pools) => pools.file.as_ref(),
        }
    }

    /// Returns the kind of the database, as shown to users.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Postgres(_) => "postgres",
            Self::Sqlite(_) => "sqlite",
        }
    }
}

impl Connection {
    /// Begins a transaction on this connection.
    pub(crate) async fn begin(self) -> Result<Self, StorageError> {
        let begun = match self {
            Self::Postgres(loan) => loan.begin().await.map(Self::Postgres),
            Self::Sqlite(loan) => loan.begin().await.map(Self::Sqlite),
        };
        begun.map_err(|why| storage_error(&why))
    }
}

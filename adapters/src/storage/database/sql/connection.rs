//! Pooled connections: every wait has a time limit, and a connection whose statement was cancelled is discarded.

use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;
use sqlx::{Database, Error, Executor, Pool, Postgres, Sqlite, pool::PoolConnection};
use tokio::{
    runtime::Handle,
    sync::OwnedSemaphorePermit,
    time::{Instant, timeout, timeout_at},
};

use crate::storage::database::timeouts::DatabaseTimeouts;

/// When the queue for a connection last made progress. Callers wait longer in a queue that makes progress; callers of a
/// database that hangs fail soon.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue(Arc<Mutex<Option<Instant>>>);

impl Queue {
    /// Records that a statement succeeded.
    fn moved(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Returns the time from which the limits count for a caller that has waited since then.
    fn since(&self, began: Instant) -> Instant {
        let moved = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        moved.map_or(began, |moved| moved.max(began))
    }
}

/// Whether waits have a time limit. Migrations, backups, erasure and maintenance have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeLimit {
    Standard,
    None,
}

/// The differences of the two drivers.
pub(crate) trait Driver: Database {
    /// Begins a transaction that may write.
    const BEGIN: &'static str;
    /// Runs a statement without values and rows.
    fn command<'c>(connection: &'c mut Self::Connection, text: &'static str) -> BoxFuture<'c, Result<(), Error>>;
}

impl Driver for Postgres {
    const BEGIN: &'static str = "BEGIN";

    fn command<'c>(connection: &'c mut Self::Connection, text: &'static str) -> BoxFuture<'c, Result<(), Error>> {
        Box::pin(async move { connection.execute(text).await.map(drop) })
    }
}

impl Driver for Sqlite {
    const BEGIN: &'static str = "BEGIN IMMEDIATE";

    fn command<'c>(connection: &'c mut Self::Connection, text: &'static str) -> BoxFuture<'c, Result<(), Error>> {
        Box::pin(async move { connection.execute(text).await.map(drop) })
    }
}

/// Runs one statement on a [`Loan`] within its time limit: `run!(loan, |connection| query.fetch_all(connection))`.
macro_rules! run {
    ($loan:expr, |$connection:ident| $statement:expr) => {{
        match $loan.start() {
            Ok((deadline, $connection)) => {
                let ended = $crate::storage::database::sql::connection::within(deadline, $statement).await;
                $loan.end(&ended);
                ended
            }
            Err(why) => Err(why),
        }
    }};
}
pub(crate) use run;

/// A pooled connection. Dropped while a statement runs, it is discarded; dropped inside a transaction, it is rolled back
/// before it returns to the pool. So no open transaction ever reaches the pool, wherever a caller is cancelled.
pub(crate) struct Loan<D: Driver> {
    connection: Option<PoolConnection<D>>,
    limit: TimeLimit,
    timeouts: DatabaseTimeouts,
    /// The first statement shares its limit with the wait for the connection.
    deadline: Option<Instant>,
    transaction: bool,
    /// A statement started and did not end, so the state of the connection is unknown.
    unknown: bool,
    /// A statement of the transaction failed, so it cannot be committed.
    failed: bool,
    queue: Queue,
    /// The permit of a unit of work without a time limit, as long as it has the connection.
    turn: Option<OwnedSemaphorePermit>,
}

impl<D: Driver> Loan<D> {
    /// Acquires a connection from the pool.
    pub(crate) async fn acquire(pool: &Pool<D>, limit: TimeLimit, timeouts: DatabaseTimeouts) -> Result<Self, Error> {
        // This queue has no other users.
        Self::queue(pool, limit, timeouts, &Queue::default()).await
    }

    /// Acquires a connection from the pool. While its queue makes progress, the caller waits longer.
    pub(crate) async fn queue(
        pool: &Pool<D>,
        limit: TimeLimit,
        timeouts: DatabaseTimeouts,
        queue: &Queue,
    ) -> Result<Self, Error> {
        let (deadline, connection) = match limit {
            TimeLimit::Standard => {
                let began = Instant::now();
                let mut acquiring = std::pin::pin!(pool.acquire());
                let mut since = began;
                let connection = loop {
                    match timeout_at(since + timeouts.acquire(), &mut acquiring).await {
                        Ok(acquired) => break acquired?,
                        Err(_) if queue.since(began) == since || began.elapsed() > timeouts.queue() => {
                            return Err(Error::PoolTimedOut);
                        }
                        Err(_) => since = queue.since(began),
                    }
                };
                (Some(queue.since(began) + timeouts.statement()), connection)
            }
            TimeLimit::None => (None, pool.acquire().await?),
        };
        Ok(Self {
            connection: Some(connection),
            limit,
            timeouts,
            deadline,
            transaction: false,
            unknown: false,
            failed: false,
            queue: queue.clone(),
            turn: None,
        })
    }

    /// Keeps a permit until the connection is returned.
    pub(crate) fn with_turn(mut self, turn: Option<OwnedSemaphorePermit>) -> Self {
        self.turn = turn;
        self
    }

    /// Begins a transaction on it.
    pub(crate) async fn begin(mut self) -> Result<Self, Error> {
        self.command(D::BEGIN).await?;
        self.transaction = true;
        Ok(self)
    }

    /// Returns the connection for one statement, and the deadline of the statement. Pass the result to [`Self::end`].
    pub(crate) fn start(&mut self) -> Result<(Option<Instant>, &mut D::Connection), Error> {
        let deadline = match self.limit {
            TimeLimit::Standard => {
                let statement = self.timeouts.statement();
                Some(self.deadline.take().unwrap_or_else(|| Instant::now() + statement))
            }
            TimeLimit::None => None,
        };
        self.unknown = true;
        let connection = self.connection.as_mut().ok_or(Error::PoolClosed)?;
        Ok((deadline, connection))
    }

    /// Records the end of a statement. After an answer of the database, even an error, the state of the connection is known.
    pub(crate) fn end<T>(&mut self, ended: &Result<T, Error>) {
        self.unknown = !matches!(ended, Ok(_) | Err(Error::Database(_)));
        self.failed |= ended.is_err();
        if ended.is_ok() {
            self.queue.moved();
        }
    }

    async fn command(&mut self, text: &'static str) -> Result<(), Error> {
        run!(self, |connection| D::command(connection, text))
    }

    /// Commits the transaction. Its outcome is unknown where this is cancelled or fails.
    pub(crate) async fn commit(mut self) -> Result<(), Error> {
        if self.failed {
            let why = "a statement of this transaction failed";
            return Err(Error::Protocol(why.to_owned()));
        }
        self.command("COMMIT").await?;
        self.transaction = false;
        Ok(())
    }
}

/// Waits for a statement until the deadline.
pub(crate) async fn within<T>(
    deadline: Option<Instant>,
    statement: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    match deadline {
        Some(deadline) => timeout_at(deadline, statement)
            .await
            .unwrap_or_else(|_| Err(too_slow())),
        None => statement.await,
    }
}

fn too_slow() -> Error {
    let why = "a statement took longer than its time limit";
    Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, why))
}

/// Removes the connection from the pool. It is closed without a termination message, because the other end may hang.
fn discard<D: Driver>(connection: PoolConnection<D>) {
    drop(connection.detach());
}

impl<D: Driver> Drop for Loan<D> {
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else {
            return;
        };
        if self.unknown {
            return discard(connection);
        }
        if !self.transaction {
            return;
        }
        let Ok(runtime) = Handle::try_current() else {
            return discard(connection);
        };
        let limit = self.timeouts.acquire();
        runtime.spawn(async move {
            // SQLite itself ends a transaction after a full disk or an unreadable page, and a second rollback would fail.
            let rolled_back = timeout(limit, D::command(&mut connection, "ROLLBACK")).await;
            if !matches!(rolled_back, Ok(Ok(()))) {
                discard(connection);
            }
        });
    }
}

//! Postgres databases.

use std::time::Duration;

use ports::StorageError;
use sqlx::{
    migrate::MigrateError,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use super::{
    location::{DatabaseLocation, OpenError},
    migrations::{Step, migrator, newest, newest_step},
    sql::{Sql, sql, storage_error},
};

const CONNECTIONS: u32 = 10;
/// The timeout for opening. Requests and jobs have shorter limits.
const OPEN_LIMIT: Duration = Duration::from_secs(10);
/// A connection idle for this long is tested before use.
const TESTED_AFTER: Duration = Duration::from_secs(1);
/// The server's own statement timeout, to end statements whose caller has given up.
const TIMEOUTS: [(&str, &str); 3] = [
    ("statement_timeout", "5s"),
    ("lock_timeout", "4s"),
    // A node that is frozen inside a unit of work must not lock rows of the other nodes for long.
    ("idle_in_transaction_session_timeout", "10s"),
];

/// Connects and migrates. User data are not migrated before the operator confirms a backup.
pub(crate) async fn open(
    url: &str,
    location: &DatabaseLocation,
    steps: &[Step],
    have_backup: bool,
) -> Result<Sql, OpenError> {
    let sql = connect(url).await.map_err(OpenError::storage(location))?;
    let (found, known) = (
        version(&sql).await.map_err(OpenError::storage(location))?,
        newest(steps),
    );
    let name = location.to_string();
    if found > known {
        let location = name;
        return Err(OpenError::Newer { location, found, known });
    }
    if found > 0 && found < known && !have_backup && has_users(&sql).await.map_err(OpenError::storage(location))? {
        let location = name;
        return Err(OpenError::NeedsBackup { location, found, known });
    }
    match migrate(url, steps).await {
        Ok(()) => Ok(sql),
        Err(MigrateError::Execute(why)) => Err(OpenError::storage(location)(storage_error(&why))),
        Err(why) => Err(OpenError::HalfMigrated {
            location: name,
            why: why.to_string(),
            restore: "pg_restore --clean --if-exists --dbname=<database> <file>".to_owned(),
        }),
    }
}

/// Connects without changing anything.
pub(crate) async fn connect(url: &str) -> Result<Sql, StorageError> {
    let options: PgConnectOptions = url.parse().map_err(|why| storage_error(&why))?;
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(OPEN_LIMIT)
        .test_before_acquire(false)
        .before_acquire(|connection, rest| {
            Box::pin(async move {
                let is_tested = rest.idle_for > TESTED_AFTER;
                Ok(!is_tested || sqlx::Connection::ping(connection).await.is_ok())
            })
        });
    let pool = pool.connect_with(options.options(TIMEOUTS)).await;
    pool.map(Sql::Postgres).map_err(|why| storage_error(&why))
}

/// Returns the version of the schema; 0 for an empty database.
pub(crate) async fn version(on: &Sql) -> Result<i64, StorageError> {
    let text = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL AS known";
    let known: bool = sql(text)
        .fetch_one(on)
        .await?
        .of("_sqlx_migrations", &[])
        .get("known")?;
    if known { newest_step(on).await } else { Ok(0) }
}

async fn has_users(on: &Sql) -> Result<bool, StorageError> {
    let row = sql("SELECT EXISTS (SELECT 1 FROM users) AS any_user")
        .fetch_one(on)
        .await?;
    row.of("users", &[]).get("any_user")
}

/// Runs the missing migrations on a separate connection without a time limit.
async fn migrate(url: &str, steps: &[Step]) -> Result<(), MigrateError> {
    let pool = PgPoolOptions::new().max_connections(1).connect(url).await?;
    let run = migrator(steps, |step| step.postgres).run(&pool).await;
    pool.close().await;
    run
}

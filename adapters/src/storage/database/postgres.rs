//! Postgres databases.

use std::{sync::Arc, time::Duration};

use alloy_primitives::hex;
use ports::{Entropy as _, StorageError};
use sqlx::{
    AssertSqlSafe, Connection as _, Executor as _, PgPool,
    migrate::MigrateError,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use tokio::sync::Semaphore;

use super::{
    location::{DatabaseLocation, OpenError, OpenOptions},
    migrations::{
        Step, check_texts, check_version, failure, interrupted_step, migrator, newest, newest_step, was_interrupted,
    },
    sql::{PostgresPool, Sql, sql, storage_error},
    timeouts::DatabaseTimeouts,
};
use crate::entropy::SystemEntropy;

const CONNECTIONS: u32 = 10;
/// How many of them units of work without a time limit use, which may wait for each other: the rest answers everybody else.
const UNLIMITED: usize = 5;
/// A connection idle for this long is tested before use.
const TESTED_AFTER: Duration = Duration::from_secs(1);
/// How often and in which steps is waited for connections that are ending.
const ENDING_TRIES: u32 = 20;
const ENDING_PAUSE: Duration = Duration::from_millis(100);

/// Connects and migrates. User data are not migrated before the operator confirms a backup.
pub(crate) async fn open(
    url: &str,
    location: &DatabaseLocation,
    steps: &[Step],
    opening: &OpenOptions,
) -> Result<Sql, OpenError> {
    let sql = connect(url, opening.timeouts)
        .await
        .map_err(OpenError::storage(location))?;
    let (found, known) = (
        version(&sql).await.map_err(OpenError::storage(location))?,
        newest(steps),
    );
    check_version(location, found, known)?;
    let half_migrated = |why: String| OpenError::HalfMigrated {
        location: location.to_string(),
        why,
        restore: "pg_restore --clean --if-exists --dbname=<database> <file>".to_owned(),
    };
    // Before a backup is requested, because it would have the same schema.
    if found > 0
        && let Some(version) = interrupted_step(&sql).await.map_err(OpenError::storage(location))?
    {
        return Err(half_migrated(was_interrupted(version)));
    }
    check_texts(&sql, location, found).await?;
    if found > 0
        && found < known
        && !opening.have_backup
        && has_users(&sql).await.map_err(OpenError::storage(location))?
    {
        let location = location.to_string();
        return Err(OpenError::NeedsBackup { location, found, known });
    }
    match migrate(url, found, steps).await {
        Ok(()) => Ok(sql),
        Err(MigrateError::Execute(why)) => Err(OpenError::storage(location)(storage_error(&why))),
        Err(why) => Err(half_migrated(failure(&why))),
    }
}

/// Connects without changing anything. The connections of one pool have one name, which no other pool has.
pub(crate) async fn connect(url: &str, timeouts: DatabaseTimeouts) -> Result<Sql, StorageError> {
    let options: PgConnectOptions = url.parse().map_err(|why| storage_error(&why))?;
    let pool = PgPoolOptions::new()
        .max_connections(CONNECTIONS)
        .acquire_timeout(timeouts.connect())
        .test_before_acquire(false)
        .before_acquire(|connection, rest| {
            Box::pin(async move {
                let is_tested = rest.idle_for > TESTED_AFTER;
                Ok(!is_tested || sqlx::Connection::ping(connection).await.is_ok())
            })
        });
    let random = hex::encode(SystemEntropy.bytes());
    let options = options.application_name(&format!("spyhop {random:.16}"));
    let pool = pool.connect_with(options.options(timeouts.of_server())).await;
    let unlimited = Arc::new(Semaphore::new(UNLIMITED));
    pool.map(|pool| PostgresPool {
        pool,
        unlimited,
        timeouts,
    })
    .map(Sql::Postgres)
    .map_err(|why| storage_error(&why))
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
async fn migrate(url: &str, found: i64, steps: &[Step]) -> Result<(), MigrateError> {
    let pool = PgPoolOptions::new().max_connections(1).connect(url).await?;
    let run = migrator(found, steps, |step| step.postgres).run(&pool).await;
    pool.close().await;
    run
}

/// Returns how many connections to this database are not of this pool. Waits a while for those that are just ending.
pub(crate) async fn other_connections(on: &Sql) -> Result<i64, StorageError> {
    let text = "SELECT COUNT(*) AS others FROM pg_stat_activity WHERE datname = current_database() \
         AND backend_type = 'client backend' AND application_name <> current_setting('application_name')";
    let mut tries = 0;
    loop {
        let row = sql(text).fetch_one(on).await?;
        let others = row.of("pg_stat_activity", &[]).int("others")?;
        tries += 1;
        if others == 0 || tries == ENDING_TRIES {
            return Ok(others);
        }
        tokio::time::sleep(ENDING_PAUSE).await;
    }
}

/// Rewrites the tables of these columns of bytes, so that nothing of what was deleted or changed is left in their files. Uses a
/// connection without a time limit, outside of a transaction.
///
/// `VACUUM FULL` would keep deleted rows as long as any other session has an older snapshot; a change of the type copies only
/// what is visible now. With a calculated value it copies even where the type stays the same.
pub(crate) async fn rewrite(on: &PgPool, columns: &[(&'static str, &'static str)]) -> Result<(), StorageError> {
    let rewritten = async {
        let mut connection = on.acquire().await?.detach();
        connection
            .execute("SET statement_timeout = 0; SET lock_timeout = 0")
            .await?;
        for (table, column) in columns {
            // Names cannot be bound. These are literals.
            let text = format!("ALTER TABLE {table} ALTER COLUMN {column} TYPE BYTEA USING {column} || ''");
            connection.execute(AssertSqlSafe(text)).await?;
        }
        connection.close().await
    };
    rewritten.await.map_err(|why| storage_error(&why))
}

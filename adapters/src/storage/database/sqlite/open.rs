//! Opening SQLite databases: a file is checked before use, and backed up before a migration.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use ports::{StorageError, Timestamp};
use sqlx::{
    migrate::MigrateError,
    sqlite::{SqliteJournalMode, SqliteSynchronous},
};

use super::{
    connect::{connect, open_to_read, options, writer_and_readers},
    inspect::{check_integrity, version},
    maintain::copy,
};
use crate::storage::database::{
    file::{
        DataFile, Lock,
        access::{make_file, make_folder},
        acknowledged,
        backups::{backup_path, restore_command},
    },
    instance,
    location::{DatabaseLocation, OpenError},
    migrations::{
        Step, check_age, check_texts, check_version, failure, interrupted_step, migrator, newest, was_interrupted,
    },
    sql::{Queue, Sql, SqlitePools, storage_error},
    timeouts::DatabaseTimeouts,
};

/// Files up to this size are checked page by page at every start; larger ones by `spyhop doctor`.
const CHECKED_AT_START: u64 = 64 * 1024 * 1024;

/// Opens a database in memory, with one connection for reads and writes: in memory, readers wait for the writer without a
/// queue, and would starve under a steady stream of writes.
pub(crate) async fn open_memory(steps: &[Step], timeouts: DatabaseTimeouts) -> Result<Sql, StorageError> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("/spyhop-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let options = options(timeouts).filename(name).vfs("memdb").create_if_missing(true);
    let write = connect(options.clone(), 1, timeouts).await?;
    let sql = Sql::Sqlite(SqlitePools {
        read: write.clone(),
        write,
        anchor: Some(connect(options, 1, timeouts).await?),
        file: None,
        queue: Queue::default(),
        timeouts,
    });
    migrate(&sql, 0, steps).await.map_err(|why| migration_error(&why))?;
    Ok(sql)
}

/// Opens a database file, with the lock that reserves it for this process.
pub(crate) async fn open_file(
    path: &Path,
    steps: &[Step],
    now: Timestamp,
    timeouts: DatabaseTimeouts,
) -> Result<(Sql, Lock), OpenError> {
    let location = DatabaseLocation::File(path.to_owned());
    make_folder(path)?;
    let lock = Lock::take(path)?;
    let size = make_file(path)?;
    if size == 0 && lock.remembers() {
        return Err(OpenError::Gone {
            location: location.to_string(),
            lock: lock.path().display().to_string(),
        });
    }
    if size > 0 {
        check_revision(path, timeouts).await?;
    }
    let options = options(timeouts)
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        // `DataFile` syncs the log after each commit, once for all commits since the last sync.
        .synchronous(SqliteSynchronous::Normal);
    let reader = options.clone().read_only(true);
    let file = Arc::new(DataFile::new(path));
    let sql = writer_and_readers(options, reader, file, timeouts)
        .await
        .map_err(OpenError::storage(&location))?;
    if let Err(why) = prepare(&sql, path, size, steps, now).await {
        sql.close().await;
        return Err(why);
    }
    Ok((sql, lock))
}

async fn prepare(sql: &Sql, path: &Path, size: u64, steps: &[Step], now: Timestamp) -> Result<(), OpenError> {
    let location = DatabaseLocation::File(path.to_owned());
    if size > 0 && size <= CHECKED_AT_START {
        check_integrity(sql, &location, "PRAGMA quick_check(1)").await?;
    }
    let (found, known) = (version(sql, &location).await?, newest(steps));
    check_version(&location, found, known)?;
    let half_migrated = |why: String, before: Option<PathBuf>| OpenError::HalfMigrated {
        location: location.to_string(),
        why,
        restore: restore_command(path, before),
    };
    // Before the copy, which would otherwise be the newest one and have the same schema.
    if found > 0
        && let Some(version) = interrupted_step(sql).await.map_err(OpenError::storage(&location))?
    {
        return Err(half_migrated(was_interrupted(version), None));
    }
    check_texts(sql, &location, found).await?;
    let mut before = None;
    if found > 0 && found < known {
        let to = backup_path(path, &format!("schema-{found}"), now)?;
        copy(sql, &location, &to).await?;
        before = Some(to);
    }
    if let Err(why) = migrate(sql, found, steps).await {
        return Err(match why {
            MigrateError::Execute(why) => OpenError::storage(&location)(storage_error(&why)),
            why => half_migrated(failure(&why), before),
        });
    }
    Ok(())
}

/// Fails for a database that is older than the acknowledged revision, before anything is changed.
async fn check_revision(path: &Path, timeouts: DatabaseTimeouts) -> Result<(), OpenError> {
    let Some(last) = acknowledged(path)? else {
        return Ok(());
    };
    let location = DatabaseLocation::File(path.to_owned());
    let sql = open_to_read(path, timeouts).await?;
    let found = async {
        let schema = version(&sql, &location).await?;
        check_age(&location, schema)?;
        match schema {
            0 => Ok(None),
            _ => instance::revision(&sql).await.map_err(OpenError::storage(&location)),
        }
    };
    let found = found.await;
    sql.close().await;
    match found? {
        Some(found) if found.instance != last.instance || found.number >= last.number => Ok(()),
        found => Err(OpenError::Older {
            location: location.to_string(),
            found: found.map_or(0, |found| found.number),
            acknowledged: last.number,
            restore: restore_command(path, None),
        }),
    }
}

async fn migrate(on: &Sql, found: i64, steps: &[Step]) -> Result<(), MigrateError> {
    let Sql::Sqlite(pools) = on else {
        return Ok(());
    };
    migrator(found, steps, |step| step.sqlite).run(&pools.write).await
}

fn migration_error(why: &MigrateError) -> StorageError {
    StorageError::Unavailable {
        why: why.to_string(),
        full: false,
    }
}

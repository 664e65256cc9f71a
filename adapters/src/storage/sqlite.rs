//! Opening of SQLite files: checked before use, and backed up before a migration.

use std::{
    fs,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use ports::{StorageError, Timestamp};
use sqlx::{
    SqlitePool,
    migrate::MigrateError,
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use super::{
    backup::{backup_path, restore_command},
    connection::{ACQUIRE_LIMIT, Queue},
    data_file::{DataFile, is_not_older},
    failure::storage_error,
    files::{make_file, make_folder, private},
    location::{DatabaseLocation, OpenError},
    lock::Lock,
    migrations::{SECURE_DELETE, Step, migrator, newest},
    sql::{Sql, sql},
    transaction::Lite,
};

/// The timeout of the pools. Opening a file may take this long because its log is replayed; requests and jobs have shorter
/// limits.
const OPEN_LIMIT: Duration = Duration::from_secs(60);
const READERS: u32 = 4;
/// How often truncating the log is tried.
const TRIES: u32 = 5;
/// How many rows a connection's thread reads before it waits for the receiver, because each wait costs two thread switches.
const ROWS_AHEAD: usize = 1024;
/// The page cache of each connection in KiB, as much as one large portfolio reads.
const CACHE_KIB: u32 = 5 * 1024;
/// Files up to this size are checked page by page at every start; larger ones by `spyhop doctor`.
const CHECKED_AT_START: u64 = 64 * 1024 * 1024;

fn options() -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .busy_timeout(ACQUIRE_LIMIT)
        .foreign_keys(true)
        .row_buffer_size(ROWS_AHEAD)
        .pragma("temp_store", "memory")
        .pragma("cache_size", format!("-{CACHE_KIB}"))
        // A file from elsewhere, such as a backup, must not run code from its schema.
        .pragma("trusted_schema", "off")
        // Deleted data are overwritten, so that erased users do not remain in free pages.
        .pragma("secure_delete", "on")
}

fn pool(size: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(size)
        .acquire_timeout(OPEN_LIMIT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

async fn connect(options: SqliteConnectOptions, size: u32) -> Result<SqlitePool, StorageError> {
    pool(size)
        .connect_with(options)
        .await
        .map_err(|why| storage_error(&why))
}

/// Opens one writer and several readers of a file. The writer is opened first, because it creates the file.
async fn writer_and_readers(
    writer: SqliteConnectOptions,
    reader: SqliteConnectOptions,
    file: Arc<DataFile>,
) -> Result<Sql, StorageError> {
    let write = connect(writer, 1).await?;
    let anchor = connect(reader.clone(), 1).await?;
    Ok(Sql::Sqlite(Lite {
        write,
        read: connect(reader, READERS).await?,
        anchor: Some(anchor),
        file: Some(file),
        queue: Queue::default(),
    }))
}

/// Opens a database in memory, with one connection for reads and writes: in memory, readers wait for the writer without a
/// queue, and would starve under a steady stream of writes.
pub(super) async fn open_memory(steps: &[Step]) -> Result<Sql, StorageError> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("/spyhop-{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let options = options().filename(name).vfs("memdb").create_if_missing(true);
    let write = connect(options.clone(), 1).await?;
    let sql = Sql::Sqlite(Lite {
        read: write.clone(),
        write,
        anchor: Some(connect(options, 1).await?),
        file: None,
        queue: Queue::default(),
    });
    migrate(&sql, steps).await.map_err(|why| migration_error(&why))?;
    Ok(sql)
}

/// Opens a database file, with the lock that reserves it for this process.
pub(super) async fn open_file(path: &Path, steps: &[Step], now: Timestamp) -> Result<(Sql, Lock), OpenError> {
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
        is_not_older(path).await?;
    }
    let options = options()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        // `DataFile` syncs the log after each commit, once for all commits since the last sync.
        .synchronous(SqliteSynchronous::Normal);
    let reader = options.clone().read_only(true);
    let file = Arc::new(DataFile::new(path));
    let sql = writer_and_readers(options, reader, file)
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
        sound(sql, &location, "PRAGMA quick_check(1)").await?;
    }
    let (found, known) = (version(sql, &location).await?, newest(steps));
    if found > known {
        let location = location.to_string();
        return Err(OpenError::Newer { location, found, known });
    }
    let mut before = None;
    if found > 0 && found < known {
        let to = backup_path(path, &format!("schema-{found}"), now)?;
        copy(sql, &location, &to).await?;
        before = Some(to);
    }
    if let Err(why) = migrate(sql, steps).await {
        return Err(match why {
            MigrateError::Execute(why) => OpenError::storage(&location)(storage_error(&why)),
            why => OpenError::HalfMigrated {
                location: location.to_string(),
                why: why.to_string(),
                restore: restore_command(path, before),
            },
        });
    }
    if (1..SECURE_DELETE).contains(&found) {
        rewrite(sql).await.map_err(OpenError::storage(&location))?;
    }
    Ok(())
}

/// Rewrites the whole file, to remove data that was deleted before deleting meant overwriting.
async fn rewrite(on: &Sql) -> Result<(), StorageError> {
    // In memory the copy might not fit.
    for text in ["PRAGMA temp_store = file", "VACUUM", "PRAGMA temp_store = memory"] {
        sql(text).without_limit().execute(on).await?;
    }
    Ok(())
}

/// Checkpoints the log into the file and truncates it, because it contains the overwritten data. While others read or
/// write, that may take a few tries; where it fails, the next call does it, at the latest in the daily maintenance.
pub(super) async fn truncate_log(on: &Sql, file: &DataFile) -> Result<(), StorageError> {
    for _ in 0..TRIES {
        let text = "PRAGMA wal_checkpoint(TRUNCATE)";
        sql(text).without_limit().execute(on).await?;
        if file.log_is_empty() {
            return Ok(());
        }
    }
    tracing::info!("the log is in use and was not emptied yet");
    Ok(())
}

async fn migrate(on: &Sql, steps: &[Step]) -> Result<(), MigrateError> {
    let Sql::Sqlite(lite) = on else {
        return Ok(());
    };
    migrator(steps, |step| step.sqlite).run(&lite.write).await
}

fn migration_error(why: &MigrateError) -> StorageError {
    StorageError::Unavailable {
        why: why.to_string(),
        full: false,
    }
}

/// Opens a file read-only; another process may use it.
pub(super) async fn open_to_read(path: &Path) -> Result<Sql, OpenError> {
    let location = DatabaseLocation::File(path.to_owned());
    fs::metadata(path).map_err(OpenError::io(format!("read {}", path.display())))?;
    let read = connect(options().filename(path).read_only(true), 1).await;
    let read = read.map_err(OpenError::storage(&location))?;
    Ok(Sql::Sqlite(Lite {
        write: read.clone(),
        read,
        anchor: None,
        file: None,
        queue: Queue::default(),
    }))
}

/// Runs one of SQLite's integrity checks, which return `ok` or the problem.
pub(super) async fn sound(on: &Sql, location: &DatabaseLocation, check: &'static str) -> Result<(), OpenError> {
    let rows = sql(check)
        .without_limit()
        .fetch_all(on)
        .await
        .map_err(OpenError::storage(location))?;
    let column = if check.contains("quick") {
        "quick_check"
    } else {
        "integrity_check"
    };
    let said = rows.first().and_then(|row| row.get::<String>(column).ok());
    match said {
        Some(ok) if ok == "ok" => Ok(()),
        other => Err(OpenError::Broken {
            location: location.to_string(),
            why: other
                .unwrap_or_else(|| "the file is damaged".to_owned())
                .replace('\n', " "),
        }),
    }
}

/// Returns the version of the schema; 0 for an empty database.
pub(super) async fn version(on: &Sql, location: &DatabaseLocation) -> Result<i64, OpenError> {
    let tables = "SELECT (SELECT COUNT(*) FROM sqlite_master WHERE type = 'table') AS tables, \
         (SELECT COUNT(*) FROM sqlite_master WHERE type IN ('trigger', 'view')) AS acting, \
         (SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = '_sqlx_migrations') AS steps";
    let read = async {
        let row = sql(tables).fetch_one(on).await?;
        let row = row.of("sqlite_master", &[]);
        Ok((row.int("tables")?, row.int("steps")?, row.int("acting")?))
    };
    let broken = |why: &str| OpenError::Broken {
        location: location.to_string(),
        why: why.to_owned(),
    };
    match read.await.map_err(OpenError::storage(location))? {
        (0, _, _) => Ok(0),
        (_, 0, _) => Err(broken("it is a SQLite file of another program")),
        (_, _, 1..) => Err(broken("it has triggers or views, which Spyhop never creates")),
        _ => newest_step(on).await.map_err(OpenError::storage(location)),
    }
}

/// Returns the newest migration that was run. sqlx uses the same table on both databases.
pub(super) async fn newest_step(on: &Sql) -> Result<i64, StorageError> {
    let text = "SELECT CAST(COALESCE(MAX(version), 0) AS BIGINT) AS newest FROM _sqlx_migrations";
    sql(text).fetch_one(on).await?.of("_sqlx_migrations", &[]).int("newest")
}

/// Writes a consistent copy while others read and write. Never overwrites a file. The copy is readable by its owner only,
/// because SQLite fills an empty file that was created with these permissions.
pub(super) async fn copy(on: &Sql, location: &DatabaseLocation, to: &Path) -> Result<(), OpenError> {
    let keep = || format!("write {}; is there a file of that name already?", to.display());
    private().create_new(true).open(to).map_err(OpenError::io(keep()))?;
    let text = sql("VACUUM INTO $1").bind(to.to_string_lossy().into_owned());
    if let Err(why) = text.without_limit().execute(on).await {
        let _ = fs::remove_file(to);
        return Err(OpenError::storage(location)(why));
    }
    let kept = fs::File::open(to).and_then(|file| file.sync_all());
    kept.map_err(OpenError::io(format!("keep {}", to.display())))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::storage::migrations::STEPS;

    /// A temporary folder of a test, deleted when dropped.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("spyhop-test-{name}-{}-0", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Self(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    const NEXT: Step = Step {
        version: 2,
        name: "next",
        sqlite: "CREATE TABLE next (id TEXT NOT NULL PRIMARY KEY) STRICT; INSERT INTO next VALUES ('new')",
        postgres: "",
    };

    const BROKEN: Step = Step {
        version: 3,
        name: "broken",
        sqlite: "CREATE TABLE half (id TEXT) STRICT; INSERT INTO nowhere VALUES (1)",
        postgres: "",
    };

    fn now() -> Timestamp {
        Timestamp::from_seconds(1_750_000_000)
    }

    #[tokio::test]
    async fn a_file_is_backed_up_before_it_is_migrated() {
        let folder = Folder::new("migrate");
        let path = folder.0.join("spyhop.db");
        let first = || Step { ..STEPS[0] };
        drop(open_file(&path, &[first()], now()).await.unwrap());
        let (sql_after, lock) = open_file(&path, &[first(), NEXT], now()).await.unwrap();
        assert_eq!(newest_step(&sql_after).await.unwrap(), 2);
        sql_after.close().await;
        drop(lock);
        let backups: Vec<PathBuf> = fs::read_dir(folder.0.join("backups"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        assert_eq!(backups.len(), 1);
        let before = open_to_read(&backups[0]).await.unwrap();
        assert_eq!(newest_step(&before).await.unwrap(), 1);
        let later = now().plus(Duration::from_secs(1));
        let failed = open_file(&path, &[first(), NEXT, BROKEN], later).await.unwrap_err();
        assert!(matches!(failed, OpenError::HalfMigrated { .. }), "{failed}");
        assert!(failed.to_string().contains("spyhop restore /"), "{failed}");
        let (after, _lock) = open_file(&path, &[first(), NEXT], later).await.unwrap();
        assert_eq!(
            newest_step(&after).await.unwrap(),
            2,
            "a failing step leaves nothing behind"
        );
        assert!(sql("SELECT id FROM half").fetch_all(&after).await.is_err());
    }

    #[tokio::test]
    async fn what_is_deleted_is_overwritten() {
        let folder = Folder::new("overwritten");
        let (on, _lock) = open_file(&folder.0.join("spyhop.db"), STEPS, now()).await.unwrap();
        let mut tx = on.begin().await.unwrap();
        let row = sql("PRAGMA secure_delete").fetch_one(&mut tx).await.unwrap();
        assert_eq!(row.get::<i64>("secure_delete").unwrap(), 1);
    }

    #[tokio::test]
    async fn a_full_disk_is_reported_and_harms_nothing() {
        let folder = Folder::new("full");
        let (on, _lock) = open_file(&folder.0.join("spyhop.db"), STEPS, now()).await.unwrap();
        let fill = async || {
            let mut tx = on.begin().await?;
            for n in 0..2000_i64 {
                let row = sql("INSERT INTO names (name, resolved_at, address) VALUES ('a.eth', $1, 'somewhere')");
                row.bind(n).execute(&mut tx).await?;
            }
            tx.commit().await
        };
        sql("PRAGMA max_page_count = 80").execute(&on).await.unwrap();
        let full = fill().await.unwrap_err();
        assert!(matches!(full, StorageError::Unavailable { full: true, .. }), "{full}");
        // The limit ended with its connection, as if disk space was freed.
        fill().await.unwrap();
    }
}

//! Connections to SQLite databases.

use std::{fs, path::Path, sync::Arc, time::Duration};

use ports::StorageError;
use sqlx::{
    SqlitePool,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions},
};

use crate::storage::database::{
    file::DataFile,
    location::{DatabaseLocation, OpenError},
    sql::{ACQUIRE_LIMIT, Queue, Sql, SqlitePools, storage_error},
};

/// The timeout of the pools. Opening a file may take this long because its log is replayed; requests and jobs have shorter
/// limits.
const OPEN_LIMIT: Duration = Duration::from_secs(60);
const READERS: u32 = 4;

/// How many rows a connection's thread reads before it waits for the receiver, because each wait costs two thread switches.
const ROWS_AHEAD: usize = 1024;
/// The page cache of each connection in KiB, as much as one large portfolio reads.
const CACHE_KIB: u32 = 5 * 1024;

pub(super) fn options() -> SqliteConnectOptions {
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

pub(super) async fn connect(options: SqliteConnectOptions, size: u32) -> Result<SqlitePool, StorageError> {
    pool(size)
        .connect_with(options)
        .await
        .map_err(|why| storage_error(&why))
}

/// Opens one writer and several readers of a file. The writer is opened first, because it creates the file.
pub(super) async fn writer_and_readers(
    writer: SqliteConnectOptions,
    reader: SqliteConnectOptions,
    file: Arc<DataFile>,
) -> Result<Sql, StorageError> {
    let write = connect(writer, 1).await?;
    let anchor = connect(reader.clone(), 1).await?;
    Ok(Sql::Sqlite(SqlitePools {
        write,
        read: connect(reader, READERS).await?,
        anchor: Some(anchor),
        file: Some(file),
        queue: Queue::default(),
    }))
}

/// Opens a file read-only; another process may use it.
pub(crate) async fn open_to_read(path: &Path) -> Result<Sql, OpenError> {
    let location = DatabaseLocation::File(path.to_owned());
    fs::metadata(path).map_err(OpenError::io(format!("read {}", path.display())))?;
    let read = connect(options().filename(path).read_only(true), 1).await;
    let read = read.map_err(OpenError::storage(&location))?;
    Ok(Sql::Sqlite(SqlitePools {
        write: read.clone(),
        read,
        anchor: None,
        file: None,
        queue: Queue::default(),
    }))
}

//! Connections to SQLite databases.

use std::{fs, path::Path, sync::Arc};

use ports::StorageError;
use sqlx::{
    SqlitePool,
    sqlite::{SqliteConnectOptions, SqlitePoolOptions},
};

use crate::storage::database::{
    file::DataFile,
    location::{DatabaseLocation, OpenError},
    sql::{Queue, Sql, SqlitePools, storage_error},
    timeouts::DatabaseTimeouts,
};

const READERS: u32 = 4;

/// How many rows a connection's thread reads before it waits for the receiver, because each wait costs two thread switches.
const ROWS_AHEAD: usize = 1024;
/// The page cache of each connection in KiB, as much as one large portfolio reads.
const CACHE_KIB: u32 = 5 * 1024;

pub(super) fn options(timeouts: DatabaseTimeouts) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .busy_timeout(timeouts.acquire())
        .foreign_keys(true)
        .row_buffer_size(ROWS_AHEAD)
        .pragma("temp_store", "memory")
        .pragma("cache_size", format!("-{CACHE_KIB}"))
        // A file from elsewhere, such as a backup, must not run code from its schema.
        .pragma("trusted_schema", "off")
        // Deleted data are overwritten, so that erased users do not remain in free pages.
        .pragma("secure_delete", "on")
}

fn pool(size: u32, timeouts: DatabaseTimeouts) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(size)
        .acquire_timeout(timeouts.open_file())
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

pub(super) async fn connect(
    options: SqliteConnectOptions,
    size: u32,
    timeouts: DatabaseTimeouts,
) -> Result<SqlitePool, StorageError> {
    pool(size, timeouts)
        .connect_with(options)
        .await
        .map_err(|why| storage_error(&why))
}

/// Opens one writer and several readers of a file. The writer is opened first, because it creates the file.
pub(super) async fn writer_and_readers(
    writer: SqliteConnectOptions,
    reader: SqliteConnectOptions,
    file: Arc<DataFile>,
    timeouts: DatabaseTimeouts,
) -> Result<Sql, StorageError> {
    let write = connect(writer, 1, timeouts).await?;
    let anchor = connect(reader.clone(), 1, timeouts).await?;
    Ok(Sql::Sqlite(SqlitePools {
        write,
        read: connect(reader, READERS, timeouts).await?,
        anchor: Some(anchor),
        file: Some(file),
        queue: Queue::default(),
        timeouts,
    }))
}

/// Opens a file read-only; another process may use it.
pub(crate) async fn open_to_read(path: &Path, timeouts: DatabaseTimeouts) -> Result<Sql, OpenError> {
    let location = DatabaseLocation::File(path.to_owned());
    fs::metadata(path).map_err(OpenError::io(format!("read {}", path.display())))?;
    let read = connect(options(timeouts).filename(path).read_only(true), 1, timeouts).await;
    let read = read.map_err(OpenError::storage(&location))?;
    Ok(Sql::Sqlite(SqlitePools {
        write: read.clone(),
        read,
        anchor: None,
        file: None,
        queue: Queue::default(),
        timeouts,
    }))
}

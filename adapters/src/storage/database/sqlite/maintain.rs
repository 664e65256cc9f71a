//! Copying a SQLite database, and removing deleted data from its file and its log.

use std::{fs, path::Path};

use ports::StorageError;

use crate::storage::database::{
    file::{DataFile, access::private},
    location::{DatabaseLocation, OpenError},
    sql::{Sql, sql},
};

/// How often truncating the log is tried.
const TRIES: u32 = 5;

/// Checkpoints the log into the file and truncates it, because it contains the overwritten data. While others read or
/// write, that may take a few tries; where it fails, the next call does it, at the latest in the daily maintenance.
pub(crate) async fn truncate_log(on: &Sql, file: &DataFile) -> Result<(), StorageError> {
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

/// Writes a consistent copy while others read and write. Never overwrites a file. The copy is readable by its owner only,
/// because SQLite fills an empty file that was created with these permissions.
pub(crate) async fn copy(on: &Sql, location: &DatabaseLocation, to: &Path) -> Result<(), OpenError> {
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

//! Backup and restore of SQLite files.

use std::{
    fs,
    path::{Path, PathBuf},
};

use ports::Timestamp;

use super::{
    file::{
        Lock,
        access::make_folder,
        backups::{backup_path, file_name},
        beside, forget_acknowledged,
    },
    instance::{self, Instance},
    location::{DatabaseLocation, OpenError},
    migrations::{PREVIOUS, STEPS, check_age, newest},
    postgres, sqlite,
    timeouts::DatabaseTimeouts,
};

/// The state of a database, found without changing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseInspection {
    /// The version of its schema; 0 where it is empty.
    pub schema: i64,
    /// The newest schema version that this program knows.
    pub known: i64,
    /// Its mark, if any.
    pub instance: Option<Instance>,
}

/// The result of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoreResult {
    /// The path of the restored database.
    pub to: PathBuf,
    /// The path to which the previous database was moved.
    pub set_aside: Option<PathBuf>,
}

/// Checks a database without changing it, a file page by page. Another process may use it meanwhile. Fails for one that is too old to be
/// opened.
pub async fn examine(location: &DatabaseLocation, timeouts: DatabaseTimeouts) -> Result<DatabaseInspection, OpenError> {
    let (sql, schema) = match location {
        DatabaseLocation::Memory => return Err(not_a_file(location)),
        DatabaseLocation::File(path) => {
            let sql = sqlite::open_to_read(path, timeouts).await?;
            sqlite::check_integrity(&sql, location, "PRAGMA integrity_check(1)").await?;
            let schema = sqlite::version(&sql, location).await?;
            (sql, schema)
        }
        DatabaseLocation::Postgres(url) => {
            let sql = postgres::connect(url.reveal(), timeouts)
                .await
                .map_err(OpenError::storage(location))?;
            let schema = postgres::version(&sql).await.map_err(OpenError::storage(location))?;
            (sql, schema)
        }
    };
    check_age(location, schema)?;
    let known = newest(STEPS);
    let readable = (PREVIOUS..=known).contains(&schema);
    let instance = if readable {
        instance::read(&sql, schema)
            .await
            .map_err(OpenError::storage(location))?
    } else {
        None
    };
    sql.close().await;
    Ok(DatabaseInspection {
        schema,
        known,
        instance,
    })
}

/// Writes a consistent copy of a SQLite file that may be in use, and returns its path. Never overwrites a file; without
/// `to` the copy goes to the folder `backups` beside the database.
pub async fn backup(location: &DatabaseLocation, to: Option<&Path>, now: Timestamp) -> Result<PathBuf, OpenError> {
    let DatabaseLocation::File(path) = location else {
        return Err(not_a_file(location));
    };
    let to = match to {
        Some(to) => to.to_owned(),
        None => backup_path(path, "backup", now)?,
    };
    let sql = sqlite::open_to_read(path, DatabaseTimeouts::default()).await?;
    let copied = sqlite::copy(&sql, location, &to).await;
    sql.close().await;
    copied.map(|()| to)
}

/// Restores a backup into a data folder, as `spyhop.db` or `demo.db` according to its mark. An existing database is moved
/// to the backups, not deleted.
pub async fn restore(file: &Path, folder: &Path, now: Timestamp) -> Result<RestoreResult, OpenError> {
    let location = DatabaseLocation::File(file.to_owned());
    let timeouts = DatabaseTimeouts::default();
    let found = examine(&location, timeouts).await?;
    if found.schema > found.known {
        let (location, found, known) = (location.to_string(), found.schema, found.known);
        return Err(OpenError::Newer { location, found, known });
    }
    let mark = found.instance.ok_or_else(|| OpenError::Broken {
        location: location.to_string(),
        why: "it is not a backup of Spyhop".to_owned(),
    })?;
    let to = folder.join(file_name(mark.world));
    make_folder(&to)?;
    let lock = Lock::take(&to)?;
    let fresh = beside(&to, ".new");
    let _ = fs::remove_file(&fresh);
    let sql = sqlite::open_to_read(file, timeouts).await?;
    let copied = sqlite::copy(&sql, &location, &fresh).await;
    sql.close().await;
    copied?;
    let set_aside = set_aside(&to, now)?;
    forget_acknowledged(&to)?;
    fs::rename(&fresh, &to).map_err(OpenError::io(format!("write {}", to.display())))?;
    lock.remember(mark.id)?;
    Ok(RestoreResult { to, set_aside })
}

/// Moves a database with its log to the backups.
fn set_aside(database: &Path, now: Timestamp) -> Result<Option<PathBuf>, OpenError> {
    if !database.exists() {
        return Ok(None);
    }
    let to = backup_path(database, "replaced", now)?;
    for suffix in ["", "-wal", "-shm"] {
        let from = beside(database, suffix);
        if from.exists() {
            fs::rename(&from, beside(&to, suffix)).map_err(OpenError::io(format!("move {}", from.display())))?;
        }
    }
    Ok(Some(to))
}

fn not_a_file(location: &DatabaseLocation) -> OpenError {
    OpenError::NotAFile {
        location: location.to_string(),
    }
}

//! Backups of a SQLite file, and bringing one back.

use std::{
    fs,
    path::{Path, PathBuf},
};

use ports::{Timestamp, WorldKind};

use super::{
    data_file::forget_acknowledged,
    files,
    instance::{self, Instance},
    lock::{Lock, beside},
    migrations::{STEPS, newest},
    place::{OpenError, Place},
    postgres, sqlite,
};

/// What was found in a database that was looked at and not touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examination {
    /// Version of its schema; 0 when it is empty.
    pub schema: i64,
    /// The newest version that is known here.
    pub known: i64,
    /// Its mark.
    pub instance: Option<Instance>,
}

/// What was brought back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// Where it is now.
    pub to: PathBuf,
    /// Where the database that was there before lies now.
    pub set_aside: Option<PathBuf>,
}

/// Looks at a database, page by page where it is a file, and changes nothing; another process may have it open.
pub async fn examine(place: &Place) -> Result<Examination, OpenError> {
    let (sql, schema) = match place {
        Place::Memory => return Err(not_a_file(place)),
        Place::File(path) => {
            let sql = sqlite::open_to_read(path).await?;
            sqlite::sound(&sql, place, "PRAGMA integrity_check(1)").await?;
            let schema = sqlite::version(&sql, place).await?;
            (sql, schema)
        }
        Place::Postgres(url) => {
            let sql = postgres::connect(url.reveal())
                .await
                .map_err(OpenError::storage(place))?;
            let schema = postgres::version(&sql).await.map_err(OpenError::storage(place))?;
            (sql, schema)
        }
    };
    let known = newest(STEPS);
    let readable = (1..=known).contains(&schema);
    let instance = if readable {
        instance::read(&sql).await.map_err(OpenError::storage(place))?
    } else {
        None
    };
    sql.close().await;
    Ok(Examination {
        schema,
        known,
        instance,
    })
}

/// Writes a consistent copy of a SQLite file while it is in use. It never overwrites a file; without `to` the copy goes
/// to the folder `backups` beside the database. Answers where it is.
pub async fn backup(place: &Place, to: Option<&Path>, now: Timestamp) -> Result<PathBuf, OpenError> {
    let Place::File(path) = place else {
        return Err(not_a_file(place));
    };
    let to = match to {
        Some(to) => to.to_owned(),
        None => backup_path(path, "backup", now)?,
    };
    let sql = sqlite::open_to_read(path).await?;
    let copied = sqlite::copy(&sql, place, &to).await;
    sql.close().await;
    copied.map(|()| to)
}

/// Brings a backup back into a data folder: as `spyhop.db` or `demo.db`, as its mark says. The database that is there is
/// set aside among the backups, not deleted.
pub async fn restore(file: &Path, folder: &Path, now: Timestamp) -> Result<Restored, OpenError> {
    let place = Place::File(file.to_owned());
    let found = examine(&place).await?;
    if found.schema > found.known {
        let (place, found, known) = (place.to_string(), found.schema, found.known);
        return Err(OpenError::Newer { place, found, known });
    }
    let mark = found.instance.ok_or_else(|| OpenError::Broken {
        place: place.to_string(),
        why: "it is not a backup of Spyhop".to_owned(),
    })?;
    let to = folder.join(file_name(mark.world));
    files::make_folder(&to)?;
    let lock = Lock::take(&to)?;
    let fresh = beside(&to, ".new");
    let _ = fs::remove_file(&fresh);
    let sql = sqlite::open_to_read(file).await?;
    let copied = sqlite::copy(&sql, &place, &fresh).await;
    sql.close().await;
    copied?;
    let set_aside = set_aside(&to, now)?;
    forget_acknowledged(&to)?;
    fs::rename(&fresh, &to).map_err(OpenError::io(format!("write {}", to.display())))?;
    lock.remember(mark.id)?;
    Ok(Restored { to, set_aside })
}

/// The command that brings back this backup, or else the newest one of this database.
pub(super) fn restore_command(database: &Path, backup: Option<PathBuf>) -> String {
    let folder = database.parent().unwrap_or(Path::new(".")).join("backups");
    let stem = database.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let own = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let kind = name.strip_prefix(&stem).unwrap_or_default();
        name.ends_with(".db") && (kind.starts_with("-backup-") || kind.starts_with("-schema-"))
    };
    let made_at = |path: &PathBuf| fs::metadata(path).and_then(|data| data.modified()).ok();
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let newest = || found.map(|entry| entry.path()).filter(own).max_by_key(made_at);
    match backup.or_else(newest) {
        Some(backup) => format!("spyhop restore {}", backup.display()),
        None => "spyhop restore <file>".to_owned(),
    }
}

/// `backups/<name>-<why>-<time>.db` in the database's folder, which is made.
pub(super) fn backup_path(database: &Path, why: &str, now: Timestamp) -> Result<PathBuf, OpenError> {
    let folder = database.parent().unwrap_or(Path::new(".")).join("backups");
    let stem = database.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let time = now.to_string().replace(':', "-");
    let path = folder.join(format!("{stem}-{why}-{time}.db"));
    files::make_folder(&path)?;
    Ok(path)
}

/// The file of a world in the data folder.
pub(crate) fn file_name(world: WorldKind) -> &'static str {
    match world {
        WorldKind::Live => "spyhop.db",
        WorldKind::Demo => "demo.db",
    }
}

/// Moves a database with its log out of the way.
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

fn not_a_file(place: &Place) -> OpenError {
    OpenError::NotAFile {
        place: place.to_string(),
    }
}

//! The names and paths of database files and their backups.

use std::{
    fs,
    path::{Path, PathBuf},
};

use ports::{Timestamp, WorldKind};

use super::access::make_folder;
use crate::storage::database::location::OpenError;

/// Returns the command that restores this backup, or else the newest one of the database.
pub(crate) fn restore_command(database: &Path, backup: Option<PathBuf>) -> String {
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

/// Returns `backups/<name>-<why>-<time>.db` in the database's folder, and creates the folder.
pub(crate) fn backup_path(database: &Path, why: &str, now: Timestamp) -> Result<PathBuf, OpenError> {
    let folder = database.parent().unwrap_or(Path::new(".")).join("backups");
    let stem = database.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let time = now.to_string().replace(':', "-");
    let path = folder.join(format!("{stem}-{why}-{time}.db"));
    make_folder(&path)?;
    Ok(path)
}

/// Returns the file name for live or demo data in the data folder.
pub(crate) fn file_name(world: WorldKind) -> &'static str {
    match world {
        WorldKind::Live => "spyhop.db",
        WorldKind::Demo => "demo.db",
    }
}

//! Where a database is, and why it may not be opened.

use std::{fmt, path::PathBuf, sync::Arc};

use ports::{Secret, StorageError, Timestamp, WorldKind};
use uuid::Uuid;

/// Where a database is.
#[derive(Clone)]
pub enum Place {
    /// In memory, gone with its owner: for embedding and tests. A read waits there while a unit of work is open, so the
    /// holder of a unit reads through the unit alone.
    Memory,
    /// One SQLite file. Its backups lie in the folder `backups` beside it.
    File(PathBuf),
    /// A Postgres server, by its URL.
    Postgres(Arc<Secret<String>>),
}

impl Place {
    /// A Postgres server, by its URL.
    #[must_use]
    pub fn postgres(url: &str) -> Self {
        Self::Postgres(Arc::new(Secret::new(url.to_owned())))
    }
}

impl fmt::Display for Place {
    /// For people: never the URL, which may hold a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => f.write_str("the database in memory"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Postgres(_) => f.write_str("the Postgres database"),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// How a database is opened.
#[derive(Clone, Copy, Debug)]
pub struct Opening {
    /// Which world it must hold; a new one is marked so.
    pub world: WorldKind,
    /// Whether a person asked for that world, kept with a new mark.
    pub asked: bool,
    /// The id of a new one.
    pub id: Uuid,
    /// Now, for the mark and the names of backups.
    pub now: Timestamp,
    /// Whether a person says that there is a backup: Postgres is not migrated without one once it holds people's data.
    pub have_backup: bool,
}

/// Why a database cannot be opened. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A newer version wrote it.
    #[error(
        "{place} was written by a newer version (schema {found}, this one knows {known}). Start the newer version, or restore an older backup: spyhop restore <file>"
    )]
    Newer {
        /// Which database.
        place: String,
        /// Its schema.
        found: i64,
        /// The newest schema that is known here.
        known: i64,
    },
    /// It is damaged or something else.
    #[error("{place} cannot be read: {why}. It was not changed. Restore a backup: spyhop restore <file>")]
    Broken {
        /// Which database.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// It was here and is gone.
    #[error(
        "{place} existed before and is missing or empty. Restore a backup: spyhop restore <file>; to start over, delete {lock}"
    )]
    Gone {
        /// Which database.
        place: String,
        /// What remembers it.
        lock: String,
    },
    /// Writes that were acknowledged are missing.
    #[error(
        "{place} is older than the last saved state (revision {found} of {acknowledged}): its log was lost or cut off, or an older copy replaced it. It was not changed. Restore a backup: {restore}; to continue without the missing changes: spyhop restore {place}"
    )]
    Older {
        /// Which database.
        place: String,
        /// Its revision.
        found: i64,
        /// The revision that was last acknowledged.
        acknowledged: i64,
        /// The command that brings back the newest backup.
        restore: String,
    },
    /// A migration failed or was interrupted.
    #[error("{place} could not be migrated to this version: {why}. Restore the copy from before: {restore}")]
    HalfMigrated {
        /// Which database.
        place: String,
        /// What is wrong.
        why: String,
        /// The command that brings back the backup from before.
        restore: String,
    },
    /// Another process has it.
    #[error(
        "{place} is in use by another Spyhop. Stop that one first, or use Postgres (SPYHOP_DATABASE_URL) for several"
    )]
    InUse {
        /// Which database.
        place: String,
    },
    /// It holds the other world.
    #[error("{place} holds {found} data. Set SPYHOP_SOURCES={found}, or choose another place with {elsewhere}")]
    OtherWorld {
        /// Which database.
        place: String,
        /// `live` or `demo`.
        found: &'static str,
        /// The setting that names the place.
        elsewhere: &'static str,
    },
    /// Postgres holds data and needs a migration.
    #[error(
        "{place} has schema {found} and needs {known}. Make a backup (pg_dump), then run: spyhop migrate --i-have-a-backup"
    )]
    NeedsBackup {
        /// Which database.
        place: String,
        /// Its schema.
        found: i64,
        /// The newest schema that is known here.
        known: i64,
    },
    /// This kind of database has its own programs for it.
    #[error("{place} is backed up with its own tools: use pg_dump and pg_restore")]
    NotAFile {
        /// Which database.
        place: String,
    },
    /// The file system refused.
    #[error("cannot {what}: {why}")]
    Io {
        /// What was tried, with the path.
        what: String,
        /// What the system said.
        why: std::io::Error,
    },
    /// The database refused.
    #[error("{place} cannot be opened: {why}")]
    Storage {
        /// Which database.
        place: String,
        /// What it said.
        why: StorageError,
    },
}

impl OpenError {
    /// A database's own words.
    pub(super) fn storage(place: &Place) -> impl FnOnce(StorageError) -> Self {
        let place = place.to_string();
        move |why| match why {
            StorageError::Corrupt { table, .. } => Self::Broken {
                place,
                why: format!("{table} is damaged"),
            },
            why => Self::Storage { place, why },
        }
    }

    /// The file system's own words.
    pub(super) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |why| Self::Io { what, why }
    }
}

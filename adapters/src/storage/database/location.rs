//! The location of a database, and the errors of opening it.

use std::{fmt, path::PathBuf, sync::Arc};

use ports::{Secret, StorageError, Timestamp, WorldKind};
use uuid::Uuid;

use super::timeouts::DatabaseTimeouts;
use crate::seal::MasterKeySource;

/// The location of a database.
#[derive(Clone)]
pub enum DatabaseLocation {
    /// In memory until it is dropped, for embedding and tests. Reads block there while a unit of work is open, so the owner
    /// of a unit of work must read through it.
    Memory,
    /// One SQLite file. Its backups are in the folder `backups` beside it.
    File(PathBuf),
    /// A Postgres server, by its URL.
    Postgres(Arc<Secret<String>>),
}

impl DatabaseLocation {
    /// Returns the location of a Postgres server with this URL.
    #[must_use]
    pub fn postgres(url: &str) -> Self {
        Self::Postgres(Arc::new(Secret::new(url.to_owned())))
    }
}

impl fmt::Display for DatabaseLocation {
    /// Writes a description for users, without the URL, which may contain a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory => f.write_str("the database in memory"),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Postgres(_) => f.write_str("the Postgres database"),
        }
    }
}

impl fmt::Debug for DatabaseLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Options for opening a database.
#[derive(Clone, Debug)]
pub struct OpenOptions {
    /// Whether it must contain live or demo data; a new one is marked accordingly.
    pub world: WorldKind,
    /// Whether the operator configured that; stored in the mark of a new database.
    pub is_configured: bool,
    /// The id for a new database.
    pub id: Uuid,
    /// The current time, for the mark and the names of backups.
    pub now: Timestamp,
    /// Whether the operator confirmed a backup, without which a Postgres database with user data is not migrated.
    pub have_backup: bool,
    /// Where the master keys are, with which the keys in the database are encrypted.
    pub master_keys: MasterKeySource,
    /// How long calls wait for the database.
    pub timeouts: DatabaseTimeouts,
}

/// Why a database cannot be opened. It was not changed.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// A newer version wrote it.
    #[error(
        "{location} was written by a newer version (schema {found}, this one knows {known}). Start the newer version, or restore an older backup: spyhop restore <file>"
    )]
    Newer {
        /// Which database.
        location: String,
        /// Its schema.
        found: i64,
        /// The newest schema that this version knows.
        known: i64,
    },
    /// It is damaged or no Spyhop database.
    #[error("{location} cannot be read: {why}. It was not changed. Restore a backup: spyhop restore <file>")]
    Broken {
        /// Which database.
        location: String,
        /// What is wrong.
        why: String,
    },
    /// It existed before and is missing.
    #[error(
        "{location} existed before and is missing or empty. Restore a backup: spyhop restore <file>; to start over, delete {lock}"
    )]
    Gone {
        /// Which database.
        location: String,
        /// The lock file that records it.
        lock: String,
    },
    /// Acknowledged writes are missing.
    #[error(
        "{location} is older than the last saved state (revision {found} of {acknowledged}): its log was lost or cut off, or an older copy replaced it. It was not changed. Restore a backup: {restore}; to continue without the missing changes: spyhop restore {location}"
    )]
    Older {
        /// Which database.
        location: String,
        /// Its revision.
        found: i64,
        /// The revision that was last acknowledged.
        acknowledged: i64,
        /// The command that restores the newest backup.
        restore: String,
    },
    /// A migration failed or was interrupted.
    #[error("{location} could not be migrated to this version: {why}. Restore the copy from before: {restore}")]
    HalfMigrated {
        /// Which database.
        location: String,
        /// What is wrong.
        why: String,
        /// The command that restores the backup from before the migration.
        restore: String,
    },
    /// Another process uses it.
    #[error(
        "{location} is in use by another Spyhop. Stop that one first, or use Postgres (SPYHOP_DATABASE_URL) for several"
    )]
    InUse {
        /// Which database.
        location: String,
    },
    /// It contains live data instead of demo data, or the reverse.
    #[error("{location} holds {found} data. Set SPYHOP_SOURCES={found}, or choose another place with {elsewhere}")]
    OtherWorld {
        /// Which database.
        location: String,
        /// `live` or `demo`.
        found: &'static str,
        /// The setting for another location.
        elsewhere: &'static str,
    },
    /// A version wrote it that cannot be migrated any more, or the version before did not finish its work on it.
    #[error(
        "{location} {what}. Start the version of Spyhop with schema {previous} on it once, which brings it up to date, then this version. It was not changed"
    )]
    TooOld {
        /// Which database.
        location: String,
        /// What is old about it.
        what: String,
        /// The schema that can be migrated.
        previous: i64,
    },
    /// A Postgres database with user data needs a migration.
    #[error(
        "{location} has schema {found} and needs {known}. Make a backup (pg_dump), then run: spyhop migrate --i-have-a-backup"
    )]
    NeedsBackup {
        /// Which database.
        location: String,
        /// Its schema.
        found: i64,
        /// The newest schema that this version knows.
        known: i64,
    },
    /// An older version wrote it, and this program only reads it.
    #[error("{location} has schema {found} and needs {known}. Start the server once, which migrates it")]
    OldSchema {
        /// Which database.
        location: String,
        /// Its schema.
        found: i64,
        /// The newest schema that this version knows.
        known: i64,
    },
    /// The keys of the database cannot be decrypted.
    #[error("{location} has encrypted data, and {why}. Restore the key, or set SPYHOP_MASTER_KEY. Nothing was changed")]
    MasterKey {
        /// Which database.
        location: String,
        /// What is wrong with the master key.
        why: String,
    },
    /// Backups are only supported for SQLite files.
    #[error("{location} is backed up with its own tools: use pg_dump and pg_restore")]
    NotAFile {
        /// Which database.
        location: String,
    },
    /// A file operation failed.
    #[error("cannot {what}: {why}")]
    Io {
        /// The operation, with the path.
        what: String,
        /// The error of the operating system.
        why: std::io::Error,
    },
    /// The database returned an error.
    #[error("{location} cannot be opened: {why}")]
    Storage {
        /// Which database.
        location: String,
        /// The error.
        why: StorageError,
    },
}

impl OpenError {
    /// Converts a storage error of this database.
    pub(crate) fn storage(location: &DatabaseLocation) -> impl FnOnce(StorageError) -> Self {
        let location = location.to_string();
        move |why| match why {
            StorageError::Corrupt { table, .. } => Self::Broken {
                location,
                why: format!("{table} is damaged"),
            },
            why => Self::Storage { location, why },
        }
    }

    /// Converts an error of a file operation.
    pub(crate) fn io(what: impl Into<String>) -> impl FnOnce(std::io::Error) -> Self {
        let what = what.into();
        move |why| Self::Io { what, why }
    }
}

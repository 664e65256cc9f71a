//! The lock file beside a SQLite file: it admits one process at a time, and records that the database exists.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io::{Read as _, Seek as _, Write as _},
    path::{Path, PathBuf},
};

use uuid::Uuid;

use crate::storage::database::location::{DatabaseLocation, OpenError};

/// The lock, held until it is dropped or the process ends.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
    path: PathBuf,
}

/// Returns the path with a suffix, such as `spyhop.db.lock` for `spyhop.db`.
pub(crate) fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

impl Lock {
    /// Takes the lock; fails where another process has it.
    pub(crate) fn take(database: &Path) -> Result<Self, OpenError> {
        let path = beside(database, ".lock");
        let mut opening = OpenOptions::new();
        opening.read(true).write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut opening, 0o600);
        let opened = opening.open(&path);
        let file = opened.map_err(OpenError::io(format!("write {}; check SPYHOP_DATA", path.display())))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { file, path }),
            Err(TryLockError::WouldBlock) => Err(OpenError::InUse {
                location: DatabaseLocation::File(database.to_owned()).to_string(),
            }),
            Err(TryLockError::Error(why)) => Err(OpenError::io(format!("lock {}", path.display()))(why)),
        }
    }

    /// Returns whether a database existed here: a missing or empty file is then a loss, not a new database.
    pub(crate) fn remembers(&self) -> bool {
        let mut text = String::new();
        let _ = (&self.file).rewind();
        (&self.file).read_to_string(&mut text).is_ok() && !text.trim().is_empty()
    }

    /// Records the id of the database.
    pub(crate) fn remember(&self, id: Uuid) -> Result<(), OpenError> {
        let write = || {
            (&self.file).rewind()?;
            self.file.set_len(0)?;
            writeln!(&self.file, "{id}")
        };
        write().map_err(OpenError::io(format!("write {}", self.path.display())))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

//! The acknowledged revision of a SQLite database, in a file beside it.
//!
//! The written revision may be behind the database, such as after a power loss, but never ahead of it: a database with a lower
//! revision has lost writes.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::Duration,
};

use tokio::time::Instant;
use uuid::Uuid;

use super::lock::beside;
use crate::storage::database::location::OpenError;

/// The minimum time between two syncs of the revision file. In between it survives a crash of the process, as all writes do.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A revision of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Revision {
    pub(crate) instance: Uuid,
    pub(crate) number: i64,
}

impl Revision {
    /// Formats a line of constant length, so that a rewrite replaces all of it.
    fn line(self) -> String {
        format!("{} {:020}\n", self.instance, self.number)
    }

    fn parse(text: &str) -> Option<Self> {
        let (instance, number) = text.trim_end().split_once(' ')?;
        Some(Self {
            instance: instance.parse().ok()?,
            number: number.parse().ok()?,
        })
    }
}

/// Returns the path of the revision file of a database.
pub(crate) fn revision_path(database: &Path) -> PathBuf {
    beside(database, ".revision")
}

/// Reads the acknowledged revision, if the file exists.
pub(crate) fn acknowledged(database: &Path) -> Result<Option<Revision>, OpenError> {
    let path = revision_path(database);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(OpenError::io(format!("read {}", path.display()))(why)),
    };
    let revision = Revision::parse(&text).ok_or_else(|| OpenError::Io {
        what: format!("read {0}; to open the database as it is, delete {0}", path.display()),
        why: io::Error::new(io::ErrorKind::InvalidData, "it holds no revision"),
    });
    revision.map(Some)
}

/// Deletes the acknowledged revision, because another database replaces this one.
pub(crate) fn forget_acknowledged(database: &Path) -> Result<(), OpenError> {
    let path = revision_path(database);
    match fs::remove_file(&path) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => {
            Err(OpenError::io(format!("remove {}", path.display()))(why))
        }
        _ => Ok(()),
    }
}

/// The open revision file of a database.
#[derive(Debug)]
pub(crate) struct RevisionFile {
    file: File,
    revision: Revision,
    synced_at: Instant,
}

impl RevisionFile {
    /// Creates the file of a database, or replaces it.
    pub(crate) fn create(database: &Path, revision: Revision) -> Result<Self, OpenError> {
        let path = revision_path(database);
        let file = create(&path, revision).map_err(OpenError::io(format!("write {}", path.display())))?;
        Ok(Self {
            file,
            revision,
            synced_at: Instant::now(),
        })
    }

    /// Returns the number that was written last.
    pub(crate) fn number(&self) -> i64 {
        self.revision.number
    }

    /// Overwrites the line in place; it has a constant length and fits in one sector.
    pub(crate) fn write(&mut self, number: i64) -> io::Result<()> {
        self.revision.number = number;
        overwrite(&self.file, self.revision.line().as_bytes())?;
        if self.synced_at.elapsed() < SYNC_EVERY {
            return Ok(());
        }
        self.synced_at = Instant::now();
        let file = self.file.try_clone()?;
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(move || file.sync_data())),
            Err(_) => file.sync_data()?,
        }
        Ok(())
    }

    /// Syncs the file to the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}

/// Creates the file atomically.
fn create(path: &Path, revision: Revision) -> io::Result<File> {
    let fresh = beside(path, ".new");
    let mut opening = OpenOptions::new();
    opening.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut opening, 0o600);
    let mut file = opening.open(&fresh)?;
    file.write_all(revision.line().as_bytes())?;
    file.sync_all()?;
    fs::rename(&fresh, path)?;
    Ok(file)
}

#[cfg(unix)]
fn overwrite(file: &File, line: &[u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, line, 0)
}

#[cfg(not(unix))]
fn overwrite(mut file: &File, line: &[u8]) -> io::Result<()> {
    use std::io::Seek as _;
    file.rewind()?;
    file.write_all(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_revision_is_read_as_it_was_written_and_every_line_has_one_length() {
        let revision = |number| Revision {
            instance: Uuid::nil(),
            number,
        };
        for number in [0, 1, 41, i64::MAX] {
            assert_eq!(Revision::parse(&revision(number).line()), Some(revision(number)));
            assert_eq!(revision(number).line().len(), revision(0).line().len());
        }
        for text in ["", "\0\0\0", "5", "00000000-0000-0000-0000-000000000000 five"] {
            assert_eq!(Revision::parse(text), None, "{text}");
        }
    }
}

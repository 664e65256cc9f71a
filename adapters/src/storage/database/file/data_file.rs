//! The file of an open SQLite database, and the acknowledged revision beside it.
//!
//! Each transaction increments `instance.revision`. After the commit, the log is synced; concurrent commits share one `fsync`
//! (group commit). Then the revision is written to `spyhop.db.revision`, and only then the commit returns to the caller.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
};

use ports::StorageError;

use super::{
    lock::beside,
    revision::{Revision, RevisionFile, revision_path},
};
use crate::storage::database::location::OpenError;

/// A database file opened for writing.
#[derive(Debug)]
pub(crate) struct DataFile {
    path: PathBuf,
    /// Set once the database is ready for use.
    open: Mutex<Option<Open>>,
    /// The acknowledged revision could not be written.
    failed: AtomicBool,
    /// The log could not be synced. A later sync may succeed although data were lost, so all further writes fail.
    lost: Arc<AtomicBool>,
    committed: AtomicI64,
    /// The newest revision that is on the disk. Locked while the log is being synced.
    synced: tokio::sync::Mutex<i64>,
}

#[derive(Debug)]
struct Open {
    /// The identities of the files when the database was opened.
    identities: [(PathBuf, Option<Identity>); 2],
    revision: RevisionFile,
    log: Arc<File>,
}

impl DataFile {
    pub(crate) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            open: Mutex::new(None),
            failed: AtomicBool::new(false),
            lost: Arc::default(),
            committed: AtomicI64::new(0),
            synced: tokio::sync::Mutex::new(0),
        }
    }

    /// Starts recording revisions and rejecting writes once the file or its log is gone.
    pub(crate) fn watch(&self, revision: Revision) -> Result<(), OpenError> {
        let revision = RevisionFile::create(&self.path, revision)?;
        let identities = [self.path.clone(), beside(&self.path, "-wal")].map(|path| {
            let identity = identity(&path);
            (path, identity)
        });
        let log = File::open(beside(&self.path, "-wal"));
        let log = log.map_err(OpenError::io("read the log of the database"))?;
        // Writes made while opening the database.
        log.sync_data().map_err(OpenError::io("sync the log of the database"))?;
        *self.lock() = Some(Open {
            identities,
            revision,
            log: Arc::new(log),
        });
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the database was opened for use, not only inspected.
    pub(crate) fn is_in_use(&self) -> bool {
        self.lock().is_some()
    }

    /// Fails once the file or its log was removed or replaced.
    pub(crate) fn is_in_place(&self) -> Result<(), StorageError> {
        if self.lost.load(Ordering::Relaxed) {
            return Err(not_synced());
        }
        let open = self.lock();
        let files = open.iter().flat_map(|open| &open.identities);
        let mut gone = files.filter(|(path, was)| was.is_some() && identity(path) != *was);
        match gone.next() {
            None => Ok(()),
            Some((path, _)) => Err(StorageError::Unavailable {
                why: format!(
                    "{} was removed or replaced while the server runs. Stop the server, then put the file back or run: \
                     spyhop restore <file>",
                    path.display()
                ),
                full: false,
            }),
        }
    }

    /// Returns whether the log is empty.
    pub(crate) fn log_is_empty(&self) -> bool {
        fs::metadata(beside(&self.path, "-wal")).is_ok_and(|data| data.len() == 0)
    }

    /// Waits until a committed transaction is on the disk, and records its revision.
    pub(crate) async fn make_durable(&self, revision: i64) -> Result<(), StorageError> {
        self.committed.fetch_max(revision, Ordering::SeqCst);
        let mut synced = self.synced.lock().await;
        if *synced < revision {
            // The log contains every transaction committed by now.
            let committed = self.committed.load(Ordering::SeqCst);
            self.sync_log().await.map_err(|_| not_synced())?;
            *synced = committed;
        }
        drop(synced);
        self.acknowledge(revision);
        Ok(())
    }

    async fn sync_log(&self) -> io::Result<()> {
        let Some(log) = self.lock().as_ref().map(|open| open.log.clone()) else {
            return Ok(());
        };
        let lost = self.lost.clone();
        // Continues after the caller is cancelled: the operating system reports a failure only once, and it must not be missed.
        let sync = move || log.sync_data().inspect_err(|_| lost.store(true, Ordering::Relaxed));
        tokio::task::spawn_blocking(sync).await?
    }

    /// Records that a transaction is on the disk.
    fn acknowledge(&self, number: i64) {
        let mut open = self.lock();
        let Some(open) = open.as_mut() else {
            return;
        };
        // Transactions may arrive here in another order than they were committed.
        if number <= open.revision.number() {
            return;
        }
        let written = open.revision.write(number);
        if let Err(error) = &written {
            tracing::warn!(%error, "the acknowledged revision could not be written");
        }
        self.failed.store(written.is_err(), Ordering::Relaxed);
    }

    /// Fails while the acknowledged revision cannot be written.
    pub(crate) fn check(&self) -> Result<(), StorageError> {
        self.is_in_place()?;
        if self.failed.load(Ordering::Relaxed) {
            return Err(StorageError::Unavailable {
                why: format!("{} cannot be written", revision_path(&self.path).display()),
                full: false,
            });
        }
        Ok(())
    }

    /// Returns how many bytes its disk has left for this process.
    pub(crate) fn room(&self) -> Result<u64, StorageError> {
        let folder = self.path.parent().unwrap_or(&self.path);
        fs4::available_space(folder).map_err(|error| StorageError::Unavailable {
            why: format!("the room on the disk of {} is unknown: {error}", self.path.display()),
            full: false,
        })
    }

    /// Syncs the revision file.
    pub(crate) fn sync(&self) {
        if let Some(open) = self.lock().as_ref()
            && let Err(error) = open.revision.sync()
        {
            tracing::warn!(%error, "the acknowledged revision could not be synced");
        }
    }
}

fn not_synced() -> StorageError {
    StorageError::Unavailable {
        why: "the log of the database could not be synced to the disk; restart the server once the disk works"
            .to_owned(),
        full: false,
    }
}

/// The identity of a file, to detect another file at the same path.
#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    let data = fs::metadata(path).ok()?;
    Some((data.dev(), data.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    fs::metadata(path).ok().map(drop)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::{super::revision::acknowledged, *};

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn transactions_that_are_committed_together_share_a_sync_and_none_returns_before_it() {
        let folder = std::env::temp_dir().join(format!("spyhop-test-group-{}-0", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("spyhop.db");
        for suffix in ["", "-wal"] {
            fs::write(beside(&path, suffix), "x").unwrap();
        }
        let file = Arc::new(DataFile::new(&path));
        let revision = Revision {
            instance: Uuid::nil(),
            number: 0,
        };
        file.watch(revision).unwrap();
        // The others commit while the first one syncs.
        let first = file.synced.lock().await;
        let commits = (1..=50).map(|number| {
            let file = Arc::clone(&file);
            tokio::spawn(async move {
                file.make_durable(number).await.unwrap();
                assert!(*file.synced.lock().await >= number);
                assert!(acknowledged(&file.path).unwrap().unwrap().number >= number);
            })
        });
        let commits: Vec<_> = commits.collect();
        while file.committed.load(Ordering::SeqCst) < 50 {
            tokio::task::yield_now().await;
        }
        assert_eq!((*first, acknowledged(&path).unwrap()), (0, Some(revision)));
        drop(first);
        for commit in commits {
            commit.await.unwrap();
        }
        assert_eq!(*file.synced.lock().await, 50);
        fs::remove_dir_all(&folder).unwrap();
    }
}

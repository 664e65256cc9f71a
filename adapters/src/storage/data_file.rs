//! The file of an open SQLite database, and the acknowledged revision beside it.
//!
//! Each transaction increments `instance.revision`. After the commit, the log is synced; concurrent commits share one `fsync`
//! (group commit). Then the revision is written to `spyhop.db.revision`, and only then the commit returns to the caller. The
//! written revision may be behind the database, such as after a power loss, but never ahead of it: a database with a lower
//! revision has lost writes.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
    time::Duration,
};

use ports::StorageError;
use tokio::time::Instant;
use uuid::Uuid;

use super::{
    backup::restore_command,
    instance,
    location::{DatabaseLocation, OpenError},
    lock::beside,
    migrations::REVISION,
    sqlite,
};

/// The minimum time between two syncs of the revision file. In between it survives a crash of the process, as all writes do.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// A revision of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Revision {
    pub(super) instance: Uuid,
    pub(super) number: i64,
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

fn revision_path(database: &Path) -> PathBuf {
    beside(database, ".revision")
}

/// Reads the acknowledged revision, if the file exists.
pub(super) fn acknowledged(database: &Path) -> Result<Option<Revision>, OpenError> {
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
pub(super) fn forget_acknowledged(database: &Path) -> Result<(), OpenError> {
    let path = revision_path(database);
    match fs::remove_file(&path) {
        Err(why) if why.kind() != io::ErrorKind::NotFound => {
            Err(OpenError::io(format!("remove {}", path.display()))(why))
        }
        _ => Ok(()),
    }
}

/// Fails for a database that is older than the acknowledged revision, before anything is changed.
pub(super) async fn is_not_older(path: &Path) -> Result<(), OpenError> {
    let Some(last) = acknowledged(path)? else {
        return Ok(());
    };
    let location = DatabaseLocation::File(path.to_owned());
    let sql = sqlite::open_to_read(path).await?;
    let found = async {
        match sqlite::version(&sql, &location).await? {
            0 => Ok(None),
            schema => instance::revision(&sql, schema >= REVISION)
                .await
                .map_err(OpenError::storage(&location)),
        }
    };
    let found = found.await;
    sql.close().await;
    match found? {
        Some(found) if found.instance != last.instance || found.number >= last.number => Ok(()),
        found => Err(OpenError::Older {
            location: location.to_string(),
            found: found.map_or(0, |found| found.number),
            acknowledged: last.number,
            restore: restore_command(path, None),
        }),
    }
}

/// A database file opened for writing.
#[derive(Debug)]
pub(super) struct DataFile {
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
    revision: Revision,
    file: File,
    log: Arc<File>,
    synced_at: Instant,
}

impl DataFile {
    pub(super) fn new(path: &Path) -> Self {
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
    pub(super) fn watch(&self, revision: Revision) -> Result<(), OpenError> {
        let path = revision_path(&self.path);
        let file = create(&path, revision).map_err(OpenError::io(format!("write {}", path.display())))?;
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
            file,
            log: Arc::new(log),
            synced_at: Instant::now(),
        });
        Ok(())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether the database was opened for use, not only inspected.
    pub(super) fn is_in_use(&self) -> bool {
        self.lock().is_some()
    }

    /// Fails once the file or its log was removed or replaced.
    pub(super) fn is_in_place(&self) -> Result<(), StorageError> {
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
    pub(super) fn log_is_empty(&self) -> bool {
        fs::metadata(beside(&self.path, "-wal")).is_ok_and(|data| data.len() == 0)
    }

    /// Waits until a committed transaction is on the disk, and records its revision.
    pub(super) async fn make_durable(&self, revision: i64) -> Result<(), StorageError> {
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
        if number <= open.revision.number {
            return;
        }
        open.revision.number = number;
        let written = open.write();
        if let Err(error) = &written {
            tracing::warn!(%error, "the acknowledged revision could not be written");
        }
        self.failed.store(written.is_err(), Ordering::Relaxed);
    }

    /// Fails while the acknowledged revision cannot be written.
    pub(super) fn check(&self) -> Result<(), StorageError> {
        self.is_in_place()?;
        if self.failed.load(Ordering::Relaxed) {
            return Err(StorageError::Unavailable {
                why: format!("{} cannot be written", revision_path(&self.path).display()),
                full: false,
            });
        }
        Ok(())
    }

    /// Syncs the revision file.
    pub(super) fn sync(&self) {
        if let Some(open) = self.lock().as_ref()
            && let Err(error) = open.file.sync_data()
        {
            tracing::warn!(%error, "the acknowledged revision could not be synced");
        }
    }
}

impl Open {
    /// Overwrites the line in place; it has a constant length and fits in one sector.
    fn write(&mut self) -> io::Result<()> {
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
}

fn not_synced() -> StorageError {
    StorageError::Unavailable {
        why: "the log of the database could not be synced to the disk; restart the server once the disk works"
            .to_owned(),
        full: false,
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
    use super::*;

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

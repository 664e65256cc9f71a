//! Scratch folders, named after the test process that owns them.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

const PREFIX: &str = "spyhop-test";

/// A scratch folder that is removed when dropped; the next run removes folders left by killed processes.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Creates an empty folder in the system's temporary folder. The path is short, because socket paths are limited to 107
    /// bytes.
    pub fn create(purpose: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        sweep();
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}-{purpose}-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap_or_else(|why| panic!("cannot make {}: {why}; check TMPDIR", path.display()));
        Self { path }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes the folders of processes that have ended. Without `/proc` that is unknown, so nothing is removed.
fn sweep() {
    if !Path::new("/proc/self").exists() {
        return;
    }
    for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        if entry
            .file_name()
            .to_str()
            .and_then(owner)
            .is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists())
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The process id in a scratch folder's name: `spyhop-test-<purpose>-<pid>-<count>`.
fn owner(name: &str) -> Option<u32> {
    name.strip_prefix(PREFIX)?.rsplit('-').nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_scratch_folders_have_an_owner() {
        assert_eq!(owner("spyhop-test-postgres-4711-0"), Some(4711));
        assert_eq!(owner("spyhop-test-postgres"), None);
        assert_eq!(owner("somebody-else-4711-0"), None);
    }

    #[test]
    fn a_folder_of_a_dead_process_is_swept_and_a_live_one_kept() {
        // Linux process ids end below 2^22, so this owner cannot be alive.
        let stale = std::env::temp_dir().join(format!("{PREFIX}-stale-{}-0", u32::MAX));
        fs::create_dir_all(&stale).unwrap();
        let live = Folder::create("live");
        assert!(!stale.exists());
        assert!(live.path().exists());
    }
}

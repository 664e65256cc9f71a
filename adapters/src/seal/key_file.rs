//! The file of the master keys, which only its owner can read.

use std::{
    fs,
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use zeroize::Zeroizing;

use super::master_key_error::MasterKeyError;

const HEADER: &str =
    "# The master keys of this Spyhop: one on each line, the newest first. Keep a copy apart from the database.\n";

/// Reads the file.
pub(super) fn read(path: &Path) -> Result<Zeroizing<String>, MasterKeyError> {
    let text = fs::read_to_string(path).map(Zeroizing::new);
    let text = text.map_err(|why| match why.kind() {
        ErrorKind::NotFound => MasterKeyError::Missing(path.display().to_string()),
        _ => io_error(path, why),
    })?;
    check_access(path)?;
    Ok(text)
}

/// Writes a new file with this key. Where another process creates the file at the same time, its key stays.
pub(super) fn create(path: &Path, key: &str) -> Result<(), MasterKeyError> {
    let wrong = |why| io_error(path, why);
    fs::create_dir_all(folder(path)).map_err(wrong)?;
    let partial = write_partial(path, &format!("{HEADER}{key}\n"))?;
    // A hard link fails where the file exists, while a rename would replace it.
    let linked = fs::hard_link(&partial, path);
    fs::remove_file(&partial).map_err(wrong)?;
    match linked {
        Err(why) if why.kind() != ErrorKind::AlreadyExists => Err(wrong(why)),
        _ => sync_folder(path),
    }
}

/// Writes this key before the others. The file is replaced as a whole, so that a process that ends meanwhile loses no key.
pub(super) fn add(path: &Path, key: &str) -> Result<(), MasterKeyError> {
    let text = read(path)?;
    let comments: usize = text
        .split_inclusive('\n')
        .take_while(|line| line.trim_start().starts_with('#'))
        .map(str::len)
        .sum();
    let (comments, keys) = text.split_at(comments);
    let text = Zeroizing::new(format!("{comments}{key}\n{keys}"));
    let partial = write_partial(path, &text)?;
    fs::rename(&partial, path).map_err(|why| io_error(path, why))?;
    sync_folder(path)
}

/// Writes a file beside this one, with its permissions.
fn write_partial(path: &Path, text: &str) -> Result<PathBuf, MasterKeyError> {
    let wrong = |why| io_error(path, why);
    let partial = path.with_extension(format!("{}.partial", std::process::id()));
    let mut opening = fs::OpenOptions::new();
    opening.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut opening, 0o600);
    let mut file = opening.open(&partial).map_err(wrong)?;
    file.write_all(text.as_bytes()).map_err(wrong)?;
    file.sync_all().map_err(wrong)?;
    Ok(partial)
}

fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new("."))
}

fn sync_folder(path: &Path) -> Result<(), MasterKeyError> {
    let synced = fs::File::open(folder(path)).and_then(|folder| folder.sync_all());
    synced.map_err(|why| io_error(path, why))
}

fn io_error(path: &Path, why: std::io::Error) -> MasterKeyError {
    MasterKeyError::Io {
        file: path.display().to_string(),
        why,
    }
}

/// What others than the owner may do with a file.
#[cfg(unix)]
const OF_OTHERS: u32 = 0o077;

#[cfg(unix)]
fn check_access(path: &Path) -> Result<(), MasterKeyError> {
    use std::os::unix::fs::PermissionsExt as _;
    let data = fs::metadata(path).map_err(|why| io_error(path, why))?;
    if data.permissions().mode() & OF_OTHERS == 0 {
        Ok(())
    } else {
        Err(MasterKeyError::Exposed(path.display().to_string()))
    }
}

#[cfg(not(unix))]
fn check_access(_: &Path) -> Result<(), MasterKeyError> {
    Ok(())
}

//! The master keys, which are outside of the database.

use std::{
    fmt, fs,
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use alloy_primitives::hex;
use ports::{Entropy as _, Secret};

use super::data_key::{DataKey, OpenSealedError, SealedPlace};
use crate::entropy::SystemEntropy;

const HEADER: &str =
    "# The master keys of this Spyhop: one on each line, the newest first. Keep a copy apart from the database.\n";

/// Where the master keys are.
#[derive(Clone)]
pub enum MasterKeySource {
    /// In this file, which is created with a random key for a new database.
    File(PathBuf),
    /// In this text, from the environment.
    Text(Arc<Secret<String>>),
}

impl MasterKeySource {
    /// Returns the source for keys in a text: 64 hexadecimal digits each, separated by commas, the newest first.
    #[must_use]
    pub fn text(text: &str) -> Self {
        Self::Text(Arc::new(Secret::new(text.to_owned())))
    }

    /// Returns the source for one new random key, which is lost with this value.
    #[must_use]
    pub fn random() -> Self {
        Self::text(&hex::encode(SystemEntropy.bytes()))
    }
}

impl fmt::Display for MasterKeySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Text(_) => f.write_str("SPYHOP_MASTER_KEY"),
        }
    }
}

impl fmt::Debug for MasterKeySource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why there are no master keys.
#[derive(Debug, thiserror::Error)]
pub enum MasterKeyError {
    /// The file does not exist.
    #[error("{0} is missing")]
    Missing(String),
    /// A line is no key.
    #[error("{0} has a line that is no key of 64 hexadecimal digits")]
    Malformed(String),
    /// Others than its owner may read the file.
    #[error("{0} can be read by other users of this machine; run: chmod 600 {0}")]
    Exposed(String),
    /// The file could not be read or written.
    #[error("{file}: {why}")]
    Io {
        /// Which file.
        file: String,
        /// The error of the operating system.
        why: std::io::Error,
    },
}

/// The master keys, the newest first. Its `Debug` hides them.
#[derive(Clone, Debug)]
pub(crate) struct MasterKeys(Vec<DataKey>);

impl MasterKeys {
    /// Reads the keys.
    pub(crate) fn load(source: &MasterKeySource) -> Result<Self, MasterKeyError> {
        match source {
            MasterKeySource::Text(text) => Self::parse(text.reveal(), source),
            MasterKeySource::File(path) => {
                let text = fs::read_to_string(path).map_err(|why| match why.kind() {
                    ErrorKind::NotFound => MasterKeyError::Missing(source.to_string()),
                    _ => io_error(path, why),
                })?;
                check_access(path)?;
                Self::parse(&text, source)
            }
        }
    }

    /// Reads the keys, or creates the file with a random key.
    pub(crate) fn load_or_create(source: &MasterKeySource) -> Result<Self, MasterKeyError> {
        match (Self::load(source), source) {
            (Err(MasterKeyError::Missing(_)), MasterKeySource::File(path)) => {
                create(path)?;
                Self::load(source)
            }
            (loaded, _) => loaded,
        }
    }

    fn parse(text: &str, source: &MasterKeySource) -> Result<Self, MasterKeyError> {
        let lines = text.lines().filter(|line| !line.trim_start().starts_with('#'));
        let keys = lines.flat_map(|line| line.split(',')).map(str::trim);
        let keys = keys.filter(|key| !key.is_empty());
        let key = |line: &str| hex::decode(line).ok().and_then(|bytes| bytes.try_into().ok());
        let keys: Option<Vec<DataKey>> = keys.map(|line| key(line).map(DataKey::of)).collect();
        let keys = keys.filter(|keys| !keys.is_empty());
        keys.map(Self)
            .ok_or_else(|| MasterKeyError::Malformed(source.to_string()))
    }

    /// Encrypts a data key with the newest master key, for its owner.
    pub(crate) fn wrap(&self, key: &DataKey, owner: &str) -> Result<Vec<u8>, OpenSealedError> {
        let newest = self.0.first().ok_or(OpenSealedError)?;
        newest.seal(place(owner), key.bytes())
    }

    /// Decrypts a data key of this owner with the master key that wrapped it.
    pub(crate) fn unwrap(&self, wrapped: &[u8], owner: &str) -> Result<DataKey, OpenSealedError> {
        let opened = self.0.iter().find_map(|key| key.open(place(owner), wrapped).ok());
        let bytes: [u8; 32] = opened
            .ok_or(OpenSealedError)?
            .as_slice()
            .try_into()
            .map_err(|_| OpenSealedError)?;
        Ok(DataKey::of(bytes))
    }
}

fn place(owner: &str) -> SealedPlace<'_> {
    SealedPlace {
        table: "users",
        column: "data_key",
        row: owner,
    }
}

fn io_error(path: &Path, why: std::io::Error) -> MasterKeyError {
    MasterKeyError::Io {
        file: path.display().to_string(),
        why,
    }
}

/// Writes a new file. Another process that creates it at the same time wins, and its key is used.
fn create(path: &Path) -> Result<(), MasterKeyError> {
    let random = hex::encode(SystemEntropy.bytes());
    let folder = path.parent().unwrap_or(Path::new("."));
    let wrong = |why| io_error(path, why);
    fs::create_dir_all(folder).map_err(wrong)?;
    let partial = path.with_extension(format!("{}.partial", std::process::id()));
    let mut opening = fs::OpenOptions::new();
    opening.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut opening, 0o600);
    let mut file = opening.open(&partial).map_err(wrong)?;
    file.write_all(format!("{HEADER}{random}\n").as_bytes())
        .map_err(wrong)?;
    file.sync_all().map_err(wrong)?;
    // A hard link fails where the file exists, while a rename would replace it.
    let linked = fs::hard_link(&partial, path);
    fs::remove_file(&partial).map_err(wrong)?;
    match linked {
        Err(why) if why.kind() != ErrorKind::AlreadyExists => Err(wrong(why)),
        _ => fs::File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(wrong),
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

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "0101010101010101010101010101010101010101010101010101010101010101";
    const TWO: &str = "0202020202020202020202020202020202020202020202020202020202020202";

    fn keys(text: &str) -> MasterKeys {
        MasterKeys::load(&MasterKeySource::text(text)).unwrap()
    }

    #[test]
    fn a_data_key_is_unwrapped_by_its_owner_with_any_of_the_master_keys() {
        let key = DataKey::random();
        let wrapped = keys(ONE).wrap(&key, "user 1").unwrap();
        let rotated = keys(&format!("{TWO},{ONE}"));
        assert_eq!(rotated.unwrap(&wrapped, "user 1").unwrap().bytes(), key.bytes());
        assert!(rotated.unwrap(&wrapped, "user 2").is_err(), "another person");
        assert!(keys(TWO).unwrap(&wrapped, "user 1").is_err(), "another master key");
    }

    #[test]
    fn a_text_that_is_no_key_is_rejected_without_being_repeated() {
        for text in ["", "# only a comment", "0101", &ONE[1..], &ONE.replace('0', "g")] {
            let error = MasterKeys::load(&MasterKeySource::text(text)).unwrap_err();
            assert!(matches!(error, MasterKeyError::Malformed(_)), "{error}");
            assert!(!error.to_string().contains("0101"), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_is_private_and_is_created_once() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = std::env::temp_dir().join(format!("spyhop-keys-{}", std::process::id()));
        let path = folder.join("spyhop.key");
        let source = MasterKeySource::File(path.clone());
        assert!(matches!(MasterKeys::load(&source), Err(MasterKeyError::Missing(_))));
        let first = MasterKeys::load_or_create(&source).unwrap();
        let again = MasterKeys::load_or_create(&source).unwrap();
        assert_eq!(first.0[0].bytes(), again.0[0].bytes());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(matches!(MasterKeys::load(&source), Err(MasterKeyError::Exposed(_))));
        fs::remove_dir_all(&folder).unwrap();
    }
}

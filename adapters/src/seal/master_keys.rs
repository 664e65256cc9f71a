//! The master keys, which are outside of the database.

use std::{fmt, path::PathBuf, sync::Arc};

use alloy_primitives::hex;
use ports::{Entropy as _, Secret};
use zeroize::Zeroizing;

use super::{
    data_key::{DataKey, OpenSealedError, SealedPlace},
    key_file,
    master_key_error::MasterKeyError,
};
use crate::entropy::SystemEntropy;

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

/// The master keys, the newest first. Its `Debug` hides them.
#[derive(Clone, Debug)]
pub(crate) struct MasterKeys(Vec<DataKey>);

impl MasterKeys {
    /// Reads the keys.
    pub(crate) fn load(source: &MasterKeySource) -> Result<Self, MasterKeyError> {
        match source {
            MasterKeySource::Text(text) => Self::parse(text.reveal(), source),
            MasterKeySource::File(path) => Self::parse(&key_file::read(path)?, source),
        }
    }

    /// Reads the keys, or creates the file with a random key.
    pub(crate) fn load_or_create(source: &MasterKeySource) -> Result<Self, MasterKeyError> {
        match (Self::load(source), source) {
            (Err(MasterKeyError::Missing(_)), MasterKeySource::File(path)) => {
                key_file::create(path, &new_key())?;
                Self::load(source)
            }
            (loaded, _) => loaded,
        }
    }

    /// Adds a new random key to the file, before the others. Keys from the environment are changed by the operator only.
    pub(crate) fn add_new(source: &MasterKeySource) -> Result<Self, MasterKeyError> {
        match source {
            MasterKeySource::Text(_) => Err(MasterKeyError::NoNewKey(source.to_string())),
            MasterKeySource::File(path) => {
                key_file::add(path, &new_key())?;
                Self::load(source)
            }
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

    /// Encrypts a data key again, with the newest master key.
    pub(crate) fn rewrap(&self, wrapped: &[u8], owner: &str) -> Result<Vec<u8>, OpenSealedError> {
        self.wrap(&self.unwrap(wrapped, owner)?, owner)
    }

    /// Returns whether the newest master key encrypted this data key.
    pub(crate) fn is_newest(&self, wrapped: &[u8], owner: &str) -> bool {
        let newest = self.0.first();
        newest.is_some_and(|newest| newest.open(place(owner), wrapped).is_ok())
    }
}

/// Returns a new random key as hexadecimal digits.
fn new_key() -> Zeroizing<String> {
    Zeroizing::new(hex::encode(SystemEntropy.bytes()))
}

fn place(owner: &str) -> SealedPlace<'_> {
    SealedPlace {
        table: "users",
        column: "data_key",
        row: owner,
    }
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

    #[test]
    fn a_data_key_is_wrapped_again_with_the_newest_master_key() {
        let key = DataKey::random();
        let wrapped = keys(ONE).wrap(&key, "user 1").unwrap();
        let both = keys(&format!("{TWO},{ONE}"));
        assert!(!both.is_newest(&wrapped, "user 1"));
        let again = both.rewrap(&wrapped, "user 1").unwrap();
        assert!(both.is_newest(&again, "user 1"));
        assert_eq!(keys(TWO).unwrap(&again, "user 1").unwrap().bytes(), key.bytes());
        assert!(
            keys(ONE).unwrap(&again, "user 1").is_err(),
            "the old key opens it no more"
        );
        assert!(both.rewrap(&again, "user 2").is_err(), "another person");
    }

    #[test]
    fn keys_of_the_environment_are_not_added() {
        let refused = MasterKeys::add_new(&MasterKeySource::text(ONE)).unwrap_err();
        assert!(
            refused.to_string().contains("SPYHOP_MASTER_KEY has no new key"),
            "{refused}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_is_private_and_is_created_once() {
        use std::{fs, os::unix::fs::PermissionsExt as _};
        let folder = std::env::temp_dir().join(format!("spyhop-keys-{}", std::process::id()));
        let path = folder.join("spyhop.key");
        let source = MasterKeySource::File(path.clone());
        assert!(matches!(MasterKeys::load(&source), Err(MasterKeyError::Missing(_))));
        let first = MasterKeys::load_or_create(&source).unwrap();
        let again = MasterKeys::load_or_create(&source).unwrap();
        assert_eq!(first.0[0].bytes(), again.0[0].bytes());
        let added = MasterKeys::add_new(&source).unwrap();
        assert_eq!(added.0.len(), 2);
        assert_eq!(added.0[1].bytes(), first.0[0].bytes(), "the newest is the first");
        assert_ne!(added.0[0].bytes(), first.0[0].bytes());
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with("# The master keys") && text.lines().count() == 3,
            "{text}"
        );
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(matches!(MasterKeys::load(&source), Err(MasterKeyError::Exposed(_))));
        fs::remove_dir_all(&folder).unwrap();
    }
}

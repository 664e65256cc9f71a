//! The key under which subjects of counters are hashed.

use hmac::{Hmac, Mac};
use ports::{Entropy as _, StorageError};
use sha2::Sha256;

use crate::system::EmbeddedEntropy;

/// The random key under which one storage hashes subjects.
#[derive(Clone)]
pub(crate) struct SubjectKey([u8; 32]);

impl SubjectKey {
    pub(crate) fn random() -> Self {
        Self(EmbeddedEntropy.bytes())
    }

    /// Returns the HMAC-SHA-256 of a subject.
    pub(crate) fn hash(&self, subject: &str) -> Result<[u8; 32], StorageError> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).map_err(|_| StorageError::Corrupt {
            table: "counters".to_owned(),
            column: "subject".to_owned(),
            id: "key".to_owned(),
        })?;
        mac.update(subject.as_bytes());
        Ok(mac.finalize().into_bytes().into())
    }
}

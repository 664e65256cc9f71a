//! The random key of a database, under which the subjects of counters are hashed.

use std::fmt;

use alloy_primitives::hex;
use hmac::{Hmac, Mac};
use ports::{Entropy as _, StorageError};
use sha2::Sha256;

use super::sql::{Sql, sql};
use crate::entropy::SystemEntropy;

/// The key; its `Debug` hides it.
#[derive(Clone, Copy)]
pub(crate) struct CounterKey([u8; 32]);

impl fmt::Debug for CounterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CounterKey")
    }
}

impl CounterKey {
    /// Reads the key of a database, or creates it; of concurrent processes only one does.
    pub(crate) async fn of(on: &Sql) -> Result<Self, StorageError> {
        let made = sql("UPDATE instance SET counter_key = $1 WHERE counter_key IS NULL");
        made.bind(hex::encode(SystemEntropy.bytes())).execute(on).await?;
        let row = sql("SELECT counter_key FROM instance").fetch_one(on).await?;
        let row = row.of("instance", &[]);
        let key = hex::decode(row.text("counter_key")?).ok();
        let key = key.and_then(|key| key.try_into().ok());
        key.map(Self).ok_or_else(|| row.corrupt("counter_key"))
    }

    /// Returns the HMAC-SHA-256 of a subject.
    pub(crate) fn hash(self, subject: &str) -> Result<Vec<u8>, StorageError> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).map_err(|_| StorageError::Corrupt {
            table: "instance".to_owned(),
            column: "counter_key".to_owned(),
            id: "1".to_owned(),
        })?;
        mac.update(subject.as_bytes());
        Ok(mac.finalize().into_bytes().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use sha2::Digest as _;

    use super::*;

    #[test]
    fn a_subject_is_hashed_under_the_key() {
        let (one, other) = (CounterKey([1; 32]), CounterKey([2; 32]));
        let hash = one.hash("192.0.2.1/32").unwrap();
        assert_eq!(hash, one.hash("192.0.2.1/32").unwrap());
        assert_ne!(hash, other.hash("192.0.2.1/32").unwrap(), "another database");
        assert_ne!(hash, one.hash("192.0.2.2/32").unwrap());
        assert_ne!(hash, Sha256::digest("192.0.2.1/32").to_vec());
        assert_eq!(format!("{one:?}"), "CounterKey");
    }
}

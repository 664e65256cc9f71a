//! The key of one person, or of the instance.

use std::fmt;

use chacha20poly1305::{
    XChaCha20Poly1305, XNonce,
    aead::{Aead as _, KeyInit as _, Payload},
};
use hmac::{Hmac, Mac as _};
use ports::Entropy as _;
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::entropy::SystemEntropy;

/// The first byte of sealed values.
const VERSION: u8 = 1;
const NONCE_LENGTH: usize = 24;

/// Where a sealed value is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SealedPlace<'a> {
    pub(crate) table: &'static str,
    pub(crate) column: &'static str,
    /// The key of the row.
    pub(crate) row: &'a str,
}

impl SealedPlace<'_> {
    /// Returns the associated data. Each part has its length before it, so that no two places are equal.
    fn associated_data(&self) -> Vec<u8> {
        let parts = ["spyhop", self.table, self.column, self.row];
        parts
            .iter()
            .flat_map(|part| format!("{}:{part}", part.len()).into_bytes())
            .collect()
    }
}

/// A value could not be opened: it is damaged, or was sealed with another key or for another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a sealed value cannot be opened")]
pub(crate) struct OpenSealedError;

/// A key of 256 bits. Its `Debug` hides it, and its memory is overwritten when it is dropped.
#[derive(Clone)]
pub(crate) struct DataKey(Zeroizing<[u8; 32]>);

impl fmt::Debug for DataKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DataKey")
    }
}

impl DataKey {
    pub(crate) fn random() -> Self {
        Self::of(SystemEntropy.bytes())
    }

    pub(crate) fn of(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    pub(crate) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Encrypts a value for a place: version, nonce, and the ciphertext with its tag.
    pub(crate) fn seal(&self, place: SealedPlace<'_>, value: &[u8]) -> Result<Vec<u8>, OpenSealedError> {
        let random = SystemEntropy.bytes();
        let (nonce, _) = random.split_first_chunk::<NONCE_LENGTH>().ok_or(OpenSealedError)?;
        let payload = Payload {
            msg: value,
            aad: &place.associated_data(),
        };
        let sealed = self.cipher().encrypt(<&XNonce>::from(nonce), payload);
        let sealed = sealed.map_err(|_| OpenSealedError)?;
        Ok([&[VERSION], nonce.as_slice(), &sealed].concat())
    }

    /// Decrypts a value of a place.
    pub(crate) fn open(&self, place: SealedPlace<'_>, sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, OpenSealedError> {
        let rest = sealed.strip_prefix(&[VERSION]).ok_or(OpenSealedError)?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE_LENGTH>().ok_or(OpenSealedError)?;
        let payload = Payload {
            msg: sealed,
            aad: &place.associated_data(),
        };
        let opened = self.cipher().decrypt(<&XNonce>::from(nonce), payload);
        opened.map(Zeroizing::new).map_err(|_| OpenSealedError)
    }

    /// Returns the HMAC-SHA-256 of a text for one purpose, by which sealed values are looked up.
    pub(crate) fn keyed_hash(&self, purpose: &'static str, text: &str) -> Result<[u8; 32], OpenSealedError> {
        Ok(self.mac(purpose, text)?.finalize().into_bytes().into())
    }

    /// Returns whether a text has this [`keyed_hash`](Self::keyed_hash). It takes the same time for every hash.
    pub(crate) fn has_keyed_hash(&self, purpose: &'static str, text: &str, hash: &[u8]) -> bool {
        self.mac(purpose, text).is_ok_and(|mac| mac.verify_slice(hash).is_ok())
    }

    fn mac(&self, purpose: &'static str, text: &str) -> Result<Hmac<Sha256>, OpenSealedError> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.as_slice()).map_err(|_| OpenSealedError)?;
        mac.update(format!("{}:{purpose}", purpose.len()).as_bytes());
        mac.update(text.as_bytes());
        Ok(mac)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new((&*self.0).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: SealedPlace<'_> = SealedPlace {
        table: "user_emails",
        column: "sealed",
        row: "7",
    };

    #[test]
    fn a_value_opens_only_with_its_key_at_its_place() {
        let key = DataKey::random();
        let sealed = key.seal(PLACE, b"ann@example.com").unwrap();
        assert_eq!(key.open(PLACE, &sealed).unwrap().as_slice(), b"ann@example.com");
        assert_eq!(DataKey::random().open(PLACE, &sealed), Err(OpenSealedError));
        for other in [
            SealedPlace { row: "8", ..PLACE },
            SealedPlace {
                column: "seale",
                row: "d7",
                ..PLACE
            },
            SealedPlace {
                table: "other",
                ..PLACE
            },
        ] {
            assert_eq!(key.open(other, &sealed), Err(OpenSealedError), "{other:?}");
        }
    }

    #[test]
    fn a_changed_or_shortened_value_does_not_open() {
        let key = DataKey::random();
        let sealed = key.seal(PLACE, b"ann@example.com").unwrap();
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(key.open(PLACE, &changed), Err(OpenSealedError), "byte {at}");
            assert_eq!(key.open(PLACE, &sealed[..at]), Err(OpenSealedError), "{at} bytes");
        }
    }

    #[test]
    fn equal_values_are_sealed_differently_and_hashed_equally() {
        let key = DataKey::random();
        assert_ne!(key.seal(PLACE, b"x").unwrap(), key.seal(PLACE, b"x").unwrap());
        let hash = key.keyed_hash("email", "ann@example.com").unwrap();
        assert_eq!(hash, key.keyed_hash("email", "ann@example.com").unwrap());
        assert!(key.has_keyed_hash("email", "ann@example.com", &hash));
        assert!(!key.has_keyed_hash("email", "eve@example.com", &hash));
        assert!(!key.has_keyed_hash("email", "ann@example.com", &hash[..31]));
        assert_ne!(hash, key.keyed_hash("code", "ann@example.com").unwrap());
        assert_ne!(hash, DataKey::random().keyed_hash("email", "ann@example.com").unwrap());
        assert_eq!(format!("{key:?}"), "DataKey");
    }
}

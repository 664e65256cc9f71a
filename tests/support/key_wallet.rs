//! A wallet that signs messages with a key that the test knows.

use alloy_primitives::{eip191_hash_message, hex};
use k256::ecdsa::SigningKey;

/// A wallet whose key is known.
pub struct KeyWallet(SigningKey);

impl KeyWallet {
    /// Returns the wallet of a seed; 0 has none.
    pub fn of(seed: u8) -> Self {
        Self(SigningKey::from_slice(&[seed; 32]).unwrap())
    }

    /// Its address, with its checksum.
    pub fn address(&self) -> String {
        let point = self.0.verifying_key().to_encoded_point(false);
        alloy_primitives::Address::from_raw_public_key(&point.as_bytes()[1..]).to_checksum(None)
    }

    /// Signs a message as wallets do: 65 bytes, the last is 27 or 28.
    pub fn sign(&self, message: &str) -> String {
        let hash = eip191_hash_message(message.as_bytes());
        let (signature, id) = self.0.sign_prehash_recoverable(hash.as_slice()).unwrap();
        let mut bytes = signature.to_bytes().to_vec();
        bytes.push(27 + id.to_byte());
        format!("0x{}", hex::encode(bytes))
    }
}

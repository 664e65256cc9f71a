//! Idempotency keys: a client that got no answer repeats the call with the same key, and gets the object that the first call
//! made instead of a second one.

use async_trait::async_trait;
use sha2::{Digest, Sha256};

use crate::{ids::user::UserId, storage::StorageError, time::clock::Timestamp};

crate::id!(
    /// The id of a claim on a key: only the newest claim may store what was made.
    ClaimId
);

/// A call with an idempotency key. Neither the key nor the body is stored, only their SHA-256.
#[derive(Clone, PartialEq, Eq)]
pub struct IdempotentCall {
    /// The name of the call; keys of different calls are independent.
    pub call: String,
    /// SHA-256 of the key.
    pub key: [u8; 32],
    /// SHA-256 of the body.
    pub body: [u8; 32],
}

/// Why a text is not an idempotency key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Use 32 to 255 letters, digits and symbols without spaces. Send a new random key for each new object.")]
pub struct ParseKeyError;

impl IdempotentCall {
    /// Hashes the key and the body of a call.
    pub fn new(call: &str, key: &[u8], body: &[u8]) -> Result<Self, ParseKeyError> {
        let sound = (32..=255).contains(&key.len()) && key.iter().all(u8::is_ascii_graphic);
        if !sound {
            return Err(ParseKeyError);
        }
        Ok(Self {
            call: call.to_owned(),
            key: Sha256::digest(key).into(),
            body: Sha256::digest(body).into(),
        })
    }
}

/// The outcome of claiming an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimOutcome {
    /// The key is new and now claimed by the caller, who makes the object.
    Ours,
    /// The call was completed before.
    Before {
        /// The user that it made.
        user: UserId,
    },
    /// The key was used with another body.
    OtherBody,
    /// Another call with this key is running.
    InProgress,
}

/// Writes idempotency keys and the ids of what was made under them.
#[async_trait]
pub trait IdempotencyWriter: Send {
    /// Claims a key until `until`, atomically: of concurrent calls only one gets it. An expired key can be claimed again.
    async fn claim(
        &mut self,
        attempt: &IdempotentCall,
        claim: ClaimId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<ClaimOutcome, StorageError>;

    /// Stores until `until` that the call made a user, in the unit of work that makes them. Returns `false` where another claim has
    /// the key or it has a user; the unit of work must then not be committed. A claim whose key was released and not claimed again
    /// stores its user: a server that starts releases the keys of all that run.
    async fn keep(
        &mut self,
        attempt: &IdempotentCall,
        claim: ClaimId,
        user: UserId,
        until: Timestamp,
    ) -> Result<bool, StorageError>;

    /// Releases a claim after nothing was made.
    async fn release(&mut self, attempt: &IdempotentCall, claim: ClaimId) -> Result<(), StorageError>;

    /// Deletes the keys under which a user was made.
    async fn forget_user(&mut self, user: UserId) -> Result<(), StorageError>;

    /// Deletes expired keys.
    async fn forget_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_long_printable_and_only_hashed() {
        let key = "k".repeat(32);
        let attempt = IdempotentCall::new("create", key.as_bytes(), b"{}").unwrap();
        assert!(attempt == IdempotentCall::new("create", key.as_bytes(), b"{}").unwrap());
        assert_ne!(
            attempt.body,
            IdempotentCall::new("create", key.as_bytes(), b"{ }").unwrap().body
        );
        assert!(IdempotentCall::new("create", "k".repeat(255).as_bytes(), b"").is_ok());
        for wrong in [
            "k".repeat(31),
            "k".repeat(256),
            " ".repeat(40),
            format!("{key}\u{e9}"),
            String::new(),
        ] {
            assert!(IdempotentCall::new("create", wrong.as_bytes(), b"").is_err(), "{wrong}");
        }
    }
}

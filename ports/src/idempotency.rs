//! Calls that make something and are made once: a client that got no answer sends the same call under the same key again,
//! and gets the answer of the first.

use async_trait::async_trait;
use sha2::{Digest, Sha256};

use crate::{clock::Timestamp, storage::StorageError, user::UserId};

crate::id!(
    /// Names who works under a key: only the newest may keep an answer.
    ClaimId
);

/// One call under a key. Neither the key nor the body is kept, only their SHA-256.
#[derive(Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Which call: a key means nothing to another one.
    pub call: String,
    /// SHA-256 of the key.
    pub key: [u8; 32],
    /// SHA-256 of the body.
    pub body: [u8; 32],
}

/// Why a text is not a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Use 32 to 255 letters, digits and symbols without spaces. Send a new random key for each new object.")]
pub struct ParseKeyError;

impl Attempt {
    /// A call with this body under this key.
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

/// What a call under a key comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// Nobody made it yet: it is the caller's to make.
    Ours,
    /// It was made.
    Before {
        /// The user it was made for.
        user: UserId,
        /// The answer, without what must not be kept.
        answer: String,
    },
    /// The key was used for another body.
    OtherBody,
    /// Somebody is about to make it.
    InProgress,
}

/// Keeps what was made under which key.
#[async_trait]
pub trait IdempotencyWrites: Send {
    /// Claims a key until `until`, by one statement that also decides: of many at the same time one gets it. A key whose
    /// time is over is as good as new.
    async fn claim(
        &mut self,
        attempt: &Attempt,
        claim: ClaimId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Claimed, StorageError>;

    /// Keeps the answer until `until`, in the unit of work that makes the thing. `false` when the claim is not the
    /// newest any more: then the unit must not be committed.
    async fn keep(
        &mut self,
        attempt: &Attempt,
        claim: ClaimId,
        user: UserId,
        answer: &str,
        until: Timestamp,
    ) -> Result<bool, StorageError>;

    /// Gives a claim back: nothing was made.
    async fn release(&mut self, attempt: &Attempt, claim: ClaimId) -> Result<(), StorageError>;

    /// Forgets what was made for a user: their answers are not given again.
    async fn forget_user(&mut self, user: UserId) -> Result<(), StorageError>;

    /// Forgets keys whose time is over.
    async fn forget_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_long_and_plain_and_not_kept() {
        let key = "k".repeat(32);
        let attempt = Attempt::new("create", key.as_bytes(), b"{}").unwrap();
        assert!(attempt == Attempt::new("create", key.as_bytes(), b"{}").unwrap());
        assert_ne!(
            attempt.body,
            Attempt::new("create", key.as_bytes(), b"{ }").unwrap().body
        );
        assert!(Attempt::new("create", "k".repeat(255).as_bytes(), b"").is_ok());
        for wrong in [
            "k".repeat(31),
            "k".repeat(256),
            " ".repeat(40),
            format!("{key}\u{e9}"),
            String::new(),
        ] {
            assert!(Attempt::new("create", wrong.as_bytes(), b"").is_err(), "{wrong}");
        }
    }
}

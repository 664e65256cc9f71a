//! Users' sessions.

use async_trait::async_trait;

use crate::{clock::Timestamp, ids::user::UserId, storage::StorageError};

crate::id!(
    /// A session's id.
    SessionId
);

/// A session of a user. The token itself is not stored, only its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Which session.
    pub id: SessionId,
    /// The user it belongs to.
    pub user: UserId,
    /// SHA-256 of the token.
    pub token_hash: [u8; 32],
    /// When it was opened.
    pub created_at: Timestamp,
    /// When it was last used, rounded to the hour.
    pub used_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// Reads sessions.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait SessionReader: Send + Sync {
    /// Returns the session with this token hash, expired or not.
    async fn find(&self, token_hash: &[u8; 32]) -> Result<Option<Session>, StorageError>;
}

/// Writes sessions.
#[async_trait]
pub trait SessionWriter: Send {
    /// Adds a session.
    async fn add(&mut self, session: &Session) -> Result<(), StorageError>;

    /// Records a use of the session and sets its new expiry.
    async fn touch(&mut self, id: SessionId, used_at: Timestamp, expires_at: Timestamp) -> Result<(), StorageError>;

    /// Ends a session.
    async fn remove(&mut self, id: SessionId) -> Result<(), StorageError>;

    /// Ends every session of a user.
    async fn remove_of(&mut self, user: UserId) -> Result<(), StorageError>;

    /// Removes expired sessions, and records the users who have none left, as [`leave`](crate::UserWriter::leave) does.
    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;
}

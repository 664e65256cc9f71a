//! Sessions.

use async_trait::async_trait;

use crate::{clock::Timestamp, storage::StorageError, user::UserId};

crate::id!(
    /// A session's id.
    SessionId
);

/// A session of a user. The token itself is not kept, only its hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Which session.
    pub id: SessionId,
    /// Whose.
    pub user: UserId,
    /// SHA-256 of the token.
    pub token_hash: [u8; 32],
    /// When it was opened.
    pub created_at: Timestamp,
    /// When it was last used, to the hour.
    pub used_at: Timestamp,
    /// After this it is no session any more.
    pub expires_at: Timestamp,
}

/// Reads sessions.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait SessionStore: Send + Sync {
    /// The session with this token hash, expired or not.
    async fn find(&self, token_hash: &[u8; 32]) -> Result<Option<Session>, StorageError>;
}

/// Keeps sessions.
#[async_trait]
pub trait SessionWrites: Send {
    /// Adds a session.
    async fn add(&mut self, session: &Session) -> Result<(), StorageError>;

    /// Notes that it was used, and moves its end.
    async fn touch(&mut self, id: SessionId, used_at: Timestamp, expires_at: Timestamp) -> Result<(), StorageError>;

    /// Ends it.
    async fn remove(&mut self, id: SessionId) -> Result<(), StorageError>;

    /// Ends every session of a user.
    async fn remove_of(&mut self, user: UserId) -> Result<(), StorageError>;

    /// Ends every session whose time is over, and notes which users have none left, as [`leave`](crate::UserWrites::leave).
    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;
}

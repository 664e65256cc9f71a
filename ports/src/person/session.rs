//! Users' sessions.

use async_trait::async_trait;

use crate::{ids::user::UserId, storage::StorageError, time::clock::Timestamp};

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
    /// When its user last proved who they are; `None` for sessions of anonymous users.
    pub proved_at: Option<Timestamp>,
    /// What it was opened on, such as `Firefox on Linux`; `None` where unknown.
    pub device: Option<String>,
    /// The network that it was opened from, such as `192.0.2.0/24`; `None` where unknown.
    pub network: Option<String>,
}

/// Reads sessions.
#[async_trait]
pub trait SessionReader: Send + Sync {
    /// Returns the session with this token hash, expired or not.
    async fn find(&self, token_hash: &[u8; 32]) -> Result<Option<Session>, StorageError>;

    /// Returns the sessions of a user that have not expired, the last used first.
    async fn of_user(&self, user: UserId, now: Timestamp) -> Result<Vec<Session>, StorageError>;
}

/// Writes sessions.
#[async_trait]
pub trait SessionWriter: Send {
    /// Adds a session.
    async fn add(&mut self, session: &Session) -> Result<(), StorageError>;

    /// Records a use of the session and sets its new expiry.
    async fn touch(&mut self, id: SessionId, used_at: Timestamp, expires_at: Timestamp) -> Result<(), StorageError>;

    /// Records that the user of a session proved who they are.
    async fn prove(&mut self, id: SessionId, at: Timestamp) -> Result<(), StorageError>;

    /// Ends a session of a user. Returns `false` where the user has no such session.
    async fn remove(&mut self, user: UserId, id: SessionId) -> Result<bool, StorageError>;

    /// Ends every session of a user, except this one.
    async fn remove_of(&mut self, user: UserId, except: Option<SessionId>) -> Result<(), StorageError>;

    /// Removes expired sessions, and records the users who have none left, as [`leave`](crate::person::user::UserWriter::leave) does.
    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;
}

//! Sharing: links to portfolios, and the sessions of visitors who open them.

pub(crate) mod link;

use async_trait::async_trait;

use crate::{address::Address, ids::user::UserId, storage::StorageError, time::clock::Timestamp};

pub use link::{ParseShareLinkError, ShareLink};

crate::id!(
    /// The id of a visitor's session.
    ShareSessionId
);

/// A shared portfolio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// The user whose portfolio it is.
    pub user: UserId,
    /// Its link.
    pub slug: ShareLink,
    /// When this link was made.
    pub created_at: Timestamp,
}

/// What a visitor's session shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShareTarget {
    /// The portfolio of this user, opened by its link.
    Portfolio(UserId),
    /// One public address, no matter which users watch it.
    Address(Address),
}

/// The session of a visitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareSession {
    /// Which session.
    pub id: ShareSessionId,
    /// What it shows.
    pub target: ShareTarget,
    /// When it began. A session for an address shows nothing that was read before.
    pub opened_at: Timestamp,
    /// When it expires.
    pub expires_at: Timestamp,
}

/// Reads visitors' sessions.
#[async_trait]
pub trait ShareReader: Send + Sync {
    /// Returns the session with this token hash, expired or not. It is absent once its link was renewed or removed.
    async fn session(&self, token_hash: &[u8; 32]) -> Result<Option<ShareSession>, StorageError>;
}

/// Writes shares and visitors' sessions.
#[async_trait]
pub trait ShareWriter: Send {
    /// Returns the share with this link.
    async fn find(&mut self, slug: &ShareLink) -> Result<Option<Share>, StorageError>;

    /// Shares a portfolio by this link. Its previous link and every session opened by that end.
    async fn put(&mut self, share: &Share) -> Result<(), StorageError>;

    /// Ends the sharing of a portfolio and every session opened by its link.
    async fn remove(&mut self, user: UserId) -> Result<(), StorageError>;

    /// Begins a session for a share; only the hash of its token is stored. Returns `false` where the link is no longer valid.
    async fn open(
        &mut self,
        session: &ShareSession,
        slug: &ShareLink,
        token_hash: &[u8; 32],
    ) -> Result<bool, StorageError>;

    /// Begins a session for one address.
    async fn open_address(
        &mut self,
        session: &ShareSession,
        address: &Address,
        token_hash: &[u8; 32],
    ) -> Result<(), StorageError>;

    /// Removes expired sessions.
    async fn remove_expired(&mut self, now: Timestamp) -> Result<(), StorageError>;
}

//! Users, anonymous or registered.

use async_trait::async_trait;

use crate::{person::share::link::ShareLink, storage::StorageError, time::clock::Timestamp};

pub use crate::ids::user::UserId;

/// A user, who is anonymous until registered by e-mail or wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Which user.
    pub id: UserId,
    /// Incremented by each change of the wallet list, so that two windows do not overwrite each other's changes.
    pub version: i64,
    /// The share link, while the portfolio is shared.
    pub link: Option<ShareLink>,
    /// The number of uploaded files from which wallets were added.
    pub uploads: u32,
    /// When the user was created.
    pub created_at: Timestamp,
    /// When the user registered; `None` for anonymous users.
    pub registered_at: Option<Timestamp>,
    /// Where on the page the user registered, such as `leaving`; `None` for anonymous users and where it is unknown.
    pub signed_up_from: Option<String>,
    /// When a registered user will be erased, because they requested it; `None` otherwise.
    pub delete_at: Option<Timestamp>,
}

/// Reads users.
#[async_trait]
pub trait UserReader: Send + Sync {
    /// Returns the user with this id.
    async fn find(&self, id: UserId) -> Result<Option<User>, StorageError>;
}

/// Writes users.
#[async_trait]
pub trait UserWriter: Send {
    /// Adds a user.
    async fn add(&mut self, user: &User) -> Result<(), StorageError>;

    /// Reads a user and locks the row until the unit of work ends, so that limits are checked by one transaction at a time.
    async fn lock(&mut self, id: UserId) -> Result<Option<User>, StorageError>;

    /// Sets the version of the wallet list.
    async fn set_version(&mut self, id: UserId, version: i64) -> Result<(), StorageError>;

    /// Sets the number of uploaded files from which wallets were added.
    async fn set_uploads(&mut self, id: UserId, uploads: u32) -> Result<(), StorageError>;

    /// Records that the last session of a user ended at `now`: accounts that only this user watches are no longer read,
    /// unless the portfolio is shared. Returns `false`, and records nothing, while the user has a session.
    async fn leave(&mut self, id: UserId, now: Timestamp) -> Result<bool, StorageError>;

    /// Erases an anonymous user with all data that refers to it. Returns `false` for a registered or unknown user.
    async fn erase(&mut self, id: UserId) -> Result<bool, StorageError>;

    /// Erases up to `limit` anonymous users whose last session ended before `before`. Returns how many.
    async fn erase_left(&mut self, before: Timestamp, limit: u32) -> Result<u64, StorageError>;
}

//! Users: people, anonymous or registered.

use async_trait::async_trait;

use crate::{clock::Timestamp, share::Slug, storage::StorageError};

crate::id!(
    /// A user's id.
    UserId
);

/// A person. Anonymous until an e-mail or a wallet proves who they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// Which user.
    pub id: UserId,
    /// Rises with each change of the list of wallets, so that two windows do not overwrite each other.
    pub version: i64,
    /// The slug of the share link, while the portfolio is shared.
    pub link: Option<Slug>,
    /// How many files of wallets the user has added something from.
    pub uploads: u32,
    /// When the user was made.
    pub created_at: Timestamp,
    /// When an e-mail or a wallet proved who the user is; `None` for anonymous users.
    pub registered_at: Option<Timestamp>,
}

/// Reads users.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait UserStore: Send + Sync {
    /// The user with this id.
    async fn find(&self, id: UserId) -> Result<Option<User>, StorageError>;
}

/// Keeps users.
#[async_trait]
pub trait UserWrites: Send {
    /// Adds a user.
    async fn add(&mut self, user: &User) -> Result<(), StorageError>;

    /// Reads a user and holds the row until the unit of work ends, so that limits are counted by one at a time.
    async fn lock(&mut self, id: UserId) -> Result<Option<User>, StorageError>;

    /// Sets the version of the list of wallets.
    async fn set_version(&mut self, id: UserId, version: i64) -> Result<(), StorageError>;

    /// Sets how many files of wallets the user has added something from.
    async fn set_uploads(&mut self, id: UserId, uploads: u32) -> Result<(), StorageError>;

    /// Notes that the last session of a user ended at `now`: accounts that only they watch are read no more, unless they are
    /// shared. `false` while the user has a session.
    async fn leave(&mut self, id: UserId, now: Timestamp) -> Result<bool, StorageError>;

    /// Erases an anonymous user with everything that refers to them. `false` for a registered or unknown user.
    async fn erase(&mut self, id: UserId) -> Result<bool, StorageError>;

    /// Erases up to `limit` anonymous users whose last session ended before `before`. Answers how many.
    async fn erase_left(&mut self, before: Timestamp, limit: u32) -> Result<u64, StorageError>;
}

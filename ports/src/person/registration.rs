//! Registering users, and adding the data of an anonymous user to a registered one.

use async_trait::async_trait;

use crate::{ids::user::UserId, storage::StorageError, time::clock::Timestamp};

/// An anonymous user's data were added to a registered user's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The registered user.
    pub user: UserId,
    /// The anonymous user, who was erased.
    pub source: UserId,
    /// How many wallets were added.
    pub wallets: u32,
    /// How many of the user's wallets are over the limit of the plan since then.
    pub frozen: u32,
    /// When.
    pub merged_at: Timestamp,
}

/// Registers and merges users.
#[async_trait]
pub trait RegistrationWriter: Send {
    /// Registers an anonymous user, with where on the page that happened. Returns `false`, and changes nothing, for a
    /// registered or unknown user.
    async fn register(&mut self, user: UserId, at: Timestamp, from: Option<&str>) -> Result<bool, StorageError>;

    /// Sets when a registered user will be erased; `None` takes it back.
    async fn set_deletion(&mut self, user: UserId, at: Option<Timestamp>) -> Result<(), StorageError>;

    /// Erases up to `limit` registered users whose deletion is due, with all data that refers to them. Returns how many.
    async fn erase_due(&mut self, now: Timestamp, limit: u32) -> Result<u64, StorageError>;

    /// Moves what belongs to `source` to `target`: wallets, also removed ones, prices, hidden assets, accepted decimals,
    /// added tokens, what was added to entries and addresses, feedback, and settings. Where both have the same thing,
    /// that of `target` stays, and that of `source` is left for its erasure. Wallets keep their positions, after those
    /// of `target`.
    async fn move_data(&mut self, source: UserId, target: UserId) -> Result<(), StorageError>;

    /// Records a merge. An implementer MUST store only a keyed hash of the source, who is erased.
    async fn add_merge(&mut self, merge: &Merge) -> Result<(), StorageError>;

    /// Returns the merge of a source into a user.
    async fn merge(&mut self, user: UserId, source: UserId) -> Result<Option<Merge>, StorageError>;

    /// Removes the merges before this time.
    async fn forget_merges(&mut self, before: Timestamp) -> Result<(), StorageError>;
}

//! Tokens that people added by their contract address, so that they are looked for in their accounts.
//!
//! What somebody added is theirs alone: accounts are read once for everybody who watches them, but a token that nothing else
//! names is shown only to those who added it.

use async_trait::async_trait;

use crate::{account::AccountId, asset::AssetId, clock::Timestamp, storage::StorageError, user::UserId};

/// The origin of an asset that is known only because people added it.
pub const ORIGIN: &str = "added";

/// A token that a person added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedToken {
    /// Which token.
    pub asset: AssetId,
    /// When it was added.
    pub added_at: Timestamp,
}

/// Reads what people added.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait AddedTokenStore: Send + Sync {
    /// Every token that a user added, by id.
    async fn of_user(&self, user: UserId) -> Result<Vec<AddedToken>, StorageError>;

    /// The tokens of the account's chain that people added who watch its address, each once, by id.
    async fn of_watchers(&self, account: &AccountId) -> Result<Vec<AssetId>, StorageError>;
}

/// Keeps what people added.
#[async_trait]
pub trait AddedTokenWrites: Send {
    /// Adds a token. One that is there keeps its row and takes the newer time.
    async fn add(&mut self, user: UserId, token: &AddedToken) -> Result<(), StorageError>;

    /// Removes a token; `false` when there was none.
    async fn remove(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError>;
}

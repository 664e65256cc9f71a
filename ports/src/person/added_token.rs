//! Tokens that users added by contract address, so that their balances are read in the users' accounts.
//!
//! An added token is private to its user: accounts are read once for all users who watch them, but a token that no other
//! source names is shown only to users who added it.

use async_trait::async_trait;

use crate::{
    ids::{account::AccountId, asset::AssetId, user::UserId},
    storage::StorageError,
    time::clock::Timestamp,
};

pub use crate::chain::asset::ADDED_ORIGIN as ORIGIN;

/// A token that a user added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedToken {
    /// Which token.
    pub asset: AssetId,
    /// When it was added.
    pub added_at: Timestamp,
}

/// Reads added tokens.
#[async_trait]
pub trait AddedTokenReader: Send + Sync {
    /// Returns every token that a user added, sorted by id.
    async fn of_user(&self, user: UserId) -> Result<Vec<AddedToken>, StorageError>;

    /// Returns the tokens of the account's chain that were added by users who watch its address, each once, sorted by id.
    async fn of_watchers(&self, account: &AccountId) -> Result<Vec<AssetId>, StorageError>;
}

/// Writes added tokens.
#[async_trait]
pub trait AddedTokenWriter: Send {
    /// Adds a token. For an existing one only the time is updated, to the newer one.
    async fn add(&mut self, user: UserId, token: &AddedToken) -> Result<(), StorageError>;

    /// Removes a token. Returns `false` where there was none.
    async fn remove(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError>;
}

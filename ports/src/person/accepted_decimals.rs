//! Decimals that users accepted for tokens whose contracts do not state them.

use async_trait::async_trait;

use crate::{
    ids::{asset::AssetId, user::UserId},
    storage::StorageError,
    time::clock::Timestamp,
};

/// A user's decision to value a token with the decimals of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedDecimals {
    /// Which token.
    pub asset: AssetId,
    /// The accepted decimals. The decision covers this number only, not another one that a list states later.
    pub decimals: u8,
}

/// Reads accepted decimals.
#[async_trait]
pub trait AcceptedDecimalsReader: Send + Sync {
    /// Returns every decision of a user, sorted by asset.
    async fn of_user(&self, user: UserId) -> Result<Vec<AcceptedDecimals>, StorageError>;
}

/// Writes accepted decimals.
#[async_trait]
pub trait AcceptedDecimalsWriter: Send {
    /// Stores the decision about a token, in place of an earlier one.
    async fn accept(&mut self, user: UserId, accepted: &AcceptedDecimals, now: Timestamp) -> Result<(), StorageError>;

    /// Deletes the decision about a token. Returns `false` where there was none.
    async fn withdraw(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError>;
}

//! Manual prices. They override every source and are marked as manual.

use async_trait::async_trait;

use crate::{
    amount::Amount,
    ids::{asset::AssetId, user::UserId},
    storage::StorageError,
    time::clock::Timestamp,
};

/// A price that a user set for an asset, in dollars. Zero is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManualPrice {
    /// The user who set it.
    pub user: UserId,
    /// Which asset.
    pub asset: AssetId,
    /// Dollars per whole unit, zero or above.
    pub price: Amount,
    /// When it was set.
    pub set_at: Timestamp,
}

/// Reads manual prices.
#[async_trait]
pub trait ManualPriceReader: Send + Sync {
    /// Returns every price that a user set.
    async fn of_user(&self, user: UserId) -> Result<Vec<ManualPrice>, StorageError>;
}

/// Writes manual prices.
#[async_trait]
pub trait ManualPriceWriter: Send {
    /// Sets a price, in place of an earlier one.
    async fn set(&mut self, price: &ManualPrice) -> Result<(), StorageError>;

    /// Removes a price. Returns `false` where there was none.
    async fn clear(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError>;
}

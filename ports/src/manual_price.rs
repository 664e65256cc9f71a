//! Prices that people set by hand. They win over every source and are marked.

use async_trait::async_trait;

use crate::{amount::Amount, asset::AssetId, clock::Timestamp, storage::StorageError, user::UserId};

/// A price that a person set for an asset, in dollars. Zero is allowed here: the person knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManualPrice {
    /// Whose word it is.
    pub user: UserId,
    /// For which asset.
    pub asset: AssetId,
    /// Dollars for one whole unit, zero or above.
    pub price: Amount,
    /// When it was set.
    pub set_at: Timestamp,
}

/// Reads manual prices.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait ManualPriceStore: Send + Sync {
    /// Every price that a user set.
    async fn of_user(&self, user: UserId) -> Result<Vec<ManualPrice>, StorageError>;
}

/// Keeps manual prices.
#[async_trait]
pub trait ManualPriceWrites: Send {
    /// Sets a price, in place of an earlier one.
    async fn set(&mut self, price: &ManualPrice) -> Result<(), StorageError>;

    /// Takes a price back; `false` when there was none.
    async fn clear(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError>;
}

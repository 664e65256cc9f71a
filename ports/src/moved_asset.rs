//! The assets that accounts moved themselves, whose past prices are needed.

use async_trait::async_trait;

use crate::{
    day::Day,
    ids::{account::AccountId, asset::AssetId},
    storage::StorageError,
};

/// An asset that some account gave away, received in exchange or paid with. It does not say which account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovedAsset {
    /// Which asset.
    pub asset: AssetId,
    /// The day of the first entry with it.
    pub first: Day,
    /// The day of the last entry with it.
    pub last: Day,
}

/// Reads moved assets.
#[async_trait]
pub trait MovedAssetReader: Send + Sync {
    /// Returns all moved assets, ordered by asset.
    async fn all(&self) -> Result<Vec<MovedAsset>, StorageError>;

    /// Returns those of these assets that were moved, ordered by asset.
    async fn of_assets(&self, assets: &[AssetId]) -> Result<Vec<MovedAsset>, StorageError>;

    /// Returns up to `limit` accounts whose ledger changed since it was searched for moved assets, ordered by account.
    async fn unsearched(&self, limit: u32) -> Result<Vec<AccountId>, StorageError>;

    /// Returns the ledger revision up to which the entries of an account were searched; 0 for one that never was.
    async fn searched(&self, account: &AccountId) -> Result<u64, StorageError>;
}

/// Writes moved assets.
#[async_trait]
pub trait MovedAssetWriter: Send {
    /// Adds moved assets. The days of a known one are extended by the new ones.
    async fn add(&mut self, assets: &[MovedAsset]) -> Result<(), StorageError>;

    /// Records that the entries of an account up to this ledger revision were searched. An earlier revision than the recorded
    /// one changes nothing, and neither does an account without entries.
    async fn set_searched(&mut self, account: &AccountId, ledger_revision: u64) -> Result<(), StorageError>;
}

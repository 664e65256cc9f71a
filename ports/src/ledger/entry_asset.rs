//! The assets in the entries of accounts, and which of them accounts moved themselves: those need past prices.

use async_trait::async_trait;

use crate::{
    ids::{account::AccountId, asset::AssetId},
    storage::StorageError,
    time::day::Day,
};

/// An asset in the entries of accounts. It does not say which accounts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryAsset {
    /// Which asset.
    pub asset: AssetId,
    /// The day of the first entry with it.
    pub first: Day,
    /// The day of the last entry with it.
    pub last: Day,
    /// Whether some account gave it away, received it in exchange or paid with it. Others only arrived, and their days are needed
    /// once an account moves them.
    pub is_moved: bool,
}

/// Reads the assets of entries.
#[async_trait]
pub trait EntryAssetReader: Send + Sync {
    /// Returns the assets that accounts moved themselves, ordered by asset.
    async fn moved(&self) -> Result<Vec<EntryAsset>, StorageError>;

    /// Returns those of these assets that accounts moved themselves, ordered by asset.
    async fn moved_of(&self, assets: &[AssetId]) -> Result<Vec<EntryAsset>, StorageError>;

    /// Returns up to `limit` accounts whose ledger changed since it was searched for moved assets, ordered by account.
    async fn unsearched(&self, limit: u32) -> Result<Vec<AccountId>, StorageError>;

    /// Returns the ledger revision up to which the entries of an account were searched; 0 for one that never was.
    async fn searched(&self, account: &AccountId) -> Result<u64, StorageError>;
}

/// Writes the assets of entries.
#[async_trait]
pub trait EntryAssetWriter: Send {
    /// Adds assets. The days of a known one are extended by the new ones, and one that was moved stays so.
    async fn add(&mut self, assets: &[EntryAsset]) -> Result<(), StorageError>;

    /// Records that the entries of an account up to this ledger revision were searched. An earlier revision than the recorded
    /// one changes nothing, and neither does an account without entries.
    async fn set_searched(&mut self, account: &AccountId, ledger_revision: u64) -> Result<(), StorageError>;
}

//! Users' decisions to hide an asset from their totals, or to show one that a rule hides.

use async_trait::async_trait;

use crate::{
    ids::{asset::AssetId, user::UserId},
    storage::StorageError,
    time::clock::Timestamp,
};

/// A user's decision about an asset, which overrides every rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenAsset {
    /// Which asset.
    pub asset: AssetId,
    /// `true` to hide it, `false` to show it even where a rule would hide it.
    pub hidden: bool,
}

/// Reads the decisions.
#[async_trait]
pub trait HiddenAssetReader: Send + Sync {
    /// Returns every decision of a user.
    async fn of_user(&self, user: UserId) -> Result<Vec<HiddenAsset>, StorageError>;
}

/// Writes the decisions.
#[async_trait]
pub trait HiddenAssetWriter: Send {
    /// Sets the decision about one asset, in place of an earlier one.
    async fn set(&mut self, user: UserId, choice: &HiddenAsset, now: Timestamp) -> Result<(), StorageError>;

    /// Deletes the decision about an asset, if any, so that the rules apply again.
    async fn forget(&mut self, user: UserId, asset: &AssetId) -> Result<(), StorageError>;
}

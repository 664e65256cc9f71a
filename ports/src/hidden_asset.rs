//! What people decided about showing an asset: hidden from their totals, or shown although a rule hides it.

use async_trait::async_trait;

use crate::{asset::AssetId, clock::Timestamp, storage::StorageError, user::UserId};

/// A person's word on an asset; it wins over every rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenAsset {
    /// Which asset.
    pub asset: AssetId,
    /// Hidden (`true`), or shown although a rule would hide it (`false`).
    pub hidden: bool,
}

/// Reads what people decided.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait HiddenAssetStore: Send + Sync {
    /// Every decision of a user.
    async fn of_user(&self, user: UserId) -> Result<Vec<HiddenAsset>, StorageError>;
}

/// Keeps what people decided.
#[async_trait]
pub trait HiddenAssetWrites: Send {
    /// Sets the decision about one asset, in place of an earlier one.
    async fn set(&mut self, user: UserId, choice: &HiddenAsset, now: Timestamp) -> Result<(), StorageError>;

    /// Forgets the decision about an asset, if there is one: the rules decide again.
    async fn forget(&mut self, user: UserId, asset: &AssetId) -> Result<(), StorageError>;
}

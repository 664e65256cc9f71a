//! Assets that people hid from their totals.

use async_trait::async_trait;

use crate::{asset::AssetId, clock::Timestamp, storage::StorageError, user::UserId};

/// Reads hidden assets.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait HiddenAssetStore: Send + Sync {
    /// What a user hid.
    async fn of_user(&self, user: UserId) -> Result<Vec<AssetId>, StorageError>;
}

/// Keeps hidden assets.
#[async_trait]
pub trait HiddenAssetWrites: Send {
    /// Hides an asset; hiding it twice is the same.
    async fn hide(&mut self, user: UserId, asset: &AssetId, now: Timestamp) -> Result<(), StorageError>;

    /// Shows it again; `false` when it was not hidden.
    async fn show(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError>;
}

//! Users' decisions to hide or show an asset.

use async_trait::async_trait;
use ports::{
    AssetId, StorageError, Timestamp, UserId,
    hidden_asset::{HiddenAsset, HiddenAssetReader, HiddenAssetWriter},
};

use crate::{
    owned::{OwnedRows, move_keyed},
    storage::MemoryStorage,
    tables::Tables,
    work::MemoryWork,
};

impl OwnedRows for HiddenAsset {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        move_keyed(&mut tables.hidden_assets, source, target, |_| {});
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.hidden_assets.retain(|(owner, _), _| *owner != user);
    }
}

#[async_trait]
impl HiddenAssetReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<HiddenAsset>, StorageError> {
        let tables = self.tables();
        let own = tables.hidden_assets.iter().filter(|((owner, _), _)| *owner == user);
        let hidden_asset = |((_, asset), hidden): (&(UserId, AssetId), &bool)| HiddenAsset {
            asset: asset.clone(),
            hidden: *hidden,
        };
        Ok(own.map(hidden_asset).collect())
    }
}

#[async_trait]
impl HiddenAssetWriter for MemoryWork {
    async fn set(&mut self, user: UserId, choice: &HiddenAsset, _now: Timestamp) -> Result<(), StorageError> {
        self.tables.owned("hidden_assets", user)?;
        self.tables
            .hidden_assets
            .insert((user, choice.asset.clone()), choice.hidden);
        Ok(())
    }

    async fn forget(&mut self, user: UserId, asset: &AssetId) -> Result<(), StorageError> {
        self.tables.hidden_assets.remove(&(user, asset.clone()));
        Ok(())
    }
}

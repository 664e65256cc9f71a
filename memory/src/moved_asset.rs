//! The assets that accounts moved themselves.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, MovedAsset, StorageError,
    moved_asset::{MovedAssetReader, MovedAssetWriter},
};

use crate::{storage::MemoryStorage, tables::most, work::MemoryWork};

#[async_trait]
impl MovedAssetReader for MemoryStorage {
    async fn all(&self) -> Result<Vec<MovedAsset>, StorageError> {
        Ok(self.tables().moved_assets.values().cloned().collect())
    }

    async fn of_assets(&self, assets: &[AssetId]) -> Result<Vec<MovedAsset>, StorageError> {
        let tables = self.tables();
        let assets: BTreeSet<&AssetId> = assets.iter().collect();
        let moved = assets.into_iter().filter_map(|asset| tables.moved_assets.get(asset));
        Ok(moved.cloned().collect())
    }

    async fn unsearched(&self, limit: u32) -> Result<Vec<AccountId>, StorageError> {
        let tables = self.tables();
        let ledgers = tables.entries.iter();
        let unsearched = ledgers.filter(|(_, own)| own.searched_revision < own.revision);
        let mut accounts: Vec<AccountId> = unsearched.map(|(account, _)| account.clone()).collect();
        accounts.sort_by_key(ToString::to_string);
        accounts.truncate(most(limit));
        Ok(accounts)
    }

    async fn searched(&self, account: &AccountId) -> Result<u64, StorageError> {
        let tables = self.tables();
        Ok(tables.entries.get(account).map_or(0, |own| own.searched_revision))
    }
}

#[async_trait]
impl MovedAssetWriter for MemoryWork {
    async fn add(&mut self, assets: &[MovedAsset]) -> Result<(), StorageError> {
        for moved in assets {
            let known = self.tables.moved_assets.entry(moved.asset.clone());
            let known = known.or_insert_with(|| moved.clone());
            known.first = known.first.min(moved.first);
            known.last = known.last.max(moved.last);
        }
        Ok(())
    }

    async fn set_searched(&mut self, account: &AccountId, ledger_revision: u64) -> Result<(), StorageError> {
        if let Some(own) = self.tables.entries.get_mut(account) {
            own.searched_revision = own.searched_revision.max(ledger_revision);
        }
        Ok(())
    }
}

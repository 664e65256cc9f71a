//! The assets in the entries of accounts.

use std::collections::BTreeSet;

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, EntryAsset, StorageError,
    entry_asset::{EntryAssetReader, EntryAssetWriter},
};

use crate::{storage::MemoryStorage, tables::most, work::MemoryWork};

#[async_trait]
impl EntryAssetReader for MemoryStorage {
    async fn moved(&self) -> Result<Vec<EntryAsset>, StorageError> {
        Ok(self
            .tables()
            .entry_assets
            .values()
            .filter(|asset| asset.is_moved)
            .cloned()
            .collect())
    }

    async fn moved_of(&self, assets: &[AssetId]) -> Result<Vec<EntryAsset>, StorageError> {
        let tables = self.tables();
        let assets: BTreeSet<&AssetId> = assets.iter().collect();
        let moved = assets.into_iter().filter_map(|asset| tables.entry_assets.get(asset));
        Ok(moved.filter(|asset| asset.is_moved).cloned().collect())
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
impl EntryAssetWriter for MemoryWork {
    async fn add(&mut self, assets: &[EntryAsset]) -> Result<(), StorageError> {
        for moved in assets {
            let known = self.tables.entry_assets.entry(moved.asset.clone());
            let known = known.or_insert_with(|| moved.clone());
            known.first = known.first.min(moved.first);
            known.last = known.last.max(moved.last);
            known.is_moved |= moved.is_moved;
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

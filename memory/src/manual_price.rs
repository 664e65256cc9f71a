//! Manual prices.

use async_trait::async_trait;
use ports::{
    AssetId, ManualPrice, StorageError, UserId,
    manual_price::{ManualPriceReader, ManualPriceWriter},
};

use crate::{
    owned::{OwnedRows, move_keyed},
    storage::MemoryStorage,
    tables::Tables,
    work::MemoryWork,
};

impl OwnedRows for ManualPrice {
    fn move_rows(tables: &mut Tables, source: UserId, target: UserId) {
        move_keyed(&mut tables.manual_prices, source, target, |price| price.user = target);
    }

    fn erase_rows(tables: &mut Tables, user: UserId) {
        tables.manual_prices.retain(|(owner, _), _| *owner != user);
    }
}

#[async_trait]
impl ManualPriceReader for MemoryStorage {
    async fn of_user(&self, user: UserId) -> Result<Vec<ManualPrice>, StorageError> {
        let tables = self.tables();
        let own = tables.manual_prices.values().filter(|price| price.user == user);
        Ok(own.cloned().collect())
    }
}

#[async_trait]
impl ManualPriceWriter for MemoryWork {
    async fn set(&mut self, price: &ManualPrice) -> Result<(), StorageError> {
        self.tables.owned("manual_prices", price.user)?;
        let key = (price.user, price.asset.clone());
        self.tables.manual_prices.insert(key, price.clone());
        Ok(())
    }

    async fn clear(&mut self, user: UserId, asset: &AssetId) -> Result<bool, StorageError> {
        Ok(self.tables.manual_prices.remove(&(user, asset.clone())).is_some())
    }
}

//! Daily closing prices.

use async_trait::async_trait;
use ports::{
    AssetId, Day, PastPrice, StorageError,
    past_price::{PastPriceReader, PastPriceWriter},
};

use crate::{storage::MemoryStorage, work::MemoryWork};

#[async_trait]
impl PastPriceReader for MemoryStorage {
    async fn of_asset(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<PastPrice>, StorageError> {
        let tables = self.tables();
        let own = tables.past_prices.get(asset);
        let prices = own.into_iter().flat_map(|own| own.values());
        Ok(prices
            .filter(|price| from <= price.day && price.day <= to)
            .cloned()
            .collect())
    }
}

#[async_trait]
impl PastPriceWriter for MemoryWork {
    async fn add(&mut self, prices: &[PastPrice]) -> Result<(), StorageError> {
        for price in prices {
            let own = self.tables.past_prices.entry(price.asset.clone()).or_default();
            let known = own
                .entry((price.day, price.source.clone()))
                .or_insert_with(|| price.clone());
            if known.is_replaced_by(price) {
                known.clone_from(price);
            }
        }
        Ok(())
    }
}

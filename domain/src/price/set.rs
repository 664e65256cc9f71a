//! A price by hand.

use ports::{Amount, AssetId, ManualPrice};

pub use crate::asset::AssetError as PriceError;
use crate::{asset::known, caller::Caller, price::Prices};

impl Prices {
    /// Sets the caller's own price of an asset, dollars for one whole unit. It wins over every source and is marked.
    pub async fn set(&self, caller: &Caller, asset: &AssetId, price: Amount) -> Result<ManualPrice, PriceError> {
        known(&self.ports, asset).await?;
        let price = ManualPrice {
            user: caller.user,
            asset: asset.clone(),
            price,
            set_at: self.ports.clock.now(),
        };
        let mut work = self.ports.storage.begin().await?;
        work.manual_prices().set(&price).await?;
        work.commit().await?;
        Ok(price)
    }
}

//! Removes a manual price.

use ports::AssetId;

use crate::{asset::known, caller::Caller, manual_price::set::ManualPriceError, price::Prices};

impl Prices {
    /// Removes the caller's manual price of an asset. Returns `false` if there was none.
    pub async fn clear(&self, caller: &Caller, asset: &AssetId) -> Result<bool, ManualPriceError> {
        known(&self.ports, caller.user, asset).await?;
        let mut work = self.ports.storage.begin().await?;
        let cleared = work.manual_prices().clear(caller.user, asset).await?;
        work.commit().await?;
        Ok(cleared)
    }
}

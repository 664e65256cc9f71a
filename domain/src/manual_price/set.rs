//! Sets a manual price.

use ports::{Amount, AssetId, Currency, ManualPrice, StorageError};

use crate::{
    asset::{AssetError, known},
    caller::Caller,
    currency::{NoRate, conversion_at},
    price::Prices,
};

/// Decimal places of a dollar price that was converted from another currency.
const PLACES: i16 = 24;

/// Why a manual price was not set or removed.
#[derive(Debug, thiserror::Error)]
pub enum ManualPriceError {
    /// The asset is unknown to this server, or the storage failed.
    #[error(transparent)]
    Asset(#[from] AssetError),
    /// There is no exchange rate for the currency of the price.
    #[error("no exchange rate for this currency right now")]
    NoRate(NoRate),
    /// The price has more digits than can be stored.
    #[error("has more digits than we can store exactly")]
    TooLong,
}

impl From<StorageError> for ManualPriceError {
    fn from(error: StorageError) -> Self {
        Self::Asset(error.into())
    }
}

impl Prices {
    /// Sets the caller's manual price of one whole unit of an asset.
    ///
    /// It replaces the price of every source and is marked as manual. It is stored in dollars; a price in another
    /// currency is converted by the current rate.
    pub async fn set(
        &self,
        caller: &Caller,
        asset: &AssetId,
        price: Amount,
        currency: &Currency,
    ) -> Result<ManualPrice, ManualPriceError> {
        known(&self.ports, caller.user, asset).await?;
        let now = self.ports.clock.now();
        let price = ManualPrice {
            user: caller.user,
            asset: asset.clone(),
            price: self.in_dollars(price, currency).await?,
            set_at: now,
        };
        let mut work = self.ports.storage.begin().await?;
        work.manual_prices().set(&price).await?;
        work.commit().await?;
        Ok(price)
    }

    async fn in_dollars(&self, price: Amount, currency: &Currency) -> Result<Amount, ManualPriceError> {
        if *currency == Currency::usd() {
            return Ok(price);
        }
        let conversion = conversion_at(&self.ports, currency, self.ports.clock.now()).await?;
        let dollars = conversion.to_dollars(price).map_err(ManualPriceError::NoRate)?;
        dollars
            .map(|dollars| dollars.rounded(PLACES))
            .map_err(|_| ManualPriceError::TooLong)
    }
}

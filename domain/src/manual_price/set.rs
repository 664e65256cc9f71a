//! A price by hand.

use ports::{Amount, AssetId, Currency, ManualPrice, StorageError};

use crate::{
    asset::{AssetError, known},
    caller::Caller,
    currency::{NoRate, conversion_at},
    price::Prices,
};

/// Places of a price in dollars that was told in another currency.
const PLACES: i16 = 24;

/// Why a price was not set or taken back.
#[derive(Debug, thiserror::Error)]
pub enum PriceError {
    /// The asset is not known here, or storage failed.
    #[error(transparent)]
    Asset(#[from] AssetError),
    /// The currency that it is told in has no rate now.
    #[error("no exchange rate for this currency right now")]
    NoRate(NoRate),
    /// The price needs more digits than are kept.
    #[error("has more digits than we can store exactly")]
    TooLong,
}

impl From<StorageError> for PriceError {
    fn from(error: StorageError) -> Self {
        Self::Asset(error.into())
    }
}

impl Prices {
    /// Sets the caller's own price of one whole unit of an asset. It wins over every source and is marked. It is kept in
    /// dollars, as every price is: one that is told in another currency becomes dollars by the rate of now.
    pub async fn set(
        &self,
        caller: &Caller,
        asset: &AssetId,
        price: Amount,
        currency: &Currency,
    ) -> Result<ManualPrice, PriceError> {
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

    async fn in_dollars(&self, price: Amount, currency: &Currency) -> Result<Amount, PriceError> {
        if *currency == Currency::usd() {
            return Ok(price);
        }
        let conversion = conversion_at(&self.ports, currency, self.ports.clock.now()).await?;
        let dollars = conversion.to_dollars(price).map_err(PriceError::NoRate)?;
        dollars
            .map(|dollars| dollars.rounded(PLACES))
            .map_err(|_| PriceError::TooLong)
    }
}

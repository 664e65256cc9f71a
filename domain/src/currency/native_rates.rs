//! Prices of the native assets of all chains. They do not depend on a user.

use std::collections::BTreeMap;

use ports::{Amount, AssetId, Chain, ChainId, Currency, SourceId, StorageError, chain::NativeAsset};

use crate::{
    currency::gather::conversion_at,
    price::{Decision, Evidence, Holder, Prices, Quotes, decide_all},
    reason::Reason,
};

/// The price of a chain's native asset, or why there is none.
#[derive(Clone, Debug)]
pub struct AssetRate {
    /// The chain.
    pub chain: ChainId,
    /// Its native asset.
    pub native: NativeAsset,
    /// The decision, in dollars.
    pub decision: Decision,
    /// The price in the requested currency; `None` if there is no price or no exchange rate.
    pub price: Option<Amount>,
    /// Why there is no price in the requested currency.
    pub reason: Option<Reason>,
}

impl Prices {
    /// Returns the current price of each chain's native asset in a currency.
    pub async fn rates(&self, currency: &Currency) -> Result<Vec<AssetRate>, StorageError> {
        let now = self.ports.clock.now();
        let natives: Vec<AssetId> = self.ports.chains.natives().map(|native| native.id.clone()).collect();
        let evidence = Evidence::load(&self.ports, &natives, now, Quotes::Newest).await?;
        let states = self.ports.stores.sources.all().await?;
        let failures: BTreeMap<_, _> = states.into_iter().map(|state| (state.id, state.failure)).collect();
        let conversion = conversion_at(&self.ports, currency, now).await?;
        let decided = decide_all(&self.ports, &natives, &evidence, &Holder::default(), &failures, now);
        let rate = |chain: &Chain| {
            let native = chain.native.clone()?;
            let decision = decided.get(&native.id)?.clone();
            let (dollars, reason) = match &decision {
                Decision::Priced(priced) => {
                    let no_rate = conversion.exchange().err();
                    (Some(priced.value), no_rate.map(|why| why.reason(currency)))
                }
                Decision::Unpriced { reason, .. } => (None, Some(reason.reason(now, |id| self.source_name(id)))),
            };
            Some(AssetRate {
                chain: chain.id.clone(),
                native,
                price: dollars.and_then(|dollars| conversion.of_dollars(dollars)),
                reason,
                decision,
            })
        };
        Ok(self.ports.chains.all().iter().filter_map(rate).collect())
    }

    /// Returns the display name of a price source, or its id.
    fn source_name(&self, id: &SourceId) -> String {
        let profiles = self.ports.prices.iter().map(|source| source.profile());
        let found = profiles.into_iter().find(|profile| profile.id == *id);
        found.map_or_else(|| id.to_string(), |profile| profile.name)
    }
}

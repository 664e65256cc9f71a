//! Prices of the chains' own assets, for everybody.

use std::{collections::BTreeMap, time::Duration};

use ports::{Amount, AssetId, Chain, Currency, Ports, SourceId, StorageError, account::Failure};

use crate::{
    currency::{NoRate, conversion_at},
    price::{Decision, Prices, Rules, agree, agree::Asked},
};

/// The price of a chain's own asset, or why there is none.
#[derive(Clone, Debug)]
pub struct AssetRate {
    /// The chain.
    pub chain: Chain,
    /// What was decided, in dollars.
    pub decision: Decision,
    /// The price in the currency that was asked for; `None` where there is no price.
    pub price: Option<Amount>,
    /// Why a price that is known cannot be told in it.
    pub no_rate: Option<NoRate>,
}

impl Prices {
    /// The price of each chain's own asset now, told in a currency.
    pub async fn rates(&self, currency: &Currency) -> Result<Vec<AssetRate>, StorageError> {
        let now = self.ports.clock.now();
        let natives: Vec<AssetId> = self
            .ports
            .chains
            .all()
            .iter()
            .map(|chain| chain.native.clone())
            .collect();
        let memory = Duration::from_hours(720);
        let quotes = self
            .ports
            .stores
            .quotes
            .newest(&natives, now.minus(memory), now)
            .await?;
        let states = self.ports.stores.sources.all().await?;
        let failures: BTreeMap<_, _> = states.into_iter().map(|state| (state.id, state.failure)).collect();
        let conversion = conversion_at(&self.ports, currency, now).await?;
        let decide = |chain: &Chain| {
            let own: Vec<_> = quotes
                .iter()
                .filter(|quote| quote.asset == chain.native)
                .cloned()
                .collect();
            let asked = asked(&self.ports, &chain.native, &failures);
            let decision = agree(&own, None, &asked, now, &Rules::CURRENT);
            let dollars = match &decision {
                Decision::Priced(priced) => Some(priced.value),
                Decision::Unpriced { .. } => None,
            };
            AssetRate {
                chain: chain.clone(),
                price: dollars.and_then(|dollars| conversion.of_dollars(dollars)),
                no_rate: dollars.and_then(|_| conversion.exchange().err()),
                decision,
            }
        };
        Ok(self.ports.chains.all().iter().map(decide).collect())
    }
}

/// The sources that can be asked about an asset, with their failures.
pub fn asked(ports: &Ports, asset: &AssetId, failures: &BTreeMap<SourceId, Option<Failure>>) -> Vec<Asked> {
    let able = ports
        .prices
        .iter()
        .filter(|source| source.covers(asset))
        .map(|source| source.profile().id);
    able.map(|source| Asked {
        failure: failures.get(&source).cloned().flatten(),
        source,
    })
    .collect()
}

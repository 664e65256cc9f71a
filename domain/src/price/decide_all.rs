//! Decides the prices of many assets.

use std::collections::BTreeMap;

use ports::{Amount, AssetId, ManualPrice, Ports, SourceId, Timestamp, failure::Failure, quote::QuoteAnswer};

use crate::{
    parallel,
    price::{
        agree::{PricingInput, decide},
        decision::{Decision, SourceStatus},
        evidence::Evidence,
        quote_index::QuoteIndex,
        rules::Rules,
    },
};

/// What a user adds to the data: manual prices and the amounts held.
#[derive(Clone, Debug, Default)]
pub struct Holder {
    /// Manual prices by asset.
    pub manual: BTreeMap<AssetId, ManualPrice>,
    /// The amount held of each asset, in whole units.
    pub held: BTreeMap<AssetId, Amount>,
}

/// Decides the price of each asset. A pure function of its parameters and the configured sources.
pub fn decide_all(
    ports: &Ports,
    assets: &[AssetId],
    evidence: &Evidence,
    holder: &Holder,
    failures: &BTreeMap<SourceId, Option<Failure>>,
    at: Timestamp,
) -> BTreeMap<AssetId, Decision> {
    let index = QuoteIndex::new(&ports.redeemables, &ports.prices, evidence, at);
    let statuses = AvailableSources::new(ports, failures);
    let decide = |asset: &AssetId| {
        let dollar_quotes = index.dollar_quotes(asset);
        // The available sources are only reported if no source has a price, so they are only collected then.
        let all_unlisted = dollar_quotes
            .iter()
            .all(|dollar_quote| dollar_quote.quote.answer == QuoteAnswer::NotListed);
        let statuses = if all_unlisted {
            statuses.about(asset)
        } else {
            Vec::new()
        };
        let input = PricingInput {
            dollar_quotes,
            manual: holder.manual.get(asset),
            statuses: &statuses,
            last: index.agreed.get(asset).copied(),
            held: holder.held.get(asset).copied(),
        };
        (asset.clone(), decide(input, at, &Rules::of(asset)))
    };
    parallel::par_map(assets, |_, asset| decide(asset))
        .into_iter()
        .collect()
}

/// The sources that can be queried, by asset.
struct AvailableSources<'a> {
    ports: &'a Ports,
    statuses: Vec<SourceStatus>,
}

impl<'a> AvailableSources<'a> {
    fn new(ports: &'a Ports, failures: &BTreeMap<SourceId, Option<Failure>>) -> Self {
        let ids = ports.prices.iter().map(|source| source.profile().id);
        let statuses = ids.map(|source| SourceStatus {
            failure: failures.get(&source).cloned().flatten(),
            source,
        });
        Self {
            ports,
            statuses: statuses.collect(),
        }
    }

    fn about(&self, asset: &AssetId) -> Vec<SourceStatus> {
        let able = self.ports.prices.iter().zip(&self.statuses);
        able.filter(|(source, _)| source.covers(asset))
            .map(|(_, statuses)| statuses.clone())
            .collect()
    }
}

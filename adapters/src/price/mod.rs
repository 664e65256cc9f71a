//! Price sources. Adding one is a file here and a line in [`AGGREGATORS`], or an exchange (`exchange`).
//!
//! A source receives asset ids only, merged over all users and shuffled, and never an address. Every number of a
//! response is validated: text, a negative number or a time in the future never become a price.

mod chart;
pub mod coingecko;
mod currency;
pub mod defillama;
mod error_reply;
mod learns;
mod raw_quote;
mod redeemable;
mod series;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use ports::{clock::Clock, past_price::PastPriceSource, quote::PriceSource};
use url::Url;

use crate::{
    exchange::{CANDLES, MARKETS},
    http_client::HttpClient,
    source::{LimitRule, Names, PastSourceSpec, PriceSourceParts, PriceSourceSpec, build_all},
};

pub use coingecko::CoinGecko;
pub use currency::CurrencyPrices;
pub use defillama::{DefiLlama, past::DefiLlamaChart};
pub use redeemable::redeemables;
pub use series::price_series;

/// Where, and how often, a price source is queried.
pub type Endpoint = crate::source::Endpoint;

/// Price sources with their endpoints.
pub type ConfiguredSources = crate::source::ConfiguredSources<PriceSourceParts, dyn PriceSource>;

/// The sources that know prices of many markets, in their default order.
const AGGREGATORS: [&PriceSourceSpec; 2] = [&defillama::SPEC, &coingecko::SPEC];

/// All sources, in their default order: the aggregators, then the exchanges.
pub static SOURCES: [&PriceSourceSpec; AGGREGATORS.len() + MARKETS.len()] = {
    let mut all = [AGGREGATORS[0]; AGGREGATORS.len() + MARKETS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < AGGREGATORS.len() {
            AGGREGATORS[at]
        } else {
            MARKETS[at - AGGREGATORS.len()]
        };
        at += 1;
    }
    all
};

/// Sources of past prices with their endpoints.
pub type ConfiguredPastSources = crate::source::ConfiguredSources<PriceSourceParts, dyn PastPriceSource>;

/// The sources of past prices, those that need the fewest requests for the same days first.
pub static PAST_SOURCES: [&PastSourceSpec; 1 + CANDLES.len()] =
    [CANDLES[0], CANDLES[1], &defillama::past::SPEC, CANDLES[2]];

impl Endpoint {
    /// Creates a public endpoint without a key.
    #[must_use]
    pub fn public(base: Url, per_minute: u32) -> Self {
        Self {
            base,
            fallbacks: Vec::new(),
            chain_bases: Vec::new(),
            own: false,
            per_minute,
            key: None,
            limit: LimitRule::SHORT_BURSTS,
        }
    }
}

/// Creates the configured sources.
#[must_use]
pub fn all(
    client: &Arc<HttpClient>,
    clock: &Arc<dyn Clock>,
    names: &Arc<Names>,
    sources: ConfiguredSources,
) -> Vec<Arc<dyn PriceSource>> {
    build_all(sources, &(client.clone(), clock.clone(), names.clone()))
}

/// Creates the configured sources of past prices.
#[must_use]
pub fn all_past(
    client: &Arc<HttpClient>,
    clock: &Arc<dyn Clock>,
    names: &Arc<Names>,
    sources: ConfiguredPastSources,
) -> Vec<Arc<dyn PastPriceSource>> {
    build_all(sources, &(client.clone(), clock.clone(), names.clone()))
}

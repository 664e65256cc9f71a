//! Price sources. Adding one is a file here and a line in [`SOURCES`].
//!
//! A source receives asset ids only, merged over all users and shuffled, and never an address. Every number of a
//! response is validated: text, a negative number or a time in the future never become a price.

mod batch;
pub mod binance;
mod chart;
pub mod coinbase;
pub mod coingecko;
pub mod defillama;
mod error_reply;
mod exchange;
pub mod kraken;
mod market;
mod names;
mod number;
mod raw_quote;
mod redeemable;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use ports::{clock::Clock, quote::PriceSource};
use url::Url;

use crate::{
    http_client::HttpClient,
    source::{LimitRule, build_all},
};

pub use binance::Binance;
pub use coinbase::Coinbase;
pub use coingecko::CoinGecko;
pub use defillama::DefiLlama;
pub use kraken::Kraken;
pub use market::ListedMarket;
pub use names::Names;
pub use redeemable::redeemables;

/// What a price source learns from the requests.
const LEARNS: &str = "The ids of assets held on this server, merged for all users and shuffled. No address, and not \
                      who holds what.";
/// The rate limit of a price source: bursts of at most five requests, for the operator's own endpoints too.
const LIMIT: LimitRule = LimitRule {
    max_burst: 5,
    is_half_minute: true,
    limits_own: true,
};

/// Where, and how often, a price source is queried.
pub type Endpoint = crate::source::Endpoint;

/// The definition of a price source.
pub type SourceSpec = crate::source::SourceSpec<PriceSourceParts, dyn PriceSource>;

/// Price sources with their endpoints.
pub type ConfiguredSources = crate::source::ConfiguredSources<PriceSourceParts, dyn PriceSource>;

/// What a price source needs: the outgoing client, the clock, and the names of assets at the sources.
pub type PriceSourceParts = (Arc<HttpClient>, Arc<dyn Clock>, Arc<Names>);

/// All sources, in their default order.
pub static SOURCES: [&SourceSpec; 5] = [
    &defillama::SPEC,
    &coingecko::SPEC,
    &coinbase::SPEC,
    &kraken::SPEC,
    &binance::SPEC,
];

impl Endpoint {
    /// Creates a public endpoint without a key.
    #[must_use]
    pub fn public(base: Url, per_minute: u32) -> Self {
        Self {
            base,
            own: false,
            per_minute,
            key: None,
            limit: LIMIT,
        }
    }
}

/// Returns all markets that ship, each with its exchange and its asset.
pub fn listed_markets() -> Result<Vec<ListedMarket>, crate::chain::rows::RowError> {
    market::listed()
}

/// Creates the configured sources.
#[must_use]
pub fn all(
    client: &Arc<HttpClient>,
    clock: &Arc<dyn Clock>,
    names: &Arc<Names>,
    sources: ConfiguredSources,
) -> Vec<Arc<dyn PriceSource>> {
    build_all(sources, || (client.clone(), clock.clone(), names.clone()))
}

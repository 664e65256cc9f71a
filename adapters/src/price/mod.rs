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

use ports::{clock::Clock, quote::PriceSource, secret::Secret};
use url::Url;

use crate::http_client::{AllowedHost, HttpClient, Rate, host_key};

pub use binance::Binance;
pub use coinbase::Coinbase;
pub use coingecko::CoinGecko;
pub use defillama::DefiLlama;
pub use kraken::Kraken;
pub use market::Listed as ListedMarket;
pub use names::Names;
pub use redeemable::redeemables;

/// What a price source learns from the requests.
const LEARNS: &str = "The ids of assets held on this server, merged for all users and shuffled. No address, and not \
                      who holds what.";
/// The maximum burst of requests; it is at most half of the requests of a minute.
const BURST: u32 = 5;

/// Where, and how often, a source is queried.
#[derive(Clone)]
pub struct Endpoint {
    /// The base URL, to whose path the paths of requests are appended.
    pub base: Url,
    /// Whether the operator marked it as their own.
    pub own: bool,
    /// The maximum number of requests a minute.
    pub per_minute: u32,
    /// The operator's key, where the source accepts one.
    pub key: Option<Arc<Secret<String>>>,
}

impl Endpoint {
    /// Creates a public endpoint without a key.
    #[must_use]
    pub fn public(base: Url, per_minute: u32) -> Self {
        Self {
            base,
            own: false,
            per_minute,
            key: None,
        }
    }

    /// Returns the host with its rate limit.
    #[must_use]
    pub fn allowed(&self) -> Option<AllowedHost> {
        let rate = Rate {
            per_minute: self.per_minute,
            burst: BURST.min(self.per_minute.div_ceil(2)),
        };
        Some(AllowedHost::of(&self.base, self.own)?.at(rate))
    }

    fn host(&self) -> Option<String> {
        host_key(&self.base)
    }

    fn rate_limit(&self) -> String {
        format!("at most {} requests a minute", self.per_minute)
    }
}

/// The definition of one source.
pub struct SourceSpec {
    /// The id, which is also the name in the configuration.
    pub slug: &'static str,
    /// Whether the source accepts a key. A key for a source that does not is an error, so that it is not silently
    /// ignored.
    pub takes_key: bool,
    base: &'static str,
    per_minute: u32,
    /// Requests a minute with a key, where that limit differs.
    keyed_per_minute: Option<u32>,
    build: fn(Ports, Endpoint) -> Arc<dyn PriceSource>,
}

type Ports = (Arc<HttpClient>, Arc<dyn Clock>, Arc<Names>);

/// All sources, in their default order.
pub static SOURCES: [&SourceSpec; 5] = [
    &defillama::SPEC,
    &coingecko::SPEC,
    &coinbase::SPEC,
    &kraken::SPEC,
    &binance::SPEC,
];

impl SourceSpec {
    /// Returns the public endpoint, without a key.
    #[must_use]
    pub fn public(&self) -> Option<Endpoint> {
        Some(Endpoint::public(self.base.parse().ok()?, self.per_minute))
    }

    /// Returns the public endpoint with a key.
    #[must_use]
    pub fn with_key(&self, key: Arc<Secret<String>>) -> Option<Endpoint> {
        let per_minute = self.keyed_per_minute.unwrap_or(self.per_minute);
        Some(Endpoint {
            key: Some(key),
            ..Endpoint::public(self.base.parse().ok()?, per_minute)
        })
    }
}

/// Returns all markets that ship, each with its exchange and its asset.
pub fn listed_markets() -> Result<Vec<ListedMarket>, crate::chain::rows::RowError> {
    market::listed()
}

/// Sources with their endpoints.
pub type ConfiguredSources = Vec<(&'static SourceSpec, Endpoint)>;

/// Creates the configured sources.
#[must_use]
pub fn all(
    client: &Arc<HttpClient>,
    clock: &Arc<dyn Clock>,
    names: &Arc<Names>,
    sources: ConfiguredSources,
) -> Vec<Arc<dyn PriceSource>> {
    let ports = || (client.clone(), clock.clone(), names.clone());
    sources
        .into_iter()
        .map(|(spec, endpoint)| (spec.build)(ports(), endpoint))
        .collect()
}

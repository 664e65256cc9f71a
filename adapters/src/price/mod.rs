//! Sources of prices. Adding one is a file here and a line in [`SOURCES`].
//!
//! A source is told asset ids only, merged over everybody here and shuffled, and never an address. What it answers is
//! judged number by number: text, a number below zero or a time in the future never become a price.

mod answer;
pub mod binance;
mod chart;
pub mod coinbase;
pub mod coingecko;
pub mod defillama;
mod exchange;
pub mod kraken;
mod market;
mod names;
mod number;
mod question;
mod redeemable;
mod refusal;
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

/// What every source here learns.
const LEARNS: &str = "The ids of assets held on this server, merged for all users and shuffled. No address, and not \
                      who holds what.";
/// Questions that may go out at once after a silence: so many, and at most half of what a minute has.
const BURST: u32 = 5;

/// Where and how often a source is asked.
#[derive(Clone)]
pub struct Endpoint {
    /// The base URL; paths are added to its own.
    pub base: Url,
    /// Whether the operator marked it as their own.
    pub own: bool,
    /// Questions a minute at most.
    pub per_minute: u32,
    /// The operator's key, where the source takes one.
    pub key: Option<Arc<Secret<String>>>,
}

impl Endpoint {
    /// A public place without a key.
    #[must_use]
    pub fn public(base: Url, per_minute: u32) -> Self {
        Self {
            base,
            own: false,
            per_minute,
            key: None,
        }
    }

    /// The host for the outgoing client's list, at the source's pace.
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

    fn pace(&self) -> String {
        format!("at most {} requests a minute", self.per_minute)
    }
}

/// What connects one source.
pub struct Plug {
    /// Its id, which is also its name in the configuration.
    pub slug: &'static str,
    /// Whether the operator may have a key there: one that nobody takes is refused, not silently left aside.
    pub takes_key: bool,
    base: &'static str,
    per_minute: u32,
    /// Questions a minute with a key, where that is another number.
    keyed_per_minute: Option<u32>,
    make: fn(Ports, Endpoint) -> Arc<dyn PriceSource>,
}

type Ports = (Arc<HttpClient>, Arc<dyn Clock>, Arc<Names>);

/// Every source, in the order in which they are asked unless the configuration says otherwise.
pub static SOURCES: [&Plug; 5] = [
    &defillama::PLUG,
    &coingecko::PLUG,
    &coinbase::PLUG,
    &kraken::PLUG,
    &binance::PLUG,
];

impl Plug {
    /// Its public place, without a key.
    #[must_use]
    pub fn public(&self) -> Option<Endpoint> {
        Some(Endpoint::public(self.base.parse().ok()?, self.per_minute))
    }

    /// Its public place with a key.
    #[must_use]
    pub fn with_key(&self, key: Arc<Secret<String>>) -> Option<Endpoint> {
        let per_minute = self.keyed_per_minute.unwrap_or(self.per_minute);
        Some(Endpoint {
            key: Some(key),
            ..Endpoint::public(self.base.parse().ok()?, per_minute)
        })
    }
}

/// Every market that ships, with the exchange and the asset that it prices.
pub fn listed_markets() -> Result<Vec<ListedMarket>, crate::chain::rows::RowError> {
    market::listed()
}

/// Sources with the place where each is asked.
pub type Asked = Vec<(&'static Plug, Endpoint)>;

/// The sources that ask at these places.
#[must_use]
pub fn all(
    client: &Arc<HttpClient>,
    clock: &Arc<dyn Clock>,
    names: &Arc<Names>,
    asked: Asked,
) -> Vec<Arc<dyn PriceSource>> {
    let ports = || (client.clone(), clock.clone(), names.clone());
    asked.into_iter().map(|(plug, at)| (plug.make)(ports(), at)).collect()
}

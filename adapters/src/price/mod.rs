//! Sources of prices. Adding one is a file here and a line in [`all`].
//!
//! A source is told asset ids only, merged over everybody here and shuffled, and never an address. What it answers is
//! judged number by number: text, a number below zero or a time in the future never become a price.

mod answer;
pub mod binance;
mod chart;
pub mod coinbase;
pub mod coingecko;
pub mod defillama;
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
pub use names::Names;
pub use redeemable::redeemables;

/// What every source here learns.
const LEARNS: &str = "The ids of assets that somebody on this server holds, merged over everybody and shuffled. No \
                      address, and not who holds what.";
/// Questions that may go out at once after a silence.
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
            burst: BURST,
        };
        Some(AllowedHost::of(&self.base, self.own)?.at(rate))
    }

    fn host(&self) -> Option<String> {
        host_key(&self.base)
    }

    fn pace(&self) -> String {
        format!("at most {} questions a minute", self.per_minute)
    }
}

/// Where the sources are asked; one that is `None` is not asked at all.
#[derive(Clone)]
pub struct Endpoints {
    /// DefiLlama.
    pub defillama: Option<Endpoint>,
    /// CoinGecko.
    pub coingecko: Option<Endpoint>,
    /// Coinbase.
    pub coinbase: Option<Endpoint>,
    /// Kraken.
    pub kraken: Option<Endpoint>,
    /// Binance.
    pub binance: Option<Endpoint>,
}

impl Endpoints {
    /// The public places, without keys.
    #[must_use]
    pub fn public() -> Self {
        let endpoint = |base: &str, per_minute| Some(Endpoint::public(base.parse().ok()?, per_minute));
        Self {
            defillama: endpoint(defillama::BASE, defillama::PER_MINUTE),
            coingecko: endpoint(coingecko::BASE, coingecko::PER_MINUTE),
            coinbase: endpoint(coinbase::BASE, coinbase::PER_MINUTE),
            kraken: endpoint(kraken::BASE, kraken::PER_MINUTE),
            binance: endpoint(binance::BASE, binance::PER_MINUTE),
        }
    }

    /// The hosts for the outgoing client's list.
    #[must_use]
    pub fn hosts(&self) -> Vec<AllowedHost> {
        let known = [
            &self.defillama,
            &self.coingecko,
            &self.coinbase,
            &self.kraken,
            &self.binance,
        ];
        known.into_iter().flatten().filter_map(Endpoint::allowed).collect()
    }
}

/// Every source, in the order in which they are asked.
#[must_use]
pub fn all(
    client: &Arc<HttpClient>,
    clock: &Arc<dyn Clock>,
    names: &Arc<Names>,
    endpoints: Endpoints,
) -> Vec<Arc<dyn PriceSource>> {
    let Endpoints {
        defillama,
        coingecko,
        coinbase,
        kraken,
        binance,
    } = endpoints;
    let ports = || (client.clone(), clock.clone(), names.clone());
    let defillama = defillama.map(|at| -> Arc<dyn PriceSource> { Arc::new(DefiLlama::new(ports(), at)) });
    let coingecko = coingecko.map(|at| -> Arc<dyn PriceSource> { Arc::new(CoinGecko::new(ports(), at)) });
    let coinbase = coinbase.map(|at| -> Arc<dyn PriceSource> { Arc::new(Coinbase::new(ports(), at)) });
    let kraken = kraken.map(|at| -> Arc<dyn PriceSource> { Arc::new(Kraken::new(ports(), at)) });
    let binance = binance.map(|at| -> Arc<dyn PriceSource> { Arc::new(Binance::new(ports(), at)) });
    [defillama, coingecko, coinbase, kraken, binance]
        .into_iter()
        .flatten()
        .collect()
}

//! The demo world: implementations of the remote ports that compute invented data.
//!
//! Any valid address or name has a reproducible, plausible portfolio on the chains of `data/chains.toml` that are
//! read, computed from SHA-256 and integers. Balances change slightly every few days, prices drift by the minute and
//! have five years of history, blocks advance with the clock. Nothing here opens a socket, and all profiles say that
//! the data is invented.
//!
//! Some problems are included so that every state of a portfolio can be seen: tokens without a price, spam, a token
//! whose contract has no decimals, sources that disagree, a source that is late, one that is rate limited, and a chain
//! that fails for a third of the addresses.

mod chain;
mod currency;
mod dollars;
mod holdings;
mod market;
mod name;
mod portfolio;
mod price;
mod random;
mod unusual;

#[cfg(test)]
mod tests;

use std::{sync::Arc, time::Duration};

use ports::{
    asset::Asset,
    chain::{Chain, ChainReader},
    clock::Clock,
    currency::CurrencySource,
    name::NameResolver,
    quote::PriceSource,
};

use crate::chain::rows::{ChainSpec, Status};

pub use chain::DemoReader;
pub use currency::DemoRates;
pub use name::DemoNames;
pub use price::{DemoBehavior, DemoPrices};

/// What the sources of the demo world learn.
const LEARNS: &str = "Nothing. These figures are invented and no request is sent.";

/// A chain of the demo world, and the usual time between two blocks.
#[derive(Debug)]
struct DemoChain {
    row: Chain,
    block_time: Duration,
}

impl DemoChain {
    fn of(row: &ChainSpec) -> Self {
        Self {
            row: row.chain.clone(),
            block_time: row.block_time,
        }
    }
}

/// The implementations of the remote ports.
pub struct Demo {
    /// The reader of every chain.
    pub readers: Vec<Arc<dyn ChainReader>>,
    /// The name resolver.
    pub names: Arc<dyn NameResolver>,
    /// The three price sources.
    pub prices: Vec<Arc<dyn PriceSource>>,
    /// The currency source.
    pub currencies: Vec<Arc<dyn CurrencySource>>,
}

/// Creates all sources of the demo world, over these chains and the assets of the start list. The stored list of known
/// tokens must also contain [`assets`], or the unusual tokens are never read.
#[must_use]
pub fn all(clock: Arc<dyn Clock>, rows: &[ChainSpec], tokens: &[Asset]) -> Demo {
    let live = rows
        .iter()
        .filter(|row| row.status != Status::Dead && !row.endpoints.is_empty());
    let chains: Vec<DemoChain> = live.map(DemoChain::of).collect();
    let market = Arc::new(market::DemoMarket::new(&chains, tokens));
    let source =
        |behavior| -> Arc<dyn PriceSource> { Arc::new(DemoPrices::new(behavior, clock.clone(), market.clone())) };
    let prices = vec![
        source(DemoBehavior::Prompt),
        source(DemoBehavior::Late),
        source(DemoBehavior::RateLimited),
    ];
    let reader = DemoReader::new(clock.clone(), chains.into(), market.clone());
    Demo {
        readers: vec![Arc::new(reader)],
        names: Arc::new(DemoNames),
        prices,
        currencies: vec![Arc::new(DemoRates::new(clock))],
    }
}

/// Returns the invented tokens that the demo world adds to the start list.
#[must_use]
pub fn assets() -> Vec<Asset> {
    unusual::TOKENS.iter().map(unusual::UnusualToken::asset).collect()
}

/// Waits as long as a remote answer would take.
async fn pause(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

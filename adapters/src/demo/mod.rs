//! The demo world: the remote ports made of arithmetic.
//!
//! Any valid address or name has a stable, believable portfolio on the chains of `data/chains.toml` that are read, made of SHA-256 and
//! whole numbers alone. Balances change a little every few days, prices drift by the minute and can be asked for five
//! years back, blocks advance with the clock. Nothing here opens a socket, and nothing here is true: profiles say so.
//!
//! So that every state of a portfolio can be seen, some things are the matter on purpose: tokens that nobody prices,
//! spam, a token whose contract states no decimals, sources that disagree, one source that is late, one that refuses, and one chain that
//! fails for a third of the addresses.

mod chain;
mod currency;
mod draw;
mod holdings;
mod market;
mod name;
mod odd;
mod portfolio;
mod price;

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

use crate::chain::rows::{Row, Status};

pub use chain::DemoReader;
pub use currency::DemoRates;
pub use name::DemoNames;
pub use price::{DemoPrices, Manner};

/// What the plug-ins of the demo world learn.
const NOBODY: &str = "Nothing. These figures are invented and no request is sent.";

/// A chain of the demo world, and the usual distance of two blocks.
#[derive(Debug)]
struct DemoChain {
    row: Chain,
    block_time: Duration,
}

impl DemoChain {
    fn of(row: &Row) -> Self {
        Self {
            row: row.chain.clone(),
            block_time: row.block_time,
        }
    }
}

/// The remote ports of the demo world.
pub struct Demo {
    /// The reader of every chain.
    pub readers: Vec<Arc<dyn ChainReader>>,
    /// The resolver of names.
    pub names: Arc<dyn NameResolver>,
    /// Three sources of prices.
    pub prices: Vec<Arc<dyn PriceSource>>,
    /// The source of rates of currencies.
    pub currencies: Vec<Arc<dyn CurrencySource>>,
}

/// All plug-ins of the demo world, over these chains and the assets of the start list. The store's universe of tokens
/// also needs [`assets`], or the odd ones are never asked for.
#[must_use]
pub fn all(clock: Arc<dyn Clock>, rows: &[Row], tokens: &[Asset]) -> Demo {
    let asked = rows
        .iter()
        .filter(|row| row.status != Status::Dead && !row.endpoints.is_empty());
    let chains: Vec<DemoChain> = asked.map(DemoChain::of).collect();
    let market = Arc::new(market::Market::new(&chains, tokens));
    let source = |manner| -> Arc<dyn PriceSource> { Arc::new(DemoPrices::new(manner, clock.clone(), market.clone())) };
    let prices = vec![source(Manner::Prompt), source(Manner::Late), source(Manner::Limited)];
    let reader = DemoReader::new(clock.clone(), chains.into(), market.clone());
    Demo {
        readers: vec![Arc::new(reader)],
        names: Arc::new(DemoNames),
        prices,
        currencies: vec![Arc::new(DemoRates::new(clock))],
    }
}

/// The invented tokens that the demo world adds to the start list.
#[must_use]
pub fn assets() -> Vec<Asset> {
    odd::TOKENS.iter().map(odd::OddToken::asset).collect()
}

/// Takes so many milliseconds, as a remote answer would.
async fn pause(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

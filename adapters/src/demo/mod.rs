//! The demo world: implementations of the remote ports that compute invented data.
//!
//! Any valid address or name has a reproducible, plausible portfolio on the chains of `data/chains.toml` that are
//! read, computed from SHA-256 and integers. Its transactions since December 2021 add up to what it holds, and there are
//! new ones every few days; prices drift by the minute, blocks advance with the clock. Nothing here opens a socket, and
//! all profiles say that the data is invented.
//!
//! Some problems are included so that every state of a portfolio can be seen: tokens without a price, spam, a token
//! whose contract has no decimals, sources that disagree, a source that is late, one that is rate limited, and a chain
//! that fails for a third of the addresses.

mod allowances;
mod blocks;
mod chain;
mod currency;
mod dollars;
mod exchange;
mod exchange_access;
mod exchange_history;
mod exchange_markets;
mod history;
mod holdings;
mod invented;
mod market;
mod name;
mod past_price;
mod portfolio;
mod positions;
mod price;
mod random;
mod timeline;
mod unusual;
mod waiting;
mod wallet_proof;
mod world;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ports::{
    AllowanceReader, ChainReader, ExchangeReader, asset::Asset, clock::Clock, currency::CurrencySource,
    history::HistoryReader, name::NameResolver, past_price::PastPriceSource, quote::PriceSource,
    wallet_proof::SignatureVerifier,
};

use self::{blocks::DemoChain, market::DemoMarket, world::DemoWorld};
use crate::{
    chain::rows::{ChainSpec, Status},
    exchange::{ACCOUNTS, account::ExchangeCodes},
};

pub use chain::DemoReader;
pub use currency::DemoRates;
pub use exchange::DemoExchange;
pub use history::DemoHistory;
pub use name::DemoNames;
pub use past_price::DemoPastPrices;
pub use price::{DemoBehavior, DemoPrices};
pub use wallet_proof::DemoSignatures;

/// The implementations of the remote ports.
pub struct Demo {
    /// The reader of every chain.
    pub readers: Vec<Arc<dyn ChainReader>>,
    /// The reader of what accounts allow others to move.
    pub allowances: Vec<Arc<dyn AllowanceReader>>,
    /// The name resolver.
    pub names: Arc<dyn NameResolver>,
    /// The verifier of signatures.
    pub signatures: Arc<dyn SignatureVerifier>,
    /// The three price sources.
    pub prices: Vec<Arc<dyn PriceSource>>,
    /// The sources of past prices: the price sources that have one for almost everything.
    pub past_prices: Vec<Arc<dyn PastPriceSource>>,
    /// The currency source.
    pub currencies: Vec<Arc<dyn CurrencySource>>,
    /// The reader of histories.
    pub histories: Vec<Arc<dyn HistoryReader>>,
    /// The readers of accounts at exchanges.
    pub exchanges: Vec<Arc<dyn ExchangeReader>>,
}

/// Creates all sources of the demo world, over these chains and the assets of the start list, with these codes of exchanges. The stored list of known
/// tokens must also contain [`assets`], or the unusual tokens are never read.
#[must_use]
pub fn all(clock: Arc<dyn Clock>, (rows, tokens): (&[ChainSpec], &[Asset]), codes: ExchangeCodes) -> Demo {
    let codes = Arc::new(codes);
    let world = Arc::new(world_of(rows, tokens));
    let quotes = |behavior| DemoPrices::new(behavior, clock.clone(), world.market.clone());
    let source = |behavior| -> Arc<dyn PriceSource> { Arc::new(quotes(behavior)) };
    let past_source =
        |behavior| -> Arc<dyn PastPriceSource> { Arc::new(DemoPastPrices::new(quotes(behavior), clock.clone())) };
    let prices = vec![
        source(DemoBehavior::Prompt),
        source(DemoBehavior::Late),
        source(DemoBehavior::RateLimited),
    ];
    let exchange = |spec| -> Arc<dyn ExchangeReader> {
        let parts = (world.market.clone(), codes.clone());
        Arc::new(DemoExchange::new(spec, parts, clock.clone()))
    };
    let reader = Arc::new(DemoReader::new(clock.clone(), world.clone()));
    Demo {
        exchanges: ACCOUNTS.into_iter().map(exchange).collect(),
        allowances: vec![reader.clone()],
        readers: vec![reader],
        names: Arc::new(DemoNames),
        signatures: Arc::new(DemoSignatures),
        prices,
        past_prices: vec![past_source(DemoBehavior::Prompt), past_source(DemoBehavior::Late)],
        currencies: vec![Arc::new(DemoRates::new(clock.clone()))],
        histories: vec![Arc::new(DemoHistory::new(clock, world))],
    }
}

/// Creates the chains and the market of the demo world.
fn world_of(rows: &[ChainSpec], tokens: &[Asset]) -> DemoWorld {
    let live = rows
        .iter()
        .filter(|row| row.status != Status::Dead && !row.endpoints.is_empty());
    let chains: Vec<DemoChain> = live.map(DemoChain::of).collect();
    let market = Arc::new(DemoMarket::new(&chains, tokens));
    DemoWorld::new(chains, market)
}

/// Returns the invented tokens that the demo world adds to the start list.
#[must_use]
pub fn assets() -> Vec<Asset> {
    unusual::TOKENS.iter().map(unusual::UnusualToken::asset).collect()
}

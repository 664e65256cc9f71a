//! Exchanges: a folder for each, with its market prices, and a line in [`MARKETS`]. What the exchanges share is beside
//! the folders.

mod binance;
mod coinbase;
mod kraken;
mod market;
mod ticker;

use ports::quote::PriceSource;

use crate::source::PriceSourceParts;

pub use self::{binance::Binance, coinbase::Coinbase, kraken::Kraken};

/// The definition of the market prices of an exchange.
type SourceSpec = crate::source::SourceSpec<PriceSourceParts, dyn PriceSource>;

/// The market prices of all exchanges, in their default order.
pub(crate) const MARKETS: [&SourceSpec; 3] = [&coinbase::market::SPEC, &kraken::market::SPEC, &binance::market::SPEC];

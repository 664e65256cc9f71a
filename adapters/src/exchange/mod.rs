//! Exchanges: a folder for each, with its market prices and a line in [`MARKETS`], and with its past prices and a line in
//! [`CANDLES`]. What the exchanges share is beside the folders.

mod binance;
mod bitstamp;
mod candle;
mod coinbase;
mod history;
mod kraken;
mod market;
mod ticker;

use crate::source::{PastSourceSpec, PriceSourceSpec};

pub use self::{
    binance::{Binance, BinanceCandles},
    bitstamp::BitstampCandles,
    coinbase::{Coinbase, CoinbaseCandles},
    kraken::Kraken,
};

/// The market prices of all exchanges, in their default order.
pub(crate) const MARKETS: [&PriceSourceSpec; 3] =
    [&coinbase::market::SPEC, &kraken::market::SPEC, &binance::market::SPEC];

/// The past prices of all exchanges, those with the most days in a request first. Kraken returns the newest 720 days only,
/// whatever is requested.
pub(crate) const CANDLES: [&PastSourceSpec; 3] = [
    &bitstamp::history::SPEC,
    &binance::history::SPEC,
    &coinbase::history::SPEC,
];

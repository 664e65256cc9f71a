//! Exchanges: a folder for each, with its market prices and a line in [`MARKETS`], with its past prices and a line in
//! [`CANDLES`], and with the accounts of people there and a line in [`ACCOUNTS`]. What the exchanges share is beside the folders, and
//! for accounts in `account`.

pub mod account;
mod binance;
mod bitstamp;
mod bybit;
mod candle;
mod coinbase;
mod gemini;
mod history;
mod htx;
mod kraken;
mod kucoin;
mod market;
mod okx;
mod ticker;

use ports::Chain;

use crate::{
    exchange::account::AccountSpec,
    source::{PastSourceSpec, PriceSourceSpec},
};

pub use self::{
    binance::{Binance, BinanceAccounts, BinanceCandles},
    bitstamp::{BitstampAccounts, BitstampCandles},
    bybit::BybitAccounts,
    coinbase::{Coinbase, CoinbaseAccounts, CoinbaseCandles},
    gemini::GeminiAccounts,
    htx::HtxAccounts,
    kraken::{Kraken, KrakenAccounts},
    kucoin::KucoinAccounts,
    okx::OkxAccounts,
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

/// The exchanges whose accounts are read, in the order in which people choose from them.
pub static ACCOUNTS: [&AccountSpec; 9] = [
    &binance::account::SPEC,
    &coinbase::account::SPEC,
    &kraken::account::SPEC,
    &kucoin::account::SPEC,
    &okx::account::SPEC,
    &bitstamp::account::SPEC,
    &bybit::account::SPEC,
    &gemini::account::SPEC,
    &htx::account::SPEC,
];

/// Returns the rows of these exchanges among the chains.
#[must_use]
pub fn rows() -> Vec<Chain> {
    ACCOUNTS.iter().map(|spec| spec.chain()).collect()
}

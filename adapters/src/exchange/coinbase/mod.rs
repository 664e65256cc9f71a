//! Coinbase Exchange.

pub(crate) mod history;
pub(crate) mod market;

pub use history::CoinbaseCandles;
pub use market::Coinbase;

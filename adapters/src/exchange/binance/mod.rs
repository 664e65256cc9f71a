//! Binance.

pub(crate) mod history;
pub(crate) mod market;

pub use history::BinanceCandles;
pub use market::Binance;

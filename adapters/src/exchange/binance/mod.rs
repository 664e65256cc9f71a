//! Binance.

pub(crate) mod market;

pub use market::Binance;

//! Binance.

pub(crate) mod account;
mod balances;
mod error;
mod files;
pub(crate) mod history;
mod lists;
pub(crate) mod market;
mod paths;
mod rights;
mod sign;
mod signed_client;

pub use account::BinanceAccounts;
pub use history::BinanceCandles;
pub use market::Binance;

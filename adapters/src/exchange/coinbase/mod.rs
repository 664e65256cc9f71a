//! Coinbase: the prices of its exchange, and the accounts of people at Coinbase.

pub(crate) mod account;
mod balances;
mod error;
mod files;
pub(crate) mod history;
pub(crate) mod market;
mod oauth;
mod rights;
mod sign;
mod token_client;
mod transactions;
mod wallet_walk;

pub use account::CoinbaseAccounts;
pub use history::CoinbaseCandles;
pub use market::Coinbase;

//! Kraken.

pub(crate) mod account;
mod balances;
mod error;
pub(crate) mod market;
mod rights;
mod sign;

pub use account::KrakenAccounts;
pub use market::Kraken;

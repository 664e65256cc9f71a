//! Kraken.

pub(crate) mod account;
mod balances;
mod codes;
mod error;
mod files;
mod ledger;
pub(crate) mod market;
mod rights;
mod sign;

pub use account::KrakenAccounts;
pub use market::Kraken;

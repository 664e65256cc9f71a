//! Bitstamp.

pub(crate) mod account;
mod balances;
mod chain_transfers;
mod error;
mod files;
pub(crate) mod history;
mod ledger;
mod ledger_walk;
mod sign;
mod signed_client;

pub use account::BitstampAccounts;
pub use history::BitstampCandles;

//! Bitstamp.

pub(crate) mod account;
mod balances;
mod error;
mod files;
pub(crate) mod history;
mod sign;
mod signed_client;

pub use account::BitstampAccounts;
pub use history::BitstampCandles;

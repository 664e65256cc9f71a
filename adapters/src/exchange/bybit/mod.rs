//! Bybit.

pub(crate) mod account;
mod balances;
mod error;
mod files;
mod rights;
mod sign;

pub use account::BybitAccounts;

//! Bybit.

pub(crate) mod account;
mod balances;
mod error;
mod files;
mod lists;
mod paths;
mod rights;
mod sign;

pub use account::BybitAccounts;

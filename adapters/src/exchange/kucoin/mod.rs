//! KuCoin.

pub(crate) mod account;
mod account_mode;
mod balances;
mod error;
mod lists;
mod paths;
mod rights;
mod sign;

pub use account::KucoinAccounts;

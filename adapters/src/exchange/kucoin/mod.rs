//! KuCoin.

pub(crate) mod account;
mod balances;
mod error;
mod rights;
mod sign;

pub use account::KucoinAccounts;

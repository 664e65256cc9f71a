//! HTX, formerly Huobi.

pub(crate) mod account;
mod balances;
mod error;
mod lists;
mod paths;
mod rights;
mod sign;

pub use account::HtxAccounts;

//! Coinbase Exchange.

pub(crate) mod market;

pub use market::Coinbase;

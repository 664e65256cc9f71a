//! Kraken.

pub(crate) mod market;

pub use market::Kraken;

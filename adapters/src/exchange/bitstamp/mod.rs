//! Bitstamp.

pub(crate) mod history;

pub use history::BitstampCandles;

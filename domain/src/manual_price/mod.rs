//! Prices that a person sets by hand.

mod clear;
mod set;

pub use set::ManualPriceError;

//! Quotes and consensus prices.

mod read;
pub(super) mod row;
mod write;

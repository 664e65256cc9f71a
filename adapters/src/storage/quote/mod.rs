//! Quotes and consensus prices.

mod read;
mod row;
mod write;

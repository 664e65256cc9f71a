//! Quotes and consensus prices.

mod moment;
mod read;
mod row;
mod write;

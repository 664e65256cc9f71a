//! The explanation of any figure of a valuation.

pub mod build;
pub mod change;
pub mod left_out;
pub mod title;

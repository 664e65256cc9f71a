//! Worked examples that others published: the product's answers are theirs.
//!
//! The larger sets are read from the folder that `SPYHOP_VECTORS` names. Without it the cases here are all there are,
//! and each test says so; with `CI=true` that is a failure.

mod address;
mod currency;
mod extended_key;
mod name;
mod token_list;
mod vectors;

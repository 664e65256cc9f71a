//! Published test vectors: the product gives the same results.
//!
//! The larger sets are read from the folder in `SPYHOP_VECTORS`. Without it, only the cases in the tests are checked,
//! and each test prints that; with `CI=true` a missing folder is a failure.

// The name that the domain has outside the workspace, as the program of the benchmark uses it.
extern crate domain as spyhop;

mod address;
mod currency;
mod extended_key;
mod field;
mod ledger;
mod name;
mod siwe;
mod token_list;
mod vectors;

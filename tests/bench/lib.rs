//! Programs that prepare and measure what `make bench` measures.
//!
//! They are a library, so that every build checks them, with one program, which only `make bench` links.

pub mod exchange;
pub mod history;
pub mod ledger;
pub mod people;
pub mod sync;
pub mod world;

//! Values for the tests: those of the conformance kit.

pub use conformance::store::samples::*;

//! Sample values, from the conformance kit.

pub use conformance::store::samples::*;

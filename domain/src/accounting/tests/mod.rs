//! Tests of the mathematics of the ledger.

mod explanations;
mod gaps;
mod properties;
mod random;
mod reports;
mod rules;
mod support;

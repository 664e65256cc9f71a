//! Tests of the mathematics of the ledger.

mod explanations;
mod gaps;
mod properties;
mod random;
mod report_explanations;
mod reports;
mod rules;
mod support;

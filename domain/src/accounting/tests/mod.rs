//! Tests of the mathematics of the ledger.

mod conversions;
mod explanations;
mod gaps;
mod properties;
mod random;
mod report_explanations;
mod reports;
mod rules;
mod support;

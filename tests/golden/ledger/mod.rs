//! The mathematics of the ledger: a portfolio of 2,000 events whose answers come from an independent exact implementation,
//! and published worked examples of cost basis methods.

mod examples;
// The program of the benchmark reads and writes the same files.
#[path = "../../../domain/examples/ledger_bench/input.rs"]
mod input;
#[path = "../../../domain/examples/ledger_bench/output.rs"]
mod output;
mod tables;
mod tax_examples;

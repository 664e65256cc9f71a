//! The whole product on real contracts: exact figures, failing sources, and what was told to whom.

mod example;
mod faults;
mod figures;
mod ledger;

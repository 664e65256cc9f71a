//! The whole product on real contracts: exact figures, few requests, failing sources, and the request log.

mod added;
mod calls;
mod coins;
mod example;
mod faults;
mod figures;
mod found;
mod hostile;
mod hosts;
mod ledger;
mod reverse_names;

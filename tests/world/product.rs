//! The whole product on real contracts: exact figures, few requests, failing sources, and the request log.

mod added_chain;
mod calls;
mod coins;
mod example;
mod faults;
mod figures;
mod found_token;
mod history;
mod hostile_names;
mod hosts;
mod request_log;
mod reverse_names;

#![doc = include_str!("../README.md")]
//!
//! # What you implement
//!
//! The requirements are of [`ports::ChainReader`], [`ports::PriceSource`], [`ports::PastPriceSource`],
//! [`ports::NameResolver`], [`ports::TokenFinder`], [`ports::TokenListSource`], [`ports::HistoryReader`],
//! [`ports::TransactionReceiptReader`], [`ports::CurrencySource`] and [`ports::ProtocolReader`]. For each of them you implement the `Harness` of its module: how
//! to create your adapter for a base URL, and what your service would answer, in its own format.

mod adapter_session;
pub mod chain_reader;
pub mod currency;
mod faults;
pub mod history_reader;
pub mod mock_server;
pub mod name_resolver;
pub mod past_price;
pub mod price_source;
mod profile;
pub mod protocol_reader;
mod report;
pub mod store;
pub mod token_finder;
pub mod token_list;
pub mod transaction_receipt;

pub use ports;

pub use faults::{
    BARE_429, DOWN, DRIPPING, HIDDEN, NOT_JSON, OVERSIZED, OWN_WORDS, RATE_LIMITED, RECOVERED, REDIRECTED, REFUSED,
    REFUSED_ONCE, REPEATED, SECRETS, SILENT, SILENT_LATER, STALLED, TRUNCATED,
};
pub use profile::PROFILE;
pub use report::{Report, Violation};

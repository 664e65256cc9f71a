#![doc = include_str!("../README.md")]

pub mod chain;
pub mod clock;
pub mod config;
pub mod connect;
pub mod currency;
pub mod demo;
pub mod entropy;
pub mod exchange;
pub mod explorer;
pub mod extended_key;
pub mod file_sanitizer;
pub mod history;
pub mod http_client;
pub mod ids;
pub mod label;
pub mod mail;
pub mod market_event;
pub mod price;
pub mod protocol;
pub mod seal;
mod signer;
pub mod source;
pub mod storage;
mod table;
#[cfg(test)]
mod test_json;
pub mod token_finder;
pub mod token_list;
pub mod wallet_proof;

pub use config::{Config, ConfigError};
pub use connect::{ConnectError, Started, connect, start};
pub use seal::MasterKeySource;

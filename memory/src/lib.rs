#![doc = include_str!("../README.md")]

mod accepted_decimals;
mod account;
mod added_token;
mod asset;
mod copy_on_write;
mod counter;
mod currency;
mod disclosure;
mod embedded;
mod erase;
mod extended_key;
mod hidden_asset;
mod idempotency;
mod job;
mod job_lease;
mod manual_price;
mod name;
mod quote;
mod recipe;
mod session;
mod share;
mod snapshot;
mod source;
mod storage;
mod system;
mod tables;
mod token_list;
mod unavailable;
mod user;
mod wallet;
mod work;

pub use embedded::ports;
pub use storage::MemoryStorage;
pub use system::{EmbeddedClock, EmbeddedEntropy, EmbeddedIds};
pub use unavailable::{NoKeys, NoNames};

//! Storage: SQLite in one file, or Postgres for many nodes, behind the same traits.
//!
//! Each noun's SQL stands beside the code that reads it. [`Database`] holds the reading side, a unit of work the writing
//! side; [`Database::open`] migrates and refuses what it must not touch; [`backup`] and [`restore`] care for the file.

mod accepted_decimals;
mod account;
mod added_token;
mod asset;
mod asset_memory;
mod at_once;
mod backup;
mod connection;
mod counter;
mod counter_key;
mod currency;
mod data_file;
mod database;
mod disclosure;
mod erase;
mod extended_key;
mod failure;
mod fields;
mod files;
mod hidden_asset;
mod idempotency;
mod instance;
mod job;
mod job_lease;
mod lock;
mod manual_price;
mod migrations;
mod name;
mod place;
mod postgres;
mod quote;
mod recipe;
mod session;
mod share;
mod snapshot;
mod snapshot_memory;
mod source;
mod sql;
mod sqlite;
mod token_list;
mod transaction;
mod user;
mod wallet;
mod work;

pub(crate) use backup::file_name;
pub use backup::{Examination, Restored, backup, examine, restore};
pub use database::Database;
pub use instance::Instance;
pub use place::{OpenError, Opening, Place};

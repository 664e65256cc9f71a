//! Storage in SQLite (one file) or Postgres (several nodes), behind the same traits.
//!
//! The SQL of each kind of record is in its own file. [`Database`] implements the readers, its units of work the writers.
//! [`Database::open`] migrates, and rejects databases that it must not change; [`backup`] and [`restore`] copy SQLite
//! files.

mod accepted_decimals;
mod account;
mod added_token;
mod asset;
mod asset_memory;
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
mod json_rows;
mod location;
mod lock;
mod manual_price;
mod migrations;
mod name;

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
pub use backup::{DatabaseInspection, RestoreResult, backup, examine, restore};
pub use database::Database;
pub use instance::Instance;
pub use location::{DatabaseLocation, OpenError, OpenOptions};

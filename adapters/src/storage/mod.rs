//! Storage in SQLite (one file) or Postgres (several nodes), behind the same traits.
//!
//! - `database` connects to both databases: statements, transactions, migrations, the files of SQLite, backups and caches. It
//!   imports none of the others. [`Database`] implements the readers, its units of work the writers.
//! - Each other file or folder has the SQL of one noun. `conditions` has the conditions that several of them share, `erase` the
//!   erasure of users, wallets and accounts.
//! - `read_only` reads a database while a server uses it.
//! - `open` has [`Database::open`], which migrates, and rejects databases that it must not change.

mod accepted_decimals;
mod account;
mod added_token;
mod allowance;
mod annotation;
mod api_key;
mod asset;
mod attachment;
mod conditions;
mod counter;
mod currency;
mod database;
mod disclosure;
mod email_code;
mod entry;
mod entry_asset;
mod erase;
mod exchange_credential;
mod exchange_file;
mod exchange_market;
mod extended_key;
mod fact;
mod feedback;
mod hidden_asset;
mod history;
mod idempotency;
mod insight_setting;
mod insight_state;
mod job;
mod key_rotation;
mod ledger;
mod mail;
mod manual_price;
mod mapped_code;
mod moment_quote;
mod name;
mod oauth_state;
mod open;
mod own_label;
mod owned;
mod past_price;
mod quote;
mod read_only;
mod recipe;
mod reconciliation;
mod registration;
mod sealed_column;
mod session;
mod share;
mod sign_in_wallet;
mod snapshot;
mod snapshot_protocols;
mod source;
mod token_list;
mod user;
mod user_details;
mod user_email;
mod user_settings;
mod wallet;

pub use read_only::ReadOnlyDatabase;
pub use user_details::MailingListMember;

pub(crate) use database::file::backups::file_name;
pub use database::{
    Database,
    backup::{DatabaseInspection, RestoreResult, backup, examine, restore},
    instance::Instance,
    location::{DatabaseLocation, OpenError, OpenOptions},
    timeouts::DatabaseTimeouts,
};
pub use key_rotation::{KeyRotation, KeyRotationError, rotate_keys};

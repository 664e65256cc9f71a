#![doc = include_str!("../README.md")]
//!
//! # Where to start
//!
//! [`Tracker`] gives access to every use case. The domain uses no HTTP, no SQL and no clock of its own; everything
//! external is a port, so a program can bring its own readers, prices and stores.

#![warn(missing_docs)]

pub mod account;
pub mod accounting;
pub mod api_key;
pub mod approval;
mod asset;
pub mod attachment;
mod caller;
mod chain;
mod cleanup;
mod code_map;
pub mod connection;
mod counter;
pub mod currency;
pub mod decode;
mod disclosure;
pub mod exchange_file;
pub mod exchange_market;
pub mod export;
mod extended_key;
pub mod feedback;
mod health;
pub mod insight;
pub mod job;
pub mod ledger;
pub mod mail;
pub mod manual_price;
pub mod mapped_code;
mod net_worth;
pub mod parallel;
mod plan;
pub mod price;
pub mod reason;
pub mod share;
pub mod sign_in;
mod source;
pub mod spam;
pub mod sync;
pub mod trace;
mod tracker;
pub mod transfer_match;
pub mod upload;
pub mod user;
pub mod valuation;
mod wallet;
pub mod wallet_proof;
mod watch;

pub use asset::{AddTokenError, AddedTokenDetails, AssetError, Assets};
pub use caller::{Caller, Credential};
pub use chain::{ChainDirectory, ChainSupport, Detection, DetectionKind};
pub use counter::Counters;
pub use disclosure::{DisclosureFilter, DisclosurePage, Disclosures};
pub use extended_key::is_full;
pub use health::{
    DataHealth, DiskRoom, Finding, Health, Issue, IssueKind, LEAST_ROOM, PersonHealth, Severity, SourceHealth, weigh,
};
pub use plan::Plan;
pub use ports;
pub use reason::Remedy;
pub use share::{ShareError, Shares, Visitor};
pub use tracker::Tracker;
pub use upload::{UploadError, Uploads};
pub use user::{UserError, UserView, Users};
pub use wallet::{WalletCard, WalletChange, WalletError, WalletFilter, WalletPage, WalletSort, Wallets};
pub use watch::{EntryPages, RefreshStatus, Watch, WatchError};

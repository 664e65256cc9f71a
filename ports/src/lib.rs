#![doc = include_str!("../README.md")]
//!
//! # Ports
//!
//! Value types are validated when they are made: text is parsed by `FromStr` or `TryFrom` only, and the error says what
//! is wrong, with a valid example. Traits are the ports that adapters implement: *remote* ports read chains, prices and
//! the like and fail with [`RemoteError`]; *storage* ports keep what was read and fail with [`StorageError`]. A
//! `…Reader` takes `&self`; a `…Writer` is reached through a [`UnitOfWork`], which is a database transaction.

#![warn(missing_docs)]

pub mod account;
pub mod address;
pub mod amount;
mod bip32;
pub mod chain;
pub mod connection;
pub mod counter;
pub mod disclosure;
pub mod idempotency;
pub mod ids;
pub mod job;
pub mod json;
pub mod ledger;
pub mod mail;
pub mod market;
pub mod pasted_secret;
pub mod person;
mod ports;
pub mod position;
pub mod protocol;
pub mod secret;
pub mod source;
pub mod storage;
mod stores;
mod text_type;
pub mod time;
mod world;

pub use account::*;
pub use address::{Address, ParseAddressError};
pub use amount::{Amount, AmountError, RawAmount};
pub use chain::*;
pub use connection::*;
pub use counter::CounterWriter;
pub use disclosure::{Disclosure, DisclosureStore};
pub use idempotency::{IdempotencyWriter, IdempotentCall};
pub use ids::{Entropy, Ids};
pub use job::{Job, JobChangeReader, JobQueue, JobWriter};
pub use ledger::*;
pub use mail::{Mail, MailDelivery, MailError, MailId, MailPurpose, MailReader, MailWriter, Mailer};
pub use market::*;
pub use person::*;
pub use ports::{Ports, RequiredPorts};
pub use position::{Position, PositionKind, PositionPlace};
pub use protocol::{ContractCaller, PositionLeg, ProtocolPosition, ProtocolProfile, ProtocolReader, ProtocolReading};
pub use secret::*;
pub use source::*;
pub use storage::StorageError;
pub use stores::{Storage, Stores, UnitOfWork};
pub use time::*;
pub use world::{World, WorldKind};

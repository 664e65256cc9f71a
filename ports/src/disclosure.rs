//! Disclosures: which third party was told what. The outgoing client writes them; a person reads their own.

use async_trait::async_trait;

use crate::{address::Address, chain::ChainId, clock::Timestamp, name::Name, source::SourceId, storage::StorageError};

/// What a host was told, summed by UTC day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disclosure {
    /// The host.
    pub host: String,
    /// The plug-in that asked.
    pub source: SourceId,
    /// Why: `balances`, `name`, `prices`, ...
    pub purpose: String,
    /// What was told.
    pub told: Told,
    /// On which chain, where there is one.
    pub chain: Option<ChainId>,
    /// How often that day.
    pub count: u64,
    /// First time that day.
    pub first_at: Timestamp,
    /// Last time that day.
    pub last_at: Timestamp,
}

/// What was told. Persons are never told.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Told {
    /// An address.
    Address(Address),
    /// A name.
    Name(Name),
    /// Asset ids only, merged over everybody here: no address.
    Assets,
    /// Nothing about anybody: a block number, a list of tokens.
    Nothing,
}

/// What to look for among the disclosures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DisclosureQuery {
    /// Addresses, each with the moment from which its disclosures may be seen: what began before it is left out, so
    /// that nobody sees what somebody else caused.
    pub addresses: Vec<(Address, Timestamp)>,
    /// Names, likewise.
    pub names: Vec<(Name, Timestamp)>,
    /// Also those that name nobody, since this moment.
    pub impersonal_since: Option<Timestamp>,
    /// Only hosts, purposes, addresses and names that hold this text, and the rows of `sources`.
    pub search: Option<String>,
    /// Sources whose rows match the search, whatever they say: their names hold the text.
    pub sources: Vec<SourceId>,
    /// Only what was asked for this purpose.
    pub purpose: Option<String>,
    /// Only on this chain.
    pub chain: Option<ChainId>,
    /// Only what was told at this moment or later.
    pub from: Option<Timestamp>,
    /// Only what was told before this moment.
    pub until: Option<Timestamp>,
    /// Rows to skip.
    pub start: u32,
    /// Rows at most.
    pub limit: u32,
}

/// Reads and keeps disclosures.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait DisclosureStore: Send + Sync {
    /// The disclosures that match, newest first, and how many match in all.
    async fn search(&self, query: &DisclosureQuery) -> Result<(Vec<Disclosure>, u64), StorageError>;

    /// Adds disclosures to the sums of their days.
    async fn record(&self, disclosures: &[Disclosure]) -> Result<(), StorageError>;
}

//! The privacy ledger: what was disclosed to which host. The HTTP client writes it; users read the rows about their own
//! addresses and names.

use async_trait::async_trait;

use crate::{
    address::Address,
    chain::name::Name,
    ids::{chain::ChainId, source::SourceId},
    storage::StorageError,
    time::clock::Timestamp,
};

/// A disclosure to a host, summed by UTC day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disclosure {
    /// The host.
    pub host: String,
    /// The source whose request it was.
    pub source: SourceId,
    /// The purpose, in the words that people see and search for: `balances`, `latest block`, `prices`, ...
    pub purpose: String,
    /// What was disclosed.
    pub disclosed: DisclosedField,
    /// The chain, if any.
    pub chain: Option<ChainId>,
    /// The number of requests that day.
    pub count: u64,
    /// The first request that day.
    pub first_at: Timestamp,
    /// The last request that day.
    pub last_at: Timestamp,
}

/// What a request discloses. No request identifies a user.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DisclosedField {
    /// An address.
    Address(Address),
    /// A name.
    Name(Name),
    /// Asset ids of all users together, without any address.
    Assets,
    /// No user data: a block number, a token list.
    Nothing,
}

/// A search in the privacy ledger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DisclosureQuery {
    /// Addresses, each with the time since which its disclosures are visible: earlier ones are left out, because other users
    /// caused them.
    pub addresses: Vec<(Address, Timestamp)>,
    /// Names, likewise.
    pub names: Vec<(Name, Timestamp)>,
    /// Include disclosures without address or name, since this time.
    pub impersonal_since: Option<Timestamp>,
    /// Only rows whose host, purpose, address or name contains this text, and rows of `sources`.
    pub search: Option<String>,
    /// Sources whose display names contain the search text; all their rows match.
    pub sources: Vec<SourceId>,
    /// Only this purpose.
    pub purpose: Option<String>,
    /// Only this chain.
    pub chain: Option<ChainId>,
    /// Only disclosures at or after this time.
    pub from: Option<Timestamp>,
    /// Only disclosures before this time.
    pub until: Option<Timestamp>,
    /// The number of rows to skip.
    pub start: u32,
    /// The maximum number of rows.
    pub limit: u32,
}

/// Reads and writes the privacy ledger.
#[async_trait]
pub trait DisclosureStore: Send + Sync {
    /// Returns one page of the matching disclosures, newest first, and the number of all matches.
    async fn search(&self, query: &DisclosureQuery) -> Result<(Vec<Disclosure>, u64), StorageError>;

    /// Adds disclosures to the sums of their days.
    async fn record(&self, disclosures: &[Disclosure]) -> Result<(), StorageError>;
}

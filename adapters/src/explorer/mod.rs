//! Explorers: a client for each service. Adding one is a file here and a line in [`EXPLORERS`]; a chain of an explorer
//! is a row of `data/explorers.csv`.
//!
//! A client sends requests about an account and reads lists page by page; what the lists are used for is elsewhere,
//! such as in `token_finder` and `history`. All uses share the hosts, the key, the rate limit and the chains that the service refused.
//! Endpoints and shapes follow the explorers' own documentation; no live run has confirmed them yet.

mod account_answer;
mod account_api;
mod blockscout;
mod client;
mod etherscan;
mod instances;
mod listing;
mod routescan;
mod unsupported;

use std::{collections::HashMap, sync::Arc};

use ports::{Address, ChainId, HistoryReader, TokenFinder};

use crate::{
    chain::rows::ChainSpec,
    http_client::HttpClient,
    source::{LimitRule, build_all},
};

pub use self::{
    account_api::{AccountApi, PageError, PageOfBlocks},
    blockscout::{AddressList, Blockscout},
    client::{ExplorerClient, ExplorerInstance},
    etherscan::Etherscan,
    listing::Listing,
    routescan::Routescan,
};

/// The rate limit of an explorer: bursts of at most two requests, for the operator's own endpoints too.
const LIMIT: LimitRule = LimitRule {
    max_burst: 2,
    is_half_minute: false,
    limits_own: true,
};

/// All explorers, in their default order: first the one that works without a key, then the one where a key is
/// optional, and last the one that requires a key.
pub static EXPLORERS: [&SourceSpec; 3] = [&routescan::SPEC, &blockscout::SPEC, &etherscan::SPEC];

/// The definition of an explorer as a source.
pub type SourceSpec = crate::source::SourceSpec<ExplorerParts, ExplorerUses>;

/// Explorers with their endpoints.
pub type ConfiguredSources = crate::source::ConfiguredSources<ExplorerParts, ExplorerUses>;

/// What an explorer needs: the outgoing client, and the contracts of each chain that report the native balance again.
pub type ExplorerParts = (Arc<HttpClient>, Arc<Mirrors>);

/// The contracts of each chain that report the native balance again.
pub type Mirrors = HashMap<ChainId, Vec<Address>>;

/// An explorer, by its uses.
pub struct ExplorerUses {
    /// Lists the tokens of accounts.
    pub finder: Arc<dyn TokenFinder>,
    /// Reads the history of accounts.
    pub history: Arc<dyn HistoryReader>,
    /// Its rank among the readers of histories: lower ones are used first.
    pub history_rank: u8,
}

impl ExplorerUses {
    fn of<T: TokenFinder + HistoryReader + 'static>(explorer: Arc<T>, history_rank: u8) -> Arc<Self> {
        Arc::new(Self {
            finder: explorer.clone(),
            history: explorer,
            history_rank,
        })
    }
}

/// What is known about the service of an explorer.
pub struct Service {
    slug: &'static str,
    name: &'static str,
    website: &'static str,
    /// The base URL for chains whose row has none of its own.
    base: &'static str,
    /// Whether the chain number is appended to a base URL that serves all chains.
    appends_chain: bool,
    /// Whether `base` requires a key.
    needs_key: bool,
    /// Whether the key is sent in the header `Authorization`.
    sends_bearer: bool,
}

/// Creates the configured explorers. Their hosts must be on the client's list.
#[must_use]
pub fn all(client: &Arc<HttpClient>, rows: &[ChainSpec], explorers: ConfiguredSources) -> Vec<Arc<ExplorerUses>> {
    let mirrors = rows.iter().map(|row| (row.chain.id.clone(), row.mirrors.clone()));
    build_all(explorers, &(client.clone(), Arc::new(mirrors.collect())))
}

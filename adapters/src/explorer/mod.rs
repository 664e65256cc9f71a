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
mod service;
mod unsupported;

use std::sync::Arc;

use crate::{chain::rows::ChainSpec, http_client::HttpClient, source::build_all};

pub use self::{
    account_api::{AccountApi, PageError, PageOfBlocks},
    blockscout::{AddressList, Blockscout},
    client::{ExplorerClient, ExplorerInstance},
    etherscan::Etherscan,
    listing::Listing,
    routescan::Routescan,
    service::{ExplorerParts, ExplorerUses, Mirrors, Service, SourceSpec},
};

/// All explorers, in their default order: first the one that works without a key, then the one where a key is
/// optional, and last the one that requires a key.
pub static EXPLORERS: [&SourceSpec; 3] = [&routescan::SPEC, &blockscout::SPEC, &etherscan::SPEC];

/// Explorers with their endpoints.
pub type ConfiguredSources = crate::source::ConfiguredSources<ExplorerParts, ExplorerUses>;

/// Creates the configured explorers. Their hosts must be on the client's list.
#[must_use]
pub fn all(client: &Arc<HttpClient>, rows: &[ChainSpec], explorers: ConfiguredSources) -> Vec<Arc<ExplorerUses>> {
    let mirrors = rows.iter().map(|row| (row.chain.id.clone(), row.mirrors.clone()));
    build_all(explorers, &(client.clone(), Arc::new(mirrors.collect())))
}

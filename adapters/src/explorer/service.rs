//! What the explorers share: the definition of a service, and the uses of its client.

use std::{collections::HashMap, sync::Arc};

use ports::{Address, ChainId, HistoryReader, TokenFinder};

use crate::{http_client::HttpClient, source::LimitRule};

/// What is known about the service of an explorer.
pub struct Service {
    pub(super) slug: &'static str,
    pub(super) name: &'static str,
    pub(super) website: &'static str,
    /// The base URL for chains whose row has none of its own.
    pub(super) base: &'static str,
    /// Whether the chain number is appended to a base URL that serves all chains.
    pub(super) appends_chain: bool,
    /// Whether `base` requires a key.
    pub(super) needs_key: bool,
    /// Whether the key is sent in the header `Authorization`.
    pub(super) sends_bearer: bool,
}

/// The rate limit of an explorer: bursts of at most two requests, for the operator's own endpoints too.
pub(super) const LIMIT: LimitRule = LimitRule {
    max_burst: 2,
    is_half_minute: false,
    limits_own: true,
};

/// The definition of an explorer as a source.
pub type SourceSpec = crate::source::SourceSpec<ExplorerParts, ExplorerUses>;

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
    pub(super) fn of<T: TokenFinder + HistoryReader + 'static>(explorer: Arc<T>, history_rank: u8) -> Arc<Self> {
        Arc::new(Self {
            finder: explorer.clone(),
            history: explorer,
            history_rank,
        })
    }
}

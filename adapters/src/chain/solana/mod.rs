//! Solana over JSON-RPC: the native coin, and the tokens of both token programs.
//!
//! The response shapes follow Solana's documentation; no live run has confirmed them here. One reading is one request,
//! and all its answers must be of one finalized slot. After several tries they may be of a few neighboring ones, because several nodes
//! answer for one address: then the oldest slot counts. Amounts are raw amounts: what a wallet shows for an interest-bearing token is a
//! display figure of its program, and a frozen balance is still held.

mod block;
mod names;
mod node;
mod protocol;

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Profile, RemoteError,
    asset::Metadata,
    chain::{Progress, Reading},
    source::SourceKind,
};

use self::{
    node::{Decimals, SolanaNode},
    protocol::SOURCE,
};
use super::{
    family::{distinct, read_rows, unread_chain},
    rows::{ChainSpec, SOLANA},
};
use crate::http_client::HttpClient;

/// The value of `family` in the rows of chains that this reader reads.
pub const FAMILY: &str = SOLANA;

/// Reads every Solana chain in the rows.
pub struct SolanaReader {
    networks: Vec<SolanaNetwork>,
}

struct SolanaNetwork {
    row: ChainSpec,
    nodes: Vec<SolanaNode>,
    /// The decimals that balances reported.
    decimals: Decimals,
}

impl SolanaReader {
    /// Creates a reader over the rows of its family. The hosts of their endpoints must be on the client's list.
    #[must_use]
    pub fn new(rows: &[ChainSpec], client: &Arc<HttpClient>) -> Self {
        let network = |row: &ChainSpec| SolanaNetwork {
            nodes: row
                .endpoints
                .iter()
                .map(|endpoint| SolanaNode::new(client, row, endpoint))
                .collect(),
            row: row.clone(),
            decimals: Decimals::default(),
        };
        Self {
            networks: read_rows(rows, FAMILY).map(network).collect(),
        }
    }

    fn network(&self, chain: &ChainId) -> Result<&SolanaNetwork, RemoteError> {
        let known = self.networks.iter().find(|network| network.row.chain.id == *chain);
        known.ok_or_else(|| unread_chain("The Solana reader", chain))
    }
}

/// Picks the error to report: preferably that of a node that answers but is not up to date, then one that may pass.
fn failure(errors: Vec<RemoteError>) -> RemoteError {
    let first = |wanted: fn(&RemoteError) -> bool| errors.iter().position(wanted);
    let behind = first(|error| matches!(error, RemoteError::NotCurrent { .. }));
    let passing = behind.or_else(|| first(RemoteError::is_retryable)).unwrap_or_default();
    let chosen = errors.into_iter().nth(passing);
    chosen.unwrap_or_else(|| RemoteError::Unavailable {
        who: "Solana".to_owned(),
        why: "no node is configured".to_owned(),
        retry_after: None,
    })
}

#[async_trait]
impl ChainReader for SolanaReader {
    fn profile(&self) -> Profile {
        let nodes = self.networks.iter().flat_map(|network| &network.nodes);
        Profile {
            id: SOURCE.clone(),
            name: "Solana nodes".to_owned(),
            kind: SourceKind::Chain,
            website: "https://solana.com/docs/rpc".to_owned(),
            learns: "The node that answers sees the address, the time and this server. It may guess that addresses \
                     requested by one server belong together. It never sees who you are."
                .to_owned(),
            capabilities: vec!["balances".to_owned(), "tokens".to_owned(), "names of tokens".to_owned()],
            rate_limit: "100 requests in ten seconds at the public node".to_owned(),
            hosts: distinct(nodes.map(SolanaNode::host)),
            credentials: Vec::new(),
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        self.networks
            .iter()
            .map(|network| network.row.chain.id.clone())
            .collect()
    }

    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        let mut errors = Vec::new();
        for node in &self.network(chain)?.nodes {
            match node.newest().await {
                Ok(block) => return Ok(block),
                Err(error) => errors.push(error),
            }
        }
        Err(failure(errors))
    }

    /// `tokens` is ignored: the node lists the tokens of an account itself.
    async fn balances(
        &self,
        account: &AccountId,
        _tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        progress.report(0, 1);
        let network = self.network(&account.chain)?;
        let mut errors = Vec::new();
        for node in &network.nodes {
            match node.read(account, &network.decimals).await {
                Ok(reading) => {
                    progress.report(1, 1);
                    return Ok(reading);
                }
                Err(error) => errors.push(error),
            }
        }
        Err(failure(errors))
    }

    /// Returns decimals as balances reported them, and names and symbols as the mint or Metaplex stores them.
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        let network = self.network(chain)?;
        let mut errors = Vec::new();
        for node in &network.nodes {
            match node.metadata(tokens, &network.decimals).await {
                Ok(metadata) => return Ok(metadata),
                Err(error) => errors.push(error),
            }
        }
        Err(failure(errors))
    }
}

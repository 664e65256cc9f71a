//! EVM chains: balances, metadata and names over JSON-RPC.

mod allowances;
mod balances;
mod call;
mod calls;
mod code;
mod contract_wallet;
mod contracts;
mod ens;
mod head;
mod history;
mod metadata;
mod metadata_cache;
mod network;
mod node;
mod probe;
mod protocols;
mod request;
mod source;
mod state;

use std::{collections::BTreeMap, sync::Arc};

use async_trait::async_trait;
use ports::{
    AccountId, AllowanceReader, AllowanceReading, Approval, AssetId, Block, ChainId, ChainReader, Profile,
    ProtocolReader, RemoteError,
    asset::Metadata,
    chain::{Probe, Progress, Reading},
    disclosure::DisclosedField,
    source::SourceKind,
};

use self::{
    balances::Balances,
    head::Head,
    network::EvmNetwork,
    node::{EvmNode, Purpose},
    source::SOURCE,
};
pub use self::{
    contract_wallet::ContractWallets,
    ens::Ens,
    history::{EvmHistory, EvmReceipts},
};
use super::{
    family::{distinct, read_rows, unread_chain},
    rows::{ChainSpec, EVM},
};
use crate::http_client::HttpClient;

/// The value of `family` in the rows of chains that this reader reads.
pub const FAMILY: &str = EVM;

/// Reads every EVM chain in the rows that is not dead and has an endpoint.
pub struct EvmReader {
    networks: Vec<Arc<EvmNetwork>>,
    protocols: BTreeMap<ChainId, Vec<Arc<dyn ProtocolReader>>>,
}

impl EvmReader {
    /// Creates a reader over the rows of its family. The hosts of their endpoints must be on the client's list.
    #[must_use]
    pub fn new(rows: &[ChainSpec], client: &Arc<HttpClient>) -> Self {
        let networks = read_rows(rows, FAMILY).map(|row| Arc::new(EvmNetwork::new(row.clone(), client)));
        Self {
            networks: networks.collect(),
            protocols: BTreeMap::new(),
        }
    }

    /// Adds the protocols in which accounts may have positions.
    #[must_use]
    pub fn with_protocols(mut self, protocols: Vec<Arc<dyn ProtocolReader>>) -> Self {
        for protocol in protocols {
            let of_chain = self.protocols.entry(protocol.profile().chain).or_default();
            of_chain.push(protocol);
        }
        self
    }

    /// Returns the newest block of a chain from an endpoint that serves it, which shows that the chain can be read.
    pub async fn reach(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.head(chain).await
    }

    fn network(&self, chain: &ChainId) -> Result<&Arc<EvmNetwork>, RemoteError> {
        let known = self.networks.iter().find(|network| network.row.chain.id == *chain);
        known.ok_or_else(|| unread_chain("The EVM reader", chain))
    }
}

/// Returns the newest block of a node after verifying that the node has its state.
async fn checked_head(network: &EvmNetwork, node: &EvmNode) -> Result<Head, RemoteError> {
    let purpose = Purpose {
        source: SOURCE.clone(),
        purpose: "latest block",
        disclosed: DisclosedField::Nothing,
    };
    let head = node.head(&SOURCE).await?;
    state::check(network, node, &head, &purpose).await?;
    Ok(head)
}

#[async_trait]
impl ChainReader for EvmReader {
    fn profile(&self) -> Profile {
        Profile {
            id: SOURCE.clone(),
            name: "EVM nodes".to_owned(),
            kind: SourceKind::Chain,
            website: "https://ethereum.org/developers/docs/apis/json-rpc/".to_owned(),
            learns: "The node that answers sees the address, the tokens and spenders it is checked for, the time and this server. \
                     It may guess that addresses requested by one server belong together. It never sees who you are."
                .to_owned(),
            capabilities: vec![
                "balances".to_owned(),
                "token names and decimals".to_owned(),
                "allowances".to_owned(),
            ],
            rate_limit: "5 requests a second for each public node".to_owned(),
            hosts: distinct(self.networks.iter().flat_map(|network| network.hosts())),
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
        let network = self.network(chain)?;
        let mut attempts = network.attempts(&SOURCE).await?;
        while let Some(node) = attempts.next() {
            let head = checked_head(network, node).await;
            if let Some(head) = attempts.done(node, head) {
                return Ok(head.block);
            }
        }
        Err(attempts.failure())
    }

    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        let network = self.network(&account.chain)?;
        if account.address.evm_bytes().is_none() {
            return Err(RemoteError::Unsupported {
                who: "The EVM reader".to_owned(),
                what: format!("{} is not an EVM address", account.address),
            });
        }
        let protocols = self.protocols.get(&account.chain).map(Vec::as_slice);
        let rest = (protocols.unwrap_or_default(), progress);
        Balances::new(network, account, tokens, rest).read().await
    }

    async fn probe(&self, account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        probe::probe(self.network(&account.chain)?, account).await.map(Some)
    }

    fn is_token(&self, token: &AssetId) -> bool {
        let repeats = |network: &EvmNetwork| token.contract().is_some_and(|it| network.row.repeats_balance(&it));
        self.network(&token.chain()).is_ok_and(|network| !repeats(network))
    }

    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        metadata::read(self.network(chain)?, tokens).await
    }
}

#[async_trait]
impl AllowanceReader for EvmReader {
    fn chains(&self) -> Vec<ChainId> {
        ChainReader::chains(self)
    }

    async fn allowances(&self, account: &AccountId, approvals: &[Approval]) -> Result<AllowanceReading, RemoteError> {
        allowances::read(self.network(&account.chain)?, account, approvals).await
    }
}

//! Bitcoin and its descendants: one reader for all of them. The APIs of their servers are in `bitcoin_api`.
//!
//! The response shapes follow the services' own documentation; no live run has confirmed them here. A balance is the
//! sum of confirmed outputs minus the sum of confirmed inputs; the mempool does not count. The number of transactions
//! of an address is returned too, which tells an emptied address from an unused one.

mod history;
mod network;
mod server;
mod waiting;

use std::sync::Arc;

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Profile, RemoteError,
    asset::Metadata,
    chain::{Probe, Progress, Reading, USAGE},
    source::SourceKind,
};

use self::network::BitcoinNetwork;
use super::{
    bitcoin_api::SOURCE,
    family::{distinct, read_rows, unread_chain},
    rows::ChainSpec,
};
use crate::http_client::HttpClient;

/// The value of `family` in the rows of chains that this reader reads.
pub const FAMILY: &str = "bitcoin";

/// Reads every Bitcoin-like chain in the rows.
pub struct BitcoinReader {
    networks: Vec<BitcoinNetwork>,
}

impl BitcoinReader {
    /// Creates a reader over the rows of its family. The hosts of their endpoints must be on the client's list.
    #[must_use]
    pub fn new(rows: &[ChainSpec], client: &Arc<HttpClient>) -> Self {
        let networks = read_rows(rows, FAMILY).map(|row| BitcoinNetwork::new(row, client));
        Self {
            networks: networks.collect(),
        }
    }

    fn network(&self, chain: &ChainId) -> Result<&BitcoinNetwork, RemoteError> {
        let known = self.networks.iter().find(|network| network.chain() == chain);
        known.ok_or_else(|| unread_chain("The Bitcoin reader", chain))
    }
}

#[async_trait]
impl ChainReader for BitcoinReader {
    fn profile(&self) -> Profile {
        Profile {
            id: SOURCE.clone(),
            name: "Bitcoin servers".to_owned(),
            kind: SourceKind::Chain,
            website: "https://github.com/Blockstream/esplora/blob/master/API.md".to_owned(),
            learns: "The server that answers sees each address, the time and this server. It may guess that addresses \
                     requested by one server belong together. It never sees who you are, nor an extended public key."
                .to_owned(),
            capabilities: vec!["balances".to_owned(), USAGE.to_owned()],
            rate_limit:
                "700 requests an hour at blockstream.info, 30 a minute and 1,440 a day at Blockchair, 100 an hour at \
                         BlockCypher; others do not say"
                    .to_owned(),
            hosts: distinct(self.networks.iter().flat_map(BitcoinNetwork::hosts)),
            credentials: Vec::new(),
        }
    }

    fn chains(&self) -> Vec<ChainId> {
        self.networks.iter().map(|network| network.chain().clone()).collect()
    }

    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.network(chain)?.newest().await
    }

    /// `tokens` is ignored: these chains have no tokens.
    async fn balances(
        &self,
        account: &AccountId,
        _tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        progress.report(0, 1);
        let (reading, _) = self.network(&account.chain)?.read(account).await?;
        progress.report(1, 1);
        Ok(reading)
    }

    /// Costs as much as reading the balance, because there are no tokens. Returns `None` from servers that do not
    /// report the number of transactions.
    async fn probe(&self, account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        let (reading, usage) = self.network(&account.chain)?.read(account).await?;
        Ok(usage.map(|usage| Probe {
            sent: usage.confirmed.saturating_add(usage.pending),
            pending: usage.pending,
            is_contract: false,
            is_delegated: false,
            reading,
        }))
    }

    async fn metadata(&self, _chain: &ChainId, _tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        Ok(vec![])
    }
}

//! Bitcoin and its descendants: one reader, and a file for each API that public servers offer.
//!
//! The response shapes follow the services' own documentation; no live run has confirmed them here. A balance is the
//! sum of confirmed outputs minus the sum of confirmed inputs; the mempool does not count. The number of transactions
//! of an address is returned too, which tells an emptied address from an unused one.

mod bitcore;
mod blockbook;
mod blockchair;
mod blockcypher;
mod client;
mod esplora;
mod haskoin;
mod network;
mod server;

use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Profile, RemoteError, SourceId,
    asset::Metadata,
    chain::{Probe, Progress, Reading, USAGE},
    source::SourceKind,
};

use self::network::BitcoinNetwork;
use super::rows::{ChainSpec, Status};
use crate::http_client::HttpClient;

/// The value of `family` in the rows of chains that this reader reads.
pub const FAMILY: &str = "bitcoin";
static SOURCE: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("bitcoin"));

/// Reads every Bitcoin-like chain in the rows.
pub struct BitcoinReader {
    networks: Vec<BitcoinNetwork>,
}

impl BitcoinReader {
    /// Creates a reader over the rows of its family. The hosts of their endpoints must be on the client's list.
    #[must_use]
    pub fn new(rows: &[ChainSpec], client: &Arc<HttpClient>) -> Self {
        let is_read =
            |row: &&ChainSpec| row.family == FAMILY && row.status != Status::Dead && !row.endpoints.is_empty();
        let networks = rows.iter().filter(is_read).map(|row| BitcoinNetwork::new(row, client));
        Self {
            networks: networks.collect(),
        }
    }

    fn network(&self, chain: &ChainId) -> Result<&BitcoinNetwork, RemoteError> {
        let known = self.networks.iter().find(|network| network.chain() == chain);
        known.ok_or_else(|| RemoteError::Unsupported {
            who: "The Bitcoin reader".to_owned(),
            what: format!("{chain} is not a network it reads"),
        })
    }
}

#[async_trait]
impl ChainReader for BitcoinReader {
    fn profile(&self) -> Profile {
        let mut hosts: Vec<String> = self
            .networks
            .iter()
            .flat_map(BitcoinNetwork::hosts)
            .map(str::to_owned)
            .collect();
        hosts.sort();
        hosts.dedup();
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
            hosts,
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
            reading,
        }))
    }

    async fn metadata(&self, _chain: &ChainId, _tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        Ok(vec![])
    }
}

//! Bitcoin and chains like it, by servers of the Esplora shape (`/address/{a}`, `/blocks/tip/hash`, `/block/{hash}`).
//!
//! The shape follows the Esplora documentation; no live run has confirmed it here. A balance is what confirmed outputs
//! pay to the address less what confirmed inputs spend of it; what waits in the mempool does not count yet.

mod server;

use std::sync::{Arc, LazyLock};

use async_trait::async_trait;
use futures::future::join_all;
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Profile, RawAmount, RemoteError, SourceId,
    asset::Metadata,
    chain::{Progress, Reading},
    source::SourceKind,
};

use self::server::Server;
use super::rows::{Row, Status};
use crate::http_client::HttpClient;

/// The rows' word for chains that are read here.
pub const FAMILY: &str = "esplora";
static SOURCE: LazyLock<SourceId> = LazyLock::new(|| SourceId::fixed("esplora"));
/// How far behind the others a server may be.
const LAG: u64 = 2;
/// How often a server is asked again because its tip moved while the balance was read.
const TRIES: usize = 3;

/// Reads every chain of the rows that has a server of this shape.
pub struct EsploraReader {
    networks: Vec<Network>,
}

struct Network {
    row: Row,
    servers: Vec<Server>,
}

impl EsploraReader {
    /// Takes the rows of its family. Their endpoints must be on the client's list of hosts.
    #[must_use]
    pub fn new(rows: &[Row], client: &Arc<HttpClient>) -> Self {
        let asked = |row: &&Row| row.family == FAMILY && row.status != Status::Dead && !row.endpoints.is_empty();
        let network = |row: &Row| Network {
            servers: row
                .endpoints
                .iter()
                .map(|endpoint| Server::new(client, &row.chain.id, endpoint))
                .collect(),
            row: row.clone(),
        };
        Self {
            networks: rows.iter().filter(asked).map(network).collect(),
        }
    }

    fn network(&self, chain: &ChainId) -> Result<&Network, RemoteError> {
        let known = self.networks.iter().find(|network| network.row.chain.id == *chain);
        known.ok_or_else(|| RemoteError::Unsupported {
            who: "The Esplora reader".to_owned(),
            what: format!("{chain} is not a chain it reads"),
        })
    }
}

impl Network {
    /// The servers that are of this chain and agree on its height, or why there is none.
    async fn agreeing(&self) -> Result<Vec<&Server>, RemoteError> {
        let heights = join_all(self.servers.iter().map(Server::height)).await;
        let mut known: Vec<u64> = heights.iter().flatten().copied().collect();
        known.sort_unstable();
        // The middle one: neither a server that hangs nor one that invents blocks decides.
        let reference = known.get(known.len() / 2).copied().unwrap_or_default();
        let (mut good, mut errors) = (Vec::new(), Vec::new());
        for (server, height) in self.servers.iter().zip(heights) {
            match height {
                Ok(height) if height.abs_diff(reference) <= LAG => good.push(server),
                Ok(height) => errors.push(server.apart(height, reference)),
                Err(error) => errors.push(error),
            }
        }
        if good.is_empty() {
            Err(self.failure(errors))
        } else {
            Ok(good)
        }
    }

    /// Of several errors the one that a person can wait for.
    fn failure(&self, errors: Vec<RemoteError>) -> RemoteError {
        let passing = errors.iter().position(RemoteError::may_pass).unwrap_or_default();
        let chosen = errors.into_iter().nth(passing);
        chosen.unwrap_or_else(|| RemoteError::Unavailable {
            who: self.row.chain.name.clone(),
            why: "no server is configured".to_owned(),
            retry_after: None,
        })
    }

    async fn read(&self, account: &AccountId) -> Result<Reading, RemoteError> {
        let mut errors = Vec::new();
        for server in self.agreeing().await? {
            match self.read_from(server, account).await {
                Ok(reading) => return Ok(reading),
                Err(error) => errors.push(error),
            }
        }
        Err(self.failure(errors))
    }

    /// The tip's hash before and after must be one: then the balance is of that block, whether the chain grew or was
    /// reorganised meanwhile.
    async fn read_from(&self, server: &Server, account: &AccountId) -> Result<Reading, RemoteError> {
        let mut tip = server.tip().await?;
        for _ in 0..TRIES {
            let balance = server.balance(&account.address).await?;
            let after = server.tip().await?;
            if tip == after {
                return Ok(self.reading(server.block(&tip).await?, server, balance));
            }
            tip = after;
        }
        Err(server.restless())
    }

    fn reading(&self, block: Block, server: &Server, balance: RawAmount) -> Reading {
        let coin = (self.row.chain.native.clone(), balance);
        Reading {
            block,
            source: SOURCE.clone(),
            host: server.host().to_owned(),
            balances: if balance.is_zero() { vec![] } else { vec![coin] },
            unreadable: vec![],
        }
    }
}

#[async_trait]
impl ChainReader for EsploraReader {
    fn profile(&self) -> Profile {
        let servers = self.networks.iter().flat_map(|network| &network.servers);
        let mut hosts: Vec<String> = servers.map(|server| server.host().to_owned()).collect();
        hosts.sort();
        hosts.dedup();
        Profile {
            id: SOURCE.clone(),
            name: "Esplora servers".to_owned(),
            kind: SourceKind::Chain,
            website: "https://github.com/Blockstream/esplora/blob/master/API.md".to_owned(),
            learns: "The server that answers learns each address, the time, and that this server asked: it may guess that \
                     addresses asked about from one server belong together. It is never told who you are, nor an extended \
                     public key."
                .to_owned(),
            capabilities: vec!["balances".to_owned()],
            rate_limit: "700 requests an hour at blockstream.info; others do not say".to_owned(),
            hosts,
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
        let mut errors = Vec::new();
        for server in network.agreeing().await? {
            match server.newest().await {
                Ok(block) => return Ok(block),
                Err(error) => errors.push(error),
            }
        }
        Err(network.failure(errors))
    }

    /// There are no tokens here: `tokens` is not looked at.
    async fn balances(
        &self,
        account: &AccountId,
        _tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        progress.report(0, 1);
        let reading = self.network(&account.chain)?.read(account).await?;
        progress.report(1, 1);
        Ok(reading)
    }

    async fn metadata(&self, _chain: &ChainId, _tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        Ok(vec![])
    }
}

//! One chain and its servers: which of them agree, and a balance that is of one block.

use std::sync::Arc;

use futures::future::join_all;
use ports::{AccountId, Block, ChainId, RawAmount, RemoteError, chain::Reading};

use super::{
    SOURCE,
    server::{Server, Usage},
};
use crate::{chain::rows::Row, http_client::HttpClient};

/// How far behind the others a server may be.
const LAG: u64 = 2;
/// How often a server is asked again because its tip moved while the balance was read.
const TRIES: usize = 3;

/// What an account holds, and how it was used where a server says so.
pub(super) type Read = (Reading, Option<Usage>);

pub(super) struct Network {
    row: Row,
    servers: Vec<Server>,
}

impl Network {
    pub(super) fn new(row: &Row, client: &Arc<HttpClient>) -> Self {
        let server = |endpoint| Server::new(client, &row.chain, endpoint);
        Self {
            servers: row.endpoints.iter().map(server).collect(),
            row: row.clone(),
        }
    }

    pub(super) fn chain(&self) -> &ChainId {
        &self.row.chain.id
    }

    pub(super) fn hosts(&self) -> impl Iterator<Item = &str> {
        self.servers.iter().map(Server::host)
    }

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

    pub(super) async fn newest(&self) -> Result<Block, RemoteError> {
        let mut errors = Vec::new();
        for server in self.agreeing().await? {
            match server.newest().await {
                Ok(block) => return Ok(block),
                Err(error) => errors.push(error),
            }
        }
        Err(self.failure(errors))
    }

    /// What an account holds, and how it was used where a server says so.
    pub(super) async fn read(&self, account: &AccountId) -> Result<Read, RemoteError> {
        let mut errors = Vec::new();
        for server in self.agreeing().await? {
            match self.read_from(server, account).await {
                Ok(reading) => return Ok(reading),
                Err(error) => errors.push(error),
            }
        }
        Err(self.failure(errors))
    }

    /// The tip before and after must be one: then the balance is of that block, whether the chain grew or was
    /// reorganised meanwhile.
    async fn read_from(&self, server: &Server, account: &AccountId) -> Result<Read, RemoteError> {
        for _ in 0..TRIES {
            let block = server.newest().await?;
            let said = server.address(&account.address).await?;
            if server.tip().await? == block.hash {
                return Ok((self.reading(block, server, said.balance), said.usage));
            }
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

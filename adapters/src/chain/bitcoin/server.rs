//! One server: which chain it is of, and what it is asked in the words of its shape.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use async_trait::async_trait;
use ports::{Address, Block, Chain, RawAmount, RemoteError};

use super::{blockchair::Blockchair, blockcypher::Blockcypher, esplora::Esplora, haskoin::Haskoin, place::Place};
use crate::{
    chain::rows::{Endpoint, Shape},
    http_client::{HttpClient, host_key},
};

/// The hash of the block that names Bitcoin Cash in CAIP-2 is not that of the first block, which it shares with Bitcoin,
/// but that of the first one after they parted.
const CASH: (&str, u64) = ("000000000000000000651ef99cb9fcbe", 478_559);

/// What a server says of an address.
pub(super) struct Said {
    /// What confirmed outputs pay to it, less what confirmed inputs spend of it.
    pub(super) balance: RawAmount,
    /// How it was used; `None` where the server does not say.
    pub(super) usage: Option<Usage>,
}

/// How many transactions an address had part in.
#[derive(Clone, Copy)]
pub(super) struct Usage {
    /// Those in blocks.
    pub(super) confirmed: u64,
    /// Those that wait for one, where they are shown.
    pub(super) pending: u64,
}

/// How servers of one shape are asked. Everything that is no answer of this shape is an error, never a zero.
#[async_trait]
pub(super) trait Speech: Send + Sync {
    /// The hash of the block at a height: by it a server shows of which chain it is.
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError>;

    /// Its newest block.
    async fn newest(&self, at: &Place) -> Result<Block, RemoteError>;

    /// What it says of an address.
    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError>;

    /// The height of its newest block, where that costs less than the block.
    async fn height(&self, at: &Place) -> Result<u64, RemoteError> {
        Ok(self.newest(at).await?.number)
    }

    /// The hash of its newest block, where that costs less than the block.
    async fn tip(&self, at: &Place) -> Result<String, RemoteError> {
        Ok(self.newest(at).await?.hash)
    }
}

/// One server, and whether it was seen to be of its chain.
pub(super) struct Server {
    at: Place,
    speech: Box<dyn Speech>,
    known: AtomicBool,
}

impl Server {
    pub(super) fn new(client: &Arc<HttpClient>, chain: &Chain, endpoint: &Endpoint) -> Self {
        let at = Place {
            client: client.clone(),
            chain: chain.id.clone(),
            base: endpoint.url.clone(),
            host: host_key(&endpoint.url).unwrap_or_default(),
        };
        let speech: Box<dyn Speech> = match endpoint.shape {
            Shape::Usual => Box::new(Esplora),
            Shape::Haskoin => Box::new(Haskoin),
            Shape::Blockchair => Box::new(Blockchair),
            Shape::Blockcypher => Box::new(Blockcypher),
        };
        Self {
            at,
            speech,
            known: AtomicBool::new(false),
        }
    }

    pub(super) fn host(&self) -> &str {
        &self.at.host
    }

    /// The height of its newest block, once it has shown to be of its chain.
    pub(super) async fn height(&self) -> Result<u64, RemoteError> {
        if !self.known.load(Ordering::Relaxed) {
            self.identify().await?;
            self.known.store(true, Ordering::Relaxed);
        }
        self.speech.height(&self.at).await
    }

    /// A chain's name is the beginning of the hash of one of its blocks.
    async fn identify(&self) -> Result<(), RemoteError> {
        let chain = self.at.chain.as_str();
        let wanted = chain.split_once(':').map_or("", |(_, reference)| reference);
        let height = if wanted == CASH.0 { CASH.1 } else { 0 };
        let hash = self.speech.hash_at(&self.at, height).await?;
        if hash.starts_with(wanted) {
            return Ok(());
        }
        let why = format!("it is of another chain: its block {height} is {hash}");
        Err(self.at.head().refused(&why))
    }

    pub(super) async fn newest(&self) -> Result<Block, RemoteError> {
        self.speech.newest(&self.at).await
    }

    pub(super) async fn tip(&self) -> Result<String, RemoteError> {
        self.speech.tip(&self.at).await
    }

    pub(super) async fn address(&self, address: &Address) -> Result<Said, RemoteError> {
        self.speech.address(&self.at, address).await
    }

    pub(super) fn apart(&self, height: u64, reference: u64) -> RemoteError {
        let why = format!("its newest block is {height}, the others are at {reference}");
        self.at.head().unavailable(&why, None)
    }

    pub(super) fn restless(&self) -> RemoteError {
        self.at.head().unavailable("its newest block keeps changing", None)
    }
}

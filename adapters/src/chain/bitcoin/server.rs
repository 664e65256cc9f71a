//! A single server: verifies its chain, and reads blocks and balances through the API that it serves.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use ports::{Address, Block, Chain, RawAmount, RemoteError};
use tokio::time::Instant;

use super::{
    bitcore::Bitcore, blockbook::Blockbook, blockchair::Blockchair, blockcypher::Blockcypher, esplora::Esplora,
    haskoin::Haskoin, place::Place,
};
use crate::{
    chain::{
        rejection::Rejection,
        rows::{Endpoint, Shape},
    },
    http_client::{HttpClient, host_key},
};

/// The reference of Bitcoin Cash in CAIP-2, which is not the hash of the first block (that one is shared with Bitcoin)
/// but of the first block after the fork, and its height.
const CASH: (&str, u64) = ("000000000000000000651ef99cb9fcbe", 478_559);

/// How long the last newest block may be used to begin a reading. The block is verified again at the end.
const RECENT: Duration = Duration::from_secs(10);
/// The number of requests in a reading: the address, and the newest block after it.
const READING: u32 = 2;

/// The confirmed balance of an address, and its usage.
pub(super) struct Said {
    /// Confirmed outputs minus confirmed inputs.
    pub(super) balance: RawAmount,
    /// The usage, or `None` where the server does not report it.
    pub(super) usage: Option<Usage>,
}

/// The number of transactions of an address.
#[derive(Clone, Copy)]
pub(super) struct Usage {
    /// Transactions in blocks.
    pub(super) confirmed: u64,
    /// Transactions in the mempool, where they are reported.
    pub(super) pending: u64,
}

/// The requests of one server API. A response of an unexpected shape is an error, never a zero.
#[async_trait]
pub(super) trait Speech: Send + Sync {
    /// Returns the hash of the block at a height, by which the chain of a server is verified.
    async fn hash_at(&self, at: &Place, height: u64) -> Result<String, RemoteError>;

    /// Returns the newest block. Where that is cheaper, it only checks whether `known` still is the newest.
    async fn newest(&self, at: &Place, known: Option<&Block>) -> Result<Block, RemoteError>;

    /// Returns the balance of an address.
    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError>;
}

/// A server, whether its chain has been verified, and its last newest block.
pub(super) struct Server {
    at: Place,
    chain: Chain,
    speech: Box<dyn Speech>,
    known: AtomicBool,
    rejection: Rejection,
    last: Mutex<Option<(Instant, Block)>>,
}

impl Server {
    pub(super) fn new(client: &Arc<HttpClient>, chain: &Chain, endpoint: &Endpoint) -> Self {
        let at = Place {
            client: client.clone(),
            chain: chain.id.clone(),
            base: endpoint.url.clone(),
            host: host_key(&endpoint.url).unwrap_or_default(),
            paced: endpoint.pace().is_some(),
        };
        let speech: Box<dyn Speech> = match endpoint.shape {
            Shape::Usual => Box::new(Esplora),
            Shape::Bitcore => Box::new(Bitcore),
            Shape::Blockbook => Box::new(Blockbook),
            Shape::Haskoin => Box::new(Haskoin),
            Shape::Blockchair => Box::new(Blockchair),
            Shape::Blockcypher => Box::new(Blockcypher),
        };
        Self {
            at,
            chain: chain.clone(),
            speech,
            known: AtomicBool::new(false),
            rejection: Rejection::default(),
            last: Mutex::default(),
        }
    }

    pub(super) fn host(&self) -> &str {
        &self.at.host
    }

    /// Returns whether its rate limit is so low that it is only used where others do not answer.
    pub(super) fn is_paced(&self) -> bool {
        self.at.paced
    }

    /// Returns the newest block of a verified server, or an error if the block is too old.
    pub(super) async fn newest(&self) -> Result<Block, RemoteError> {
        self.newest_before(0).await
    }

    /// Returns the block with which a reading begins, and reserves the remaining requests of the reading.
    pub(super) async fn begin(&self) -> Result<Block, RemoteError> {
        let last = self.last().filter(|(at, _)| at.elapsed() < RECENT);
        match last {
            Some((_, block)) => self.go_on().await.map(|()| block),
            None => self.newest_before(READING).await,
        }
    }

    /// Reserves the requests for another attempt at a reading.
    pub(super) async fn go_on(&self) -> Result<(), RemoteError> {
        self.at.book(READING).await
    }

    /// Returns the newest block and reserves `more` requests after it. An unverified server is verified first, with a
    /// reservation of its own, because a service may allow only a few requests at once.
    async fn newest_before(&self, more: u32) -> Result<Block, RemoteError> {
        if !self.known.load(Ordering::Relaxed) {
            self.rejection.check(self.at.client.now())?;
            self.at.book(1).await?;
            self.identify().await?;
            self.known.store(true, Ordering::Relaxed);
        }
        self.at.book(1 + more).await?;
        self.told().await
    }

    /// Returns the last newest block.
    pub(super) fn seen(&self) -> Option<Block> {
        Some(self.last()?.1)
    }

    async fn told(&self) -> Result<Block, RemoteError> {
        let block = self.speech.newest(&self.at, self.seen().as_ref()).await?;
        self.chain.check_head(&block, self.at.client.now(), self.host())?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), block.clone()));
        Ok(block)
    }

    fn last(&self) -> Option<(Instant, Block)> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Verifies the chain. The reference in a CAIP-2 id is the beginning of the hash of one of its blocks.
    async fn identify(&self) -> Result<(), RemoteError> {
        let chain = self.at.chain.as_str();
        let wanted = chain.split_once(':').map_or("", |(_, reference)| reference);
        let height = if wanted == CASH.0 { CASH.1 } else { 0 };
        let hash = self.speech.hash_at(&self.at, height).await?;
        if hash.starts_with(wanted) {
            return Ok(());
        }
        let why = format!("it serves another network: its block {height} is {hash}");
        Err(self
            .rejection
            .reject(self.at.client.now(), self.at.head().refused(&why)))
    }

    /// Returns the balance of an address, and the newest block after it. Both requests are reserved already.
    pub(super) async fn address(&self, address: &Address) -> Result<(Said, Block), RemoteError> {
        let said = self.speech.address(&self.at, address).await?;
        Ok((said, self.told().await?))
    }

    pub(super) fn apart(&self, height: u64, reference: u64) -> RemoteError {
        let why = format!("its newest block is {height}, the others are at {reference}");
        self.at.head().unavailable(&why, None)
    }

    pub(super) fn restless(&self) -> RemoteError {
        self.at.head().unavailable("its newest block keeps changing", None)
    }
}

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
    bitcore::Bitcore, blockbook::Blockbook, blockchair::Blockchair, blockcypher::Blockcypher, client::ServerClient,
    esplora::Esplora, haskoin::Haskoin,
};
use crate::{
    chain::{
        rejection::Rejection,
        rows::{ChainEndpoint, Shape},
    },
    http_client::{HttpClient, host_key},
};

/// The reference of Bitcoin Cash in CAIP-2, which is not the hash of the first block (that one is shared with Bitcoin)
/// but of the first block after the fork, and its height.
const BITCOIN_CASH: (&str, u64) = ("000000000000000000651ef99cb9fcbe", 478_559);

/// How long the last newest block may be used to begin a reading. The block is verified again at the end.
const RECENT: Duration = Duration::from_secs(10);
/// The number of requests in a reading: the address, and the newest block after it.
const READING_REQUESTS: u32 = 2;

/// The confirmed balance of an address, and its usage.
pub(super) struct AddressBalance {
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
pub(super) trait ServerApi: Send + Sync {
    /// Returns the hash of the block at a height, by which the chain of a server is verified.
    async fn hash_at(&self, client: &ServerClient, height: u64) -> Result<String, RemoteError>;

    /// Returns the newest block. Where that is cheaper, it only checks whether `known` still is the newest.
    async fn newest(&self, client: &ServerClient, known: Option<&Block>) -> Result<Block, RemoteError>;

    /// Returns the balance of an address.
    async fn address(&self, client: &ServerClient, address: &Address) -> Result<AddressBalance, RemoteError>;
}

/// A server, whether its chain has been verified, and its last newest block.
pub(super) struct Server {
    client: ServerClient,
    chain: Chain,
    api: Box<dyn ServerApi>,
    is_verified: AtomicBool,
    rejection: Rejection,
    last_seen: Mutex<Option<(Instant, Block)>>,
}

impl Server {
    pub(super) fn new(http: &Arc<HttpClient>, chain: &Chain, endpoint: &ChainEndpoint) -> Self {
        let client = ServerClient {
            http: http.clone(),
            chain: chain.id.clone(),
            base: endpoint.url.clone(),
            host: host_key(&endpoint.url).unwrap_or_default(),
            is_slow: endpoint.low_rate().is_some(),
        };
        let api: Box<dyn ServerApi> = match endpoint.shape {
            Shape::Usual => Box::new(Esplora),
            Shape::Bitcore => Box::new(Bitcore),
            Shape::Blockbook => Box::new(Blockbook),
            Shape::Haskoin => Box::new(Haskoin),
            Shape::Blockchair => Box::new(Blockchair),
            Shape::Blockcypher => Box::new(Blockcypher),
        };
        Self {
            client,
            chain: chain.clone(),
            api,
            is_verified: AtomicBool::new(false),
            rejection: Rejection::default(),
            last_seen: Mutex::default(),
        }
    }

    pub(super) fn host(&self) -> &str {
        &self.client.host
    }

    /// Returns whether its rate limit is so low that it is only used where others do not answer.
    pub(super) fn is_slow(&self) -> bool {
        self.client.is_slow
    }

    /// Returns the newest block of a verified server, or an error if the block is too old.
    pub(super) async fn newest(&self) -> Result<Block, RemoteError> {
        self.book_and_fetch_newest(0).await
    }

    /// Returns the block with which a reading begins, and reserves the remaining requests of the reading.
    pub(super) async fn begin_reading(&self) -> Result<Block, RemoteError> {
        let last = self.last_seen().filter(|(at, _)| at.elapsed() < RECENT);
        match last {
            Some((_, block)) => self.book_reading().await.map(|()| block),
            None => self.book_and_fetch_newest(READING_REQUESTS).await,
        }
    }

    /// Reserves the requests for another attempt at a reading.
    pub(super) async fn book_reading(&self) -> Result<(), RemoteError> {
        self.client.book(READING_REQUESTS).await
    }

    /// Returns the newest block and reserves `more` requests after it. An unverified server is verified first, with a
    /// reservation of its own, because a service may allow only a few requests at once.
    async fn book_and_fetch_newest(&self, more: u32) -> Result<Block, RemoteError> {
        if !self.is_verified.load(Ordering::Relaxed) {
            self.rejection.check(self.client.http.now())?;
            self.client.book(1).await?;
            self.verify_chain().await?;
            self.is_verified.store(true, Ordering::Relaxed);
        }
        self.client.book(1 + more).await?;
        self.fetch_newest().await
    }

    /// Returns the last newest block.
    pub(super) fn last_block(&self) -> Option<Block> {
        Some(self.last_seen()?.1)
    }

    async fn fetch_newest(&self) -> Result<Block, RemoteError> {
        let block = self.api.newest(&self.client, self.last_block().as_ref()).await?;
        self.chain.check_head(&block, self.client.http.now(), self.host())?;
        *self.last_seen.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), block.clone()));
        Ok(block)
    }

    fn last_seen(&self) -> Option<(Instant, Block)> {
        self.last_seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Verifies the chain. The reference in a CAIP-2 id is the beginning of the hash of one of its blocks.
    async fn verify_chain(&self) -> Result<(), RemoteError> {
        let chain = self.client.chain.as_str();
        let wanted = chain.split_once(':').map_or("", |(_, reference)| reference);
        let height = if wanted == BITCOIN_CASH.0 { BITCOIN_CASH.1 } else { 0 };
        let hash = self.api.hash_at(&self.client, height).await?;
        if hash.starts_with(wanted) {
            return Ok(());
        }
        let why = format!("it serves another network: its block {height} is {hash}");
        Err(self
            .rejection
            .reject(self.client.http.now(), self.client.head_context().refused(&why)))
    }

    /// Returns the balance of an address, and the newest block after it. Both requests are reserved already.
    pub(super) async fn address(&self, address: &Address) -> Result<(AddressBalance, Block), RemoteError> {
        let balance = self.api.address(&self.client, address).await?;
        Ok((balance, self.fetch_newest().await?))
    }

    pub(super) fn disagreement(&self, height: u64, reference: u64) -> RemoteError {
        let why = format!("its newest block is {height}, the others are at {reference}");
        self.client.head_context().unavailable(&why, None)
    }

    pub(super) fn instability(&self) -> RemoteError {
        self.client
            .head_context()
            .unavailable("its newest block keeps changing", None)
    }
}

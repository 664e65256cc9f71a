//! A single server: verifies its chain, and reads blocks and balances through the API that it serves.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use ports::{Address, Block, Chain, RemoteError, Timestamp};
use tokio::time::Instant;

use crate::{
    chain::{
        bitcoin_api::{
            AddressBalance, Esplora, IdentifiedTransaction, ServerApi, ServerClient, TransactionList, TransactionQuery,
        },
        rejection::Rejection,
        rows::ChainEndpoint,
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

/// A server, whether its chain has been verified, and its last newest block.
pub(super) struct Server {
    client: ServerClient,
    chain: Chain,
    api: &'static dyn ServerApi,
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
        Self {
            client,
            chain: chain.clone(),
            api: endpoint.api.unwrap_or(&Esplora),
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

    /// Returns whether it lists the transactions of an address.
    pub(super) fn lists_transactions(&self) -> bool {
        self.api.lists_transactions()
    }

    /// Returns a part of the transactions of an address, or an error if the server has not reached the last block.
    pub(super) async fn transactions(&self, query: &TransactionQuery<'_>) -> Result<TransactionList, RemoteError> {
        let (newest, last) = (self.begin_reading().await?.number, query.blocks.1);
        if newest < last {
            let why = format!("its newest block is {newest}, and block {last} is needed");
            return Err(self.client.head_context().unavailable(&why, None));
        }
        self.api.transactions(&self.client, query).await
    }

    /// Returns whether it lists the transactions of an address that wait for a block.
    pub(super) fn lists_waiting(&self) -> bool {
        self.api.lists_waiting()
    }

    /// Returns the first transactions of an address that wait for a block.
    pub(super) async fn waiting(&self, address: &Address) -> Result<Vec<IdentifiedTransaction>, RemoteError> {
        self.client.book(1).await?;
        self.api.waiting(&self.client, address).await
    }

    /// Returns the current time.
    pub(super) fn now(&self) -> Timestamp {
        self.client.http.now()
    }

    /// Returns an error about an answer of this server.
    pub(super) fn malformed(&self, what: &str) -> RemoteError {
        self.client.head_context().malformed(what)
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

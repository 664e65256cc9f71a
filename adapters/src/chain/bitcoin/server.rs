//! One server: which chain it is of, and what it is asked in the words of its shape.

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

/// The hash of the block that names Bitcoin Cash in CAIP-2 is not that of the first block, which it shares with Bitcoin,
/// but that of the first one after they parted.
const CASH: (&str, u64) = ("000000000000000000651ef99cb9fcbe", 478_559);

/// For so long a reading begins with the newest block that was seen last: at its end it is seen whether it still is.
const RECENT: Duration = Duration::from_secs(10);
/// Questions of a reading: the address, and what the newest block is after it.
const READING: u32 = 2;

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

    /// Its newest block; where that costs less, it is only seen whether it is the known one.
    async fn newest(&self, at: &Place, known: Option<&Block>) -> Result<Block, RemoteError>;

    /// What it says of an address.
    async fn address(&self, at: &Place, address: &Address) -> Result<Said, RemoteError>;
}

/// One server, whether it was seen to be of its chain, and the newest block that it told last.
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

    /// Whether it is asked so slowly that it is asked for nothing that others tell as well.
    pub(super) fn is_paced(&self) -> bool {
        self.at.paced
    }

    /// Its newest block, once it has shown to be of its chain, if the block is recent.
    pub(super) async fn newest(&self) -> Result<Block, RemoteError> {
        self.newest_before(0).await
    }

    /// The newest block to begin a reading with, and turns for the rest of it.
    pub(super) async fn begin(&self) -> Result<Block, RemoteError> {
        let last = self.last().filter(|(at, _)| at.elapsed() < RECENT);
        match last {
            Some((_, block)) => self.go_on().await.map(|()| block),
            None => self.newest_before(READING).await,
        }
    }

    /// Turns for another try of a reading.
    pub(super) async fn go_on(&self) -> Result<(), RemoteError> {
        self.at.book(READING).await
    }

    /// Its newest block, with turns for `more` requests after it. A server that nobody knows yet is identified first, with
    /// a turn of its own: a service may allow only a few requests at once.
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

    /// The newest block that it told last.
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

    /// A chain's name is the beginning of the hash of one of its blocks.
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

    /// What it says of an address, and its newest block after that. The turns for both are booked.
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

//! The mock server of a chain, and readers that use it.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;
use ports::{ChainReader, RawAmount, RemoteError, Timestamp, chain::Reading};

use super::{BlockState, ChainState, Harness, Samples, offline::sorted, progress::RecordedProgress};
use crate::{
    mock_server::{MockServer, Request, RequestHandler, Response},
    report::{CheckResult, describe_violation},
};

pub(super) const HEIGHT: u64 = 30_000_000;

/// A harness and its samples, with the checks of the requirements.
pub(super) struct ChainReaderChecks {
    pub(super) harness: Arc<dyn Harness>,
    pub(super) samples: Samples,
    /// The time of the usual block: the creation time of this value, so that the node looks up to date.
    pub(super) now: Timestamp,
}

/// When the chain gets a new block.
#[derive(Clone, Copy)]
pub(super) enum BlockGrowth {
    Never,
    /// Before the request with this index.
    Before(usize),
}

struct ChainHandler {
    harness: Arc<dyn Harness>,
    chain: Mutex<ChainState>,
    growth: BlockGrowth,
    next: BlockState,
    count: AtomicUsize,
}

#[async_trait]
impl RequestHandler for ChainHandler {
    async fn answer(&self, request: &Request) -> Response {
        let count = self.count.fetch_add(1, Ordering::SeqCst);
        let mut chain = self.chain.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(self.growth, BlockGrowth::Before(wanted) if wanted == count) {
            chain.blocks.push(self.next.clone());
        }
        self.harness.answer(request, &chain)
    }
}

pub(super) fn raw(number: u64) -> RawAmount {
    number.to_string().parse().expect("a whole number is an amount")
}

pub(super) fn check_no_request(server: &MockServer) -> CheckResult {
    match server.count() {
        0 => Ok(()),
        count => Err(describe_violation(
            "no request for a chain that the reader does not read",
            format_args!("{count} requests"),
            "compare the chain with chains() before anything else",
        )),
    }
}

impl ChainReaderChecks {
    pub(super) fn new(harness: impl Harness) -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self {
            samples: harness.samples(),
            harness: Arc::new(harness),
            now: Timestamp::from_seconds(i64::try_from(since.as_secs()).unwrap_or_default()),
        }
    }

    /// Returns a block in which the account holds this much of the coin, and a different amount of each token.
    pub(super) fn block_state(&self, number: u64, native: RawAmount) -> BlockState {
        let amount = |at: usize| raw(number % 1_000 + 10 + at as u64);
        let tokens = self.samples.tokens.iter().cloned().enumerate();
        BlockState {
            number,
            hash: self.harness.hash(number),
            time: self.now.plus(Duration::from_secs(number.saturating_sub(HEIGHT))),
            native,
            tokens: tokens.map(|(at, token)| (token, Some(amount(at)))).collect(),
        }
    }

    pub(super) fn usual(&self) -> ChainState {
        ChainState {
            blocks: vec![self.block_state(HEIGHT, self.amounts()[0])],
            other_chain: false,
            syncing: false,
            without_state: false,
            in_two_places: false,
            decimals: self
                .samples
                .tokens
                .iter()
                .map(|token| (token.clone(), Some(6)))
                .collect(),
        }
    }

    pub(super) fn open(&self, chain: ChainState) -> MockServer {
        self.open_growing(chain, BlockGrowth::Never)
    }

    pub(super) fn open_growing(&self, chain: ChainState, growth: BlockGrowth) -> MockServer {
        MockServer::start(ChainHandler {
            harness: self.harness.clone(),
            chain: Mutex::new(chain),
            growth,
            next: self.block_state(HEIGHT + 1, raw(77)),
            count: AtomicUsize::new(0),
        })
    }

    pub(super) fn open_usual(&self) -> (MockServer, Arc<dyn ChainReader>) {
        let server = self.open(self.usual());
        let reader = self.harness.reader(&server.url());
        (server, reader)
    }

    /// Returns whether a reading has exactly the account's balances in a block.
    pub(super) fn is(&self, reading: &Reading, block_state: &BlockState) -> bool {
        let native = (self.samples.native.clone(), Some(block_state.native));
        let all = std::iter::once(native).chain(block_state.tokens.clone());
        let mut held: Vec<_> = all
            .filter_map(|(id, raw)| Some((id, raw.filter(|raw| !raw.is_zero())?)))
            .collect();
        held.sort_by(|(one, _), (other, _)| one.cmp(other));
        let block = &reading.block;
        (block.number, &block.hash, block.time) == (block_state.number, &block_state.hash, block_state.time)
            && sorted(reading) == held
    }

    /// Reads the account from this server.
    pub(super) async fn balances(&self, server: &MockServer) -> Result<Reading, RemoteError> {
        let reader = self.harness.reader(&server.url());
        let samples = &self.samples;
        reader
            .balances(&samples.account, &samples.tokens, &RecordedProgress::default())
            .await
    }
}

//! The streams of an account, merged into windows.

use std::sync::Arc;

use ports::{
    AccountId, Block, Fact, HistoryProgress, MarketUpdate, Ports, StorageError, Stream, history::HistoryGapKind,
};

use super::{
    branch,
    nonce::{self, NodeCount},
    overlap::Overlap,
    rewind,
    same_chain::REPLACEABLE,
    sources::{self, CurrentBlocks, HistorySource, IndexState},
    stored::stored,
    stream::StreamRun,
};
use crate::{
    ledger::derive::filed::FiledTimes,
    sync::handlers::{job_error::JobError, reader::reader},
};

/// How many blocks a source's index may be behind the node before the history is not current: minutes of an EVM chain, and an
/// hour of Bitcoin.
const EVM_LAG: u64 = 64;
const COIN_LAG: u64 = 6;

/// For how many milliseconds the newest rows of an exchange are read again in each run, because a row may be listed late.
const LATE: u64 = 3_600_000;
/// The same of deposits and withdrawals, which count from the day on which they are confirmed but stay in the list at their first time.
const LATE_TRANSFERS: u64 = 7 * 24 * 3_600_000;

/// A run of reading an account's history.
pub(super) struct HistoryRun<'a> {
    ports: &'a Ports,
    pub(super) account: AccountId,
    pub(super) streams: Vec<StreamRun<'a>>,
    /// The newest block of the chain according to a node.
    pub(super) head: Block,
    /// What a node stated about the account's transactions before the run began.
    pub(super) expected: Option<NodeCount>,
    /// Whether every stream was read before.
    pub(super) was_read: bool,
    /// Whether the facts changed in this run.
    pub(super) is_changed: bool,
    first: u64,
}

/// A range of blocks that every stream has reported.
pub(super) struct Window {
    /// The first and the last block; no last block where a newest-first walk is not finished.
    pub(super) blocks: (u64, Option<u64>),
    /// What each stream that takes part reported.
    pub(super) parts: Vec<WindowPart>,
}

/// What one stream reported of a window.
pub(super) struct WindowPart {
    /// The position of the stream in the run.
    pub(super) at: usize,
    /// The first block that was read. It is after the window's first one where another stream is read again from its start.
    pub(super) from: u64,
    pub(super) facts: Vec<Fact>,
    /// What it reported of markets.
    pub(super) markets: Vec<MarketUpdate>,
    /// Whether the window reaches the last block of the stream in this run.
    pub(super) is_last: bool,
    /// Whether these facts are the rest of a newest-first walk, so that what they leave out may be in its stored part.
    pub(super) is_rest: bool,
}

impl Window {
    /// Returns the blocks of the stored facts that the window may change: also those after its end where it is the last one of a stream.
    /// A part of a walk through rows of an exchange changes what is near its own rows only; all that is stored would be loaded for each page.
    pub(super) fn stored_blocks(&self, account: &AccountId) -> (u64, Option<u64>) {
        let is_part = self.blocks.1.is_none() || self.parts.iter().all(|part| part.is_rest);
        if is_part && account.chain.is_exchange() {
            return self.own_blocks();
        }
        let is_last = self.parts.iter().any(|part| part.is_last);
        (self.blocks.0, self.blocks.1.filter(|_| !is_last))
    }

    /// Returns the first and the last block with a fact of the window.
    fn own_blocks(&self) -> (u64, Option<u64>) {
        let facts = self.parts.iter().flat_map(|part| &part.facts);
        let blocks = facts.map(|fact| fact.block.number);
        let first = blocks.clone().min().unwrap_or(self.blocks.0);
        (first, Some(blocks.max().unwrap_or(first)))
    }
}

impl WindowPart {
    /// Returns the last block of which everything is known, if the window has an end. No later block exists where it is the last one of
    /// the stream.
    pub(super) fn end(&self, of_window: Option<u64>) -> Option<u64> {
        of_window.map(|end| if self.is_last { u64::MAX } else { end })
    }
}

impl<'a> HistoryRun<'a> {
    /// Loads the positions of all streams and the heads of chain and sources.
    pub(super) async fn begin(ports: &'a Ports, account: &AccountId) -> Result<Self, JobError> {
        let reader =
            reader(ports, account).ok_or_else(|| JobError::Invalid("no reader covers this chain".to_owned()))?;
        // Requested before the head, so that every transaction that it counts is in a block of this run.
        let expected = nonce::expected(reader, account).await?;
        let head = reader.head(&account.chain).await?;
        let streams = streams(ports, account, &head).await?;
        let was_read = streams.iter().all(|stream| stream.progress.target.is_some());
        let first = streams.iter().map(|stream| stream.from).min();
        let first = first.ok_or_else(|| JobError::Invalid("no source covers the history of this chain".to_owned()))?;
        Ok(Self {
            ports,
            account: account.clone(),
            streams,
            head,
            expected,
            was_read,
            is_changed: false,
            first,
        })
    }

    /// Reads the next window; `None` at the end, or where every stream that is left is capped.
    pub(super) async fn next(&mut self) -> Result<Option<Window>, JobError> {
        if self.streams.iter().any(|stream| is_capped(&stream.progress)) {
            return Ok(None);
        }
        let active = self.active();
        if active.is_empty() {
            return Ok(None);
        }
        for at in &active {
            self.streams[*at].fill(self.ports).await?;
        }
        let start = self.start(&active);
        let ends: Option<Vec<u64>> = active.iter().map(|at| self.streams[*at].through).collect();
        let end = ends.and_then(|ends| ends.into_iter().min());
        let facts = active
            .into_iter()
            .filter(|at| end.is_none_or(|end| self.streams[*at].from <= end));
        let facts: Vec<usize> = facts.collect();
        let parts = facts.into_iter().map(|at| WindowPart {
            at,
            from: self.streams[at].from.max(start),
            is_last: end.is_some_and(|end| end >= self.streams[at].target),
            is_rest: self.streams[at].is_resumed,
            facts: self.streams[at].take(end),
            markets: self.streams[at].take_markets(),
        });
        Ok(Some(Window {
            blocks: (start, end),
            parts: parts.collect(),
        }))
    }

    /// Loads what files and markets close and open in the gaps of the streams, after they were read.
    pub(super) async fn reload_gaps(&mut self) -> Result<(), StorageError> {
        let filed = Arc::new(FiledTimes::load(self.ports, std::slice::from_ref(&self.account)).await?);
        for stream in &mut self.streams {
            stream.filed.clone_from(&filed);
        }
        Ok(())
    }

    /// Returns the streams of the next window: trades on single markets after everything else.
    fn active(&self) -> Vec<usize> {
        let is_last = |at: &usize| self.streams[*at].progress.stream == Stream::MarketTrades;
        let all = 0..self.streams.len();
        let (last, active): (Vec<usize>, Vec<usize>) =
            all.filter(|at| self.streams[*at].is_active()).partition(is_last);
        if active.is_empty() { last } else { active }
    }

    /// Returns the first block of a window of these streams. A stream that no source reports is requested from its start each time
    /// and changes nothing, so that it does not count.
    fn start(&self, active: &[usize]) -> u64 {
        let is_reported = |at: &&usize| !is_unreported(&self.streams[**at].progress);
        let starts = active.iter().filter(is_reported).map(|at| self.streams[*at].from);
        starts.min().unwrap_or(self.head.number)
    }

    /// Returns whether a fact is in a block after the newest one that is not younger. Times increase from block to block, so that its
    /// block was replaced. Another fact after the newest block is of a node that was ahead of this one.
    pub(super) fn is_of_shorter_branch(&self, fact: &Fact) -> bool {
        fact.block.number > self.head.number && fact.block.time <= self.head.time
    }

    /// Returns the last block of a stream that can no longer be replaced.
    pub(super) fn last_final_of(&self, stream: Stream) -> u64 {
        let replaceable = match stream {
            Stream::ExchangeDeposits | Stream::ExchangeWithdrawals => LATE_TRANSFERS,
            list if list.is_of_exchange() => LATE,
            _ => REPLACEABLE,
        };
        self.head.number.saturating_sub(replaceable)
    }

    /// Returns the last block of the chain that can no longer be replaced.
    pub(super) fn last_final(&self) -> u64 {
        self.head.number.saturating_sub(REPLACEABLE)
    }

    /// Returns the streams that are read up to the newest blocks, and of which nothing is missing but what balances contradict.
    pub(super) fn at_their_end(&self) -> Vec<Stream> {
        let ended = self.streams.iter().filter(|stream| stream.is_read_to_the_end());
        ended.map(|stream| stream.progress.stream).collect()
    }

    /// Returns how far the run is, in percent of the blocks.
    pub(super) fn steps(&self) -> (u32, u32) {
        let active = self.streams.iter().filter(|stream| stream.is_active());
        let done = active.map(|stream| stream.from).min().unwrap_or(self.head.number);
        let (done, all) = (
            done.saturating_sub(self.first),
            self.head.number.saturating_sub(self.first).max(1),
        );
        let percent = u128::from(done) * 100 / u128::from(all);
        (u32::try_from(percent.min(100)).unwrap_or(100), 100)
    }
}

/// Returns the streams that any source reports for an account, in the order in which they are read, each with its position.
async fn streams<'a>(ports: &'a Ports, account: &AccountId, head: &Block) -> Result<Vec<StreamRun<'a>>, JobError> {
    let is_evm = account.chain.evm_number().is_some();
    let current = CurrentBlocks {
        oldest: head.number.saturating_sub(if is_evm { EVM_LAG } else { COIN_LAG }),
        newest: head.number,
    };
    let sources = sources::of(ports, account, current).await?;
    branch::follow(ports, account, head).await?;
    rewind::to_agreement(ports, account, &sources).await?;
    let filed = Arc::new(FiledTimes::load(ports, std::slice::from_ref(account)).await?);
    let known = &ports.stores.history_progress;
    let known = known.of_accounts(std::slice::from_ref(account)).await?;
    let mut streams = Vec::new();
    for stream in reported(&sources, account) {
        let progress = known.iter().find(|progress| progress.stream == stream).cloned();
        let mut run = StreamRun::new(ports, account, (stream, progress), &sources, current);
        run.filed.clone_from(&filed);
        if stream == Stream::MarketTrades && filed.has_unread_market(account) {
            run.end_rest();
        }
        if is_evm {
            extend(ports, &mut run).await?;
        }
        streams.push(run);
    }
    Ok(streams)
}

/// Lets a stream begin with the block of its last known row, where its source does not say how far its index reaches.
async fn extend(ports: &Ports, stream: &mut StreamRun<'_>) -> Result<(), JobError> {
    let is_unstated = stream
        .sources()
        .first()
        .is_some_and(|source| source.index == IndexState::Unstated);
    if stream.from == 0 || stream.is_resumed || !is_unstated || stream.is_of_fallback() {
        return Ok(());
    }
    let (account, kind) = (&stream.progress.account, stream.progress.stream);
    let last = ports
        .stores
        .facts
        .extent(account, kind)
        .await?
        .map(|extent| extent.last.0);
    // A block with more rows than the source reports would be many pages in each run.
    let is_full = |block: u64| {
        let mut gaps = stream.progress.gaps.iter();
        gaps.any(|gap| gap.kind == HistoryGapKind::FullBlock && gap.blocks == Some((block, block)))
    };
    let from = last.map_or(0, |block| if is_full(block) { block + 1 } else { block });
    if from >= stream.from {
        return Ok(());
    }
    let stored = stored(ports, account, (from, Some(from))).await?;
    let own = stored.into_iter().filter(|fact| fact.fact.body.stream() == kind);
    let known = own.map(|fact| fact.id).collect();
    let resume = std::mem::replace(&mut stream.from, from);
    stream.overlap = Some(Overlap { resume, known });
    Ok(())
}

/// Returns the streams that any source lists. Nodes behind explorers list what a chain has, also where they cannot report it, so that a
/// stream that no explorer here reports is a gap. Their receipts are read apart.
fn reported(sources: &[HistorySource<'_>], account: &AccountId) -> Vec<Stream> {
    let listed = sources.iter().flat_map(|source| {
        let streams = source.reader.streams(&account.chain).into_iter();
        streams.filter(|stream| !source.is_fallback || *stream != Stream::Receipts)
    });
    let listed: Vec<Stream> = listed.collect();
    let all = Stream::ALL.into_iter();
    all.filter(|stream| listed.contains(stream)).collect()
}

/// Returns whether a stream has as many facts as its cap allows.
pub(super) fn is_capped(progress: &HistoryProgress) -> bool {
    progress.cap.is_some_and(|cap| progress.facts >= cap)
}

/// Returns whether a stream has a gap because no source reports it.
pub(super) fn is_unreported(progress: &HistoryProgress) -> bool {
    progress
        .gaps
        .iter()
        .any(|gap| gap.kind == HistoryGapKind::Unreported(progress.stream))
}

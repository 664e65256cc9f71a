//! One stream of an account while it is read.

mod page;
mod retention;

use std::sync::Arc;

use ports::{
    AccountId, Fact, HistoryProgress, MarketUpdate, Ports, RemoteError, Stream,
    history::{HistoryGap, HistoryGapKind},
};

use super::{
    overlap::Overlap,
    rewind,
    same_chain::ComparedSources,
    sources::{CurrentBlocks, HistorySource, IndexState},
};
use crate::{ledger::derive::filed::FiledTimes, sync::handlers::job_error::JobError};

/// The number of facts of a stream at which reading stops until a user lifts the cap.
const CAP: u64 = 100_000;
/// The most pages of a reader without positions (newest first) that are read before they are stored.
const PAGES: usize = 40;
/// The same of an exchange, which allows a request of a key every few seconds: none is sent again after an interruption but the last one.
const PAGES_OF_EXCHANGE: usize = 1;

/// For how many milliseconds trades on single markets are not read again, because each market takes a request: six hours, and one where
/// balances contradict them. The newest hour is always read again and counts too.
const REST: u64 = 7 * 3_600_000;
const REST_OF_CONTRADICTED: u64 = 2 * 3_600_000;

/// A stream of an account: what is stored of it, and what was read beyond that.
pub(super) struct StreamRun<'a> {
    pub(super) progress: HistoryProgress,
    /// The sources that report it, in the order in which they are used.
    sources: Vec<HistorySource<'a>>,
    current: CurrentBlocks,
    /// What files have that its sources do not serve.
    pub(super) filed: Arc<FiledTimes>,
    /// The first block that is not stored, or that is read again because its chain may still be reorganized.
    pub(super) from: u64,
    /// The last block of this run: the newest one, or the last one that the source has indexed.
    pub(super) target: u64,
    /// Whether it was read a short time ago, so that this run leaves it out.
    is_resting: bool,
    /// The last block that [`Self::buffer`] covers completely.
    pub(super) through: Option<u64>,
    /// The blocks that are requested again although they are stored.
    pub(super) overlap: Option<Overlap>,
    compared: ComparedSources,
    /// Facts that were read and not yet stored.
    buffer: Vec<Fact>,
    /// What was read of markets and is not stored yet.
    markets: Vec<MarketUpdate>,
    /// Whether the buffer covers the rest of a newest-first walk, of which an earlier part is stored.
    pub(super) is_resumed: bool,
    /// Whether the stream is read again because transactions are missing. What another source reported before stays then.
    pub(super) is_completing: bool,
    /// Why the index of the source that is used is incomplete.
    pub(super) index_error: Option<RemoteError>,
    /// Why a page was not taken whose newest block is of a branch that nodes do not have.
    other_branch: Option<RemoteError>,
}

impl<'a> StreamRun<'a> {
    pub(super) fn new(
        ports: &Ports,
        account: &AccountId,
        (stream, known): (Stream, Option<HistoryProgress>),
        sources: &[HistorySource<'a>],
        current: CurrentBlocks,
    ) -> Self {
        let mut sources = reporting(sources, account, stream);
        let mut progress = known.unwrap_or_else(|| unread(ports, account, stream));
        if rewind::lacks_what_others_report(&progress, &sources) {
            progress = HistoryProgress {
                cap: progress.cap,
                ..unread(ports, account, stream)
            };
        }
        rewind::after_unfinished_index(&mut progress, &sources);
        let is_completing = rewind::to_missing(&mut progress, &sources, ports.clock.now());
        if is_completing || rewind::is_contradicted(&progress) {
            // The source whose turn it is comes first, the others in their usual order.
            sources.sort_by_key(|source| {
                let is_other = Some(&source.id) != progress.source.as_ref();
                (source.is_fallback, !source.is_current(), is_other)
            });
        }
        let is_resting = is_resting(&progress, current.newest);
        let mut stream = Self {
            from: progress.through.map_or(0, |through| through.saturating_add(1)),
            target: progress
                .through
                .filter(|_| is_resting)
                .unwrap_or_else(|| target(&sources, current)),
            is_resting,
            filed: Arc::default(),
            current,
            sources,
            through: None,
            compared: ComparedSources::default(),
            overlap: None,
            buffer: Vec::new(),
            markets: Vec::new(),
            is_resumed: progress.continuation.is_some(),
            is_completing,
            index_error: None,
            other_branch: None,
            progress,
        };
        stream.note_stale_index();
        stream
    }

    /// Returns the sources that report the stream, in the order in which they are used.
    pub(super) fn sources(&self) -> &[HistorySource<'a>] {
        &self.sources
    }

    /// Returns whether blocks of this run are left.
    pub(super) fn is_active(&self) -> bool {
        self.from <= self.target
    }

    /// Returns whether the stream is read up to the newest blocks.
    pub(super) fn reaches_head(&self) -> bool {
        !self.is_active() && (self.is_resting || self.target >= self.current.oldest)
    }

    /// Returns whether the stream is read up to the newest blocks, and nothing of it is missing but what balances contradict. Facts after
    /// the newest block are of a node that was ahead of this one, or of a branch that was replaced.
    pub(super) fn is_read_to_the_end(&self) -> bool {
        let is_contradiction = |gap: &HistoryGap| gap.kind == HistoryGapKind::BalanceDiffers;
        let is_within = self.progress.newest.is_none_or(|newest| newest <= self.current.newest);
        let open = self.filed.open_gaps(&self.progress);
        self.reaches_head() && is_within && open.iter().all(is_contradiction)
    }

    /// Reads until the buffer covers a block, or until the pages of one run are used up.
    pub(super) async fn fill(&mut self, ports: &Ports) -> Result<(), JobError> {
        let mut pages = 0;
        let most = if self.progress.stream.is_of_exchange() {
            PAGES_OF_EXCHANGE
        } else {
            PAGES
        };
        while self.is_active() && self.through.is_none() && pages < most {
            let page = match self.page(ports).await {
                Err(JobError::Remote(RemoteError::NotCurrent { .. })) if self.target > self.current.oldest => {
                    // The index of a source is behind the node. What it has is read now, the rest in a later run.
                    self.target = self.current.oldest;
                    self.note_other_branch();
                    continue;
                }
                page => page?,
            };
            self.buffer.extend(page.facts);
            self.markets.extend(page.markets);
            self.progress.total = page.total.or(self.progress.total);
            self.progress.continuation = page.continuation;
            for gap in page.gaps {
                self.add_gap(gap);
            }
            self.through = page.through.map(|through| through.min(self.target));
            self.skip_known()?;
            pages += 1;
        }
        Ok(())
    }

    /// Leaves out the blocks that were requested again, up to the first one with a fact that is not stored.
    fn skip_known(&mut self) -> Result<(), JobError> {
        let Some(overlap) = &self.overlap else {
            return Ok(());
        };
        let read = self.through.map(|through| through.saturating_add(1));
        let (from, is_over) = match overlap.first_unknown(&self.buffer)? {
            Some(block) => (block, true),
            None => (
                read.map_or(self.from, |next| next.min(overlap.resume)),
                read.is_some_and(|next| next >= overlap.resume),
            ),
        };
        if is_over {
            self.overlap = None;
        }
        self.from = from;
        self.buffer.retain(|fact| fact.block.number >= from);
        self.through = self.through.filter(|through| *through >= from);
        Ok(())
    }

    /// Returns the facts up to this block, or all if there is none, and keeps the others.
    pub(super) fn take(&mut self, end: Option<u64>) -> Vec<Fact> {
        let Some(end) = end else {
            // The window that covers these facts comes later, and has the rest only.
            self.is_resumed |= self.progress.continuation.is_some() || self.through.is_some();
            return std::mem::take(&mut self.buffer);
        };
        let (taken, kept) = std::mem::take(&mut self.buffer)
            .into_iter()
            .partition(|fact| fact.block.number <= end);
        self.buffer = kept;
        if self.through.is_some_and(|through| through <= end) {
            (self.through, self.is_resumed) = (None, false);
        }
        self.from = self.from.max(end.saturating_add(1));
        taken
    }

    /// Returns what was read of markets, once the facts of all of them are taken.
    pub(super) fn take_markets(&mut self) -> Vec<MarketUpdate> {
        if self.buffer.is_empty() {
            std::mem::take(&mut self.markets)
        } else {
            Vec::new()
        }
    }

    /// Reads the stream in this run although it was read a short time ago, because a market of it was not.
    pub(super) fn end_rest(&mut self) {
        if self.is_resting {
            self.is_resting = false;
            self.target = target(&self.sources, self.current);
        }
    }

    fn add_gap(&mut self, gap: HistoryGap) {
        let gap = retention::merged(&mut self.progress.gaps, gap);
        if !self.progress.gaps.contains(&gap) {
            self.progress.gaps.push(gap);
        }
    }

    /// Returns whether nodes report the stream because no explorer serves it.
    pub(super) fn is_of_fallback(&self) -> bool {
        let mut fallbacks = self.sources.iter().filter(|source| source.is_fallback);
        fallbacks.any(|source| Some(&source.id) == self.progress.source.as_ref())
    }

    /// States that the newest blocks are missing because no index reaches them. Those of an earlier run are read now.
    fn note_stale_index(&mut self) {
        self.progress.gaps.retain(|gap| gap.kind != HistoryGapKind::StaleIndex);
        let stale = self.sources.iter().find_map(|source| match &source.index {
            IndexState::Stale(last, error) if *last == self.target => Some(error.clone()),
            _ => None,
        });
        if let Some(error) = stale {
            self.add_stale_index(error);
        }
    }

    /// States that the newest blocks are missing because the only source of them reports another branch than the nodes.
    fn note_other_branch(&mut self) {
        if let Some(error) = self.other_branch.take() {
            self.add_stale_index(error);
        }
    }

    fn add_stale_index(&mut self, error: RemoteError) {
        self.add_gap(HistoryGap {
            kind: HistoryGapKind::StaleIndex,
            blocks: Some((self.target.saturating_add(1), self.current.newest)),
        });
        self.index_error = Some(error);
    }
}

/// Returns the sources that report a stream of an account.
fn reporting<'a>(sources: &[HistorySource<'a>], account: &AccountId, stream: Stream) -> Vec<HistorySource<'a>> {
    let reports = |source: &&HistorySource<'_>| source.reader.streams(&account.chain).contains(&stream);
    sources.iter().filter(reports).cloned().collect()
}

/// Returns the last block that the sources of a stream can report.
fn target(sources: &[HistorySource<'_>], current: CurrentBlocks) -> u64 {
    let is_possible = |source: &&HistorySource<'_>| {
        !source.is_fallback && !matches!(source.index, IndexState::Failed(_) | IndexState::InBackoff(_))
    };
    let possible: Vec<_> = sources.iter().filter(is_possible).collect();
    match possible.first() {
        Some(first) if first.is_current() => first.last_block().unwrap_or(current.newest),
        _ if possible.iter().any(|source| source.last_block().is_none()) => current.newest,
        _ => possible
            .iter()
            .filter_map(|source| source.last_block())
            .max()
            .unwrap_or(current.newest),
    }
}

/// Returns whether a stream is left out of a run because it was read a short time ago. At exchanges, blocks count milliseconds.
fn is_resting(progress: &HistoryProgress, newest: u64) -> bool {
    let rest = if rewind::is_contradicted(progress) {
        REST_OF_CONTRADICTED
    } else {
        REST
    };
    let is_rested = |through: u64| newest.saturating_sub(through) >= rest;
    let is_read = progress.stream == Stream::MarketTrades && progress.continuation.is_none();
    is_read && progress.through.is_some_and(|through| !is_rested(through))
}

/// Returns the progress of a stream that was never read.
fn unread(ports: &Ports, account: &AccountId, stream: Stream) -> HistoryProgress {
    HistoryProgress {
        cap: Some(CAP),
        ..HistoryProgress::unread(account, stream, ports.clock.now())
    }
}

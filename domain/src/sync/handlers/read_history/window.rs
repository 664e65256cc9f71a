//! The streams of an account, merged into windows.

use ports::{AccountId, Block, Fact, HistoryProgress, Ports, RemoteError, Stream, history::HistoryGapKind};

use super::{nonce, stream::StreamRun};
use crate::sync::handlers::{job_error::JobError, reader::reader};

/// Blocks at the head of a chain that may still be replaced. They are read again in each run. Longer reorganizations have
/// not occurred on the main chains since 2022.
const REPLACEABLE: u64 = 64;
/// How many blocks a source's index may be behind the node before the history is not current: minutes of an EVM chain, and an
/// hour of Bitcoin.
const EVM_LAG: u64 = 64;
const COIN_LAG: u64 = 6;

/// A run of reading an account's history.
pub(super) struct HistoryRun<'a> {
    ports: &'a Ports,
    pub(super) account: AccountId,
    pub(super) streams: Vec<StreamRun<'a>>,
    /// The newest block of the chain according to a node.
    pub(super) head: Block,
    /// The last block of this run: the head, or the newest block that every source has indexed.
    pub(super) target: u64,
    /// The number of transactions that the account sent according to a node before the run began.
    pub(super) expected: Option<u64>,
    /// The number of reported transactions of the account in blocks that may still be replaced.
    pub(super) sent_lately: u64,
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
}

impl<'a> HistoryRun<'a> {
    /// Loads the positions of all streams and the heads of chain and sources.
    pub(super) async fn begin(ports: &'a Ports, account: &AccountId) -> Result<Self, JobError> {
        let known = ports
            .stores
            .history_progress
            .of_accounts(std::slice::from_ref(account))
            .await?;
        let mut streams: Vec<StreamRun<'a>> = Vec::new();
        for stream in streams_of(ports, account) {
            let progress = known
                .iter()
                .find(|progress: &&HistoryProgress| progress.stream == stream);
            streams.push(StreamRun::new(ports, account, stream, progress.cloned()));
        }
        if streams.is_empty() {
            return Err(JobError::Invalid(
                "no source covers the history of this chain".to_owned(),
            ));
        }
        let reader =
            reader(ports, account).ok_or_else(|| JobError::Invalid("no reader covers this chain".to_owned()))?;
        // Requested before the head, so that every transaction that it counts is in a block of this run.
        let expected = nonce::expected(reader, account).await?;
        let head = reader.head(&account.chain).await?;
        let first = streams.iter().map(|stream| stream.from).min().unwrap_or_default();
        let target = indexed(ports, account, head.number).await;
        Ok(Self {
            ports,
            account: account.clone(),
            streams,
            head,
            target,
            expected,
            sent_lately: 0,
            first,
        })
    }

    /// Reads the next window; `None` at the end, or where every stream that is left is capped.
    pub(super) async fn next(&mut self) -> Result<Option<Window>, JobError> {
        let target = self.target;
        if self.streams.iter().any(|stream| is_capped(&stream.progress)) {
            return Ok(None);
        }
        let active: Vec<usize> = (0..self.streams.len())
            .filter(|at| self.streams[*at].from <= target)
            .collect();
        if active.is_empty() {
            return Ok(None);
        }
        for at in &active {
            match self.streams[*at].fill(self.ports, target).await {
                Err(JobError::Remote(RemoteError::NotCurrent { .. })) if target > self.least_target() => {
                    // The index of a source is behind the node. What it has is read now, the rest in a later run.
                    self.target = self.least_target();
                    return Box::pin(self.next()).await;
                }
                filled => filled?,
            }
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
            facts: self.streams[at].take(end),
        });
        Ok(Some(Window {
            blocks: (start, end),
            parts: parts.collect(),
        }))
    }

    /// Returns the first block of a window of these streams. A stream that no source reports is requested from its start each time
    /// and changes nothing, so that it does not count.
    fn start(&self, active: &[usize]) -> u64 {
        let is_reported = |at: &&usize| !is_unreported(&self.streams[**at].progress);
        let starts = active.iter().filter(is_reported).map(|at| self.streams[*at].from);
        starts.min().unwrap_or(self.target)
    }

    /// Returns the last block that can no longer be replaced.
    pub(super) fn last_final(&self) -> u64 {
        self.head.number.saturating_sub(REPLACEABLE)
    }

    /// Returns the oldest target with which the history counts as current.
    fn least_target(&self) -> u64 {
        let is_evm = self.account.chain.evm_number().is_some();
        self.head.number.saturating_sub(if is_evm { EVM_LAG } else { COIN_LAG })
    }

    /// Returns whether the target is as new as the head, up to the lag that an index may have.
    pub(super) fn reaches_head(&self) -> bool {
        self.target >= self.least_target()
    }

    /// Returns how far the run is, in percent of the blocks.
    pub(super) fn steps(&self) -> (u32, u32) {
        let done = self.streams.iter().map(|stream| stream.from).min().unwrap_or_default();
        let (done, all) = (
            done.saturating_sub(self.first),
            self.target.saturating_sub(self.first).max(1),
        );
        let percent = u128::from(done) * 100 / u128::from(all);
        (u32::try_from(percent.min(100)).unwrap_or(100), 100)
    }
}

/// Returns the streams that any source reports for an account, in the order in which they are read.
fn streams_of(ports: &Ports, account: &AccountId) -> Vec<Stream> {
    let covering = ports
        .histories
        .iter()
        .filter(|reader| reader.chains().contains(&account.chain));
    let reported: Vec<Stream> = covering.flat_map(|reader| reader.streams(&account.chain)).collect();
    Stream::ALL
        .into_iter()
        .filter(|stream| reported.contains(stream))
        .collect()
}

/// Returns the newest block that the chain has and that no source is behind of. A source that cannot say is believed; its
/// number of transactions is compared with the account's at the end.
async fn indexed(ports: &Ports, account: &AccountId, head: u64) -> u64 {
    let mut newest = head;
    for reader in &ports.histories {
        if reader.chains().contains(&account.chain)
            && let Ok(Some(indexed)) = reader.head(&account.chain).await
        {
            newest = newest.min(indexed);
        }
    }
    newest
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

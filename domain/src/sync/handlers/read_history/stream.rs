//! One stream of an account while it is read.

use ports::{
    AccountId, Fact, HistoryProgress, HistoryReader, Ports, RemoteError, SourceId, Stream, Timestamp,
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
};

use crate::{
    source::{failure, in_backoff},
    sync::handlers::job_error::JobError,
};

/// The number of facts of a stream at which reading stops until a user lifts the cap.
const CAP: u64 = 100_000;
/// The most pages that a reader without positions (newest first) may return in one run.
const PAGES: usize = 40;

/// A stream of an account: what is stored of it, and what was read beyond that.
pub(super) struct StreamRun<'a> {
    pub(super) progress: HistoryProgress,
    readers: Vec<&'a dyn HistoryReader>,
    /// The first block that is not stored, or that is read again because its chain may still be reorganized.
    pub(super) from: u64,
    /// The last block that [`Self::buffer`] covers completely.
    pub(super) through: Option<u64>,
    /// Facts that were read and not yet stored.
    buffer: Vec<Fact>,
    /// Whether the buffer covers a part of a newest-first walk that began in an earlier run.
    pub(super) is_resumed: bool,
}

impl<'a> StreamRun<'a> {
    pub(super) fn new(ports: &'a Ports, account: &AccountId, stream: Stream, known: Option<HistoryProgress>) -> Self {
        let serves = |reader: &&dyn HistoryReader| {
            reader.chains().contains(&account.chain) && reader.streams(&account.chain).contains(&stream)
        };
        let readers: Vec<&dyn HistoryReader> = ports.histories.iter().map(AsRef::as_ref).filter(serves).collect();
        let mut progress = known.unwrap_or_else(|| unread(ports, account, stream));
        if lacks_what_others_report(&progress, &readers) {
            progress = HistoryProgress {
                cap: progress.cap,
                ..unread(ports, account, stream)
            };
        }
        Self {
            readers,
            from: progress.through.map_or(0, |through| through.saturating_add(1)),
            through: None,
            buffer: Vec::new(),
            is_resumed: progress.continuation.is_some(),
            progress,
        }
    }

    /// Reads until the buffer covers a block, or until the pages of one run are used up.
    pub(super) async fn fill(&mut self, ports: &Ports, target: u64) -> Result<(), JobError> {
        let mut pages = 0;
        while self.through.is_none() && pages < PAGES {
            let page = self.page(ports, target).await?;
            self.buffer.extend(page.facts);
            self.progress.total = page.total.or(self.progress.total);
            self.progress.continuation = page.continuation;
            for gap in page.gaps {
                self.add_gap(gap);
            }
            if let Some(through) = page.through {
                self.through = Some(through.min(target));
            }
            pages += 1;
        }
        Ok(())
    }

    /// Returns the facts up to this block, or all if there is none, and keeps the others.
    pub(super) fn take(&mut self, end: Option<u64>) -> Vec<Fact> {
        let Some(end) = end else {
            return std::mem::take(&mut self.buffer);
        };
        let (taken, kept) = std::mem::take(&mut self.buffer)
            .into_iter()
            .partition(|fact| fact.block.number <= end);
        self.buffer = kept;
        if self.through.is_some_and(|through| through <= end) {
            self.through = None;
        }
        self.from = self.from.max(end.saturating_add(1));
        taken
    }

    fn add_gap(&mut self, gap: HistoryGap) {
        if !self.progress.gaps.contains(&gap) {
            self.progress.gaps.push(gap);
        }
    }

    /// Returns the next page from the first source that answers.
    ///
    /// Where no source can ever report the stream, that becomes a gap and the stream ends at the target.
    async fn page(&mut self, ports: &Ports, target: u64) -> Result<HistoryPage, JobError> {
        let in_backoff = in_backoff(ports).await?;
        let mut failures = PageFailures::default();
        for at in 0..self.readers.len() {
            let reader = self.readers[at];
            let source = reader.profile().id;
            let at_chain = source.at(&self.progress.account.chain);
            if let Some(until) = in_backoff.get(&source).max(in_backoff.get(&at_chain)) {
                failures.wait(*until);
                continue;
            }
            match reader.page(&self.request(&source, target)).await {
                Ok(page) => {
                    failure::clear(ports, &at_chain).await?;
                    self.answered(reader, source);
                    return Ok(page);
                }
                Err(error) => {
                    // An index that is a few blocks behind is no failure: the run then ends earlier.
                    if !matches!(error, RemoteError::NotCurrent { .. }) {
                        failure::note(ports, &at_chain, Some(&error)).await?;
                    }
                    failures.add(error);
                }
            }
        }
        failures.into_error().map_or_else(|| Ok(self.unreported(target)), Err)
    }

    fn request(&self, source: &SourceId, target: u64) -> HistoryRequest {
        // A continuation is the source's own: another source starts the walk again.
        let is_same = self.progress.source.as_ref() == Some(source);
        HistoryRequest {
            account: self.progress.account.clone(),
            stream: self.progress.stream,
            blocks: (self.from, target),
            continuation: self.progress.continuation.clone().filter(|_| is_same),
        }
    }

    /// Records which source reports the stream, and what it can never report.
    fn answered(&mut self, reader: &dyn HistoryReader, source: SourceId) {
        if self.progress.source.as_ref() != Some(&source) {
            self.is_resumed = false;
            self.progress.source = Some(source);
        }
        self.progress
            .gaps
            .retain(|gap| gap.kind != HistoryGapKind::Unreported(self.progress.stream));
        for gap in reader.gaps(&self.progress.account.chain) {
            self.add_gap(gap);
        }
    }

    fn unreported(&mut self, target: u64) -> HistoryPage {
        HistoryPage {
            facts: Vec::new(),
            through: Some(target),
            continuation: None,
            total: None,
            gaps: vec![HistoryGap {
                kind: HistoryGapKind::Unreported(self.progress.stream),
                blocks: None,
            }],
        }
    }
}

/// Returns whether a source that is no longer used left a part out. The sources that are used now may report it, so the
/// stream is read again from its start.
fn lacks_what_others_report(progress: &HistoryProgress, readers: &[&dyn HistoryReader]) -> bool {
    let is_of_source = |kind| {
        matches!(
            kind,
            HistoryGapKind::NativeTransfers | HistoryGapKind::Window | HistoryGapKind::Unconfirmed
        )
    };
    let is_used = |source: &SourceId| readers.iter().any(|reader| reader.profile().id == *source);
    progress.gaps.iter().any(|gap| is_of_source(gap.kind))
        && progress.source.as_ref().is_some_and(|source| !is_used(source))
        && !readers.is_empty()
}

/// The failures of the sources of one page.
#[derive(Default)]
struct PageFailures {
    temporary: Option<RemoteError>,
    backoff_until: Option<Timestamp>,
}

impl PageFailures {
    fn wait(&mut self, until: Timestamp) {
        self.backoff_until = Some(self.backoff_until.map_or(until, |first| first.min(until)));
    }

    /// Keeps an error if a later request may succeed. A refusal of the chain, the plan or the key is answered the same
    /// tomorrow, so that the next source, or a gap, takes its place.
    fn add(&mut self, error: RemoteError) {
        let is_final = matches!(
            error,
            RemoteError::Unsupported { .. } | RemoteError::KeyRequired { .. } | RemoteError::Refused { .. }
        );
        if !is_final {
            self.temporary = Some(error);
        }
    }

    /// Returns why the page is to be read later; `None` where no source can ever report it.
    fn into_error(self) -> Option<JobError> {
        match (self.temporary, self.backoff_until) {
            (Some(error), _) => Some(JobError::Remote(error)),
            (None, Some(until)) => Some(JobError::InBackoff(until)),
            (None, None) => None,
        }
    }
}

/// Returns the progress of a stream that was never read.
fn unread(ports: &Ports, account: &AccountId, stream: Stream) -> HistoryProgress {
    HistoryProgress {
        account: account.clone(),
        stream,
        source: None,
        through: None,
        target: None,
        continuation: None,
        oldest: None,
        facts: 0,
        total: None,
        cap: Some(CAP),
        gaps: Vec::new(),
        failure: None,
        is_whole: false,
        sent: 0,
        expected: None,
        updated_at: ports.clock.now(),
    }
}

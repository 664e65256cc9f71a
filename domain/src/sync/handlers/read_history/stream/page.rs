//! Requests the pages of a stream from its sources.

use ports::{
    HistoryProgress, Ports, RemoteError,
    history::{HistoryGap, HistoryGapKind, HistoryPage, HistoryRequest},
};

use super::{StreamRun, unread};
use crate::{
    source::{failure, in_backoff},
    sync::handlers::{
        job_error::JobError,
        read_history::{
            page_failures::PageFailures,
            rewind,
            sources::{HistorySource, IndexState},
        },
    },
};

impl<'a> StreamRun<'a> {
    /// Returns the next page from the first source that answers. Where no source can ever report the stream, that becomes a gap and
    /// the stream ends at the target.
    pub(super) async fn page(&mut self, ports: &Ports) -> Result<HistoryPage, JobError> {
        let in_backoff = in_backoff(ports).await?;
        let mut failures = PageFailures::default();
        for source in self.sources.clone() {
            let at_chain = source.id.at(&self.progress.account.chain);
            let paused = match &source.index {
                IndexState::InBackoff(until) => Some(until),
                _ => in_backoff.get(&source.id).max(in_backoff.get(&at_chain)),
            };
            if let Some(until) = paused {
                failures.wait(*until);
                continue;
            }
            if let Some(error) = self.unusable(&source) {
                failures.add(error);
                continue;
            }
            if source.is_fallback && !failures.is_unserved() {
                continue;
            }
            match self.page_of(ports, &source).await? {
                Ok(page) => {
                    if source.is_current() {
                        failure::clear(ports, &at_chain).await?;
                    }
                    self.answered(&source);
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
        failures.into_error().map_or_else(|| Ok(self.unreported()), Err)
    }

    /// Requests the next page from a source. One of another chain is an error. Where nodes left a part out while no explorer served the
    /// stream, an explorer that answers reports it from its start.
    async fn page_of(
        &mut self,
        ports: &Ports,
        source: &HistorySource<'a>,
    ) -> Result<Result<HistoryPage, RemoteError>, JobError> {
        let mut request = self.request(source);
        let mut page = source.reader.page(&request).await;
        if page.is_ok() && !source.is_fallback && self.is_of_fallback() && rewind::leaves_out(&self.progress) {
            self.restart(ports);
            request = self.request(source);
            page = source.reader.page(&request).await;
        }
        match page {
            Ok(page) if source.is_fallback => Ok(Ok(page)),
            Ok(page) => {
                let (account, read) = (&request.account, (&page, self.current));
                let compared = self.compared.check(ports, account, source, read).await?;
                self.other_branch = compared.as_ref().err().cloned();
                Ok(compared.map(|()| page))
            }
            Err(error) => Ok(Err(error)),
        }
    }

    fn restart(&mut self, ports: &Ports) {
        self.progress = HistoryProgress {
            cap: self.progress.cap,
            ..unread(ports, &self.progress.account, self.progress.stream)
        };
        self.buffer.clear();
        self.markets.clear();
        (self.from, self.through, self.is_resumed) = (0, None, false);
    }

    /// Returns why a source reports no block of this run from here on.
    fn unusable(&self, source: &HistorySource<'_>) -> Option<RemoteError> {
        match &source.index {
            IndexState::Failed(error) => Some(error.clone()),
            IndexState::Stale(last, error) if *last < self.from => Some(error.clone()),
            _ => None,
        }
    }

    fn request(&self, source: &HistorySource<'_>) -> HistoryRequest {
        // A continuation is the source's own: another source starts the walk again.
        let is_same = self.progress.source.as_ref() == Some(&source.id);
        let last = source.last_block().filter(|last| *last >= self.from);
        HistoryRequest {
            account: self.progress.account.clone(),
            stream: self.progress.stream,
            blocks: (self.from, last.map_or(self.target, |last| last.min(self.target))),
            continuation: self.progress.continuation.clone().filter(|_| is_same),
        }
    }

    /// Records which source reports the stream, and what it can never report.
    fn answered(&mut self, source: &HistorySource<'_>) {
        if self.progress.source.as_ref() != Some(&source.id) {
            self.is_resumed = false;
            self.progress.source = Some(source.id.clone());
        }
        self.progress
            .gaps
            .retain(|gap| gap.kind != HistoryGapKind::Unreported(self.progress.stream));
        for gap in source.reader.gaps(&self.progress.account.chain) {
            self.add_gap(gap);
        }
        if let IndexState::Unfinished(error) = &source.index {
            self.note_unfinished_index(error.clone());
        }
    }

    /// States from which block on the index of the source that is used has holes.
    fn note_unfinished_index(&mut self, error: RemoteError) {
        let is_unfinished = |gap: &HistoryGap| gap.kind == HistoryGapKind::UnfinishedIndex;
        let known = self.progress.gaps.iter().find(|gap| is_unfinished(gap));
        let from = known
            .and_then(|gap| gap.blocks)
            .map_or(self.from, |(from, _)| from.min(self.from));
        self.progress.gaps.retain(|gap| !is_unfinished(gap));
        self.add_gap(HistoryGap {
            kind: HistoryGapKind::UnfinishedIndex,
            blocks: Some((from, self.target)),
        });
        self.index_error = Some(error);
    }

    fn unreported(&mut self) -> HistoryPage {
        HistoryPage {
            markets: Vec::new(),
            facts: Vec::new(),
            through: Some(self.target),
            continuation: None,
            total: None,
            gaps: vec![HistoryGap {
                kind: HistoryGapKind::Unreported(self.progress.stream),
                blocks: None,
            }],
        }
    }
}

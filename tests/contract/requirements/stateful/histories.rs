//! Stateful readers of histories.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use async_trait::async_trait;
use conformance::{
    history_reader::{self as requirements, Harness, MockHistory, Samples, check},
    mock_server::{Request, Response},
};
use ports::{
    ChainId, HistoryReader, Profile, RemoteError, Stream, TransactionId,
    history::{HistoryGap, HistoryPage, HistoryRequest},
};

use super::{CallParts, Memory, StateFlaw, Stateful, expect_found};
use crate::requirements::{flaw::Flaw, flawed_histories::FlawedHarness};

struct Reader {
    inner: Arc<dyn HistoryReader>,
    pages: Memory<HistoryPage>,
    /// The last continuation of each stream.
    cursors: Mutex<BTreeMap<Stream, Option<String>>>,
}

impl Harness for Stateful<FlawedHarness> {
    fn reader(&self, base: &str) -> Arc<dyn HistoryReader> {
        Arc::new(Reader {
            inner: self.0.reader(base),
            pages: Memory::new(self.1),
            cursors: Mutex::default(),
        })
    }

    fn answer(&self, request: &Request, history: &MockHistory) -> Response {
        self.0.answer(request, history)
    }

    fn refuses(&self, request: &Request, chain: &ChainId) -> Option<Response> {
        self.0.refuses(request, chain)
    }

    fn error_text(&self) -> Option<Response> {
        self.0.error_text()
    }

    fn transaction(&self, stream: Stream, number: u64) -> TransactionId {
        self.0.transaction(stream, number)
    }

    fn samples(&self) -> Samples {
        self.0.samples()
    }

    fn patience(&self) -> Duration {
        self.0.patience()
    }
}

impl Reader {
    /// Continues where the last page of the stream ended, whatever account it was of.
    fn continued(&self, request: &HistoryRequest) -> HistoryRequest {
        let cursors = self.cursors.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = cursors.get(&request.stream).cloned().flatten();
        let is_later = request.continuation.is_some();
        HistoryRequest {
            continuation: kept.filter(|_| is_later).or(request.continuation.clone()),
            ..request.clone()
        }
    }
}

#[async_trait]
impl HistoryReader for Reader {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    fn chains(&self) -> Vec<ChainId> {
        self.inner.chains()
    }

    fn streams(&self, chain: &ChainId) -> Vec<Stream> {
        self.inner.streams(chain)
    }

    fn gaps(&self, chain: &ChainId) -> Vec<HistoryGap> {
        self.inner.gaps(chain)
    }

    async fn head(&self, chain: &ChainId) -> Result<Option<u64>, RemoteError> {
        self.inner.head(chain).await
    }

    async fn page(&self, request: &HistoryRequest) -> Result<HistoryPage, RemoteError> {
        let sent = match self.pages.flaw {
            StateFlaw::OneCursor => self.continued(request),
            _ => request.clone(),
        };
        let (account, continuation) = (&sent.account, sent.continuation.clone().unwrap_or_default());
        let parts: &CallParts<'_> = &[
            ("chain", &account.chain),
            ("address", &account.address),
            ("stream", &sent.stream.code()),
            ("first block", &sent.blocks.0),
            ("last block", &sent.blocks.1),
            ("continuation", &continuation),
        ];
        let (earlier, before) = (self.pages.earlier(parts), self.pages.all());
        let mut page = self.pages.answer(parts, self.inner.page(&sent)).await?;
        for fact in earlier.into_iter().flat_map(|page| page.facts) {
            if page.facts.iter().all(|other| other.transaction != fact.transaction) {
                page.facts.push(fact);
            }
        }
        if self.pages.is(StateFlaw::OnlyNew) {
            page.facts
                .retain(|fact| before.iter().all(|known| !known.facts.contains(fact)));
        }
        let mut cursors = self.cursors.lock().unwrap_or_else(PoisonError::into_inner);
        cursors.insert(request.stream, page.continuation.clone());
        Ok(page)
    }
}

/// Each flaw, and the requirement that finds it.
pub(super) const BUGS: &[(StateFlaw, &str)] = &[
    (StateFlaw::KeyWithout("chain"), requirements::EVERY_ROW),
    (StateFlaw::KeyWithout("address"), requirements::EVERY_ROW),
    (StateFlaw::KeyWithout("stream"), requirements::EVERY_ROW),
    (StateFlaw::KeyWithout("first block"), requirements::BLOCKS),
    (StateFlaw::KeyWithout("last block"), requirements::BLOCKS),
    (StateFlaw::KeyWithout("continuation"), requirements::PAGES),
    (StateFlaw::OneCursor, requirements::CURSORS),
    (StateFlaw::PreviousAnswer, requirements::EVERY_ROW),
    (StateFlaw::AccumulatedOverCalls, requirements::EVERY_ROW),
    (StateFlaw::Accumulated, requirements::CURRENT),
    (StateFlaw::OnlyNew, requirements::SAME),
    (StateFlaw::CachedForever, requirements::CURRENT),
    (StateFlaw::FailureCached, conformance::RECOVERED),
    (StateFlaw::FailureHidden, conformance::HIDDEN),
];

/// Checks every fourth line of the list, because one test takes a few seconds of processor time at most.
async fn expect_fourth_found(first: usize) {
    let bugs: Vec<_> = BUGS.iter().copied().skip(first).step_by(4).collect();
    let run = |flaw, client| check(Stateful(FlawedHarness(Flaw::None, client), flaw));
    expect_found(run, &bugs).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_fourth_of_the_stateful_readers_of_histories_is_found() {
    expect_fourth_found(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_second_fourth_of_the_stateful_readers_of_histories_is_found() {
    expect_fourth_found(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_third_fourth_of_the_stateful_readers_of_histories_is_found() {
    expect_fourth_found(2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_fourth_of_the_stateful_readers_of_histories_is_found() {
    expect_fourth_found(3).await;
}

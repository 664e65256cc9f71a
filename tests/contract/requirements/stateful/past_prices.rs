//! Stateful sources of past prices.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use conformance::{
    mock_server::{Request, Response},
    past_price::{self as requirements, Harness, MockCloses, Samples, check},
};
use ports::{AssetId, Day, PastPriceSource, Profile, RemoteError, SourceId, past_price::ClosingPrice};

use super::{CallParts, Memory, StateFlaw, Stateful, expect_found};
use crate::requirements::{flaw::Flaw, flawed_past_prices::FlawedHarness};

struct Source {
    inner: Arc<dyn PastPriceSource>,
    closes: Memory<Vec<ClosingPrice>>,
}

impl Harness for Stateful<FlawedHarness> {
    fn source(&self, base: &str) -> Arc<dyn PastPriceSource> {
        Arc::new(Source {
            inner: self.0.source(base),
            closes: Memory::new(self.1),
        })
    }

    fn answer(&self, request: &Request, mock_closes: &MockCloses) -> Response {
        self.0.answer(request, mock_closes)
    }

    fn refuses(&self, request: &Request, asset: &AssetId) -> Option<Response> {
        self.0.refuses(request, asset)
    }

    fn samples(&self) -> Samples {
        self.0.samples()
    }

    fn patience(&self) -> Duration {
        self.0.patience()
    }
}

#[async_trait]
impl PastPriceSource for Source {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    fn covers(&self, asset: &AssetId) -> bool {
        self.inner.covers(asset)
    }

    fn origin(&self, asset: &AssetId) -> SourceId {
        self.inner.origin(asset)
    }

    fn days_per_request(&self) -> u32 {
        self.inner.days_per_request()
    }

    async fn closes(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<ClosingPrice>, RemoteError> {
        let parts: &CallParts<'_> = &[("asset", asset), ("first day", &from), ("last day", &to)];
        let (earlier, before) = (self.closes.earlier(parts), self.closes.all());
        let mut closes = self.closes.answer(parts, self.inner.closes(asset, from, to)).await?;
        for one in earlier.into_iter().flatten() {
            if closes.iter().all(|other| other.day != one.day) {
                closes.push(one);
            }
        }
        closes.sort_by_key(|one| one.day);
        if self.closes.is(StateFlaw::OnlyNew) {
            closes.retain(|one| before.iter().flatten().all(|known| known != one));
        }
        Ok(closes)
    }
}

/// Each flaw, and the requirement that finds it.
pub(super) const BUGS: &[(StateFlaw, &str)] = &[
    (StateFlaw::KeyWithout("asset"), requirements::EXACT),
    (StateFlaw::KeyWithout("first day"), requirements::RANGE),
    (StateFlaw::KeyWithout("last day"), requirements::RANGE),
    (StateFlaw::PreviousAnswer, requirements::EXACT),
    (StateFlaw::AccumulatedOverCalls, requirements::RANGE),
    (StateFlaw::Accumulated, requirements::CURRENT),
    (StateFlaw::OnlyNew, requirements::REPEATABLE),
    (StateFlaw::CachedForever, requirements::CURRENT),
    (StateFlaw::FailureCached, conformance::RECOVERED),
    (StateFlaw::FailureHidden, conformance::HIDDEN),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_stateful_source_of_past_prices_is_found() {
    let run = |flaw, client| check(Stateful(FlawedHarness(Flaw::None, client), flaw));
    expect_found(run, BUGS).await;
}

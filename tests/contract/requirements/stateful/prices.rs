//! Stateful price sources.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use conformance::{
    mock_server::{Request, Response},
    price_source::{self as requirements, Harness, MockPrices, Samples, check},
};
use ports::{
    AssetId, PriceSource, Profile, RemoteError, Timestamp,
    quote::{AssetQuote, QuoteAnswer},
};

use super::{CallParts, Memory, StateFlaw, Stateful, expect_found};
use crate::requirements::{flaw::Flaw, flawed_prices::FlawedHarness};

struct Source {
    inner: Arc<dyn PriceSource>,
    quotes: Memory<Vec<AssetQuote>>,
}

impl Harness for Stateful<FlawedHarness> {
    fn source(&self, base: &str) -> Arc<dyn PriceSource> {
        Arc::new(Source {
            inner: self.0.source(base),
            quotes: Memory::new(self.1),
        })
    }

    fn answer(&self, request: &Request, mock_prices: &MockPrices) -> Response {
        self.0.answer(request, mock_prices)
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

/// Gives each asset the answer of the one after it, from the first unknown one on.
fn shift(quoted: &mut [AssetQuote]) {
    let is_unknown = |one: &AssetQuote| one.answer == QuoteAnswer::NotListed;
    let Some(first) = quoted.iter().position(is_unknown) else {
        return;
    };
    for at in first..quoted.len() {
        quoted[at].answer = quoted
            .get(at + 1)
            .map_or(QuoteAnswer::NotListed, |next| next.answer.clone());
    }
}

/// Reverses the answers and keeps the order of the assets.
fn swap(quoted: &mut [AssetQuote]) {
    let mut answers: Vec<QuoteAnswer> = quoted.iter().map(|one| one.answer.clone()).collect();
    answers.reverse();
    for (one, answer) in quoted.iter_mut().zip(answers) {
        one.answer = answer;
    }
}

#[async_trait]
impl PriceSource for Source {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    fn covers(&self, asset: &AssetId) -> bool {
        self.inner.covers(asset)
    }

    fn batch(&self) -> usize {
        self.inner.batch()
    }

    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        let names = assets.iter().map(AssetId::as_str).collect::<Vec<_>>().join(",");
        let moment = at.map_or_else(String::new, |at| at.to_string());
        let parts: &CallParts<'_> = &[("assets", &names), ("moment", &moment)];
        let (earlier, before) = (self.quotes.earlier(parts), self.quotes.all());
        let mut quoted = self.quotes.answer(parts, self.inner.quotes(assets, at)).await?;
        for one in earlier.into_iter().flatten() {
            if quoted.iter().all(|other| other.asset != one.asset) {
                quoted.push(one);
            }
        }
        let seen = |asset: &AssetId| before.iter().flatten().any(|one| one.asset == *asset);
        match self.quotes.flaw {
            StateFlaw::Shifted => shift(&mut quoted),
            // Prices that were requested together before are kept by place.
            StateFlaw::SwappedLater if before.len() > 2 && quoted.iter().all(|one| seen(&one.asset)) => {
                swap(&mut quoted);
            }
            StateFlaw::MissingCached => {
                let was_missing = |asset: &AssetId| {
                    let known = before.iter().flatten().filter(|one| one.asset == *asset);
                    known
                        .clone()
                        .any(|one| !matches!(one.answer, QuoteAnswer::Price { .. }))
                };
                let missing = quoted.iter_mut().filter(|one| was_missing(&one.asset));
                missing.for_each(|one| one.answer = QuoteAnswer::NotListed);
            }
            _ => {}
        }
        Ok(quoted)
    }
}

/// Each flaw, and the requirement that finds it.
pub(super) const BUGS: &[(StateFlaw, &str)] = &[
    (StateFlaw::KeyWithout("assets"), requirements::APART),
    (StateFlaw::PreviousAnswer, requirements::APART),
    (StateFlaw::AccumulatedOverCalls, requirements::APART),
    (StateFlaw::SwappedLater, requirements::APART),
    (StateFlaw::KeyWithout("moment"), requirements::PAST),
    (StateFlaw::Shifted, requirements::NOT_LISTED),
    (StateFlaw::MissingCached, requirements::CURRENT),
    (StateFlaw::CachedForever, requirements::CURRENT),
    (StateFlaw::FailureCached, conformance::RECOVERED),
    (StateFlaw::FailureHidden, conformance::HIDDEN),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_stateful_price_source_is_found() {
    let run = |flaw, client| check(Stateful(FlawedHarness(Flaw::None, client), flaw));
    expect_found(run, BUGS).await;
}

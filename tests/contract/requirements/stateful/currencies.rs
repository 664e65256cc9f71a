//! Stateful sources of exchange rates.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use conformance::{
    currency::{self as requirements, Harness, Samples, check},
    mock_server::{Request, Response},
};
use ports::{CurrencySource, Day, Profile, RemoteError, currency::DayRates};

use super::{CallParts, Memory, StateFlaw, Stateful, expect_found};
use crate::requirements::{flaw::Flaw, flawed_currencies::FlawedHarness};

struct Source {
    inner: Arc<dyn CurrencySource>,
    rates: Memory<Vec<DayRates>>,
}

impl Harness for Stateful<FlawedHarness> {
    fn source(&self, base: &str) -> Arc<dyn CurrencySource> {
        Arc::new(Source {
            inner: self.0.source(base),
            rates: Memory::new(self.1),
        })
    }

    fn answer(&self, request: &Request, days: &[DayRates]) -> Response {
        self.0.answer(request, days)
    }

    fn samples(&self) -> Samples {
        self.0.samples()
    }

    fn patience(&self) -> Duration {
        self.0.patience()
    }
}

#[async_trait]
impl CurrencySource for Source {
    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    async fn rates(&self, after: Option<Day>) -> Result<Vec<DayRates>, RemoteError> {
        let text = after.map_or_else(String::new, |day| day.to_string());
        let parts: &CallParts<'_> = &[("after", &text)];
        let (earlier, before) = (self.rates.earlier(parts), self.rates.all());
        let mut days = self.rates.answer(parts, self.inner.rates(after)).await?;
        for known in earlier.into_iter().flatten() {
            if let Some(day) = days.iter_mut().find(|day| day.day == known.day) {
                for (currency, rate) in known.rates {
                    day.rates.entry(currency).or_insert(rate);
                }
            }
        }
        if self.rates.is(StateFlaw::OnlyNew) {
            days.retain(|day| before.iter().flatten().all(|known| known != day));
        }
        Ok(days)
    }
}

/// Each flaw, and the requirement that finds it.
pub(super) const BUGS: &[(StateFlaw, &str)] = &[
    (StateFlaw::OnlyNew, requirements::EXACT),
    (StateFlaw::Accumulated, requirements::CURRENT),
    (StateFlaw::PreviousAnswer, requirements::CURRENT),
    (StateFlaw::CachedForever, requirements::CURRENT),
    (StateFlaw::FailureCached, conformance::RECOVERED),
    (StateFlaw::FailureHidden, conformance::HIDDEN),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_stateful_rate_source_is_found() {
    let run = |flaw, client| check(Stateful(FlawedHarness(Flaw::None, client), flaw));
    expect_found(run, BUGS).await;
}

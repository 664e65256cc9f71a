//! Requirements for [`CurrencySource`].

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{Currency, CurrencySource, Day, Price, currency::DayRates, source::SourceKind};

use crate::{
    faults,
    mock_server::{MockServer, Request, RequestHandler, Response},
    profile,
    report::{CheckResult, Report, describe_violation},
};

/// Requirement: every rate keeps every digit and its day, and each day is named once.
pub const EXACT: &str = "every rate keeps its day and every digit";
/// Requirement: a rate that the service does not have is left out, and does not affect the others.
pub const NEIGHBOURS: &str = "a missing rate does not affect other currencies or days";

/// Creates your source of exchange rates, and answers in the place of its service.
pub trait Harness: Send + Sync + 'static {
    /// Returns a source that sends requests to this base URL only, with short timeouts.
    fn source(&self, base: &str) -> Arc<dyn CurrencySource>;

    /// Returns the service's answer to a request, given these rates. If a currency has a rate on some days only, the answer
    /// marks the other days in the way in which the service marks missing rates.
    fn answer(&self, request: &Request, days: &[DayRates]) -> Response;

    /// Returns the days and currencies that the kit requests.
    fn samples(&self) -> Samples;

    /// Returns the time limit for one call, including all timeouts and retries. To the kit, a source that takes longer has no
    /// timeout.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The days and currencies that the kit requests.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Two days for which the service has rates, the later one first.
    pub days: [Day; 2],
    /// Two currencies for which it has rates.
    pub currencies: [Currency; 2],
    /// The arguments of [`CurrencySource::rates`], one for each kind of request that the source makes. Every answer must
    /// include the rates of both days.
    pub after: Vec<Option<Day>>,
}

/// Rates with more digits than a float holds.
const DIGITS: [&str; 4] = ["1.1684123456789012345", "0.870580001", "170.05", "0.95"];

/// Checks a source against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let samples = harness.samples();
    let harness: Arc<dyn Harness> = Arc::new(harness);
    let days = || days(&samples);
    let server = open(&harness, days());
    let source = harness.source(&server.url());
    let mut report = Report::new(&source.profile().name);
    let named = profile::check_profile(&source.profile(), SourceKind::Currency);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&source.profile(), &server)),
    );
    report.record(EXACT, check_rates(&harness, &samples, &days()).await);
    let mut gap = days();
    gap[1].rates.remove(&samples.currencies[0]);
    report.record(NEIGHBOURS, check_rates(&harness, &samples, &gap).await);
    let after = samples.after.first().copied().flatten();
    let ask = |source: Arc<dyn CurrencySource>, _: bool| async move { source.rates(after).await };
    report.record(
        faults::REFUSED_ONCE,
        faults::refused_once(|| open(&harness, days()), |server| harness.source(&server.url()), ask).await,
    );
    faults::run(
        &mut report,
        harness.patience(),
        || open(&harness, days()),
        |server| {
            let source = harness.source(&server.url());
            async move { source.rates(after).await }
        },
    )
    .await;
    report
}

struct RateHandler {
    harness: Arc<dyn Harness>,
    days: Vec<DayRates>,
}

#[async_trait]
impl RequestHandler for RateHandler {
    async fn answer(&self, request: &Request) -> Response {
        self.harness.answer(request, &self.days)
    }
}

fn open(harness: &Arc<dyn Harness>, days: Vec<DayRates>) -> MockServer {
    let harness = harness.clone();
    MockServer::start(RateHandler { harness, days })
}

/// Returns a different rate for each currency and day.
fn days(samples: &Samples) -> Vec<DayRates> {
    let rate = |at: usize| -> Option<Price> { DIGITS.get(at)?.parse().ok() };
    let of_day = |(nth, day): (usize, &Day)| DayRates {
        day: *day,
        rates: (0..)
            .zip(&samples.currencies)
            .filter_map(|(at, currency)| Some((currency.clone(), rate(nth * 2 + at)?)))
            .collect(),
    };
    samples.days.iter().enumerate().map(of_day).collect()
}

async fn check_rates(harness: &Arc<dyn Harness>, samples: &Samples, days: &[DayRates]) -> CheckResult {
    for after in &samples.after {
        let server = open(harness, days.to_vec());
        let found = harness.source(&server.url()).rates(*after).await;
        let mut found = found.map_err(|error| {
            describe_violation(
                format_args!("rates({after:?}) of a service that answers everything"),
                format_args!("{error:?}"),
                "leave out a rate that the service does not have: that is no error",
            )
        })?;
        found.sort_by_key(|one| std::cmp::Reverse(one.day));
        if found != days {
            return Err(describe_violation(
                format_args!("{days:?} from rates({after:?})"),
                format_args!("{found:?}"),
                "parse each rate from its digits, never through a float, and keep the day that the service states",
            ));
        }
    }
    Ok(())
}

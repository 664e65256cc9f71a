//! Requirements for [`CurrencySource`].

use std::{sync::Arc, time::Duration};

use ports::{Currency, CurrencySource, Day, Price, currency::DayRates, source::SourceKind};

use crate::{
    adapter_session::{AdapterSession, limit_after_change, until},
    faults,
    mock_server::{Request, Response},
    profile,
    report::{CheckResult, Report, describe_violation},
};

/// Requirement: every rate keeps every digit and its day, and each day is named once.
pub const EXACT: &str = "every rate keeps its day and every digit";
/// Requirement: a rate that the service does not have is left out, and does not affect the others.
pub const NEIGHBOURS: &str = "a missing rate does not affect other currencies or days";
/// Requirement: the rates are the current ones of the service, also after the same call had another answer.
pub const CURRENT: &str = "the rates are the current ones of the service";

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
/// Rates that the service states later.
const LATER: [&str; 4] = ["1.2684123456789012345", "0.970580001", "180.05", "0.85"];

/// Checks a source against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let samples = harness.samples();
    let harness: Arc<dyn Harness> = Arc::new(harness);
    let usual = days(&samples, DIGITS);
    let session = open(&harness, &usual);
    let mut report = Report::new(&session.adapter.profile().name);
    let named = profile::check_profile(&session.adapter.profile(), SourceKind::Currency);
    report.record(
        profile::PROFILE,
        named.and_then(|()| profile::check_hosts(&session.adapter.profile(), &session.server)),
    );
    report.record(EXACT, check_rates(&session, &samples, &usual).await);
    let mut gap = usual.clone();
    gap[1].rates.remove(&samples.currencies[0]);
    report.record(NEIGHBOURS, check_rates(&open(&harness, &gap), &samples, &gap).await);
    report.record(
        CURRENT,
        current(&harness, &samples, &[&usual, &gap, &days(&samples, LATER), &usual]).await,
    );
    let after = samples.after.first().copied().flatten();
    faults::run(
        &mut report,
        harness.patience(),
        || open(&harness, &usual),
        |session, _| {
            let source = session.adapter.clone();
            async move { source.rates(after).await }
        },
    )
    .await;
    report
}

/// The service and a source of exchange rates.
type RateSession = AdapterSession<Vec<DayRates>, dyn CurrencySource>;

fn open(harness: &Arc<dyn Harness>, days: &[DayRates]) -> RateSession {
    let own = harness.clone();
    AdapterSession::open(
        days.to_vec(),
        move |request, days| own.answer(request, days),
        |base| harness.source(base),
    )
}

/// Returns a different rate for each currency and day.
fn days(samples: &Samples, digits: [&str; 4]) -> Vec<DayRates> {
    let rate = |at: usize| -> Option<Price> { digits.get(at)?.parse().ok() };
    let of_day = |(nth, day): (usize, &Day)| DayRates {
        day: *day,
        rates: (0..)
            .zip(&samples.currencies)
            .filter_map(|(at, currency)| Some((currency.clone(), rate(nth * 2 + at)?)))
            .collect(),
    };
    samples.days.iter().enumerate().map(of_day).collect()
}

/// Returns the rates of a source, the latest day first.
async fn rates_of(source: &dyn CurrencySource, after: Option<Day>) -> Result<Vec<DayRates>, String> {
    let found = source.rates(after).await;
    let mut found = found.map_err(|error| {
        describe_violation(
            format_args!("rates({after:?}) of a service that answers everything"),
            format_args!("{error:?}"),
            "leave out a rate that the service does not have: that is no error",
        )
    })?;
    found.sort_by_key(|one| std::cmp::Reverse(one.day));
    Ok(found)
}

/// Makes each kind of call twice with one source.
async fn check_rates(session: &RateSession, samples: &Samples, days: &[DayRates]) -> CheckResult {
    for after in samples.after.iter().chain(&samples.after) {
        let found = rates_of(session.adapter.as_ref(), *after).await?;
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

/// Changes the rates of the service between the calls of one source.
async fn current(harness: &Arc<dyn Harness>, samples: &Samples, states: &[&[DayRates]]) -> CheckResult {
    let session = open(harness, &[]);
    for (step, days) in states.iter().enumerate() {
        session.set(days.to_vec());
        let limit = limit_after_change(harness.patience(), step + 1 == states.len()).await;
        for after in &samples.after {
            let call = || rates_of(session.adapter.as_ref(), *after);
            let found = until(limit, call, |found| found.as_deref() == Ok(*days)).await?;
            if found != *days {
                return Err(describe_violation(
                    format_args!("{days:?} from rates({after:?}) after the rates of the service changed"),
                    format_args!("{found:?}"),
                    "keep no rates between calls, and do not fill a missing rate with an earlier one",
                ));
            }
        }
    }
    Ok(())
}

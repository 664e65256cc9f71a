//! The requirements of [`CurrencySource`].

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{Currency, CurrencySource, Day, Price, currency::DayRates, source::SourceKind};

use crate::{
    door::{Behind, Door, Request, Response},
    faults, profile,
    report::{Report, Verdict, violation},
};

/// Requirement: every rate keeps every digit and its day, and each day is named once.
pub const EXACT: &str = "every rate keeps its day and every digit";
/// Requirement: a rate that the service does not have is left out, and costs no other its place.
pub const NEIGHBOURS: &str = "a rate that is missing costs no other currency and no other day its rate";

/// Your source of rates, and the service it asks.
pub trait Harness: Send + Sync + 'static {
    /// A source that asks at this base URL and nowhere else, with short timeouts.
    fn source(&self, base: &str) -> Arc<dyn CurrencySource>;

    /// What the service answers to a request when the rates are these. A currency that has a rate on some days only is
    /// written on the others as the service writes a rate that it does not have.
    fn answer(&self, request: &Request, days: &[DayRates]) -> Response;

    /// The days and currencies that the kit asks about.
    fn samples(&self) -> Samples;

    /// How long one question may take in all, with every timeout and repeated attempt. A source that takes longer has
    /// no timeout as far as the kit can see.
    fn patience(&self) -> Duration {
        faults::PATIENCE
    }
}

/// The days and currencies that the kit asks about.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Two days that the service has rates of, the later one first.
    pub days: [Day; 2],
    /// Two currencies that it has rates of.
    pub currencies: [Currency; 2],
    /// The days after which rates are wanted, one for each kind of request that the source makes. The rates of both days
    /// belong to each answer.
    pub after: Vec<Option<Day>>,
}

/// More digits than a binary fraction has.
const DIGITS: [&str; 4] = ["1.1684123456789012345", "0.870580001", "170.05", "0.95"];

/// Checks a source against every requirement.
pub async fn check(harness: impl Harness) -> Report {
    let samples = harness.samples();
    let harness: Arc<dyn Harness> = Arc::new(harness);
    let days = || days(&samples);
    let door = open(&harness, days());
    let source = harness.source(&door.url());
    let mut report = Report::of(&source.profile().name);
    let named = profile::sound(&source.profile(), SourceKind::Currency);
    report.note(
        profile::PROFILE,
        named.and_then(|()| profile::asks_only(&source.profile(), &door)),
    );
    report.note(EXACT, says(&harness, &samples, &days()).await);
    let mut gap = days();
    gap[1].rates.remove(&samples.currencies[0]);
    report.note(NEIGHBOURS, says(&harness, &samples, &gap).await);
    let after = samples.after.first().copied().flatten();
    let ask = |source: Arc<dyn CurrencySource>, _: bool| async move { source.rates(after).await };
    report.note(
        faults::REFUSED_ONCE,
        faults::refused_once(|| open(&harness, days()), |door| harness.source(&door.url()), ask).await,
    );
    faults::run(
        &mut report,
        harness.patience(),
        || open(&harness, days()),
        |door| {
            let source = harness.source(&door.url());
            async move { source.rates(after).await }
        },
    )
    .await;
    report
}

struct MockService {
    harness: Arc<dyn Harness>,
    days: Vec<DayRates>,
}

#[async_trait]
impl Behind for MockService {
    async fn answer(&self, request: &Request) -> Response {
        self.harness.answer(request, &self.days)
    }
}

fn open(harness: &Arc<dyn Harness>, days: Vec<DayRates>) -> Door {
    let harness = harness.clone();
    Door::open(MockService { harness, days })
}

/// Both currencies on both days, each at a rate of its own.
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

async fn says(harness: &Arc<dyn Harness>, samples: &Samples, days: &[DayRates]) -> Verdict {
    for after in &samples.after {
        let door = open(harness, days.to_vec());
        let found = harness.source(&door.url()).rates(*after).await;
        let mut found = found.map_err(|error| {
            violation(
                format_args!("rates({after:?}) of a service that answers everything"),
                format_args!("{error:?}"),
                "leave out a rate that the service does not have: that is no error",
            )
        })?;
        found.sort_by_key(|one| std::cmp::Reverse(one.day));
        if found != days {
            return Err(violation(
                format_args!("{days:?} from rates({after:?})"),
                format_args!("{found:?}"),
                "parse each rate from its digits, never through a float, and keep the day that the service states",
            ));
        }
    }
    Ok(())
}

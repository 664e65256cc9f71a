//! The mock server of a service with past prices, and sources that use it.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use ports::{AssetId, Day, PastPriceSource, Timestamp, past_price::ClosingPrice};

use super::harness::{Harness, MockCloses, Samples};
use crate::{
    adapter_session::{AdapterSession, limit_after_change, until},
    mock_server::Request,
    report::{CheckResult, describe_violation},
};

/// Prices with more digits than a float holds: one of usual size, a large one, one near one, and a tiny one.
const DIGITS: [&str; 4] = [
    "3180.1234567890123456789",
    "123456789012345678.000000001",
    "1.000000000000000000001",
    "0.000000000012345678901234567",
];
/// The days of the service before today.
const PAST: i64 = 12;

/// Returns the current day.
pub(super) fn today() -> Day {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Day::of(Timestamp::from_seconds(
        i64::try_from(since.as_secs()).unwrap_or_default(),
    ))
}

/// Requests closing prices of a service that answers everything.
pub(super) async fn closes_of(
    source: &dyn PastPriceSource,
    asset: &AssetId,
    from: Day,
    to: Day,
) -> Result<Vec<ClosingPrice>, String> {
    let answer = source.closes(asset, from, to).await;
    answer.map_err(|error| {
        describe_violation(
            format_args!("closes of {asset} from {from} to {to}, of a service that answers everything"),
            format_args!("{error:?}"),
            "first read the usual answer of the service",
        )
    })
}

/// A harness and its samples, with the checks of the requirements.
pub(super) struct PastPriceChecks {
    pub(super) harness: Arc<dyn Harness>,
    pub(super) samples: Samples,
    pub(super) today: Day,
}

/// The mocked service.
#[derive(Clone)]
pub(super) struct PastService {
    closes: MockCloses,
    /// The asset that it refuses.
    refused: Option<AssetId>,
}

/// The mocked service and a source.
pub(super) type PastSession = AdapterSession<PastService, dyn PastPriceSource>;

impl PastPriceChecks {
    pub(super) fn new(harness: impl Harness) -> Self {
        Self {
            samples: harness.samples(),
            harness: Arc::new(harness),
            today: today(),
        }
    }

    /// Returns the usual days of a request: the last nine that are over.
    pub(super) fn days(&self) -> (Day, Day) {
        (self.today.plus(-9), self.today.plus(-1))
    }

    /// Returns a service with a price for each asset and day, from before the usual days until tomorrow.
    pub(super) fn usual(&self) -> PastService {
        let price = |asset: usize, number: i64| {
            let at = usize::try_from(number + PAST).unwrap_or_default();
            DIGITS[(asset + at) % DIGITS.len()].to_owned()
        };
        let of_asset = |(at, asset): (usize, &AssetId)| {
            let days = (-PAST..=1).map(|number| (self.today.plus(number), price(at, number)));
            (asset.clone(), days.collect::<BTreeMap<Day, String>>())
        };
        PastService {
            closes: MockCloses {
                closes: self.samples.listed.iter().enumerate().map(of_asset).collect(),
            },
            refused: None,
        }
    }

    /// Returns the usual service with a change to the prices of the first asset.
    pub(super) fn changed(&self, change: impl FnOnce(&mut BTreeMap<Day, String>)) -> PastService {
        let mut service = self.usual();
        if let Some(days) = service.closes.closes.get_mut(&self.samples.listed[0]) {
            change(days);
        }
        service
    }

    pub(super) fn open(&self, service: PastService) -> PastSession {
        let harness = self.harness.clone();
        let answer = move |request: &Request, service: &mut PastService| {
            let refused = service.refused.as_ref();
            let refusal = refused.and_then(|asset| harness.refuses(request, asset));
            refusal.unwrap_or_else(|| harness.answer(request, &service.closes))
        };
        AdapterSession::open(service, answer, |base| self.harness.source(base))
    }

    /// Returns the service's prices of an asset on these days, as far as they are over.
    fn expected(&self, service: &PastService, asset: &AssetId, (from, to): (Day, Day)) -> Vec<(Day, String)> {
        let (of_asset, to) = (service.closes.closes.get(asset), to.min(self.today.plus(-1)));
        let within = of_asset.into_iter().flat_map(|days| days.range(from..=to));
        within.map(|(day, price)| (*day, price.clone())).collect()
    }

    /// Requests each of these ranges of days of both assets in turn from one source, and then all again, and compares the
    /// answers with the service's prices.
    pub(super) async fn answers(&self, service: PastService, ranges: &[(Day, Day)], advice: &str) -> CheckResult {
        let session = self.open(service.clone());
        for (from, to) in ranges.iter().chain(ranges) {
            for asset in &self.samples.listed {
                let expected = self.expected(&service, asset, (*from, *to));
                let found = stated(&closes_of(session.adapter.as_ref(), asset, *from, *to).await?);
                if found != expected {
                    return Err(describe_violation(
                        format_args!("{expected:?} of {asset} from {from} to {to}, whatever was requested before"),
                        format_args!("{found:?}"),
                        advice,
                    ));
                }
            }
        }
        Ok(())
    }

    pub(super) async fn exact(&self) -> CheckResult {
        let (from, to) = self.days();
        let advice = "parse each price from its digits, never through a float, and date it with the day that ends with it: \
                      the close of a day is the price at the start of the next one";
        self.answers(self.usual(), &[(from, to)], advice).await?;
        let session = self.open(self.usual());
        let is_dated = |one: &ClosingPrice| Day::of(one.at) == one.day || Day::of(one.at) == one.day.plus(1);
        for asset in &self.samples.listed {
            let found = closes_of(session.adapter.as_ref(), asset, from, to).await?;
            let is_wrong = |one: &&ClosingPrice| one.quoted_in != self.samples.quoted_in || !is_dated(one);
            if let Some(one) = found.iter().find(is_wrong) {
                return Err(describe_violation(
                    format_args!("quoted_in {:?}, and the moment of the price", self.samples.quoted_in),
                    format_args!("{one:?}"),
                    "state the quote asset where it is not the dollar, and the time of the price by the source",
                ));
            }
        }
        Ok(())
    }

    pub(super) async fn unusable(&self) -> CheckResult {
        let (from, to) = self.days();
        for price in ["0", "-3"] {
            let day = self.today.plus(-4);
            let expected = self.changed(|days| drop(days.remove(&day)));
            let session = self.open(self.changed(|days| drop(days.insert(day, price.to_owned()))));
            for asset in self.samples.listed.iter().chain(&self.samples.listed) {
                let found = stated(&closes_of(session.adapter.as_ref(), asset, from, to).await?);
                let expected = self.expected(&expected, asset, (from, to));
                if found != expected {
                    return Err(describe_violation(
                        format_args!("{expected:?} of {asset}; the price of the first asset on {day} is {price}"),
                        format_args!("{found:?}"),
                        "leave out the day alone: one bad number is no reason to lose the others",
                    ));
                }
            }
        }
        Ok(())
    }

    pub(super) async fn one_request(&self) -> CheckResult {
        let session = self.open(self.usual());
        let to = self.today.plus(-1);
        let from = to.plus(1 - i64::from(session.adapter.days_per_request()));
        for asset in &self.samples.listed {
            session.server.forget();
            let found = closes_of(session.adapter.as_ref(), asset, from, to).await?;
            let count = session.server.count();
            let expected = self.expected(&self.usual(), asset, (from, to)).len();
            if count != 1 || found.len() != expected {
                return Err(describe_violation(
                    format_args!("{expected} days in one request"),
                    format_args!("{} days in {count} requests", found.len()),
                    "state the limit of the service in the request, and return in days_per_request() how many days one \
                     request has",
                ));
            }
        }
        Ok(())
    }

    /// Requests an asset that the service does not list, between two calls about one that it lists.
    pub(super) async fn unlisted(&self) -> CheckResult {
        let [unlisted, listed] = &self.samples.listed;
        let mut empty = self.usual();
        empty.closes.closes.remove(unlisted);
        let expected = self.expected(&empty, listed, self.days());
        let session = self.open(empty);
        for (asset, expected) in [(listed, &expected), (unlisted, &Vec::new()), (listed, &expected)] {
            let (from, to) = self.days();
            let found = stated(&closes_of(session.adapter.as_ref(), asset, from, to).await?);
            if found != *expected {
                return Err(describe_violation(
                    format_args!("{expected:?} of {asset}; the service does not list {unlisted}"),
                    format_args!("{found:?}"),
                    "return an empty list: not being listed is an answer and no failure",
                ));
            }
        }
        Ok(())
    }

    /// Refuses one asset, requests it, and then the other one.
    pub(super) async fn neighbours(&self) -> CheckResult {
        let (from, to) = self.days();
        let [refused, other] = &self.samples.listed;
        let mut service = self.usual();
        service.closes.closes.remove(refused);
        service.refused = Some(refused.clone());
        let expected = self.expected(&service, other, (from, to));
        let session = self.open(service);
        for _ in 0..2 {
            let first = session.adapter.closes(refused, from, to).await;
            let found = stated(&closes_of(session.adapter.as_ref(), other, from, to).await?);
            if found != expected || !first.as_ref().map_or(true, Vec::is_empty) {
                return Err(describe_violation(
                    format_args!("{expected:?} of {other} after {refused} was refused, and none of that"),
                    format_args!("{found:?}, after {first:?}"),
                    "keep a refusal with its asset and request the others as before",
                ));
            }
        }
        Ok(())
    }

    /// Changes the prices of the service between the calls of one source: a day gets its price, and another one loses it.
    pub(super) async fn current(&self) -> CheckResult {
        let (from, to) = self.days();
        let session = self.open(self.usual());
        let without = |number: i64| self.changed(|days| drop(days.remove(&self.today.plus(number))));
        let corrected = self.changed(|days| drop(days.insert(self.today.plus(-2), "7.5".to_owned())));
        let states = [without(-1), self.usual(), without(-3), corrected, self.usual()];
        for (step, service) in states.iter().enumerate() {
            session.set(service.clone());
            let limit = limit_after_change(self.harness.patience(), step + 1 == states.len()).await;
            for asset in &self.samples.listed {
                let expected = self.expected(service, asset, (from, to));
                let call = || closes_of(session.adapter.as_ref(), asset, from, to);
                let is_current = |found: &Result<Vec<ClosingPrice>, String>| {
                    found.as_ref().is_ok_and(|found| stated(found) == expected)
                };
                let found = until(limit, call, is_current).await?;
                if stated(&found) != expected {
                    return Err(describe_violation(
                        format_args!("{expected:?} of {asset} after the prices of the service changed"),
                        format_args!("{:?}", stated(&found)),
                        "keep no answers between calls, and none about missing days: Spyhop stores the closes",
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Returns the days and prices of closes.
fn stated(found: &[ClosingPrice]) -> Vec<(Day, String)> {
    let pair = |one: &ClosingPrice| (one.day, one.price.amount().to_string());
    found.iter().map(pair).collect()
}

//! The mock server of a service with past prices, and sources that use it.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

use async_trait::async_trait;
use ports::{AssetId, Day, PastPriceSource, Timestamp, past_price::ClosingPrice};

use super::{Harness, MockCloses, Samples, closes_of};
use crate::{
    mock_server::{MockServer, Request, RequestHandler, Response},
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

/// A harness and its samples, with the checks of the requirements.
pub(super) struct PastPriceChecks {
    pub(super) harness: Arc<dyn Harness>,
    pub(super) samples: Samples,
    today: Day,
}

/// A source and its mock server.
pub(super) struct MockedPastSource {
    pub(super) server: MockServer,
    pub(super) source: Arc<dyn PastPriceSource>,
}

struct CloseHandler {
    harness: Arc<dyn Harness>,
    mock_closes: MockCloses,
    /// The asset that it refuses.
    refused: Option<AssetId>,
}

#[async_trait]
impl RequestHandler for CloseHandler {
    async fn answer(&self, request: &Request) -> Response {
        let refused = self.refused.as_ref();
        let refusal = refused.and_then(|asset| self.harness.refuses(request, asset));
        refusal.unwrap_or_else(|| self.harness.answer(request, &self.mock_closes))
    }
}

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

    /// Returns a price for each asset and day, from before the usual days until tomorrow.
    fn usual(&self) -> MockCloses {
        let price = |asset: usize, number: i64| {
            let at = usize::try_from(number + PAST).unwrap_or_default();
            DIGITS[(asset + at) % DIGITS.len()].to_owned()
        };
        let of_asset = |(at, asset): (usize, &AssetId)| {
            let days = (-PAST..=1).map(|number| (self.today.plus(number), price(at, number)));
            (asset.clone(), days.collect::<BTreeMap<Day, String>>())
        };
        MockCloses {
            closes: self.samples.listed.iter().enumerate().map(of_asset).collect(),
        }
    }

    pub(super) fn mocked(&self) -> MockedPastSource {
        self.with(self.usual(), None)
    }

    fn with(&self, mock_closes: MockCloses, refused: Option<AssetId>) -> MockedPastSource {
        let server = MockServer::start(CloseHandler {
            harness: self.harness.clone(),
            mock_closes,
            refused,
        });
        MockedPastSource {
            source: self.harness.source(&server.url()),
            server,
        }
    }

    /// Returns the service's prices of the first asset on these days.
    fn expected(&self, mock_closes: &MockCloses, from: Day, to: Day) -> Vec<(Day, String)> {
        let of_asset = mock_closes.closes.get(&self.samples.listed[0]);
        let within = of_asset.into_iter().flat_map(|days| days.range(from..=to));
        within.map(|(day, price)| (*day, price.clone())).collect()
    }

    /// Requests the first asset and compares the answer with the service's prices of the days that are over.
    async fn answers(&self, mock_closes: MockCloses, from: Day, to: Day, advice: &str) -> CheckResult {
        let expected = self.expected(&mock_closes, from, to.min(self.today.plus(-1)));
        let mocked = self.with(mock_closes, None);
        let found = closes_of(mocked.source.as_ref(), &self.samples.listed[0], from, to).await?;
        let shown: Vec<(Day, String)> = found
            .iter()
            .map(|one| (one.day, one.price.amount().to_string()))
            .collect();
        if shown == expected {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("{expected:?}"),
            format_args!("{shown:?}"),
            advice,
        ))
    }

    pub(super) async fn exact(&self) -> CheckResult {
        let (from, to) = self.days();
        let advice = "parse each price from its digits, never through a float, and date it with the day that ends with it: \
                      the close of a day is the price at the start of the next one";
        self.answers(self.usual(), from, to, advice).await?;
        let mocked = self.mocked();
        let found = closes_of(mocked.source.as_ref(), &self.samples.listed[0], from, to).await?;
        let is_dated = |one: &ClosingPrice| Day::of(one.at) == one.day || Day::of(one.at) == one.day.plus(1);
        match found
            .iter()
            .find(|one| one.quoted_in != self.samples.quoted_in || !is_dated(one))
        {
            None => Ok(()),
            Some(one) => Err(describe_violation(
                format_args!("quoted_in {:?}, and the moment of the price", self.samples.quoted_in),
                format_args!("{one:?}"),
                "state the quote asset where it is not the dollar, and the time of the price by the source",
            )),
        }
    }

    pub(super) async fn order(&self) -> CheckResult {
        let (from, to) = self.days();
        let mocked = self.mocked();
        in_order(&closes_of(mocked.source.as_ref(), &self.samples.listed[0], from, to).await?)
    }

    pub(super) async fn range(&self) -> CheckResult {
        let (from, to) = (self.today.plus(-6), self.today.plus(-4));
        let advice = "leave out days that were not requested, also where the service adds some";
        self.answers(self.usual(), from, to, advice).await?;
        let day = self.today.plus(-5);
        self.answers(self.usual(), day, day, advice).await
    }

    pub(super) async fn unfinished(&self) -> CheckResult {
        let mocked = self.mocked();
        let asset = &self.samples.listed[0];
        let (from, to) = (self.today.plus(-3), self.today.plus(2));
        let found = closes_of(mocked.source.as_ref(), asset, from, to).await?;
        are_over(&found, self.today)?;
        let today = closes_of(mocked.source.as_ref(), asset, self.today, self.today).await?;
        are_over(&today, self.today)
    }

    pub(super) async fn missing(&self) -> CheckResult {
        let (from, to) = self.days();
        let mut gap = self.usual();
        if let Some(days) = gap.closes.get_mut(&self.samples.listed[0]) {
            days.retain(|day, _| *day < self.today.plus(-6) || *day > self.today.plus(-4));
        }
        let advice = "leave the day out: a missing price is unknown, and not that of the day before";
        self.answers(gap, from, to, advice).await
    }

    pub(super) async fn unusable(&self) -> CheckResult {
        let (from, to) = self.days();
        for price in ["0", "-3"] {
            let mut odd = self.usual();
            let day = self.today.plus(-4);
            if let Some(days) = odd.closes.get_mut(&self.samples.listed[0]) {
                days.insert(day, price.to_owned());
            }
            let mut expected = odd.clone();
            for days in expected.closes.values_mut() {
                days.remove(&day);
            }
            let expected = self.expected(&expected, from, to);
            let mocked = self.with(odd, None);
            let found = closes_of(mocked.source.as_ref(), &self.samples.listed[0], from, to).await?;
            let days = |all: &[ClosingPrice]| all.iter().map(|one| one.day).collect::<Vec<_>>();
            if !days(&found).into_iter().eq(expected.iter().map(|(day, _)| *day)) {
                return Err(describe_violation(
                    format_args!("the other days without {day}, whose price is {price}"),
                    format_args!("{:?}", days(&found)),
                    "leave out the day alone: one bad number is no reason to lose the others",
                ));
            }
        }
        Ok(())
    }

    pub(super) async fn one_request(&self) -> CheckResult {
        let mocked = self.mocked();
        let to = self.today.plus(-1);
        let from = to.plus(1 - i64::from(mocked.source.days_per_request()));
        let found = closes_of(mocked.source.as_ref(), &self.samples.listed[0], from, to).await?;
        let count = mocked.server.count();
        let expected = self.expected(&self.usual(), from, to).len();
        if count == 1 && found.len() == expected {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("{expected} days in one request"),
            format_args!("{} days in {count} requests", found.len()),
            "state the limit of the service in the request, and return in days_per_request() how many days one request has",
        ))
    }

    pub(super) async fn unlisted(&self) -> CheckResult {
        let (from, to) = self.days();
        let asset = &self.samples.listed[0];
        let mut empty = self.usual();
        empty.closes.remove(asset);
        let mocked = self.with(empty, None);
        let found = closes_of(mocked.source.as_ref(), asset, from, to).await?;
        if found.is_empty() {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("an empty list for {asset}, which the service does not list"),
            format_args!("{found:?}"),
            "return an empty list: not being listed is an answer and no failure",
        ))
    }

    /// Refuses one asset, requests it, and then the other one.
    pub(super) async fn neighbours(&self) -> CheckResult {
        let (from, to) = self.days();
        let [refused, other] = &self.samples.listed;
        let mut closes = self.usual();
        closes.closes.remove(refused);
        let expected = closes.closes.get(other).map_or(0, |days| days.range(from..=to).count());
        let mocked = self.with(closes, Some(refused.clone()));
        let first = mocked.source.closes(refused, from, to).await;
        let found = closes_of(mocked.source.as_ref(), other, from, to).await?;
        if found.len() == expected && first.as_ref().map_or(true, Vec::is_empty) {
            return Ok(());
        }
        Err(describe_violation(
            format_args!("{expected} prices of {other} after {refused} was refused, and none of that"),
            format_args!("{} prices, after {first:?}", found.len()),
            "keep a refusal with its asset and request the others as before",
        ))
    }
}

/// Checks that each day is later than the one before.
pub(super) fn in_order(found: &[ClosingPrice]) -> CheckResult {
    match found.windows(2).find(|two| two[0].day >= two[1].day) {
        None if !found.is_empty() => Ok(()),
        wrong => Err(describe_violation(
            "days in order, each once",
            format_args!("{wrong:?} of {} days", found.len()),
            "sort by day and keep one price for each; some services send the newest first, or overlapping pages",
        )),
    }
}

/// Checks that every day is over.
pub(super) fn are_over(found: &[ClosingPrice], today: Day) -> CheckResult {
    match found.iter().find(|one| one.day >= today) {
        None => Ok(()),
        Some(one) => Err(describe_violation(
            format_args!("no price of {today} or later, because that day is not over"),
            format_args!("{one:?}"),
            "leave out the last, unfinished day: its price is still changing, and prices are kept",
        )),
    }
}

//! Flawed sources of past prices, each of which violates a requirement.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use conformance::{
    mock_server::{Request, Response},
    past_price::{self as requirements, Harness, MockCloses, Samples, check},
};
use ports::{
    AssetId, Clock as _, Day, PastPriceSource, Price, Profile, RemoteError, SourceId, json::Json,
    past_price::ClosingPrice, source::SourceKind,
};
use support::outgoing::WallClock;

use super::{
    bugs::Port,
    toy::{Flaw, ToyClient, call_timeout, check_flaws, faulty, malformed, nothing, number, parameter},
};

const LISTED: [&str; 2] = ["eip155:1/slip44:60", "eip155:10/slip44:60"];
const STRANGE: &str = "eip155:999999/slip44:60";
const DAYS: u32 = 20;

/// `GET /closes?of=a&from=DAY&to=DAY` returns `{"rows": [{"day": "2026-09-21", "price": 1.5, "euros": 1.3}, …]}`, also of the
/// days next to the requested ones and of the current one.
pub struct FlawedHarness(pub Flaw, pub reqwest::Client);

struct Source {
    wire: ToyClient,
    count: AtomicUsize,
}

impl Harness for FlawedHarness {
    fn source(&self, base: &str) -> Arc<dyn PastPriceSource> {
        Arc::new(Source {
            wire: ToyClient::new(base, self.0, &self.1),
            count: AtomicUsize::new(0),
        })
    }

    fn answer(&self, request: &Request, mock_closes: &MockCloses) -> Response {
        if request.path() != "/closes" {
            return nothing();
        }
        let id = parameter(request, "of").replace(STRANGE, LISTED[0]);
        let edge = |name: &str| parameter(request, name).parse::<Day>().unwrap();
        let days = edge("from").plus(-1)..=edge("to").plus(1);
        let closes = mock_closes.closes.get(&id.parse::<AssetId>().unwrap());
        let rows = closes.into_iter().flat_map(|closes| closes.range(days.clone()));
        let row = |(day, price): (&Day, &String)| format!("{{\"day\":\"{day}\",\"price\":{price},\"euros\":1.3}}");
        let rows: Vec<String> = rows.map(row).collect();
        Response::new(200, "application/json", format!("{{\"rows\":[{}]}}", rows.join(",")))
    }

    fn refuses(&self, request: &Request, asset: &AssetId) -> Option<Response> {
        let is_named = parameter(request, "of") == asset.as_str();
        is_named.then(|| Response::new(400, "text/plain", "it is not for sale"))
    }

    fn samples(&self) -> Samples {
        Samples {
            listed: LISTED.map(|id| id.parse().unwrap()),
            quoted_in: None,
            uncovered: STRANGE.parse().unwrap(),
            states_unusable: true,
        }
    }

    fn patience(&self) -> Duration {
        call_timeout()
    }
}

fn count(from: Day, to: Day) -> i64 {
    to.number() - from.number() + 1
}

impl Source {
    /// Returns the price of a row; `None` if it is unusable.
    fn price(&self, row: &Json) -> Result<Option<Price>, RemoteError> {
        let field = if self.wire.is(Flaw::OtherCurrency) {
            "euros"
        } else {
            "price"
        };
        let mut amount = number(&row[field], self.wire.flaw).ok_or_else(malformed)?;
        if self.wire.is(Flaw::SignIsDropped) {
            amount = amount.abs();
        }
        match Price::try_from(amount) {
            Ok(price) => Ok(Some(price)),
            Err(_) if self.wire.is(Flaw::OddFailsAll) => Err(malformed()),
            Err(_) => Ok(None),
        }
    }

    async fn rows(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<Json>, RemoteError> {
        let step = if self.wire.is(Flaw::OneDayPerRequest) {
            1
        } else {
            i64::from(DAYS)
        };
        let (mut rows, mut start) = (Vec::new(), from);
        while start <= to {
            let end = to.min(start.plus(step - 1));
            let path = format!("/closes?of={asset}&from={start}&to={end}");
            let answer = self.wire.get(&path).await?;
            let found = answer["rows"].as_array().ok_or_else(malformed)?;
            let is_new = |row: &&Json| rows.iter().all(|known: &Json| known["day"] != row["day"]);
            let found: Vec<Json> = found.iter().filter(is_new).cloned().collect();
            rows.extend(found);
            start = end.plus(1);
        }
        Ok(rows)
    }

    fn close(&self, day: Day, price: Price) -> ClosingPrice {
        let day = if self.wire.is(Flaw::StartIsClose) {
            day.plus(1)
        } else {
            day
        };
        ClosingPrice {
            day,
            price,
            quoted_in: None,
            at: day.plus(1).start(),
            confidence: None,
        }
    }

    /// Fills the days without a price with the one before.
    fn filled(&self, found: Vec<ClosingPrice>) -> Vec<ClosingPrice> {
        let mut all: Vec<ClosingPrice> = Vec::new();
        for one in found {
            while let Some(last) = all.last().filter(|last| last.day.plus(1) < one.day).cloned() {
                all.push(self.close(last.day.plus(1), last.price));
            }
            all.push(one);
        }
        all
    }
}

#[async_trait]
impl PastPriceSource for Source {
    fn profile(&self) -> Profile {
        self.wire.profile(SourceKind::Price)
    }

    fn covers(&self, asset: &AssetId) -> bool {
        LISTED.contains(&asset.as_str())
    }

    fn origin(&self, _: &AssetId) -> SourceId {
        SourceId::fixed("toy")
    }

    fn days_per_request(&self) -> u32 {
        DAYS
    }

    async fn closes(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<ClosingPrice>, RemoteError> {
        let is_long = count(from, to) > i64::from(DAYS);
        if is_long && !self.wire.is(Flaw::ShortensRange) {
            return Err(RemoteError::Refused {
                who: "The toy".to_owned(),
                why: "one request has fewer days".to_owned(),
            });
        }
        if !self.covers(asset) && !self.wire.is(Flaw::AnswersAll) {
            return Ok(vec![]);
        }
        let today = Day::of(WallClock.now());
        let rows = self.rows(asset, from, to).await?;
        if rows.is_empty() && self.wire.is(Flaw::NothingIsFailure) {
            return Err(malformed());
        }
        let mut found = Vec::new();
        for row in rows {
            let day: Day = row["day"]
                .as_str()
                .and_then(|day| day.parse().ok())
                .ok_or_else(malformed)?;
            let is_requested = (from..=to).contains(&day) || self.wire.is(Flaw::MoreDays);
            let is_over = day < today || self.wire.is(Flaw::KeepsUnfinishedDay);
            let price = self.price(&row)?;
            found.extend(
                price
                    .filter(|_| is_requested && is_over)
                    .map(|price| self.close(day, price)),
            );
        }
        match self.wire.flaw {
            Flaw::Backwards => found.reverse(),
            Flaw::TwiceEach => found.extend(found.clone()),
            Flaw::FillsGaps => found = self.filled(found),
            Flaw::Forgetful if self.count.fetch_add(1, Ordering::SeqCst) % 2 == 1 => found.clear(),
            _ => {}
        }
        Ok(found)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_flawed_source_of_past_prices_violates_its_requirement() {
    let mut wrong = faulty();
    wrong.extend([
        (Flaw::Float, requirements::EXACT),
        (Flaw::OtherCurrency, requirements::EXACT),
        (Flaw::StartIsClose, requirements::EXACT),
        (Flaw::Backwards, requirements::ORDER),
        (Flaw::TwiceEach, requirements::ORDER),
        (Flaw::MoreDays, requirements::RANGE),
        (Flaw::KeepsUnfinishedDay, requirements::UNFINISHED),
        (Flaw::FillsGaps, requirements::MISSING),
        (Flaw::SignIsDropped, requirements::UNUSABLE),
        (Flaw::OddFailsAll, requirements::UNUSABLE),
        (Flaw::ShortensRange, requirements::TOO_MANY),
        (Flaw::OneDayPerRequest, requirements::ONE_REQUEST),
        (Flaw::NothingIsFailure, requirements::UNLISTED),
        (Flaw::AnswersAll, requirements::UNCOVERED),
        (Flaw::HoldsGrudge, requirements::NEIGHBOURS),
        (Flaw::Forgetful, requirements::REPEATABLE),
    ]);
    let run = |flaw, client| check(FlawedHarness(flaw, client));
    check_flaws(Port::PastPrice, run, wrong).await;
}

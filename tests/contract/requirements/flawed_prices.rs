//! Flawed price sources, each of which violates a requirement.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use conformance::{
    mock_server::{Request, Response},
    price_source::{self as requirements, Harness, MockPrices, Samples, check},
};
use ports::{
    AssetId, Clock, Price, PriceSource, Profile, RemoteError, Timestamp,
    json::Json,
    quote::{AssetQuote, QuoteAnswer},
    source::SourceKind,
};
use support::outgoing::WallClock;

use super::{
    bugs::Port,
    toy::{Flaw, ToyClient, call_timeout, check_flaws, faulty, malformed, nothing, number, parameter},
};

const LISTED: [&str; 3] = ["eip155:1/slip44:60", "eip155:10/slip44:60", "eip155:137/slip44:60"];
const STRANGE: &str = "eip155:999999/slip44:60";

/// `GET /prices?of=a,b&at=S` returns `{"a": {"price": 1.5, "euros": 1.3, "time": S}}`.
pub struct FlawedHarness(pub Flaw, pub reqwest::Client);

struct Source {
    wire: ToyClient,
    count: AtomicUsize,
}

impl Harness for FlawedHarness {
    fn source(&self, base: &str) -> Arc<dyn PriceSource> {
        Arc::new(Source {
            wire: ToyClient::new(base, self.0, &self.1),
            count: AtomicUsize::new(0),
        })
    }

    fn answer(&self, request: &Request, mock_prices: &MockPrices) -> Response {
        if request.path() != "/prices" {
            return nothing();
        }
        let time = parameter(request, "at").parse().unwrap_or(mock_prices.at.seconds());
        let row = |id: &str| {
            let price = mock_prices.prices.get(&id.parse::<AssetId>().ok()?)?;
            Some(format!("\"{id}\":{{\"price\":{price},\"euros\":1.3,\"time\":{time}}}"))
        };
        let ids = parameter(request, "of");
        let rows: BTreeSet<String> = ids.split(',').filter_map(row).collect();
        let rows: Vec<String> = rows.into_iter().collect();
        Response::new(200, "application/json", format!("{{{}}}", rows.join(",")))
    }

    fn refuses(&self, request: &Request, asset: &AssetId) -> Option<Response> {
        let is_named = parameter(request, "of").split(',').any(|id| id == asset.as_str());
        is_named.then(|| Response::new(400, "text/plain", "one of them is not for sale"))
    }

    fn samples(&self) -> Samples {
        Samples {
            listed: LISTED.map(|id| id.parse().unwrap()),
            uncovered: STRANGE.parse().unwrap(),
            names_time: true,
        }
    }

    fn patience(&self) -> Duration {
        call_timeout()
    }
}

impl Source {
    fn answer(&self, row: &Json) -> Result<QuoteAnswer, RemoteError> {
        if row.is_null() {
            let zero = self.wire.is(Flaw::MissingIsZero);
            return Ok(if zero {
                QuoteAnswer::WorthZero
            } else {
                QuoteAnswer::NotListed
            });
        }
        let field = if self.wire.is(Flaw::OtherCurrency) {
            "euros"
        } else {
            "price"
        };
        let mut amount = number(&row[field], self.wire.flaw).ok_or_else(malformed)?;
        if self.wire.is(Flaw::SignIsDropped) {
            amount = amount.abs();
        }
        let ahead = row["time"]
            .as_i64()
            .is_none_or(|time| time > WallClock.now().seconds() + 600);
        if amount.is_zero() {
            let missing = self.wire.is(Flaw::ZeroIsMissing);
            return Ok(if missing {
                QuoteAnswer::NotListed
            } else {
                QuoteAnswer::WorthZero
            });
        }
        let unusable = |what: &str| QuoteAnswer::Unusable { what: what.to_owned() };
        match Price::try_from(amount) {
            Err(_) if self.wire.is(Flaw::OddFailsAll) => Err(malformed()),
            Err(_) => Ok(unusable("a number below zero")),
            Ok(_) if ahead && !self.wire.is(Flaw::BelievesTomorrow) => Ok(unusable("a time in the future")),
            Ok(price) => Ok(QuoteAnswer::Price {
                price,
                confidence: None,
            }),
        }
    }

    /// Returns the rows of these assets; requested one by one if the service refuses one of them.
    async fn rows(&self, wanted: &[&AssetId], moment: &str) -> Result<Json, RemoteError> {
        let ids: Vec<&str> = wanted.iter().map(|asset| asset.as_str()).collect();
        let refused = match self.wire.get(&format!("/prices?of={}{moment}", ids.join(","))).await {
            Err(error @ RemoteError::Refused { .. }) if !self.wire.is(Flaw::OneRefusalFailsAll) => error,
            answer => return answer,
        };
        if refused.to_string().ends_with("401") {
            return Err(refused);
        }
        let mut rows = BTreeMap::new();
        for id in ids {
            match self.wire.get(&format!("/prices?of={id}{moment}")).await {
                Ok(row) => rows.insert(id.to_owned(), row[id].clone()),
                Err(RemoteError::Refused { .. }) => rows.insert(id.to_owned(), Json::Null),
                Err(error) => return Err(error),
            };
        }
        Ok(Json::Object(rows))
    }

    fn quoted(&self, asset: &AssetId, row: &Json) -> Result<AssetQuote, RemoteError> {
        let own = self.wire.is(Flaw::OwnTime).then(|| WallClock.now());
        Ok(AssetQuote {
            asset: asset.clone(),
            answer: self.answer(row)?,
            source_time: own.or(row["time"].as_i64().map(Timestamp::from_seconds)),
            market: None,
        })
    }
}

#[async_trait]
impl PriceSource for Source {
    fn profile(&self) -> Profile {
        self.wire.profile(SourceKind::Price)
    }

    fn covers(&self, asset: &AssetId) -> bool {
        LISTED.contains(&asset.as_str())
    }

    fn batch(&self) -> usize {
        if self.wire.is(Flaw::NoBatch) { 0 } else { 50 }
    }

    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError> {
        let all = self.wire.is(Flaw::AnswersAll);
        let wanted: Vec<&AssetId> = assets.iter().filter(|asset| all || self.covers(asset)).collect();
        if wanted.is_empty() && !self.wire.is(Flaw::AsksAnyway) {
            return Ok(vec![]);
        }
        let at = at.filter(|_| !self.wire.is(Flaw::IgnoresMoment));
        let moment = at.map_or_else(String::new, |at| format!("&at={}", at.seconds()));
        let rows = self.rows(&wanted, &moment).await?;
        let mut quoted = Vec::new();
        for (place, asset) in wanted.into_iter().enumerate() {
            let by_place = rows.as_object().and_then(|rows| rows.values().nth(place));
            let row = by_place
                .filter(|_| self.wire.is(Flaw::ByPlace))
                .unwrap_or(&rows[asset.as_str()]);
            quoted.push(self.quoted(asset, row)?);
        }
        if self.wire.is(Flaw::TwiceEach) {
            quoted.extend(quoted.clone());
        }
        if self.wire.is(Flaw::Forgetful) && self.count.fetch_add(1, Ordering::SeqCst) % 2 == 1 {
            quoted.iter_mut().for_each(|one| one.answer = QuoteAnswer::NotListed);
        }
        Ok(quoted)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_flawed_source_violates_its_requirement() {
    let mut wrong = faulty();
    wrong.extend([
        (Flaw::TwiceEach, requirements::ONCE),
        (Flaw::OddFailsAll, requirements::NEGATIVE),
        (Flaw::OneRefusalFailsAll, requirements::NEIGHBOURS),
        (Flaw::BelievesTomorrow, requirements::AHEAD),
        (Flaw::IgnoresMoment, requirements::PAST),
        (Flaw::Forgetful, requirements::REPEATABLE),
        (Flaw::AnswersAll, requirements::UNCOVERED),
        (Flaw::AsksAnyway, requirements::NO_REQUEST),
        (Flaw::NoBatch, requirements::BATCH),
    ]);
    check_flaws(Port::Price, |flaw, client| check(FlawedHarness(flaw, client)), wrong).await;
}

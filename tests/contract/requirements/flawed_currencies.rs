//! Flawed sources of exchange rates, each of which violates a requirement.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use conformance::{
    currency::{self as requirements, Harness, Samples, check},
    mock_server::{Request, Response},
};
use ports::{
    Clock as _, Currency, CurrencySource, Day, Price, Profile, RemoteError, currency::DayRates, json::Json,
    source::SourceKind,
};
use serde_json::{Map, Value, json};
use support::outgoing::WallClock;

use super::{
    bugs::Port,
    toy::{Flaw, ToyClient, call_timeout, check_flaws, faulty, malformed, through_float},
};

const CODES: [&str; 2] = ["USD", "CHF"];

/// `GET /rates` returns `{"rows": [{"day": "2026-09-21", "USD": "1.1", "CHF": null}, …]}`.
pub struct FlawedHarness(pub Flaw, pub reqwest::Client);

struct Source(ToyClient);

impl Harness for FlawedHarness {
    fn source(&self, base: &str) -> Arc<dyn CurrencySource> {
        Arc::new(Source(ToyClient::new(base, self.0, &self.1)))
    }

    fn answer(&self, _: &Request, days: &[DayRates]) -> Response {
        let row = |one: &DayRates| {
            let mut row = Map::from_iter([("day".to_owned(), json!(one.day.to_string()))]);
            for code in CODES {
                let rate = one.rates.get(&code.parse::<Currency>().unwrap());
                let rate = rate.map(|rate| rate.amount().to_string());
                row.insert(code.to_owned(), json!(rate));
            }
            Value::Object(row)
        };
        Response::json(200, &json!({ "rows": days.iter().map(row).collect::<Vec<_>>() }))
    }

    fn samples(&self) -> Samples {
        Samples {
            days: ["2026-09-21", "2026-09-18"].map(|day| day.parse().unwrap()),
            currencies: CODES.map(|code| code.parse().unwrap()),
            after: vec![None],
        }
    }

    fn patience(&self) -> Duration {
        call_timeout()
    }
}

impl Source {
    fn rate(&self, value: &Json) -> Result<Option<Price>, RemoteError> {
        let Some(text) = value.as_str() else {
            return if self.0.is(Flaw::MissingRateFailsAll) {
                Err(malformed())
            } else {
                Ok(None)
            };
        };
        let text = if self.0.is(Flaw::Float) {
            through_float(text).ok_or_else(malformed)?
        } else {
            text.to_owned()
        };
        text.parse().map(Some).map_err(|_| malformed())
    }
}

#[async_trait]
impl CurrencySource for Source {
    fn profile(&self) -> Profile {
        self.0.profile(SourceKind::Currency)
    }

    async fn rates(&self, _: Option<Day>) -> Result<Vec<DayRates>, RemoteError> {
        let answer = self.0.get("/rates").await?;
        let mut days = Vec::new();
        for row in answer["rows"].as_array().ok_or_else(malformed)? {
            let day = row["day"]
                .as_str()
                .and_then(|day| day.parse().ok())
                .ok_or_else(malformed)?;
            let day = if self.0.is(Flaw::DayOfAnswer) {
                Day::of(WallClock.now())
            } else {
                day
            };
            let mut one = DayRates {
                day,
                rates: Default::default(),
            };
            for code in CODES {
                if let Some(rate) = self.rate(&row[code])? {
                    one.rates.insert(code.parse().unwrap(), rate);
                }
            }
            days.push(one);
        }
        Ok(days)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_flawed_rate_source_violates_its_requirement() {
    let mut wrong = faulty();
    wrong.extend([
        (Flaw::DayOfAnswer, requirements::EXACT),
        (Flaw::MissingRateFailsAll, requirements::NEIGHBOURS),
    ]);
    check_flaws(Port::Currency, |flaw, client| check(FlawedHarness(flaw, client)), wrong).await;
}

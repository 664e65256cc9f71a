//! DefiLlama's daily past prices.
//!
//! Written from its server's source and from reports of its clients; no live run has confirmed the shape yet.
//!
//! - `GET /chart/{coin}?start={second}&span=500&period=1d&searchWidth=6h` returns `{"coins": {"coingecko:ethereum":
//!   {"symbol": "ETH", "confidence": 0.99, "prices": [{"timestamp": 1704067190, "price": 2281.4}, …]}}}`: for each of `span`
//!   moments, a day apart from `start`, the nearest record within the width. Moments without a record are missing. Coins times
//!   `span` is at most 500; more is status 400. An unknown coin is `{"coins": {}}`.
//! - The confidence is of today's price, and there is one for the whole series.
//!
//! The close of a day is the price at the start of the next one, so the moments begin a day later than the days.

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;
use ports::{
    asset::AssetId,
    clock::{Clock, Timestamp},
    day::Day,
    json::Json,
    money::Price,
    past_price::{ClosingPrice, PastPriceSource},
    source::{Profile, RemoteError, SourceId},
};
use url::Url;

use super::{SPEC as PRICES, context, origin, profile};
use crate::{
    http_client::{HttpClient, OutgoingRequest, RequestContext},
    price::raw_quote::{confidence_ratio, present},
    source::{Endpoint, Names, PastSourceSpec, PriceSourceParts},
};

/// The source, at the host and with the limits of the current prices.
pub(in crate::price) const SPEC: PastSourceSpec =
    PRICES.with_build(|ports, endpoint| vec![Arc::new(DefiLlamaChart::new(ports, endpoint))]);
const DAYS: u32 = 500;
/// The maximum distance of a record from the end of the day.
const WIDTH: Duration = Duration::from_hours(6);
const LEARNS: &str = "The ids of assets of accounts on this server and the years for which their daily prices are needed, merged \
                      for all users. No address, and not who holds what.";

/// The source of past prices of DefiLlama.
pub struct DefiLlamaChart {
    client: Arc<HttpClient>,
    clock: Arc<dyn Clock>,
    names: Arc<Names>,
    endpoint: Endpoint,
}

impl DefiLlamaChart {
    /// Creates the source at an endpoint.
    #[must_use]
    pub fn new((client, clock, names): PriceSourceParts, endpoint: Endpoint) -> Self {
        Self {
            client,
            clock,
            names,
            endpoint,
        }
    }
}

fn past_context() -> RequestContext {
    RequestContext {
        purpose: "past prices",
        ..context()
    }
}

fn url(base: &Url, coin: &str, from: Day, to: Day) -> Option<Url> {
    let mut url = base.clone();
    let mut path = url.path_segments_mut().ok()?;
    path.pop_if_empty().push("chart").push(coin);
    drop(path);
    let days = to.number() - from.number() + 1;
    url.query_pairs_mut()
        .append_pair("start", &from.plus(1).start().seconds().to_string())
        .append_pair("span", &days.to_string())
        .append_pair("period", "1d")
        .append_pair("searchWidth", "6h");
    Some(url)
}

/// Returns the point nearest to the end of each day, for the days that have one within the width.
fn closes(series: &Json, from: Day, to: Day) -> Result<Vec<ClosingPrice>, &'static str> {
    let confidence = present(series.get("confidence")).map(confidence_ratio).transpose()?;
    let points = series["prices"].as_array().ok_or("a coin without a list of prices")?;
    let points: Option<Vec<(Timestamp, &Json)>> = points.iter().map(point).collect();
    let mut points = points.ok_or("a price without its time")?;
    points.sort_by_key(|(at, _)| *at);
    let days = (from.number()..=to.number()).map(|number| from.plus(number - from.number()));
    let close = |day: Day| {
        let (at, price) = nearest(&points, day.plus(1).start())?;
        Some(ClosingPrice {
            day,
            price: Price::try_from(price.as_number()?.to_amount().ok()?).ok()?,
            quoted_in: None,
            at,
            confidence,
        })
    };
    Ok(days.filter_map(close).collect::<Vec<_>>())
}

/// Reads the time and the price of a record.
fn point(record: &Json) -> Option<(Timestamp, &Json)> {
    let at = Timestamp::from_seconds(record["timestamp"].as_i64()?);
    Some((at, record.get("price")?))
}

/// Returns the point nearest to a moment, within the width, of points in order of time.
fn nearest<'a>(points: &[(Timestamp, &'a Json)], moment: Timestamp) -> Option<(Timestamp, &'a Json)> {
    let later = points.partition_point(|(at, _)| *at < moment);
    let around = points.get(later.saturating_sub(1)..points.len().min(later + 1))?;
    let distance = |at: Timestamp| at.millis().abs_diff(moment.millis());
    let found = around.iter().min_by_key(|(at, _)| distance(*at)).copied();
    found.filter(|(at, _)| Duration::from_millis(distance(*at)) <= WIDTH)
}

#[async_trait]
impl PastPriceSource for DefiLlamaChart {
    fn profile(&self) -> Profile {
        Profile {
            learns: LEARNS.to_owned(),
            capabilities: vec!["daily past prices".to_owned()],
            ..profile(&self.endpoint)
        }
    }

    fn covers(&self, asset: &AssetId) -> bool {
        self.names.defillama(asset).is_some()
    }

    fn origin(&self, asset: &AssetId) -> SourceId {
        origin(&self.names, asset)
    }

    fn days_per_request(&self) -> u32 {
        DAYS
    }

    async fn closes(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<ClosingPrice>, RemoteError> {
        let context = past_context();
        if to.number().saturating_sub(from.number()) >= i64::from(DAYS) {
            return Err(context.refused("one request has fewer days"));
        }
        let to = to.min(Day::of(self.clock.now()).plus(-1));
        let Some(coin) = self.names.defillama(asset).filter(|_| from <= to) else {
            return Ok(Vec::new());
        };
        let url = url(&self.endpoint.base, &coin, from, to)
            .ok_or_else(|| context.refused("its base URL cannot be extended"))?;
        let reply = self.client.json(&OutgoingRequest::get(url), &context).await?;
        let coins = reply["coins"]
            .as_object()
            .ok_or_else(|| context.malformed("no list of coins"))?;
        match coins.iter().find(|(key, _)| key.eq_ignore_ascii_case(&coin)) {
            None => Ok(Vec::new()),
            Some((_, series)) => closes(series, from, to).map_err(|what| context.malformed(what)),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::test_json::parsed;

    fn shown(points: &Value) -> Vec<(String, String)> {
        let series = parsed(json!({ "prices": points }));
        let closes = closes(&series, "2024-01-01".parse().unwrap(), "2024-01-03".parse().unwrap()).unwrap();
        let shown = closes
            .iter()
            .map(|one| (one.day.to_string(), one.price.amount().to_string()));
        shown.collect()
    }

    #[test]
    fn the_close_of_a_day_is_the_record_nearest_to_its_end() {
        let end = |day: &str| day.parse::<Day>().unwrap().plus(1).start().seconds();
        let (first, second, third) = (end("2024-01-01"), end("2024-01-02"), end("2024-01-03"));
        let points = json!([
            { "timestamp": third + 21_600, "price": 3 },
            { "timestamp": first + 60, "price": 1.25 },
            { "timestamp": first - 61, "price": 9 },
            { "timestamp": second - 21_601, "price": 9 },
        ]);
        assert_eq!(
            shown(&points),
            [("2024-01-01", "1.25"), ("2024-01-03", "3")].map(|(day, price)| (day.to_owned(), price.to_owned())),
            "beyond six hours there is no price"
        );
    }

    #[test]
    fn a_close_has_every_digit_that_was_written() {
        let end = "2024-01-02".parse::<Day>().unwrap().start().seconds();
        for (written, exact) in [
            (
                "0.1000000000000000055511151231257827",
                "0.1000000000000000055511151231257827",
            ),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("1e-18", "0.000000000000000001"),
            ("1.10", "1.1"),
        ] {
            let series = parsed(format!("{{\"prices\":[{{\"timestamp\":{end},\"price\":{written}}}]}}"));
            let day = "2024-01-01".parse().unwrap();
            assert_eq!(closes(&series, day, day).unwrap()[0].price.amount().to_string(), exact);
        }
    }

    #[test]
    fn an_answer_of_another_shape_is_refused() {
        let day = "2024-01-01".parse().unwrap();
        for text in [
            "[]",
            "{}",
            r#"{"prices":{}}"#,
            r#"{"prices":[{"timestamp":1.5,"price":1}]}"#,
            r#"{"prices":[{"timestamp":"1","price":1}]}"#,
            r#"{"prices":[{"timestamp":1}]}"#,
            r#"{"prices":[],"confidence":"high"}"#,
        ] {
            assert!(closes(&parsed(text), day, day).is_err(), "{text}");
        }
    }

    #[test]
    fn an_invalid_price_leaves_its_day_out() {
        let end = "2024-01-02".parse::<Day>().unwrap().start().seconds();
        for price in [json!(-1), json!(0), json!("1"), json!(null)] {
            let points = json!([
                { "timestamp": end, "price": price },
                { "timestamp": end + 86_400, "price": 2 },
            ]);
            assert_eq!(shown(&points), [("2024-01-02".to_owned(), "2".to_owned())]);
        }
    }
}

//! Every shipped source of past prices meets the requirements.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use adapters::{
    chain::{rows::rows, tokens},
    demo,
    exchange::{BinanceCandles, BitstampCandles, CoinbaseCandles, account::ExchangeCodes},
    http_client::HttpClient,
    price::{DefiLlamaChart, Endpoint, PAST_SOURCES},
};
use conformance::{
    mock_server::{Request, Response},
    past_price::{Harness, MockCloses, Samples, check, check_offline},
};
use ports::{AssetId, Clock, Day, PastPriceSource, Timestamp};
use serde_json::json;
use support::outgoing::{WallClock, client_for_urls, shorter_timeouts};

use crate::price_source::ports;

const ETHER: &str = "eip155:1/slip44:60";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93/slip44:0";
const USDT: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";
/// An unknown chain.
const STRANGE: &str = "eip155:999999/slip44:60";
const DAY: i64 = 86_400;

/// A shipped source, with the service's names of ether and bitcoin.
#[derive(Clone, Copy)]
struct ShippedPastSource {
    make: fn(Arc<HttpClient>, Endpoint) -> Arc<dyn PastPriceSource>,
    words: [&'static str; 2],
    quoted_in: Option<&'static str>,
    /// Returns the answer to a request for these prices, the earliest first.
    answer: fn(&Request, &'static str, &[(Day, &str)]) -> Response,
    refusal: Option<fn() -> Response>,
}

impl Harness for ShippedPastSource {
    fn source(&self, base: &str) -> Arc<dyn PastPriceSource> {
        let (client, _) = client_for_urls(&[base.to_owned()], shorter_timeouts());
        (self.make)(client, Endpoint::public(format!("{base}/").parse().unwrap(), 600_000))
    }

    fn answer(&self, request: &Request, mock_closes: &MockCloses) -> Response {
        let named = self.words.iter().position(|word| names(request, word));
        let at = named.unwrap_or_else(|| panic!("{} names no asset", request.target));
        let closes = mock_closes
            .closes
            .get(&[ETHER, BITCOIN][at].parse::<AssetId>().unwrap());
        let closes: Vec<(Day, &str)> = closes
            .into_iter()
            .flatten()
            .map(|(day, price)| (*day, price.as_str()))
            .collect();
        (self.answer)(request, self.words[at], &closes)
    }

    fn refuses(&self, request: &Request, asset: &AssetId) -> Option<Response> {
        let at = usize::from(asset.as_str() == BITCOIN);
        let refusal = self.refusal?;
        names(request, self.words[at]).then(refusal)
    }

    fn samples(&self) -> Samples {
        Samples {
            listed: [ETHER, BITCOIN].map(|id| id.parse().unwrap()),
            quoted_in: self.quoted_in.map(|id| id.parse().unwrap()),
            uncovered: STRANGE.parse().unwrap(),
            states_unusable: true,
        }
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

fn names(request: &Request, word: &str) -> bool {
    request.query("symbol").as_deref() == Some(word) || request.path().split('/').any(|part| part == word)
}

fn number(request: &Request, name: &str) -> i64 {
    let text = request.query(name);
    text.and_then(|text| text.parse().ok())
        .unwrap_or_else(|| panic!("{name} is missing in {}", request.target))
}

/// A list of rows as JSON. Numbers keep every digit.
fn list(rows: Vec<String>) -> String {
    format!("[{}]", rows.join(","))
}

fn json_answer(body: String) -> Response {
    Response::new(200, "application/json", body)
}

fn invalid_symbol() -> Response {
    Response::json(400, &json!({ "code": -1121, "msg": "Invalid symbol." }))
}

/// Binance shortens an answer to the limit in silence, and includes the current day.
fn binance(request: &Request, _: &str, closes: &[(Day, &str)]) -> Response {
    assert_eq!(
        (request.path(), request.query("interval").as_deref()),
        ("/api/v3/klines", Some("1d"))
    );
    if closes.is_empty() {
        return invalid_symbol();
    }
    let (start, limit) = (number(request, "startTime"), number(request, "limit").min(1_000));
    let row = |(day, price): &(Day, &str)| {
        let opened = day.start().millis();
        let closed = opened + DAY * 1000 - 1;
        format!(
            "[{opened}, \"{price}\", \"{price}\", \"{price}\", \"{price}\", \"12.5\", {closed}, \"1\", 7, \"1\", \"1\", \"0\"]"
        )
    };
    let found = closes.iter().filter(|(day, _)| day.start().millis() >= start);
    json_answer(list(found.take(usize::try_from(limit).unwrap()).map(row).collect()))
}

/// Coinbase rejects more than 300 candles. The newest is the first, and there is one before the start.
fn coinbase(request: &Request, _: &str, closes: &[(Day, &str)]) -> Response {
    assert_eq!(request.query("granularity").as_deref(), Some("86400"));
    let edge = |name: &str| {
        let text = request.query(name).unwrap();
        let day: Day = text[..10].parse().unwrap();
        assert_eq!(text, day.start().to_string());
        day.start().seconds()
    };
    let (start, end) = (edge("start"), edge("end"));
    if (end - start) / DAY >= 300 {
        return Response::json(
            400,
            &json!({ "message": "granularity too small for the requested time range" }),
        );
    }
    if closes.is_empty() {
        return Response::json(404, &json!({ "message": "NotFound" }));
    }
    let row =
        |(day, price): &(Day, &str)| format!("[{}, {price}, {price}, {price}, {price}, 12.5]", day.start().seconds());
    let within = |(day, _): &&(Day, &str)| (start - DAY..=end).contains(&day.start().seconds());
    json_answer(list(closes.iter().rev().filter(within).map(row).collect()))
}

/// Bitstamp's numbers are text, the time too.
fn bitstamp(request: &Request, _: &str, closes: &[(Day, &str)]) -> Response {
    assert_eq!(request.query("step").as_deref(), Some("86400"));
    let (start, limit) = (number(request, "start"), number(request, "limit"));
    if !(1..=1_000).contains(&limit) {
        return Response::json(400, &json!({ "reason": "limit" }));
    }
    let row = |(day, price): &(Day, &str)| {
        let opened = day.start().seconds();
        json!({ "timestamp": opened.to_string(), "open": price, "high": price, "low": price, "close": price, "volume": "3.5" })
            .to_string()
    };
    let found = closes.iter().filter(|(day, _)| day.start().seconds() >= start);
    let rows = list(found.take(usize::try_from(limit).unwrap()).map(row).collect());
    json_answer(format!("{{\"data\": {{\"pair\": \"A/B\", \"ohlc\": {rows}}}}}"))
}

/// DefiLlama's moments are ends of days; the nearest record is some seconds off. Its key is in its own notation.
fn defillama(request: &Request, word: &str, closes: &[(Day, &str)]) -> Response {
    let (start, span) = (number(request, "start"), number(request, "span"));
    assert_eq!(request.query("period").as_deref(), Some("1d"));
    if span > 500 {
        return Response::json(400, &json!({ "message": "too many points" }));
    }
    if closes.is_empty() {
        return Response::json(200, &json!({ "coins": {} }));
    }
    let point = |(day, price): &(Day, &str)| {
        let second = day.plus(1).start().seconds();
        let off = if day.number() % 2 == 0 { 13 } else { -47 };
        let is_requested = (start..start + span * DAY).contains(&second);
        is_requested.then(|| format!("{{\"timestamp\": {}, \"price\": {price}}}", second + off))
    };
    let points = list(closes.iter().filter_map(point).collect());
    let coin = word.to_ascii_uppercase();
    json_answer(format!(
        "{{\"coins\": {{\"{coin}\": {{\"symbol\": \"A\", \"confidence\": 0.99, \"prices\": {points}}}}}}}"
    ))
}

const SHIPPED: [ShippedPastSource; 4] = [
    ShippedPastSource {
        make: |client, at| Arc::new(BitstampCandles::new(ports(client), at)),
        words: ["ethusd", "btcusd"],
        quoted_in: None,
        answer: bitstamp,
        refusal: Some(|| Response::new(404, "text/html", "<h1>Not Found</h1>")),
    },
    ShippedPastSource {
        make: |client, at| Arc::new(BinanceCandles::new(ports(client), at)),
        words: ["ETHUSDT", "BTCUSDT"],
        quoted_in: Some(USDT),
        answer: binance,
        refusal: Some(invalid_symbol),
    },
    ShippedPastSource {
        make: |client, at| Arc::new(DefiLlamaChart::new(ports(client), at)),
        words: ["coingecko:ethereum", "coingecko:bitcoin"],
        quoted_in: None,
        answer: defillama,
        refusal: None,
    },
    ShippedPastSource {
        make: |client, at| Arc::new(CoinbaseCandles::new(ports(client), at)),
        words: ["ETH-USD", "BTC-USD"],
        quoted_in: None,
        answer: coinbase,
        refusal: Some(|| Response::json(400, &json!({ "message": "Not allowed for delisted products" }))),
    },
];

#[tokio::test]
async fn every_shipped_source_of_past_prices_meets_them() {
    let reports = futures::future::join_all(SHIPPED.map(check)).await;
    reports.iter().for_each(conformance::Report::assert_conforms);
    let here = SHIPPED.map(|one| one.source("http://127.0.0.1:1").profile().id.to_string());
    let listed: BTreeSet<String> = PAST_SOURCES.iter().map(|spec| spec.slug.to_owned()).collect();
    assert_eq!(BTreeSet::from(here), listed, "a source of the list is not checked here");
}

/// A fixed clock, because prices of the demo world change every minute.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        WallClock.now().floor(Duration::from_hours(1))
    }
}

#[tokio::test]
async fn the_demo_sources_of_past_prices_meet_them() {
    let rows = rows().unwrap();
    let demo = demo::all(
        Arc::new(FixedClock),
        (rows, &tokens::start_list(rows).unwrap()),
        ExchangeCodes::listed().unwrap(),
    );
    assert!(!demo.past_prices.is_empty());
    for source in demo.past_prices {
        let samples = Samples {
            listed: [ETHER, BITCOIN].map(|id| id.parse().unwrap()),
            quoted_in: None,
            uncovered: STRANGE.parse().unwrap(),
            states_unusable: false,
        };
        let today = Day::of(FixedClock.now());
        check_offline(source, &samples, today).await.assert_conforms();
    }
}

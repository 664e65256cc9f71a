//! Tests of the sources of past prices, against a local mock server with the formats of the real services.

mod recorded;

use std::sync::Arc;

use adapters::{
    exchange::{BinanceCandles, BitstampCandles, CoinbaseCandles},
    http_client::HttpClient,
    price::{DefiLlamaChart, Endpoint},
};
use conformance::mock_server::{MockServer, Request, RequestHandler, Response};
use ports::{AssetId, Day, PastPriceSource, disclosure::DisclosedField, past_price::ClosingPrice};
use support::outgoing::{RequestLog, client_for_urls, short_timeouts};

use crate::price_source::ports;

const ETHER: &str = "eip155:1/slip44:60";
const ETHER_ON_BASE: &str = "eip155:8453/slip44:60";
const USDT: &str = "eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7";
/// Bridged ether on another chain, which is not the coin itself.
const BRIDGED_ETHER: &str = "eip155:56/erc20:0x2170Ed0880ac9A755fd29B2688956BD959F933F8";

type Make = fn(Arc<HttpClient>, Endpoint) -> Arc<dyn PastPriceSource>;

const BITSTAMP: Make = |client, at| Arc::new(BitstampCandles::new(ports(client), at));
const BINANCE: Make = |client, at| Arc::new(BinanceCandles::new(ports(client), at));
const COINBASE: Make = |client, at| Arc::new(CoinbaseCandles::new(ports(client), at));
const DEFILLAMA: Make = |client, at| Arc::new(DefiLlamaChart::new(ports(client), at));

/// A service with one answer.
struct OneAnswer(Response);

#[async_trait::async_trait]
impl RequestHandler for OneAnswer {
    async fn answer(&self, _: &Request) -> Response {
        self.0.clone()
    }
}

struct PastPriceFixture {
    server: MockServer,
    client: Arc<HttpClient>,
    ledger: Arc<RequestLog>,
    source: Arc<dyn PastPriceSource>,
}

fn fixture(make: Make, status: u16, body: &str) -> PastPriceFixture {
    let server = MockServer::start(OneAnswer(Response::new(status, "application/json", body)));
    let (client, ledger) = client_for_urls(&[server.url()], short_timeouts());
    let endpoint = Endpoint::public(server.url().parse().unwrap(), 600_000);
    PastPriceFixture {
        source: make(client.clone(), endpoint),
        server,
        client,
        ledger,
    }
}

fn id(text: &str) -> AssetId {
    text.parse().unwrap()
}

fn day(text: &str) -> Day {
    text.parse().unwrap()
}

impl PastPriceFixture {
    async fn closes(&self, asset: &str, from: &str, to: &str) -> Vec<ClosingPrice> {
        self.source.closes(&id(asset), day(from), day(to)).await.unwrap()
    }

    fn target(&self) -> String {
        let seen = self.server.seen();
        assert_eq!(seen.len(), 1, "one request");
        seen[0].target.clone()
    }
}

/// The documented replies of all services, and the request for two days.
const DOCUMENTED: [(Make, &str, &str, [&str; 2]); 4] = [
    (
        BITSTAMP,
        include_str!("../../adapters/src/exchange/fixtures/bitstamp/ohlc.json"),
        "/api/v2/ohlc/ethusd/?step=86400&limit=2&start=1704067200",
        ["2352.4", "2355.9"],
    ),
    (
        BINANCE,
        include_str!("../../adapters/src/exchange/fixtures/binance/klines.json"),
        "/api/v3/klines?symbol=ETHUSDT&interval=1d&startTime=1704067200000&endTime=1704153600000&limit=1000",
        ["2352.04", "2355.34"],
    ),
    (
        COINBASE,
        include_str!("../../adapters/src/exchange/fixtures/coinbase/candles.json"),
        "/products/ETH-USD/candles?granularity=86400&start=2024-01-01T00%3A00%3A00Z&end=2024-01-02T00%3A00%3A00Z",
        ["2352.21", "2355.62"],
    ),
    (
        DEFILLAMA,
        include_str!("../../adapters/src/price/fixtures/defillama/chart.json"),
        "/chart/coingecko:ethereum?start=1704153600&span=2&period=1d&searchWidth=6h",
        ["2352.6712345678", "2355.1"],
    ),
];

#[tokio::test]
async fn documented_replies_are_read() {
    for (make, body, target, prices) in DOCUMENTED {
        let fixture = fixture(make, 200, body);
        let found = fixture.closes(ETHER, "2024-01-01", "2024-01-02").await;
        assert_eq!(fixture.target(), target);
        let days: Vec<String> = found.iter().map(|one| one.day.to_string()).collect();
        assert_eq!(days, ["2024-01-01", "2024-01-02"], "{target}");
        let shown: Vec<String> = found.iter().map(|one| one.price.amount().to_string()).collect();
        assert_eq!(shown, prices, "{target}");
        let in_usdt = target.contains("USDT").then(|| id(USDT));
        assert!(found.iter().all(|one| one.quoted_in == in_usdt), "{target}");
    }
}

#[tokio::test]
async fn a_coin_has_its_prices_on_every_chain_and_a_bridged_one_has_not() {
    for (make, body, target, prices) in DOCUMENTED {
        let fixture = fixture(make, 200, body);
        let found = fixture.closes(ETHER_ON_BASE, "2024-01-01", "2024-01-02").await;
        assert_eq!((found.len(), fixture.target().as_str()), (prices.len(), target));
        if !target.contains("coingecko") {
            assert!(!fixture.source.covers(&id(BRIDGED_ETHER)), "{target}");
        }
    }
}

/// An answer of one of these kinds is kept for good, so nothing else may be taken for it.
#[tokio::test]
async fn only_known_texts_mean_that_an_asset_is_not_listed() {
    for (make, status, body, code) in [
        (BINANCE, 400, "{\"code\": -1121, \"msg\": \"Invalid symbol.\"}", None),
        (
            BINANCE,
            400,
            "{\"code\": -1100, \"msg\": \"Illegal characters\"}",
            Some("refused"),
        ),
        (BINANCE, 400, "no json", Some("refused")),
        (BINANCE, 200, "{\"msg\": \"hello\"}", Some("malformed")),
        (BINANCE, 418, "{\"code\": -1003}", Some("refused")),
        (
            BINANCE,
            451,
            "{\"code\": 0, \"msg\": \"Service unavailable from a restricted location\"}",
            Some("refused"),
        ),
        (COINBASE, 404, "{\"message\": \"NotFound\"}", None),
        (
            COINBASE,
            400,
            "{\"message\": \"Not allowed for delisted products\"}",
            None,
        ),
        (
            COINBASE,
            400,
            "{\"message\": \"granularity too small for the requested time range\"}",
            Some("refused"),
        ),
        (COINBASE, 200, "{\"message\": \"hello\"}", Some("malformed")),
        (BITSTAMP, 404, "{\"reason\": \"unknown\"}", Some("refused")),
        (BITSTAMP, 200, "{\"data\": {\"pair\": \"ETH/USD\", \"ohlc\": []}}", None),
        (BITSTAMP, 200, "{\"data\": {}}", Some("malformed")),
        (DEFILLAMA, 200, "{\"coins\": {}}", None),
        (DEFILLAMA, 400, "{\"message\": \"too many points\"}", Some("refused")),
        (DEFILLAMA, 200, "{}", Some("malformed")),
    ] {
        let fixture = fixture(make, status, body);
        let found = fixture
            .source
            .closes(&id(ETHER), day("2024-01-01"), day("2024-01-02"))
            .await;
        match code {
            None => assert_eq!(found.unwrap(), [], "{body}"),
            Some(code) => assert_eq!(found.unwrap_err().code(), code, "{body}"),
        }
    }
}

#[tokio::test]
async fn a_series_without_a_readable_day_is_malformed() {
    let twelve = 1_704_067_200_i64 + 43_200;
    for (make, body) in [
        (BINANCE, format!("[[{twelve}000, \"1\", \"1\", \"1\", \"1\", \"1\"]]")),
        (BINANCE, "[[1704067200000, \"1\"]]".to_owned()),
        (BINANCE, "[\"a\"]".to_owned()),
        (COINBASE, format!("[[{twelve}, 1, 1, 1, 1, 1]]")),
        (COINBASE, "[[1704067200.5, 1, 1, 1, 1, 1]]".to_owned()),
        (
            BITSTAMP,
            "{\"data\": {\"ohlc\": [{\"timestamp\": \"now\", \"close\": \"1\"}]}}".to_owned(),
        ),
        (
            DEFILLAMA,
            "{\"coins\": {\"coingecko:ethereum\": {\"prices\": [{\"timestamp\": \"now\", \"price\": 1}]}}}".to_owned(),
        ),
        (
            DEFILLAMA,
            "{\"coins\": {\"coingecko:ethereum\": {\"confidence\": 2, \"prices\": []}}}".to_owned(),
        ),
    ] {
        let fixture = fixture(make, 200, &body);
        let error = fixture
            .source
            .closes(&id(ETHER), day("2024-01-01"), day("2024-01-02"))
            .await;
        assert_eq!(error.unwrap_err().code(), "malformed", "{body}");
    }
}

#[tokio::test]
async fn nothing_is_requested_for_days_that_are_not_over() {
    for (make, body, ..) in DOCUMENTED {
        let fixture = fixture(make, 200, body);
        let (from, to) = (day("2999-01-01"), day("2999-01-02"));
        assert_eq!(fixture.source.closes(&id(ETHER), from, to).await.unwrap(), []);
        assert_eq!(fixture.source.closes(&id(ETHER), to, from).await.unwrap(), []);
        assert_eq!(fixture.server.count(), 0);
    }
}

#[tokio::test]
async fn only_names_of_assets_and_days_are_sent() {
    for (make, body, ..) in DOCUMENTED {
        let fixture = fixture(make, 200, body);
        fixture.closes(ETHER, "2024-01-01", "2024-01-02").await;
        fixture.client.flush().await.unwrap();
        let lines = fixture.ledger.lines();
        assert_eq!(lines.len(), 1);
        assert!(
            lines
                .iter()
                .all(|line| line.disclosed == DisclosedField::Assets && line.purpose == "past prices")
        );
        let profile = fixture.source.profile();
        assert!(profile.learns.contains("years") && profile.learns.contains("No address"));
    }
}

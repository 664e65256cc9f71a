//! Every shipped price source meets the requirements.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use adapters::{
    chain::{rows::rows, tokens},
    demo,
    exchange::{Binance, Coinbase, Kraken, account::ExchangeCodes},
    http_client::HttpClient,
    price::{CoinGecko, DefiLlama, Endpoint, SOURCES},
};
use conformance::{
    mock_server::{Request, Response},
    price_source::{Harness, MockPrices, Samples, check, check_offline},
};
use ports::{AssetId, Clock, PriceSource, Timestamp};
use serde_json::json;
use support::{
    mock_upstream::{Market, Prices, Quote},
    outgoing::{WallClock, client_for_urls, shorter_timeouts},
};

use crate::price_source::ports;

const ETHER: &str = "eip155:1/slip44:60";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93/slip44:0";
const UNI: &str = "eip155:1/erc20:0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984";
const DOLLAR: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const SHIBA: &str = "eip155:1/erc20:0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE";
/// An unknown chain.
const STRANGE: &str = "eip155:999999/slip44:60";

type Make = fn(Arc<HttpClient>, Endpoint) -> Arc<dyn PriceSource>;

/// A shipped source, with the service's ids of three assets.
#[derive(Clone, Copy)]
struct ShippedPriceSource {
    path: &'static str,
    make: Make,
    words: [(&'static str, &'static str); 3],
    names_time: bool,
}

impl ShippedPriceSource {
    fn is_exchange(&self) -> bool {
        self.words[1].0 == BITCOIN
    }

    /// The time that a request asks for, or the time of the current prices.
    fn moment(request: &Request, mock_prices: &MockPrices) -> Timestamp {
        let parts: Vec<&str> = request.path().split('/').collect();
        let historical = parts
            .iter()
            .position(|part| *part == "historical")
            .map(|at| parts[at + 1].parse());
        let middle = || {
            let edge = |name: &str| request.query(name)?.parse::<i64>().ok();
            Some(i64::midpoint(edge("from")?, edge("to")?))
        };
        let second = historical.and_then(Result::ok).or_else(middle);
        second.map_or(mock_prices.at, Timestamp::from_seconds)
    }
}

impl Harness for ShippedPriceSource {
    fn source(&self, base: &str) -> Arc<dyn PriceSource> {
        let (client, _) = client_for_urls(&[base.to_owned()], shorter_timeouts());
        let base = format!("{base}{}", self.path).parse().unwrap();
        (self.make)(client, Endpoint::public(base, 600_000))
    }

    fn answer(&self, request: &Request, mock_prices: &MockPrices) -> Response {
        let (mut prices, at) = (Prices::default(), Self::moment(request, mock_prices));
        for (asset, word) in self.words {
            let Some(price) = mock_prices.prices.get(&asset.parse::<AssetId>().unwrap()) else {
                continue;
            };
            if self.is_exchange() {
                prices.set_market(word, Market::at(price, at.millis()));
            } else {
                prices.set(word, Quote::new(price, at.seconds()));
                let chart = format!("{{\"prices\": [[{}, {price}]]}}", at.millis());
                let coin = word.trim_start_matches("coingecko:");
                prices.serve(&format!("/coins/{coin}/market_chart/range"), &chart);
            }
        }
        prices.answer(request)
    }

    /// Coinbase refuses delisted markets; the other exchanges refuse every request with a market they do not know; the other
    /// sources leave out unknown assets.
    fn refuses(&self, request: &Request, asset: &AssetId) -> Option<Response> {
        let (_, word) = self.words.iter().find(|(id, _)| *id == asset.as_str())?;
        let market = word.strip_prefix("coinbase:")?;
        let is_named = request.path().split('/').any(|part| part == market);
        is_named.then(|| Response::json(400, &json!({ "message": "Not allowed for delisted products" })))
    }

    fn samples(&self) -> Samples {
        Samples {
            listed: self.words.map(|(asset, _)| asset.parse().unwrap()),
            uncovered: STRANGE.parse().unwrap(),
            names_time: self.names_time,
        }
    }

    fn patience(&self) -> Duration {
        support::patience(20)
    }
}

const SHIPPED: [ShippedPriceSource; 5] = [
    ShippedPriceSource {
        path: "",
        make: |client, at| Arc::new(DefiLlama::new(ports(client), at)),
        words: [
            (ETHER, "coingecko:ethereum"),
            (DOLLAR, "ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"),
            (SHIBA, "ethereum:0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce"),
        ],
        names_time: true,
    },
    ShippedPriceSource {
        path: "/api/v3",
        make: |client, at| Arc::new(CoinGecko::new(ports(client), at)),
        words: [
            (ETHER, "coingecko:ethereum"),
            (DOLLAR, "coingecko:usd-coin"),
            (SHIBA, "coingecko:shiba-inu"),
        ],
        names_time: true,
    },
    ShippedPriceSource {
        path: "",
        make: |client, at| Arc::new(Coinbase::new(ports(client), at)),
        words: [
            (ETHER, "coinbase:ETH-USD"),
            (BITCOIN, "coinbase:BTC-USD"),
            (UNI, "coinbase:UNI-USD"),
        ],
        names_time: true,
    },
    ShippedPriceSource {
        path: "",
        make: |client, at| Arc::new(Kraken::new(ports(client), at)),
        words: [
            (ETHER, "kraken:XETHZUSD"),
            (BITCOIN, "kraken:XXBTZUSD"),
            (UNI, "kraken:UNIUSD"),
        ],
        names_time: false,
    },
    ShippedPriceSource {
        path: "",
        make: |client, at| Arc::new(Binance::new(ports(client), at)),
        words: [
            (ETHER, "binance:ETHUSDT"),
            (BITCOIN, "binance:BTCUSDT"),
            (UNI, "binance:UNIUSDT"),
        ],
        names_time: true,
    },
];

#[tokio::test]
async fn every_shipped_source_meets_them() {
    let reports = futures::future::join_all(SHIPPED.map(check)).await;
    reports.iter().for_each(conformance::Report::assert_conforms);
    let here = SHIPPED.map(|one| one.source("http://127.0.0.1:1").profile().id.to_string());
    let listed: BTreeSet<String> = SOURCES.iter().map(|spec| spec.slug.to_owned()).collect();
    assert_eq!(BTreeSet::from(here), listed, "a source of the list is not checked here");
}

/// A fixed clock, because prices of the demo world change every minute.
struct FixedClock;

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        WallClock.now().floor(Duration::from_hours(24))
    }
}

#[tokio::test]
async fn the_demo_sources_meet_them() {
    let rows = rows().unwrap();
    let demo = demo::all(
        Arc::new(FixedClock),
        (rows, &tokens::start_list(rows).unwrap()),
        ExchangeCodes::listed().unwrap(),
    );
    for source in demo.prices {
        let listed = [ETHER, BITCOIN, UNI].map(|id| id.parse().unwrap());
        let samples = Samples {
            listed,
            uncovered: STRANGE.parse().unwrap(),
            names_time: true,
        };
        // One of them is rate limited on purpose, as a demonstration, and returns no prices.
        match source.quotes(&samples.listed, None).await {
            Ok(_) => check_offline(source, &samples).await.assert_conforms(),
            Err(error) => assert_eq!(error.code(), "rate_limited", "{}", json!(source.profile().name)),
        }
    }
}

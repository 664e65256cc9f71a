//! Every source of prices that ships meets the requirements.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use adapters::{
    chain::{rows::rows, tokens},
    demo,
    http_client::HttpClient,
    price::{Binance, CoinGecko, Coinbase, DefiLlama, Endpoint, Kraken, SOURCES},
};
use conformance::{
    door::{Request, Response},
    price_source::{Samples, Says, Stand, check, check_alone},
};
use ports::{AssetId, Clock, PriceSource, Timestamp};
use serde_json::json;
use support::{
    door::{Market, Prices, Quote},
    outgoing::{WallClock, client_for, curt},
};

use crate::price_source::ports;

const ETHER: &str = "eip155:1/slip44:60";
const BITCOIN: &str = "bip122:000000000019d6689c085ae165831e93/slip44:0";
const UNI: &str = "eip155:1/erc20:0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984";
const DOLLAR: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";
const SHIBA: &str = "eip155:1/erc20:0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE";
/// A chain that nobody knows.
const STRANGE: &str = "eip155:999999/slip44:60";

type Make = fn(Arc<HttpClient>, Endpoint) -> Arc<dyn PriceSource>;

/// A source that ships, with the service's own words for three assets.
#[derive(Clone, Copy)]
struct Ours {
    path: &'static str,
    make: Make,
    words: [(&'static str, &'static str); 3],
    names_time: bool,
}

impl Ours {
    fn is_exchange(&self) -> bool {
        self.words[1].0 == BITCOIN
    }

    /// The moment that a question is about, and the prices' own time unless it is a past one.
    fn moment(request: &Request, says: &Says) -> Timestamp {
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
        second.map_or(says.at, Timestamp::from_seconds)
    }
}

impl Stand for Ours {
    fn source(&self, base: &str) -> Arc<dyn PriceSource> {
        let (client, _) = client_for(&[base.to_owned()], curt());
        let base = format!("{base}{}", self.path).parse().unwrap();
        (self.make)(client, Endpoint::public(base, 600_000))
    }

    fn answer(&self, request: &Request, says: &Says) -> Response {
        let (mut prices, at) = (Prices::default(), Self::moment(request, says));
        for (asset, word) in self.words {
            let Some(price) = says.prices.get(&asset.parse::<AssetId>().unwrap()) else {
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

    /// Coinbase refuses what it delisted; the other exchanges refuse each question that names a market they do not know, and
    /// the others leave out what they do not know.
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
        super::PATIENCE
    }
}

const OURS: [Ours; 5] = [
    Ours {
        path: "",
        make: |client, at| Arc::new(DefiLlama::new(ports(client), at)),
        words: [
            (ETHER, "coingecko:ethereum"),
            (DOLLAR, "ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"),
            (SHIBA, "ethereum:0x95ad61b0a150d79219dcf64e1e6cc01f0b64c4ce"),
        ],
        names_time: true,
    },
    Ours {
        path: "/api/v3",
        make: |client, at| Arc::new(CoinGecko::new(ports(client), at)),
        words: [
            (ETHER, "coingecko:ethereum"),
            (DOLLAR, "coingecko:usd-coin"),
            (SHIBA, "coingecko:shiba-inu"),
        ],
        names_time: true,
    },
    Ours {
        path: "",
        make: |client, at| Arc::new(Coinbase::new(ports(client), at)),
        words: [
            (ETHER, "coinbase:ETH-USD"),
            (BITCOIN, "coinbase:BTC-USD"),
            (UNI, "coinbase:UNI-USD"),
        ],
        names_time: true,
    },
    Ours {
        path: "",
        make: |client, at| Arc::new(Kraken::new(ports(client), at)),
        words: [
            (ETHER, "kraken:XETHZUSD"),
            (BITCOIN, "kraken:XXBTZUSD"),
            (UNI, "kraken:UNIUSD"),
        ],
        names_time: false,
    },
    Ours {
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
async fn every_source_that_ships_keeps_them() {
    let reports = futures::future::join_all(OURS.map(check)).await;
    reports.iter().for_each(conformance::Report::expect_whole);
    let here = OURS.map(|one| one.source("http://127.0.0.1:1").profile().id.to_string());
    let listed: BTreeSet<String> = SOURCES.iter().map(|plug| plug.slug.to_owned()).collect();
    assert_eq!(BTreeSet::from(here), listed, "a source of the list is missing here");
}

/// A clock that stands: prices of the demo world drift by the minute.
struct Still;

impl Clock for Still {
    fn now(&self) -> Timestamp {
        WallClock.now().floor(Duration::from_hours(24))
    }
}

#[tokio::test]
async fn the_demo_ones_keep_them_too() {
    let rows = rows().unwrap();
    let demo = demo::all(Arc::new(Still), rows, &tokens::start_list(rows).unwrap());
    for source in demo.prices {
        let listed = [ETHER, BITCOIN, UNI].map(|id| id.parse().unwrap());
        let samples = Samples {
            listed,
            uncovered: STRANGE.parse().unwrap(),
            names_time: true,
        };
        // One of them refuses on purpose, to show what that looks like: it says so, and gives nothing else.
        match source.quotes(&samples.listed, None).await {
            Ok(_) => check_alone(source, &samples).await.expect_whole(),
            Err(error) => assert_eq!(error.code(), "rate_limited", "{}", json!(source.profile().name)),
        }
    }
}

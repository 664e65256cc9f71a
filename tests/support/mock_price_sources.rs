//! One mock server for each price source, all with the same true prices, any of which can be falsified.

use std::sync::Arc;

use adapters::{
    chain::{coins::Coins, rows::rows, tokens},
    price::{self, Endpoint, SOURCES},
    source::{Names, PriceSourceSpec},
};
use ports::{Asset, Clock, PriceSource};

use crate::{
    mock_upstream::{Market, MockUpstream, Quote},
    outgoing::{client, short_timeouts},
};

/// Falsifies a price, given as text in the source's format.
pub type Distortion = fn(&str) -> String;

const MARKETS: &str = include_str!("../../adapters/data/markets.csv");

/// A mock server for each source.
pub struct MockPriceSources {
    /// The mock servers of [`SOURCES`], in the same order.
    pub upstreams: Vec<MockUpstream>,
    clock: Arc<dyn Clock>,
}

impl MockPriceSources {
    /// Starts the servers with true prices, dated by this clock.
    pub fn open(clock: Arc<dyn Clock>) -> Self {
        let upstreams = SOURCES.map(|_| MockUpstream::of_prices()).into();
        let sources = Self { upstreams, clock };
        (0..SOURCES.len()).for_each(|at| sources.set_prices(at, str::to_owned, 0));
        sources
    }

    /// Returns the sources, each calling its mock server.
    pub fn sources(&self) -> Vec<Arc<dyn PriceSource>> {
        let upstreams: Vec<&MockUpstream> = self.upstreams.iter().collect();
        let (client, _) = client(&upstreams, short_timeouts());
        let at = |(spec, server): (&'static PriceSourceSpec, &MockUpstream)| {
            let base = format!(
                "{}{}",
                server.url(),
                spec.public().expect("its base URL is valid").base.path()
            );
            (
                spec,
                Endpoint::public(base.parse().expect("a mock server's URL is valid"), 600_000),
            )
        };
        let endpoints = SOURCES.into_iter().zip(&self.upstreams).map(at).collect();
        let names = Names::of(rows().expect("the rows are valid")).expect("the names are valid");
        price::all(&client, &self.clock, &Arc::new(names), endpoints)
    }

    /// Sets the prices of one source to falsified ones, dated this many hours ago. Its markets have traded since the last
    /// change.
    pub fn set_prices(&self, at: usize, distort: impl Fn(&str) -> String, hours_ago: i64) {
        let millis = self.clock.now().millis() - hours_ago * 3_600_000;
        let mut prices = self.upstreams[at].prices();
        for (coin, price) in coins() {
            prices.set(&coin, Quote::new(&distort(&price), millis / 1000));
        }
        for (market, coin) in markets() {
            let ticker = Market {
                volume: (1_000_000_000 + millis % 1_000_000_000).to_string(),
                ..Market::at(&distort(&true_price(&coin)), millis)
            };
            prices.set_market(&market, ticker);
        }
    }
}

/// The true price of a coin, in dollars.
pub fn true_price(coin: &str) -> String {
    if coin.contains("usd") || coin == "tether" || coin == "dai" {
        return "1".to_owned();
    }
    let size = coin.bytes().map(u32::from).sum::<u32>() % 7;
    format!("{}.25", [3, 12, 40, 150, 600, 1800, 3000][size as usize])
}

/// Every id that an aggregator is asked for, with its true price. A token has the price of its coin.
fn coins() -> Vec<(String, String)> {
    let rows = rows().expect("the rows are valid");
    let names = Coins::of(rows).expect("the coins are valid");
    let price = |asset: &Asset| true_price(names.coingecko(&asset.id).unwrap_or(&asset.group));
    let listed = tokens::start_list(rows).expect("the tokens are valid");
    let by_contract = listed.iter().filter_map(|asset| {
        let row = rows.iter().find(|row| row.chain.id == asset.id.chain())?;
        let contract = asset.id.contract()?.as_str().to_lowercase();
        Some((
            format!("{}:{contract}", row.price_names.defillama.as_ref()?),
            price(asset),
        ))
    });
    let by_coin = names
        .all_coingecko()
        .map(|coin| (format!("coingecko:{coin}"), true_price(coin)));
    by_contract.chain(by_coin).collect()
}

/// The markets, each with the coin whose price it states.
fn markets() -> Vec<(String, String)> {
    let rows = rows().expect("the rows are valid");
    let names = Coins::of(rows).expect("the coins are valid");
    let market = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let coin = names.coingecko(&fields[2].parse().ok()?)?;
        Some((format!("{}:{}", fields[0], fields[1]), coin.to_owned()))
    };
    MARKETS.lines().skip(1).filter_map(market).collect()
}

//! Every source of prices behind a door of its own, with the same honest prices, one of which may lie.

use std::sync::Arc;

use adapters::{
    chain::{rows::rows, tokens},
    price::{self, Endpoint, Names, SOURCES, SourceSpec},
};
use ports::{Asset, Clock, PriceSource};

use crate::{
    door::{Door, Market, Quote},
    outgoing::{client, hasty},
};

/// How a source lies. A price is given as text, as the source writes it.
pub type Lie = fn(&str) -> String;

const MARKETS: &str = include_str!("../../adapters/data/markets.csv");

/// A door for each source, in their order.
pub struct Bazaar {
    /// The doors of [`SOURCES`].
    pub doors: Vec<Door>,
    clock: Arc<dyn Clock>,
}

impl Bazaar {
    /// Honest sources, by this clock.
    pub fn open(clock: Arc<dyn Clock>) -> Self {
        let doors = SOURCES.map(|_| Door::of_prices()).into();
        let bazaar = Self { doors, clock };
        (0..SOURCES.len()).for_each(|at| bazaar.tell(at, str::to_owned, 0));
        bazaar
    }

    /// The sources that ask at the doors.
    pub fn sources(&self) -> Vec<Arc<dyn PriceSource>> {
        let doors: Vec<&Door> = self.doors.iter().collect();
        let (client, _) = client(&doors, hasty());
        let at = |(plug, door): (&'static SourceSpec, &Door)| {
            let base = format!(
                "{}{}",
                door.url(),
                plug.public().expect("its base is a URL").base.path()
            );
            (
                plug,
                Endpoint::public(base.parse().expect("a door's URL is one"), 600_000),
            )
        };
        let endpoints = SOURCES.into_iter().zip(&self.doors).map(at).collect();
        let names = Names::of(rows().expect("the rows are whole")).expect("the names are whole");
        price::all(&client, &self.clock, &Arc::new(names), endpoints)
    }

    /// Has one source say its prices through a lie, as of so many hours ago. Its markets have traded since it was told last.
    pub fn tell(&self, at: usize, lie: impl Fn(&str) -> String, hours_ago: i64) {
        let millis = self.clock.now().millis() - hours_ago * 3_600_000;
        let mut prices = self.doors[at].prices();
        for (coin, price) in coins() {
            prices.set(&coin, Quote::new(&lie(&price), millis / 1000));
        }
        for (market, coin) in markets() {
            let says = Market {
                volume: (1_000_000_000 + millis % 1_000_000_000).to_string(),
                ..Market::at(&lie(&honest(&coin)), millis)
            };
            prices.set_market(&market, says);
        }
    }
}

/// What one is honestly worth, in dollars.
pub fn honest(coin: &str) -> String {
    if coin.contains("usd") || coin == "tether" || coin == "dai" {
        return "1".to_owned();
    }
    let size = coin.bytes().map(u32::from).sum::<u32>() % 7;
    format!("{}.25", [3, 12, 40, 150, 600, 1800, 3000][size as usize])
}

/// Every name under which an aggregator is asked, with its honest price. A token is worth what its coin is.
fn coins() -> Vec<(String, String)> {
    let rows = rows().expect("the rows are whole");
    let names = tokens::coins(rows).expect("the tokens are whole");
    let price = |asset: &Asset| honest(names.get(&asset.id).unwrap_or(&asset.group));
    let listed = tokens::start_list(rows).expect("the tokens are whole");
    let by_contract = listed.iter().filter_map(|asset| {
        let row = rows.iter().find(|row| row.chain.id == asset.id.chain())?;
        let contract = asset.id.contract()?.as_str().to_lowercase();
        Some((
            format!("{}:{contract}", row.price_names.defillama.as_ref()?),
            price(asset),
        ))
    });
    let by_coin = names.values().map(|coin| (format!("coingecko:{coin}"), honest(coin)));
    by_contract.chain(by_coin).collect()
}

/// The markets with the coin whose price they are.
fn markets() -> Vec<(String, String)> {
    let rows = rows().expect("the rows are whole");
    let names = tokens::coins(rows).expect("the tokens are whole");
    let market = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let coin = names.get(&fields[2].parse().ok()?)?;
        Some((format!("{}:{}", fields[0], fields[1]), coin.clone()))
    };
    MARKETS.lines().skip(1).filter_map(market).collect()
}

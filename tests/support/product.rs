//! The product on the test world: real configuration, real adapters, real contracts; every way out leads through a door.

use crate::{
    door::{Door, Quote},
    world::World,
};
use adapters::{
    Config, Started,
    config::{Data, Privacy, Sources},
};
use domain::{Caller, Tracker, user::ListWallets};
use ports::{Asset, AssetId, asset::Metadata};
use std::{
    collections::BTreeMap,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The chains of the test world, by the codes of their rows.
const CHAINS: [(u64, &str); 2] = [(1, "ethereum"), (10, "optimism")];
const PATIENCE: Duration = Duration::from_secs(30);

/// A door to every remote source that the product may ask.
pub struct Doors {
    /// To the nodes, by chain.
    pub nodes: BTreeMap<u64, Door>,
    pub defillama: Door,
    pub coingecko: Door,
}

impl Doors {
    /// Doors to this world, and prices of the coins that its start list knows.
    pub fn to(world: &World) -> Self {
        let node = |(id, _)| (id, Door::to_node(world.chain(id).rpc().address()));
        let doors = Self {
            nodes: CHAINS.into_iter().map(node).collect(),
            defillama: Door::of_prices(),
            coingecko: Door::of_prices(),
        };
        for (coin, price) in [
            ("ethereum", "3000.5"),
            ("weth", "3000.25"),
            ("usd-coin", "0.9999"),
            ("dai", "1.0001"),
        ] {
            doors.set_price(&format!("coingecko:{coin}"), price);
        }
        doors
    }

    /// Sets the same price now at both sources, by DefiLlama's word for the coin.
    pub fn set_price(&self, coin: &str, price: &str) {
        self.defillama.prices().set(coin, Quote::new(price, now()));
        self.coingecko.prices().set(coin, Quote::new(price, now()));
    }

    /// The file that leads the product through the doors and nowhere else.
    pub fn config_file(&self) -> String {
        let chain = |(id, code): (u64, &str)| {
            let url = self.nodes[&id].url();
            format!("[chains.{code}]\nendpoints = [{{ url = \"{url}\", own = true }}]\n")
        };
        let chains: String = CHAINS.into_iter().map(chain).collect();
        format!(
            "{chains}[providers.defillama]\nbase_url = \"{}\"\nown = true\nper_minute = 6000\n\
             [providers.coingecko]\nbase_url = \"{}/api/v3\"\nown = true\nper_minute = 6000\n",
            self.defillama.url(),
            self.coingecko.url()
        )
    }

    /// The configuration for data in memory.
    pub fn config(&self) -> Config {
        let environment = BTreeMap::from([("SPYHOP_DATA".to_owned(), "/nowhere".to_owned())]);
        let parsed = Config::parse(&environment, Some(&self.config_file())).unwrap();
        Config {
            data: Data::Memory,
            sources: Sources::Live,
            privacy: Privacy::Strict,
            ..parsed
        }
    }
}

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(since.as_secs()).unwrap()
}

/// A tracker on the test world.
pub struct Product {
    pub started: Started,
    pub tracker: Tracker,
    pub doors: Doors,
}

impl Product {
    /// Starts it; every token of the world is in the universe.
    pub async fn start(world: &World) -> Self {
        let doors = Doors::to(world);
        let started = adapters::start(&doors.config()).await.unwrap();
        let tracker = Tracker::new(started.ports.clone());
        let mut work = tracker.ports().storage.begin().await.unwrap();
        work.assets().add(&universe(world)).await.unwrap();
        work.commit().await.unwrap();
        Self {
            started,
            tracker,
            doors,
        }
    }

    /// A new person who watches these addresses and names.
    pub async fn person(&self, texts: &[&str]) -> Caller {
        let list = ListWallets {
            texts: texts.iter().map(|text| (*text).to_owned()).collect(),
            ..ListWallets::default()
        };
        let created = self.tracker.users().create(&list).await.unwrap();
        self.tracker.users().authenticate(created.token.reveal()).await.unwrap()
    }

    /// Does what can be done within the next half second, and half a second after the last thing that was.
    pub async fn work(&self) {
        let started = SystemTime::now();
        let mut last = SystemTime::now();
        while last.elapsed().unwrap() < Duration::from_millis(500) && started.elapsed().unwrap() < PATIENCE {
            let leases = self.tracker.work().claim("product", 32).await.unwrap();
            if leases.is_empty() {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
            let work = self.tracker.work();
            futures::future::try_join_all(leases.iter().map(|lease| work.perform(lease)))
                .await
                .unwrap();
            last = SystemTime::now();
        }
    }
}

/// Every token of the world as somebody who met it would keep it: nothing is known of it but its address.
fn universe(world: &World) -> Vec<Asset> {
    let tokens = |(id, _)| world.chain(id).manifest().tokens.iter().map(move |token| (id, token));
    let asset = |(id, token): (u64, &crate::manifest::Token)| {
        let asset: AssetId = format!("eip155:{id}/erc20:{}", token.address).parse().unwrap();
        Asset {
            group: asset.to_string(),
            id: asset,
            metadata: Metadata::default(),
            origin: "met".to_owned(),
            confirmed: false,
            unreadable_since: None,
        }
    };
    CHAINS.into_iter().flat_map(tokens).map(asset).collect()
}

//! The product on the test world: real configuration, real adapters, real contracts; every way out leads through a door.

use crate::{
    chain::Chain,
    door::{Door, Quote},
    manifest::Token,
    world::World,
};
use adapters::{
    Config, Started,
    chain::rows::{self, Row},
    config::{Data, Privacy, Sources},
};
use domain::{Caller, Tracker, user::ListWallets};
use ports::{Asset, AssetId, ChainId, asset::Metadata};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// How old a newest block may be, in seconds: the nodes make blocks for transactions only, and tests move clocks by days.
pub const RESTING: u32 = 315_360_000;
/// For work that never ends.
const PATIENCE: Duration = Duration::from_mins(5);
/// Jobs that fall due within this time belong to the work at hand: refreshing quotes is delayed by a quarter of a second.
const SOON: Duration = Duration::from_millis(500);

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
        let node = |(id, chain): (u64, &Chain)| (id, Door::to_node(chain.rpc().address()));
        let doors = Self {
            nodes: world.chains().map(node).collect(),
            defillama: Door::of_prices(),
            coingecko: Door::of_prices(),
        };
        for (coin, price) in [
            ("ethereum", "2000.5"),
            ("weth", "2000.25"),
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
        let chain = |(id, door): (&u64, &Door)| {
            let url = door.url();
            format!(
                "[chains.\"eip155:{id}\"]\nendpoints = [{{ url = \"{url}\", own = true }}]\nmax_head_age_seconds = {RESTING}\n"
            )
        };
        let chains: String = self.nodes.iter().map(chain).collect();
        format!(
            "price_order = [\"defillama\", \"coingecko\"]\n{chains}[providers.defillama]\nbase_url = \"{}\"\nown = true\nper_minute = 6000\n\
             [providers.coingecko]\nbase_url = \"{}/api/v3\"\nown = true\nper_minute = 6000\n",
            self.defillama.url(),
            self.coingecko.url()
        )
    }

    /// The same without strict privacy: no lists and no explorers are asked, and rates of currencies and the chains that the
    /// world does not have lead nowhere. No host of it is a public one.
    pub fn config_file_of_all_chains(&self) -> String {
        let ours = |row: &&Row| self.nodes.keys().any(|id| row.chain.id == ChainId::evm(*id));
        let closed = |row: &Row| {
            let id = row.chain.id.as_str();
            format!("[chains.\"{id}\"]\nendpoints = [{{ url = \"http://127.0.0.1:9\", own = true }}]\n")
        };
        let others = rows::rows().unwrap().iter().filter(|row| !ours(row));
        let rates = "[providers.ecb]\nbase_url = \"http://127.0.0.1:9\"\nown = true\n";
        let others = others.map(closed).collect::<String>();
        format!("lists = []\nexplorers = []\n{}{rates}{others}", self.config_file())
    }

    /// Every answer of every source is held back that long.
    pub fn set_latency(&self, latency: Duration) {
        self.all().for_each(|door| door.set_latency(latency));
    }

    /// How many HTTP requests came through them so far.
    pub fn count(&self) -> usize {
        self.all().map(|door| door.count()).sum()
    }

    /// Requests that each door saw, by its port; doors that nobody used are left out.
    pub fn seen(&self) -> BTreeMap<u16, u64> {
        let used = self.all().filter(|door| door.count() > 0);
        used.map(|door| (door.address().port(), door.count() as u64)).collect()
    }

    /// Every door, to the nodes and to the sources of prices.
    pub fn all(&self) -> impl Iterator<Item = &Door> {
        self.nodes.values().chain([&self.defillama, &self.coingecko])
    }

    /// The configuration for data in memory, with more in its file.
    pub fn config(&self, more: &str) -> Config {
        let environment = BTreeMap::from([("SPYHOP_DATA".to_owned(), "/nowhere".to_owned())]);
        let parsed = Config::parse(&environment, Some(&format!("{}{more}", self.config_file()))).unwrap();
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
    /// One that was started elsewhere.
    pub fn around(started: Started, doors: Doors) -> Self {
        let tracker = Tracker::new(started.ports.clone());
        Self {
            started,
            tracker,
            doors,
        }
    }

    /// Starts it; every token of the world is in the universe.
    pub async fn start(world: &World) -> Self {
        Self::with_tokens(world, |_| true).await
    }

    /// The same with only those tokens of the world that are wanted.
    pub async fn with_tokens(world: &World, wanted: impl Fn(&Token) -> bool) -> Self {
        Self::of(world, "", wanted).await
    }

    /// The same with more in the configuration's file, and every token.
    pub async fn with(world: &World, more: &str) -> Self {
        Self::of(world, more, |_| true).await
    }

    /// The same with more in the file, and only those tokens that are wanted.
    pub async fn of(world: &World, more: &str, wanted: impl Fn(&Token) -> bool) -> Self {
        let doors = Doors::to(world);
        let started = adapters::start(&doors.config(more)).await.unwrap();
        meet(&started, world.chains(), wanted).await;
        Self::around(started, doors)
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

    /// Performs every job that is due now or soon, until none is left.
    pub async fn work(&self) {
        let started = Instant::now();
        while started.elapsed() < PATIENCE {
            let work = self.tracker.work();
            let leases = work.claim("product", 32).await.unwrap();
            if leases.is_empty() {
                match work.next_due_in().await.unwrap() {
                    Some(due) if due < SOON => tokio::time::sleep(due.max(Duration::from_millis(5))).await,
                    _ => return,
                }
                continue;
            }
            futures::future::try_join_all(leases.iter().map(|lease| work.perform(lease)))
                .await
                .unwrap();
        }
        panic!("there is always something to do");
    }
}

/// Puts the wanted tokens of the world into the universe.
pub async fn meet<'a>(
    started: &Started,
    chains: impl Iterator<Item = (u64, &'a Chain)>,
    wanted: impl Fn(&Token) -> bool,
) {
    let mut work = started.ports.storage.begin().await.unwrap();
    work.assets().add(&universe(chains, wanted)).await.unwrap();
    work.commit().await.unwrap();
}

/// Tokens of the world as somebody who met them would keep them: nothing is known of them but their address.
fn universe<'a>(chains: impl Iterator<Item = (u64, &'a Chain)>, wanted: impl Fn(&Token) -> bool) -> Vec<Asset> {
    let tokens = |(id, chain): (u64, &'a Chain)| Chain::manifest(chain).tokens.iter().map(move |token| (id, token));
    let asset = |(id, token): (u64, &Token)| {
        let asset: AssetId = format!("eip155:{id}/erc20:{}", token.address).parse().unwrap();
        Asset {
            group: asset.to_string(),
            id: asset,
            metadata: Metadata::default(),
            origin: "met".to_owned(),
            confirmed: false,
            unreadable_since: None,
            listed: false,
            holders: None,
            assumed: None,
        }
    };
    let tokens = chains.flat_map(tokens).filter(|(_, token)| wanted(token));
    tokens.map(asset).collect()
}

//! The product on the test world: real configuration, real adapters, real contracts. All requests go to mock upstreams.

use crate::{
    GENEROUS,
    chain::Chain,
    manifest::Token,
    mock_upstream::{Gate, MockUpstream, Quote},
    patience,
    world::TestWorld,
};
use adapters::{
    Config, Started,
    chain::rows::{self, ChainSpec},
    config::{Data, PrivacyMode, Sources},
    exchange,
    http_client::HttpClientSettings,
    storage::DatabaseTimeouts,
};
use domain::{
    Caller, Tracker,
    user::ListWallets,
    valuation::{BalanceQuery, PortfolioReport},
};
use ports::{Asset, AssetId, ChainId, asset::Metadata};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// The allowed age of the newest block, in seconds: the nodes mine only for transactions, and tests move clocks by days.
pub const MAX_HEAD_AGE_SECONDS: u32 = 315_360_000;
/// Jobs due within this time are run as well, because refreshing quotes is delayed by a quarter of a second.
const SOON: Duration = Duration::from_millis(500);

/// A mock server for every remote source that the product calls.
pub struct MockUpstreams {
    /// Proxies to the nodes, by chain.
    pub nodes: BTreeMap<u64, MockUpstream>,
    pub defillama: MockUpstream,
    pub coingecko: MockUpstream,
    /// The gate of all of them.
    pub gate: Gate,
}

impl MockUpstreams {
    /// Starts mock servers for this world, with prices of the coins of its start list.
    pub fn to(world: &TestWorld) -> Self {
        let gate = Gate::default();
        let node = |(id, chain): (u64, &Chain)| (id, MockUpstream::to_node_behind(&gate, chain.rpc().address()));
        let upstreams = Self {
            nodes: world.chains().map(node).collect(),
            defillama: MockUpstream::of_prices_behind(&gate),
            coingecko: MockUpstream::of_prices_behind(&gate),
            gate: gate.clone(),
        };
        for (coin, price) in [
            ("ethereum", "2000.5"),
            ("weth", "2000.25"),
            ("usd-coin", "0.9999"),
            ("dai", "1.0001"),
        ] {
            upstreams.set_price(&format!("coingecko:{coin}"), price);
        }
        upstreams
    }

    /// Sets the same current price at both sources, by DefiLlama's coin id.
    pub fn set_price(&self, coin: &str, price: &str) {
        self.defillama.prices().set(coin, Quote::new(price, now()));
        self.coingecko.prices().set(coin, Quote::new(price, now()));
    }

    /// Returns a configuration file with the mock servers as the only endpoints.
    pub fn config_file(&self) -> String {
        let chain = |(id, upstream): (&u64, &MockUpstream)| {
            let url = upstream.url();
            format!(
                "[chains.\"eip155:{id}\"]\nendpoints = [{{ url = \"{url}\", own = true }}]\nmax_head_age_seconds = {MAX_HEAD_AGE_SECONDS}\n"
            )
        };
        let chains: String = self.nodes.iter().map(chain).collect();
        format!(
            "price_order = [\"defillama\", \"coingecko\"]\nshipped_protocols = false\n{chains}[providers.defillama]\nbase_url = \"{}\"\nown = true\nper_minute = 6000\n\
             [providers.coingecko]\nbase_url = \"{}/api/v3\"\nown = true\nper_minute = 6000\n",
            self.defillama.url(),
            self.coingecko.url()
        )
    }

    /// The same without strict privacy: there are no lists and no explorers, and the endpoints of exchange rates, of exchanges and of
    /// chains outside the world lead nowhere. None of its hosts is public.
    pub fn config_file_of_all_chains(&self) -> String {
        let ours = |row: &&ChainSpec| self.nodes.keys().any(|id| row.chain.id == ChainId::evm(*id));
        let closed = |row: &ChainSpec| {
            let id = row.chain.id.as_str();
            format!("[chains.\"{id}\"]\nendpoints = [{{ url = \"http://127.0.0.1:9\", own = true }}]\n")
        };
        let others = rows::rows().unwrap().iter().filter(|row| !ours(row));
        let unreachable = |name: &str| format!("[providers.{name}]\nbase_url = \"http://127.0.0.1:9\"\nown = true\n");
        let providers = exchange::ACCOUNTS.iter().map(|exchange| exchange.name).chain(["ecb"]);
        let providers: String = providers.map(unreachable).collect();
        let others = others.map(closed).collect::<String>();
        format!("lists = []\nexplorers = []\n{}{providers}{others}", self.config_file())
    }

    /// Delays every answer of every source.
    pub fn set_latency(&self, latency: Duration) {
        self.all().for_each(|upstream| upstream.set_latency(latency));
    }

    /// Returns the number of HTTP requests so far.
    pub fn count(&self) -> usize {
        self.all().map(|upstream| upstream.count()).sum()
    }

    /// Returns the number of requests to each mock server by port, without unused ones.
    pub fn seen(&self) -> BTreeMap<u16, u64> {
        let used = self.all().filter(|upstream| upstream.count() > 0);
        used.map(|upstream| (upstream.address().port(), upstream.count() as u64))
            .collect()
    }

    /// Returns every mock server, of the nodes and of the price sources.
    pub fn all(&self) -> impl Iterator<Item = &MockUpstream> {
        self.nodes.values().chain([&self.defillama, &self.coingecko])
    }

    /// Returns a configuration with data in memory and additional lines in its file.
    pub fn config(&self, more: &str) -> Config {
        let environment = BTreeMap::from([("SPYHOP_DATA".to_owned(), "/nowhere".to_owned())]);
        let parsed = Config::parse(&environment, Some(&format!("{}{more}", self.config_file()))).unwrap();
        Config {
            data: Data::Memory,
            sources: Sources::Live,
            privacy: PrivacyMode::Strict,
            database_timeouts: DatabaseTimeouts::new(GENEROUS),
            outgoing: HttpClientSettings {
                connect: GENEROUS,
                read: GENEROUS,
                total: GENEROUS,
                slow: GENEROUS,
                ..HttpClientSettings::default()
            },
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
    pub upstreams: MockUpstreams,
}

impl Product {
    /// Wraps ports that were started elsewhere.
    pub fn from_started(started: Started, upstreams: MockUpstreams) -> Self {
        let tracker = Tracker::new(started.ports.clone());
        Self {
            started,
            tracker,
            upstreams,
        }
    }

    /// Starts the product with every token of the world in the universe.
    pub async fn start(world: &TestWorld) -> Self {
        Self::with_tokens(world, |_| true).await
    }

    /// The same with only the tokens for which `wanted` returns true.
    pub async fn with_tokens(world: &TestWorld, wanted: impl Fn(&Token) -> bool) -> Self {
        Self::of(world, "", wanted).await
    }

    /// The same with additional lines in the configuration file and every token.
    pub async fn with(world: &TestWorld, more: &str) -> Self {
        Self::of(world, more, |_| true).await
    }

    /// The same with additional lines in the file and only the tokens for which `wanted` returns true.
    pub async fn of(world: &TestWorld, more: &str, wanted: impl Fn(&Token) -> bool) -> Self {
        let upstreams = MockUpstreams::to(world);
        let started = adapters::start(&upstreams.config(more)).await.unwrap();
        add_tokens(&started, world.chains(), wanted).await;
        Self::from_started(started, upstreams)
    }

    /// Creates a user who watches these addresses and names.
    pub async fn person(&self, texts: &[&str]) -> Caller {
        let list = ListWallets {
            texts: texts.iter().map(|text| (*text).to_owned()).collect(),
            ..ListWallets::default()
        };
        let created = self.tracker.users().create(&list).await.unwrap();
        self.tracker.users().authenticate(created.token.reveal()).await.unwrap()
    }

    /// Values a user's accounts now.
    pub async fn report(&self, person: &Caller) -> PortfolioReport {
        let valuations = self.tracker.valuations();
        valuations.balance(person, &BalanceQuery::default()).await.unwrap()
    }

    /// Runs every job that is due now or soon, until none is left.
    pub async fn run_jobs(&self) {
        let started = Instant::now();
        while started.elapsed() < patience(300) {
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
        panic!("jobs are due without end");
    }
}

/// Adds tokens of the world to the universe.
pub async fn add_tokens<'a>(
    started: &Started,
    chains: impl Iterator<Item = (u64, &'a Chain)>,
    wanted: impl Fn(&Token) -> bool,
) {
    let mut work = started.ports.storage.begin().await.unwrap();
    work.assets().add(&universe(chains, wanted)).await.unwrap();
    work.commit().await.unwrap();
}

/// Returns tokens of the world as assets of which only the address is known.
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

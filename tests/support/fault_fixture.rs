//! The product for fault tests: everything is real except the clock, and the database can be queried directly.
//!
//! Its user holds tokens and the coin on two chains, and both sources have prices of all of them: nothing is missing until
//! something fails.

use crate::{
    api_client::ApiClient,
    clock::SkewedClock,
    folder::Folder,
    outgoing::short_timeouts,
    patience,
    postgres::fresh_database,
    product::{MockUpstreams, Product, add_tokens},
    world::TestWorld,
};
use adapters::{
    Config,
    config::{Data, PrivacyMode, Sources},
    http_client::HttpClientSettings,
};
use ports::{Clock, Timestamp, disclosure::DisclosureQuery};
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// Ordinary tokens of the world, with their prices.
const TOKENS: [(&str, &str); 5] = [
    ("usdc", "0.9999"),
    ("dai", "1.0001"),
    ("weth", "2000.5"),
    ("wbtc", "60000.5"),
    ("maker", "1500.75"),
];
/// The same by the sources' coin ids. Wrapped ether has the price of ether: if a source has no price of one, that of the
/// other is used.
const COINS: [(&str, &str); 3] = [("wrapped-bitcoin", "60000.5"), ("maker", "1500.75"), ("weth", "2000.5")];
/// The chains, with the sources' names for them.
const CHAINS: [(u64, [&str; 2]); 2] = [(1, ["ethereum", "ethereum"]), (10, ["optimism", "optimistic-ethereum"])];

/// The name that the reverse record of the address claims.
const CLAIMED: &str = "alice.eth";

/// The kind of database of a fixture.
#[derive(Clone, Copy, Debug)]
pub enum DatabaseKind {
    File,
    Postgres,
}

/// The product, its mock upstreams and its database.
pub struct FaultFixture {
    pub product: Product,
    pub clock: Arc<SkewedClock>,
    /// The URL for a separate connection to the database.
    pub database: String,
    /// The address with the most holdings, on both chains.
    pub address: String,
    _folder: Folder,
}

impl FaultFixture {
    /// Opens a product on this world whose client has short timeouts.
    pub async fn open(world: &TestWorld, on: DatabaseKind) -> Self {
        Self::open_with(world, on, |_| ()).await
    }

    /// The same with a changed configuration.
    pub async fn open_with(world: &TestWorld, on: DatabaseKind, change: impl FnOnce(&mut Config)) -> Self {
        let (upstreams, folder) = (upstreams(world), Folder::create("fixture"));
        let database = match on {
            DatabaseKind::File => format!("sqlite://{}", folder.path().join("spyhop.db").display()),
            DatabaseKind::Postgres => fresh_database(),
        };
        let mut config = Config {
            data: Data::Folder(folder.path().to_owned()),
            sources: Sources::Live,
            privacy: PrivacyMode::Strict,
            outgoing: fault_timeouts(),
            ..upstreams.config("")
        };
        if matches!(on, DatabaseKind::Postgres) {
            config.database_url = Some(Arc::new(ports::Secret::new(database.clone())));
        }
        change(&mut config);
        let clock = Arc::<SkewedClock>::default();
        let started = adapters::connect::start_by(&config, clock.clone()).await.unwrap();
        add_tokens(&started, world.chains(), |token| {
            TOKENS.iter().any(|(key, _)| *key == token.key)
        })
        .await;
        Self {
            product: Product::from_started(started, upstreams),
            clock,
            database,
            address: world.chain(1).manifest().person("alice").address.clone(),
            _folder: folder,
        }
    }

    /// Creates a user who watches the address with the most holdings, before anything is read. From now on it is read
    /// regularly.
    pub async fn person(&self) -> ApiClient {
        self.product.tracker.work().begin().await.unwrap();
        ApiClient::open(&self.product, &[&self.address]).await
    }

    /// Advances the clock, sets the time of all prices to now, and runs the due jobs.
    pub async fn advance(&self, time: Duration) {
        self.clock.shift(i64::try_from(time.as_millis()).unwrap());
        self.date_prices_now();
        self.product.run_jobs().await;
    }

    /// The product's time, in seconds since 1970.
    pub fn clock_seconds(&self) -> i64 {
        self.clock.now().seconds()
    }

    /// Sets the time of all prices to now.
    pub fn date_prices_now(&self) {
        let seconds = self.clock.now().seconds();
        let upstreams = &self.product.upstreams;
        for server in [&upstreams.defillama, &upstreams.coingecko] {
            server.prices().stamp(seconds);
        }
    }

    /// Returns the single number of a database query.
    pub async fn number(&self, query: &'static str) -> i64 {
        if self.database.starts_with("postgres") {
            let mut connection = PgConnection::connect(&self.database).await.unwrap();
            return sqlx::query_scalar(query).fetch_one(&mut connection).await.unwrap();
        }
        let mut connection = SqliteConnection::connect(&self.database).await.unwrap();
        let number = sqlx::query_scalar(query).fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        number
    }

    /// Asserts after `fault` that no job is stuck, that no row is duplicated, and that the requests match the privacy ledger.
    pub async fn assert_consistent(&self, fault: &str) {
        for (what, query) in [
            ("is running", "SELECT COUNT(*) FROM jobs WHERE state = 'running'"),
            (
                "there are duplicate quotes",
                "SELECT COUNT(*) - COUNT(DISTINCT asset || ' ' || source || ' ' || source_time || ' ' || received_at) FROM quotes",
            ),
            (
                "there are duplicate snapshots",
                "SELECT COUNT(*) - COUNT(DISTINCT account || ' ' || taken_at) FROM snapshots",
            ),
        ] {
            assert_eq!(self.number(query).await, 0, "{fault}: {what}");
        }
        self.product.started.flush().await.unwrap();
        let (ledger, traffic) = (self.ledger().await, self.product.upstreams.seen());
        assert_eq!(ledger, traffic, "{fault}: the privacy ledger and the traffic, by port");
    }

    /// The number of requests in the privacy ledger by the port of the host, including those about the name that the address
    /// claims.
    async fn ledger(&self) -> BTreeMap<u16, u64> {
        let ever = Timestamp::from_millis(0);
        let everything = DisclosureQuery {
            addresses: vec![(self.address.parse().unwrap(), ever)],
            names: vec![(CLAIMED.parse().unwrap(), ever)],
            impersonal_since: Some(ever),
            limit: 10_000,
            ..DisclosureQuery::default()
        };
        let (rows, _) = self
            .product
            .started
            .ports
            .stores
            .disclosures
            .search(&everything)
            .await
            .unwrap();
        let mut disclosed = BTreeMap::new();
        for row in rows {
            let port = row.host.rsplit(':').next().and_then(|port| port.parse().ok());
            *disclosed.entry(port.unwrap()).or_default() += row.count;
        }
        disclosed
    }
}

/// Starts mock upstreams with prices of all the user's assets, the same at both sources.
fn upstreams(world: &TestWorld) -> MockUpstreams {
    let upstreams = MockUpstreams::to(world);
    for (id, names) in CHAINS {
        let price = |key: &str| TOKENS.iter().find(|(known, _)| *known == key);
        for token in &world.chain(id).manifest().tokens {
            if let Some((_, price)) = price(&token.key) {
                names
                    .iter()
                    .for_each(|name| upstreams.set_price(&format!("{name}:{}", token.address), price));
            }
        }
    }
    for (coin, price) in COINS {
        upstreams.set_price(&format!("coingecko:{coin}"), price);
    }
    upstreams
}

/// Settings with which a failed request ends within `patience(4)` whatever `Retry-After` a source sends; not shorter, because working
/// calls must not fail on a busy machine, whose nodes answer requests for histories at the same time.
fn fault_timeouts() -> HttpClientSettings {
    HttpClientSettings {
        connect: patience(2),
        read: patience(3),
        total: patience(4),
        longest: Duration::from_millis(50),
        rest: Duration::from_millis(50),
        ..short_timeouts()
    }
}

//! A product that meets with faults: everything real but the clock, in a database that can be looked into.
//!
//! Its person holds tokens and the coin on two chains, and both sources price all of it: nothing is missing until
//! something fails.

use crate::{
    folder::Folder,
    front::Front,
    outgoing::hasty,
    postgres::fresh_database,
    product::{Doors, Product, meet},
    world::World,
};
use adapters::{
    Config,
    clock::SystemClock,
    config::{Data, Privacy, Sources},
    http_client::Settings,
};
use ports::{Clock, Timestamp, disclosure::DisclosureQuery};
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

/// Tokens of the world that somebody ordinary holds, with their prices.
const TOKENS: [(&str, &str); 5] = [
    ("usdc", "0.9999"),
    ("dai", "1.0001"),
    ("weth", "2000.5"),
    ("wbtc", "60000.5"),
    ("maker", "1500.75"),
];
/// The same by the sources' words for coins. Wrapped ether is worth ether: where a source has no price of one, the other's
/// stands in.
const COINS: [(&str, &str); 3] = [("wrapped-bitcoin", "60000.5"), ("maker", "1500.75"), ("weth", "2000.5")];
/// The chains, with the sources' words for them.
const CHAINS: [(u64, [&str; 2]); 2] = [(1, ["ethereum", "ethereum"]), (10, ["optimism", "optimistic-ethereum"])];

/// The name that the reverse record of the address claims.
const CLAIMED: &str = "alice.eth";

/// The machine's clock, as wrong as a test wants it.
#[derive(Default)]
pub struct WrongClock(AtomicI64);

impl WrongClock {
    /// Sets it forward, or back where that is below zero.
    pub fn shift(&self, millis: i64) {
        self.0.fetch_add(millis, Ordering::SeqCst);
    }
}

impl Clock for WrongClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(SystemClock.now().millis() + self.0.load(Ordering::SeqCst))
    }
}

/// Which database it has.
#[derive(Clone, Copy, Debug)]
pub enum On {
    File,
    Postgres,
}

/// The product and its surroundings.
pub struct Premises {
    pub product: Product,
    pub clock: Arc<WrongClock>,
    /// Where a connection of one's own leads to the data.
    pub database: String,
    /// Of the one who has the most, on both chains.
    pub address: String,
    _folder: Folder,
}

impl Premises {
    /// A product on this world, whose client gives up quickly.
    pub async fn open(world: &World, on: On) -> Self {
        Self::open_with(world, on, |_| ()).await
    }

    /// The same with another configuration.
    pub async fn open_with(world: &World, on: On, change: impl FnOnce(&mut Config)) -> Self {
        let (doors, folder) = (doors(world), Folder::create("premises"));
        let database = match on {
            On::File => format!("sqlite://{}", folder.path().join("spyhop.db").display()),
            On::Postgres => fresh_database(),
        };
        let mut config = Config {
            data: Data::Folder(folder.path().to_owned()),
            sources: Sources::Live,
            privacy: Privacy::Strict,
            outgoing: impatient(),
            ..doors.config("")
        };
        if matches!(on, On::Postgres) {
            config.database_url = Some(Arc::new(ports::Secret::new(database.clone())));
        }
        change(&mut config);
        let clock = Arc::<WrongClock>::default();
        let started = adapters::connect::start_by(&config, clock.clone()).await.unwrap();
        meet(&started, world.chains(), |token| {
            TOKENS.iter().any(|(key, _)| *key == token.key)
        })
        .await;
        Self {
            product: Product::around(started, doors),
            clock,
            database,
            address: world.chain(1).manifest().person("alice").address.clone(),
            _folder: folder,
        }
    }

    /// Somebody who watches the one who has the most, before anything is read. From now on everything is read regularly.
    pub async fn person(&self) -> Front {
        self.product.tracker.work().begin().await.unwrap();
        Front::open(&self.product, &[&self.address]).await
    }

    /// Time passes, prices are of now, and what is due is done.
    pub async fn pass(&self, time: Duration) {
        self.clock.shift(i64::try_from(time.as_millis()).unwrap());
        self.stamp();
        self.product.work().await;
    }

    /// The product's time, in seconds since 1970.
    pub fn clock_seconds(&self) -> i64 {
        self.clock.now().seconds()
    }

    /// Prices are of now.
    pub fn stamp(&self) {
        let seconds = self.clock.now().seconds();
        let doors = &self.product.doors;
        for door in [&doors.defillama, &doors.coingecko] {
            door.prices().stamp(seconds);
        }
    }

    /// The only number that a query of its database answers with.
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

    /// Nothing hangs, nothing is there twice, and what left this machine is what the privacy ledger says. Panics with what
    /// is wrong after `fault`.
    pub async fn expect_order(&self, fault: &str) {
        for (what, query) in [
            ("is running", "SELECT COUNT(*) FROM jobs WHERE state = 'running'"),
            (
                "quotes are there twice",
                "SELECT COUNT(*) - COUNT(DISTINCT asset || ' ' || source || ' ' || source_time || ' ' || received_at) FROM quotes",
            ),
            (
                "snapshots are there twice",
                "SELECT COUNT(*) - COUNT(DISTINCT account || ' ' || taken_at) FROM snapshots",
            ),
        ] {
            assert_eq!(self.number(query).await, 0, "{fault}: {what}");
        }
        self.product.started.flush().await.unwrap();
        let (ledger, traffic) = (self.ledger().await, self.product.doors.seen());
        assert_eq!(ledger, traffic, "{fault}: the privacy ledger and the traffic, by port");
    }

    /// Requests in the privacy ledger, by the port of the host; those about the name that the address claims among them.
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
        let mut told = BTreeMap::new();
        for row in rows {
            let port = row.host.rsplit(':').next().and_then(|port| port.parse().ok());
            *told.entry(port.unwrap()).or_default() += row.count;
        }
        told
    }
}

/// Doors with prices of everything that the person holds, at both sources the same.
fn doors(world: &World) -> Doors {
    let doors = Doors::to(world);
    for (id, names) in CHAINS {
        let price = |key: &str| TOKENS.iter().find(|(known, _)| *known == key);
        for token in &world.chain(id).manifest().tokens {
            if let Some((_, price)) = price(&token.key) {
                names
                    .iter()
                    .for_each(|name| doors.set_price(&format!("{name}:{}", token.address), price));
            }
        }
    }
    for (coin, price) in COINS {
        doors.set_price(&format!("coingecko:{coin}"), price);
    }
    doors
}

/// Settings with which a fault is over within two seconds, however long a source wants to be left alone; no shorter, because
/// what is healthy must not fail on a machine that does much else.
fn impatient() -> Settings {
    Settings {
        connect: Duration::from_secs(2),
        read: Duration::from_secs(1),
        total: Duration::from_secs(2),
        longest: Duration::from_millis(50),
        rest: Duration::from_millis(50),
        ..hasty()
    }
}

//! A tracker for tests: SQLite in memory or no database, the demo world or other ports, and a manual clock.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use crate::{product::RESTING, seeded_entropy::SeededEntropy};
use adapters::{
    chain::{receipt, rows, tokens},
    demo,
    ids::TimedIds,
    price,
    storage::{Database, DatabaseLocation, OpenOptions},
};
use domain::{
    Caller, Tracker,
    user::ListWallets,
    valuation::{BalanceQuery, PortfolioReport},
};
use memory::MemoryStorage;
use ports::{Asset, Chains, Clock, Ids, PersonLimits, Ports, Storage, Stores, Timestamp, World, WorldKind};

/// A clock that changes only on request.
pub struct ManualClock(AtomicI64);

impl ManualClock {
    /// Advances the time.
    pub fn advance(&self, by: Duration) {
        self.0
            .fetch_add(i64::try_from(by.as_millis()).unwrap(), Ordering::SeqCst);
    }

    /// Sets the time back.
    pub fn set_back(&self, by: Duration) {
        self.0
            .fetch_sub(i64::try_from(by.as_millis()).unwrap(), Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }
}

fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock(AtomicI64::new(1_790_000_000_000)))
}

/// A tracker with a manual clock.
pub struct Stage {
    /// The tracker.
    pub tracker: Tracker,
    /// Its clock.
    pub clock: Arc<ManualClock>,
    /// The assets of its universe.
    pub assets: Vec<Asset>,
}

impl Stage {
    /// Opens the demo world, with plans on or off, on a day in 2026.
    pub async fn demo(plans_on: bool) -> Self {
        Self::with(DatabaseLocation::Memory, plans_on, |ports| ports).await
    }

    /// Opens the demo world with the in-memory storage, without a database.
    pub async fn without_database() -> Self {
        let memory = MemoryStorage::new();
        let stores = memory.stores();
        Self::on(Arc::new(memory), stores, false, clock(), |ports| ports).await
    }

    /// Opens the demo world with its data in this place, after `change` has changed the ports.
    pub async fn with(place: DatabaseLocation, plans_on: bool, change: impl FnOnce(Ports) -> Ports) -> Self {
        let clock = clock();
        let opening = OpenOptions {
            world: WorldKind::Demo,
            asked: true,
            id: TimedIds.next(),
            now: clock.now(),
            have_backup: true,
        };
        let database = Arc::new(Database::open(&place, &opening).await.unwrap());
        let stores = database.stores();
        Self::on(database, stores, plans_on, clock, change).await
    }

    async fn on(
        storage: Arc<dyn Storage>,
        stores: Stores,
        plans_on: bool,
        clock: Arc<ManualClock>,
        change: impl FnOnce(Ports) -> Ports,
    ) -> Self {
        let rows = rows::rows().unwrap();
        let mut assets = tokens::start_list(rows).unwrap();
        let demo = demo::all(clock.clone(), rows, &assets);
        assets.extend(demo::assets());
        let mut work = storage.begin().await.unwrap();
        work.assets().add(&assets).await.unwrap();
        work.commit().await.unwrap();
        let ports = Ports {
            chains: Arc::new(rows::chains(rows)),
            readers: demo.readers,
            keys: Arc::new(adapters::extended_key::Secp256k1),
            names: demo.names,
            prices: demo.prices,
            known_tokens: Arc::new(tokens::known_tokens(rows).unwrap()),
            redeemables: Arc::new(price::redeemables(rows).unwrap()),
            receipts: Arc::new(receipt::receipts().unwrap()),
            lists: vec![],
            finders: vec![],
            currencies: demo.currencies,
            stores,
            storage,
            clock: clock.clone(),
            ids: Arc::new(TimedIds),
            entropy: Arc::new(SeededEntropy::default()),
            world: World {
                kind: WorldKind::Demo,
                asked: true,
                reason: None,
                own_nodes_only: false,
            },
            plans_on,
            anonymous_kept: plans_on.then(|| Duration::from_hours(24 * 90)),
            person_limits: PersonLimits::default(),
        };
        let tracker = Tracker::new(change(ports));
        Self { tracker, clock, assets }
    }

    /// The time on its clock.
    pub fn clock_now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Creates a user who watches these addresses.
    pub async fn person(&self, texts: &[&str]) -> Caller {
        let created = self.tracker.users().create(&listing(texts)).await.unwrap();
        self.tracker.users().authenticate(created.token.reveal()).await.unwrap()
    }

    /// Values a user's accounts now.
    pub async fn report(&self, person: &Caller) -> PortfolioReport {
        let valuations = self.tracker.valuations();
        valuations.balance(person, &BalanceQuery::default()).await.unwrap()
    }

    /// Runs every due job until none is left; the clock advances a little between the rounds.
    pub async fn work_off(&self) {
        let mut idle = 0;
        for _ in 0..50 {
            let leases = self.tracker.work().claim("stage", 100).await.unwrap();
            if leases.is_empty() {
                if idle == 1 {
                    return;
                }
                idle += 1;
                self.clock.advance(Duration::from_millis(300));
                continue;
            }
            idle = 0;
            let work = self.tracker.work();
            let runs = leases.iter().map(|lease| work.perform(lease));
            futures::future::try_join_all(runs).await.unwrap();
        }
    }
}

/// Allows any age of the newest blocks on every chain, for recorded answers.
pub fn believe_any_age(ports: &mut Ports) {
    let mut chains = ports.chains.all().to_vec();
    for chain in &mut chains {
        chain.max_head_age = Duration::from_secs(RESTING.into());
    }
    ports.chains = Arc::new(Chains::new(chains));
}

/// A list of wallets without nicknames.
pub fn listing(texts: &[&str]) -> ListWallets {
    ListWallets {
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        ..ListWallets::default()
    }
}

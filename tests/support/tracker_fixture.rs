//! A tracker for tests: SQLite in memory or no database, the demo world or other ports, and a manual clock.

use std::{sync::Arc, time::Duration};

use crate::{GENEROUS, clock::ManualClock, demo_ports::demo_ports, product::MAX_HEAD_AGE_SECONDS};
use adapters::{
    ids::TimedIds,
    storage::{Database, DatabaseLocation, DatabaseTimeouts, OpenOptions},
};
use domain::{
    Caller, Tracker,
    account::PersonAccounts,
    user::ListWallets,
    valuation::{BalanceQuery, PortfolioReport},
};
use memory::MemoryStorage;
use ports::{AccountId, Asset, Chains, Clock, Ids, Ports, Storage, Stores, Timestamp, UserId, WorldKind};

fn clock() -> Arc<ManualClock> {
    ManualClock::at(1_790_000_000_000)
}

/// A tracker with a manual clock.
pub struct TrackerFixture {
    /// The tracker.
    pub tracker: Tracker,
    /// Its clock.
    pub clock: Arc<ManualClock>,
    /// The assets of its universe.
    pub assets: Vec<Asset>,
}

impl TrackerFixture {
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
            is_configured: true,
            id: TimedIds.next(),
            now: clock.now(),
            have_backup: true,
            master_keys: crate::sealing::master_keys(),
            timeouts: DatabaseTimeouts::new(GENEROUS),
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
        let (ports, assets) = demo_ports(storage, stores, plans_on, clock.clone()).await;
        let tracker = Tracker::new(change(ports));
        Self { tracker, clock, assets }
    }

    /// The time on its clock.
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Creates a user who watches these addresses.
    pub async fn person(&self, texts: &[&str]) -> Caller {
        let created = self.tracker.users().create(&wallet_list(texts)).await.unwrap();
        self.tracker.users().authenticate(created.token.reveal()).await.unwrap()
    }

    /// Returns the accounts of a user.
    pub async fn accounts(&self, user: UserId) -> Vec<AccountId> {
        let ports = self.tracker.ports();
        PersonAccounts::load(ports, user).await.unwrap().all(ports)
    }

    /// Values a user's accounts now.
    pub async fn report(&self, person: &Caller) -> PortfolioReport {
        let valuations = self.tracker.valuations();
        valuations.balance(person, &BalanceQuery::default()).await.unwrap()
    }

    /// Runs every due job until none is left; the clock advances a little between the rounds.
    pub async fn run_jobs(&self) {
        let mut idle = 0;
        for _ in 0..50 {
            let leases = self.tracker.work().claim("test", 100).await.unwrap();
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
pub fn allow_any_head_age(ports: &mut Ports) {
    let mut chains = ports.chains.all().to_vec();
    for chain in &mut chains {
        chain.max_head_age = Duration::from_secs(MAX_HEAD_AGE_SECONDS.into());
    }
    ports.chains = Arc::new(Chains::new(chains));
}

/// A list of wallets without nicknames.
pub fn wallet_list(texts: &[&str]) -> ListWallets {
    ListWallets {
        texts: texts.iter().map(|text| (*text).to_owned()).collect(),
        ..ListWallets::default()
    }
}

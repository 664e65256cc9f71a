//! Explorers that lie in every way that was seen: rows that are missing, invented, doubled, changed, late or of another chain. Whatever
//! they say, a history that is not the chain's is never called complete, and it becomes the chain's once they no longer lie.

mod faults;
mod service;
mod true_chain;

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
    time::Duration,
};

use adapters::storage::DatabaseLocation;
use domain::{Caller, ledger::HistoryState};
use ports::{HistoryReader, SourceId};
use support::{cases, tracker_fixture::TrackerFixture};

use crate::history::{Balances, OWN, Truth, account, newest_block, page, read_again};
use faults::{FAULTS, Fault};
use service::Explorer;
use true_chain::TrueChain;

/// A person whose account is reported by one explorer, which may lie.
struct World {
    fixture: TrackerFixture,
    person: Caller,
    explorer: Explorer,
    truth: Arc<Mutex<Truth>>,
    chain: TrueChain,
}

impl World {
    async fn open(service: &str, fault: Option<Fault>) -> Self {
        let chain = TrueChain::begin();
        let truth = Arc::new(Mutex::new(chain.truth()));
        let explorer = Explorer::start(service);
        explorer.serve(&chain, fault);
        let balances = Balances::Of(truth.clone());
        let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
            ports.readers.truncate(1);
            balances.replace(&mut ports.readers);
            ports.histories = vec![explorer.reader(ports.clock.clone()) as Arc<dyn HistoryReader>];
            ports
        })
        .await;
        explorer.follow(&fixture).await;
        let person = fixture.person(&[OWN]).await;
        fixture.tracker.work().begin().await.unwrap();
        let world = Self {
            fixture,
            person,
            explorer,
            truth,
            chain,
        };
        world.rounds(3).await;
        world
    }

    async fn rounds(&self, count: usize) {
        for _ in 0..count {
            read_again(&self.fixture).await;
        }
    }

    async fn hours(&self, count: u64) {
        self.fixture.clock.advance(Duration::from_hours(count));
        self.rounds(2).await;
    }

    /// Lets more happen at the account, of which the explorer reports what it wants.
    async fn more(&mut self, fault: Option<Fault>) {
        self.chain.more(newest_block(&self.fixture).await);
        *self.truth.lock().unwrap() = self.chain.truth();
        self.explorer.serve(&self.chain, fault);
    }

    /// Checks that a history that is called complete is the chain's. Returns whether it is.
    async fn check(&self, when: &str) -> bool {
        let shown = page(&self.fixture, &self.person).await;
        let known: Vec<String> = shown.rows.iter().map(|row| row.id.transaction.to_string()).collect();
        let different: BTreeSet<&String> = known.iter().collect();
        assert_eq!(different.len(), known.len(), "{when}: a transaction is there twice");
        let found = self
            .fixture
            .tracker
            .ledgers()
            .reconciliation(&self.person)
            .await
            .unwrap();
        let is_equal =
            found.differences.is_empty() && known.iter().cloned().collect::<BTreeSet<_>>() == self.chain.hashes();
        if shown.coverage.is_complete() {
            assert!(is_equal, "{when}: complete, but {:?} and {known:?}", found.differences);
        } else {
            let is_partial = shown
                .coverage
                .accounts
                .iter()
                .any(|one| one.state == HistoryState::Partial);
            assert!(
                !is_partial || !shown.coverage.gaps.is_empty(),
                "{when}: no gap is stated"
            );
        }
        is_equal && shown.coverage.is_complete()
    }
}

/// Tries each fault at one explorer, and in a soak at every one.
async fn check_all(service: &str, first: usize) {
    for (name, fault) in FAULTS.into_iter().skip(cases(first, 0)).step_by(cases(3, 1)) {
        let mut world = World::open(service, Some(fault)).await;
        world.check(&format!("{service}, {name} from the start")).await;
        world.hours(3).await;
        world.check(&format!("{service}, {name}, hours later")).await;
        world.explorer.serve(&world.chain, None);
        world.hours(1).await;
        world.check(&format!("{service}, {name}, just healed")).await;
        world.hours(25).await;
        world.hours(23).await;
        let when = format!("{service}, {name}, two days after it healed");
        assert!(world.check(&when).await, "{when}: {}", said(&world).await);

        world.more(Some(fault)).await;
        world.hours(1).await;
        world.check(&format!("{service}, {name} later on")).await;
        world.hours(6).await;
        world.check(&format!("{service}, {name}, hours later on")).await;
        world.explorer.serve(&world.chain, None);
        world.hours(25).await;
        world.hours(23).await;
        let when = format!("{service}, {name} later on, two days after it healed");
        assert!(world.check(&when).await, "{when}: {}", said(&world).await);
    }
}

/// Returns what is said of the history, for failures of the test.
async fn said(world: &World) -> String {
    let shown = page(&world.fixture, &world.person).await;
    let found = world
        .fixture
        .tracker
        .ledgers()
        .reconciliation(&world.person)
        .await
        .unwrap();
    let progress = &world.fixture.tracker.ports().stores.history_progress;
    let progress = progress.of_accounts(&[account()]).await.unwrap();
    format!(
        "{:?} {:?} {progress:?} {:?}",
        shown.coverage.gaps, shown.coverage.accounts, found.differences
    )
}

#[tokio::test]
async fn etherscan_may_lie_and_nothing_false_is_complete() {
    check_all("etherscan", 0).await;
}

#[tokio::test]
async fn blockscout_may_lie_and_nothing_false_is_complete() {
    check_all("blockscout", 1).await;
}

#[tokio::test]
async fn routescan_may_lie_and_nothing_false_is_complete() {
    check_all("routescan", 2).await;
}

#[tokio::test]
async fn a_refused_key_is_named_as_the_cause_and_not_taken_for_what_nobody_reports() {
    let wrong_key = FAULTS.iter().find(|(name, _)| name.contains("another key")).unwrap().1;
    let world = World::open("etherscan", Some(wrong_key)).await;
    let shown = page(&world.fixture, &world.person).await;
    let unreported = shown.coverage.gaps.iter().find(|gap| gap.code == "unreported").unwrap();
    assert!(
        unreported.text.contains("does not accept the key"),
        "{}",
        unreported.text
    );
    let found = world
        .fixture
        .tracker
        .ledgers()
        .reconciliation(&world.person)
        .await
        .unwrap();
    let causes: BTreeSet<&str> = found.differences.iter().map(|one| one.cause.code()).collect();
    assert_eq!(causes, BTreeSet::from(["refused"]));
}

#[tokio::test]
async fn without_faults_every_explorer_gives_a_complete_history() {
    for service in ["etherscan", "blockscout", "routescan"] {
        let mut world = World::open(service, None).await;
        assert!(world.check(service).await, "{service}: {}", said(&world).await);
        world.more(None).await;
        world.hours(1).await;
        assert!(world.check(service).await, "{service}: {}", said(&world).await);
        let states = world.fixture.tracker.ports().stores.sources.all().await.unwrap();
        let failed: Vec<SourceId> = states
            .into_iter()
            .filter(|one| one.failure.is_some() && one.id.as_str().starts_with(service))
            .map(|one| one.id)
            .collect();
        assert_eq!(failed, [], "{service}");
    }
}

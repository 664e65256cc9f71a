//! Transactions that the account sent and no source reports are looked for again.

use std::{sync::Arc, time::Duration};

use adapters::storage::DatabaseLocation;
use async_trait::async_trait;
use domain::ledger::HistoryState;
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, HistoryReader, Profile, RemoteError, Stream,
    asset::Metadata,
    chain::{Probe, Progress, Reading},
};
use support::tracker_fixture::TrackerFixture;

use crate::history::{Balances, MockSource, OWN, all_sent, gaps, moved, page, read_again, state, world};

async fn after(fixture: &TrackerFixture, hours: u64) {
    fixture.clock.advance(Duration::from_hours(hours));
    read_again(fixture).await;
}

#[tokio::test]
async fn the_next_source_is_read_where_transactions_are_missing_and_closes_the_gap() {
    let all = all_sent().await;
    let (first, second) = (
        MockSource::new("first", [&all[..2], &all[3..]].concat()),
        // It has what the first one lacks, and little else.
        MockSource::new("second", all[2..4].to_vec()),
    );
    let (fixture, person) = world(vec![first.clone(), second.clone()]).await;
    let shown = page(&fixture, &person).await;
    assert_eq!(gaps(&shown), ["missing_transactions"]);
    let line = shown
        .coverage
        .gaps
        .iter()
        .find(|gap| gap.code == "missing_transactions")
        .unwrap();
    let numbers = format!("{} of {} sent transactions", all.len() - 1, all.len());
    assert!(line.text.contains(&numbers), "{}", line.text);
    assert_eq!(second.count(), 0);

    after(&fixture, 2).await;
    let starts: Vec<u64> = second.requests.lock().unwrap().iter().map(|one| one.blocks.0).collect();
    assert_eq!(
        starts.first(),
        Some(&101),
        "from the last transaction before the missing one on"
    );
    let shown = page(&fixture, &person).await;
    assert_eq!(gaps(&shown), [""; 0]);
    assert_eq!(shown.total, all.len(), "what the second one leaves out stays");
    assert_eq!(state(&fixture, &person).await, HistoryState::Whole);
}

#[tokio::test]
async fn a_source_alone_is_read_again_after_an_hour_and_then_once_a_day() {
    let all = all_sent().await;
    let source = MockSource::new("first", all[1..].to_vec());
    let (fixture, person) = world(vec![source.clone()]).await;
    let from_start = |source: &MockSource| {
        let requests = source.requests.lock().unwrap().clone();
        let mut own = requests.into_iter().filter(|one| one.stream == Stream::Transactions);
        own.by_ref().filter(|one| one.blocks.0 == 0).count()
    };
    read_again(&fixture).await;
    assert_eq!(from_start(&source), 1, "it may only lag");
    after(&fixture, 2).await;
    assert_eq!(from_start(&source), 2);
    for _ in 0..3 {
        after(&fixture, 2).await;
    }
    assert_eq!(from_start(&source), 2, "at most once a day");
    assert_eq!(gaps(&page(&fixture, &person).await), ["missing_transactions"]);

    source.add(all[0].clone());
    after(&fixture, 24).await;
    assert_eq!(state(&fixture, &person).await, HistoryState::Whole);
}

#[tokio::test]
async fn deposits_that_take_no_nonce_hide_no_missing_transaction() {
    let all = all_sent().await;
    let deposit = |nth: u64| {
        let mut row = moved(50 + nth, 1_000 + nth, true, 10);
        row.nonce = 0;
        row
    };
    let rows = [&[deposit(0), deposit(1), deposit(2)], &all[..1], &all[2..]].concat();
    let (fixture, person) = world(vec![MockSource::new("first", rows)]).await;
    assert_eq!(gaps(&page(&fixture, &person).await), ["missing_transactions"]);

    let rows = [&[deposit(0), deposit(1), deposit(2)], &all[..]].concat();
    let (fixture, person) = world(vec![MockSource::new("first", rows)]).await;
    assert_eq!(state(&fixture, &person).await, HistoryState::Whole);
}

/// A reader whose accounts are contracts.
struct ContractReader(Arc<dyn ChainReader>);

#[async_trait]
impl ChainReader for ContractReader {
    fn profile(&self) -> Profile {
        self.0.profile()
    }
    fn chains(&self) -> Vec<ChainId> {
        self.0.chains()
    }
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.0.head(chain).await
    }
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        self.0.balances(account, tokens, progress).await
    }
    async fn probe(&self, account: &AccountId) -> Result<Option<Probe>, RemoteError> {
        let probe = self.0.probe(account).await?;
        Ok(probe.map(|probe| Probe {
            is_contract: true,
            is_delegated: false,
            ..probe
        }))
    }
    async fn metadata(&self, chain: &ChainId, tokens: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        self.0.metadata(chain, tokens).await
    }
}

#[tokio::test]
async fn a_contract_misses_no_transactions_and_is_named_as_what_cannot_be_checked() {
    let source = MockSource::new("first", vec![moved(100, 1, false, 10)]);
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.histories = vec![Arc::new(source.clone()) as Arc<dyn HistoryReader>];
        for reader in &mut ports.readers {
            *reader = Arc::new(ContractReader(reader.clone()));
        }
        Balances::Ahead.replace(&mut ports.readers);
        ports
    })
    .await;
    let person = fixture.person(&[OWN]).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    assert_eq!(gaps(&page(&fixture, &person).await), ["contract_account"]);
    after(&fixture, 2).await;
    let requests = source.requests.lock().unwrap().clone();
    let again = requests
        .iter()
        .filter(|one| one.stream == Stream::Transactions && one.blocks.0 == 0);
    assert_eq!(again.count(), 1, "nothing is looked for again");
    assert_eq!(gaps(&page(&fixture, &person).await), ["contract_account"]);
}

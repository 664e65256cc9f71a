//! The history of an account is read in windows, survives interruptions and reorganizations, and says what is missing.

mod hashed_blocks;
mod mock_source;
mod readers;

use std::sync::Arc;

use adapters::storage::DatabaseLocation;
use domain::{
    Caller, Tracker,
    ledger::{EntryConditions, EntryPage, EntryQuery, EntrySort, HistoryState},
};
use ports::{AccountId, ChainId, Currency, HistoryReader, Ports, RemoteError, SourceId, Stream};
use support::tracker_fixture::TrackerFixture;

pub use hashed_blocks::{Branch, NodesWithBlocks, SourceOfBranch};
pub use mock_source::{MockSource, Move, moved};
pub use readers::{Balances, Truth};

pub const OWN: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// Returns a person whose account has these sources, and balances that are not compared with what they report.
pub async fn world(sources: Vec<MockSource>) -> (TrackerFixture, Caller) {
    world_with(sources, Some(Balances::Ahead)).await
}

/// Returns a person whose account has these sources and balances; without any those of the demo world.
pub async fn world_with(sources: Vec<MockSource>, balances: Option<Balances>) -> (TrackerFixture, Caller) {
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        if let Some(balances) = balances {
            balances.replace(&mut ports.readers);
        }
        ports.histories = sources
            .into_iter()
            .map(|one| Arc::new(one) as Arc<dyn HistoryReader>)
            .collect();
        ports
    })
    .await;
    let person = fixture.person(&[OWN]).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    (fixture, person)
}

pub async fn read_again(fixture: &TrackerFixture) {
    fixture.clock.advance(std::time::Duration::from_mins(20));
    fixture.run_jobs().await;
    fixture.clock.advance(std::time::Duration::from_mins(2));
    fixture.run_jobs().await;
}

/// Returns a search for all entries, the oldest first.
pub fn all_entries() -> EntryQuery {
    EntryQuery {
        after: None,
        start: 0,
        limit: 200,
        conditions: EntryConditions::default(),
        sort: EntrySort::Time,
        ascending: true,
        currency: Currency::usd(),
    }
}

pub async fn page(fixture: &TrackerFixture, person: &Caller) -> EntryPage {
    let query = all_entries();
    fixture.tracker.ledgers().search(person, &query).await.unwrap()
}

pub async fn state(fixture: &TrackerFixture, person: &Caller) -> HistoryState {
    let page = page(fixture, person).await;
    let found = page.coverage.accounts.into_iter().find(|one| one.account == account());
    found.unwrap().state
}

pub fn blocks(page: &EntryPage) -> Vec<u64> {
    page.rows.iter().map(|row| row.block).collect()
}

/// The sources with a stored failure.
pub async fn failing(fixture: &TrackerFixture) -> Vec<SourceId> {
    let states = fixture.tracker.ports().stores.sources.all().await.unwrap().into_iter();
    states
        .filter(|state| state.failure.is_some())
        .map(|state| state.id)
        .collect()
}

pub fn account() -> AccountId {
    format!("eip155:1:{OWN}").parse().unwrap()
}

/// Returns the codes of the gaps of the account that the mock source covers.
pub fn gaps(page: &EntryPage) -> Vec<&'static str> {
    let own = page
        .coverage
        .gaps
        .iter()
        .filter(|gap| gap.accounts.contains(&account()));
    own.map(|gap| gap.code).collect()
}

pub async fn newest_block(fixture: &TrackerFixture) -> u64 {
    fixture.tracker.ports().readers[0]
        .head(&ChainId::evm(1))
        .await
        .unwrap()
        .number
}

/// Returns as many transfers as the account of the demo world has sent, so that none is missing.
pub async fn all_sent() -> Vec<Move> {
    let fixture = TrackerFixture::demo(false).await;
    let probe = fixture.tracker.ports().readers[0].probe(&account()).await.unwrap();
    let sent = probe.map_or(0, |probe| probe.sent);
    (0..sent).map(|nth| moved(100 + nth, nth, true, 10)).collect()
}

#[tokio::test]
async fn every_page_is_read_once_and_becomes_entries() {
    let moves = (1..=9).map(|n| moved(n * 100, n, false, 10)).collect();
    let source = MockSource::new("first", moves);
    let (fixture, person) = world(vec![source.clone()]).await;
    let page = page(&fixture, &person).await;
    assert_eq!(blocks(&page), (1..=9).map(|n| n * 100).collect::<Vec<u64>>());
    assert_eq!(page.total, 9);
    let requests = source.requests.lock().unwrap().clone();
    let of = |stream| {
        requests
            .iter()
            .filter(|one| one.stream == stream)
            .map(|one| one.blocks.0)
            .collect::<Vec<u64>>()
    };
    let transactions = of(Stream::Transactions);
    assert!(
        transactions.windows(2).all(|pair| pair[0] < pair[1]),
        "{transactions:?}"
    );
    assert!(transactions.len() <= 6, "nine rows are five pages: {transactions:?}");
    assert_eq!(of(Stream::InternalTransfers), [0], "its only page covers every window");
}

#[tokio::test]
async fn what_a_source_no_longer_reports_is_taken_back_and_what_is_new_is_added() {
    let source = MockSource::new("first", vec![moved(100, 1, false, 10)]);
    let (fixture, person) = world(vec![source.clone()]).await;
    assert_eq!(blocks(&page(&fixture, &person).await), [100]);
    // A block every twelve seconds: this one is among the newest when the history is read again.
    let late = newest_block(&fixture).await + 95;
    source.moves.lock().unwrap().push(moved(late, 2, false, 20));
    read_again(&fixture).await;
    assert_eq!(blocks(&page(&fixture, &person).await), [100, late]);

    *source.moves.lock().unwrap() = vec![moved(100, 1, false, 10), moved(late + 1, 3, false, 20)];
    read_again(&fixture).await;
    assert_eq!(
        blocks(&page(&fixture, &person).await),
        [100, late + 1],
        "the block was replaced"
    );
}

#[tokio::test]
async fn the_next_source_takes_over_and_a_stream_that_none_reports_is_a_gap() {
    let refused = |who: &str| RemoteError::Unsupported {
        who: who.to_owned(),
        what: "internal transfers".to_owned(),
    };
    let (first, second) = (
        MockSource::new("first", vec![moved(100, 1, false, 10)]),
        MockSource::new("second", vec![moved(100, 1, false, 10)]),
    );
    *first.error.lock().unwrap() = Some((Stream::InternalTransfers, refused("first")));
    let (fixture, person) = world(vec![first.clone(), second.clone()]).await;
    assert!(!gaps(&page(&fixture, &person).await).contains(&"unreported"));
    assert!(second.count() > 0, "it reports what the first refuses");

    let alone = MockSource::new("first", vec![moved(100, 1, false, 10)]);
    *alone.error.lock().unwrap() = Some((Stream::InternalTransfers, refused("first")));
    let (fixture, person) = world(vec![alone.clone()]).await;
    let shown = page(&fixture, &person).await;
    assert_eq!(blocks(&shown), [100], "what is reported is kept");
    assert!(!shown.coverage.is_complete());
    assert!(gaps(&shown).contains(&"unreported"));
    let unreported = shown.coverage.gaps.iter().find(|gap| gap.code == "unreported").unwrap();
    assert!(unreported.remedy.is_some());

    *alone.error.lock().unwrap() = None;
    read_again(&fixture).await;
    let shown = page(&fixture, &person).await;
    assert!(
        !gaps(&shown).contains(&"unreported"),
        "it is read from the start once it is reported"
    );
    assert_eq!(blocks(&shown), [100], "what the other streams reported before is kept");
}

#[tokio::test]
async fn what_a_source_left_out_is_read_from_the_one_that_replaces_it() {
    let nodes = MockSource::node("nodes", vec![moved(100, 1, false, 10)]);
    let (mut fixture, person) = world(vec![nodes]).await;
    let shown = page(&fixture, &person).await;
    assert_eq!(
        (blocks(&shown), gaps(&shown).contains(&"native_transfers")),
        (vec![100], true)
    );
    read_again(&fixture).await;
    assert_eq!(
        blocks(&page(&fixture, &person).await),
        [100],
        "the same source leaves it out again"
    );

    let explorer = MockSource::new("explorer", vec![moved(50, 2, false, 10), moved(100, 1, false, 10)]);
    fixture.tracker = Tracker::new(Ports {
        histories: vec![Arc::new(explorer)],
        ..fixture.tracker.ports().clone()
    });
    read_again(&fixture).await;
    let shown = page(&fixture, &person).await;
    assert_eq!(
        (blocks(&shown), gaps(&shown).contains(&"native_transfers")),
        (vec![50, 100], false)
    );
}

#[tokio::test]
async fn a_source_that_fails_or_lags_makes_nothing_complete() {
    let source = MockSource::new("first", vec![moved(100, 1, false, 10)]);
    let down = RemoteError::Unavailable {
        who: "first".to_owned(),
        why: "it answered 503".to_owned(),
        retry_after: None,
    };
    *source.error.lock().unwrap() = Some((Stream::Transactions, down));
    let (fixture, person) = world(vec![source.clone()]).await;
    assert_ne!(state(&fixture, &person).await, HistoryState::Whole);
    assert!(page(&fixture, &person).await.rows.is_empty());
    let at_chain = SourceId::fixed("first").at(&account().chain);
    assert!(failing(&fixture).await.contains(&at_chain));

    *source.error.lock().unwrap() = None;
    *source.head.lock().unwrap() = Ok(Some(1_000));
    read_again(&fixture).await;
    assert_ne!(
        state(&fixture, &person).await,
        HistoryState::Whole,
        "its index ends far before the head"
    );
    assert_eq!(blocks(&page(&fixture, &person).await), [100]);
    assert!(gaps(&page(&fixture, &person).await).contains(&"stale_index"));
    assert!(failing(&fixture).await.contains(&at_chain), "it is reported");
}

#[tokio::test]
async fn fewer_transactions_than_the_account_sent_are_a_gap() {
    let all = all_sent().await;
    assert!(all.len() > 3, "the account of the demo world sends transactions");
    let source = MockSource::new("first", all[1..].to_vec());
    let (fixture, person) = world(vec![source]).await;
    assert_eq!(gaps(&page(&fixture, &person).await), ["missing_transactions"]);
    assert_eq!(state(&fixture, &person).await, HistoryState::Partial);
}

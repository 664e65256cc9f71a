//! A balance that contradicts the entries makes the history not whole, names what is missing, and has it read again until both agree.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::{
    Caller,
    ledger::{DifferenceCause, HistoryState},
};
use ports::{AssetId, RemoteError, Stream};
use support::tracker_fixture::TrackerFixture;

use crate::history::{
    Balances, MockSource, Move, Truth, account, blocks, gaps, moved, newest_block, page, read_again, state, world_with,
};

const STETH: &str = "eip155:1/erc20:0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84";
const USDC: &str = "eip155:1/erc20:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

type SharedTruth = Arc<Mutex<Truth>>;

/// A transfer to the account of a tenth of an ether.
fn received(nth: u64) -> Move {
    moved(100 * nth, 1_000 + nth, false, 100_000_000_000_000_000)
}

/// A transfer that the account sent.
fn sent(block: u64, nonce: u64) -> Move {
    moved(block, nonce, true, 1_000)
}

fn truth(moves: &[Move]) -> SharedTruth {
    Arc::new(Mutex::new(Truth {
        moves: moves.to_vec(),
        ..Truth::default()
    }))
}

async fn world(sources: Vec<MockSource>, truth: &SharedTruth) -> (TrackerFixture, Caller) {
    let (fixture, person) = world_with(sources, Some(Balances::Of(truth.clone()))).await;
    // Balances that were read after the history of the same round are compared in the next one.
    read_again(&fixture).await;
    (fixture, person)
}

async fn after(fixture: &TrackerFixture, hours: u64) {
    fixture.clock.advance(Duration::from_hours(hours));
    read_again(fixture).await;
    read_again(fixture).await;
}

/// Returns what is said of the contradiction.
async fn said(fixture: &TrackerFixture, person: &Caller) -> String {
    let shown = page(fixture, person).await;
    assert!(!shown.coverage.is_complete());
    let mut own = shown
        .coverage
        .gaps
        .into_iter()
        .filter(|gap| gap.code == "balance_differs");
    own.next().expect("a stated gap").text
}

async fn assert_whole(fixture: &TrackerFixture, person: &Caller, truth: &SharedTruth) {
    let shown = page(fixture, person).await;
    let mut expected: Vec<u64> = truth.lock().unwrap().moves.iter().map(Move::block).collect();
    expected.sort_unstable();
    assert_eq!(blocks(&shown), expected, "each once");
    assert_eq!(gaps(&shown), [""; 0]);
    assert_eq!(state(fixture, person).await, HistoryState::Whole);
}

#[tokio::test]
async fn an_account_that_only_receives_is_not_whole_with_2_of_24_transactions() {
    let all: Vec<Move> = (1..=24).map(received).collect();
    let source = MockSource::new("first", all[..2].to_vec());
    let truth = truth(&all);
    let (fixture, person) = world(vec![source.clone()], &truth).await;
    assert_eq!(state(&fixture, &person).await, HistoryState::Partial);
    let text = said(&fixture, &person).await;
    assert!(
        text.ends_with("on Ethereum holds 2.2 ETH more than its known transactions explain."),
        "{text}"
    );

    source.set(&all);
    after(&fixture, 1).await;
    assert_whole(&fixture, &person, &truth).await;
}

#[tokio::test]
async fn the_next_source_is_read_and_its_answer_stays() {
    let all: Vec<Move> = (1..=5).map(received).collect();
    let (first, second) = (
        MockSource::new("first", all[..4].to_vec()),
        MockSource::new("second", all.clone()),
    );
    let truth = truth(&all);
    let (fixture, person) = world(vec![first, second.clone()], &truth).await;
    assert_eq!(
        (state(&fixture, &person).await, second.count()),
        (HistoryState::Partial, 0)
    );
    after(&fixture, 1).await;
    assert!(second.count() > 0);
    assert_whole(&fixture, &person, &truth).await;
    after(&fixture, 48).await;
    assert_whole(&fixture, &person, &truth).await;
}

#[tokio::test]
async fn transfers_that_never_happened_are_taken_back_when_the_source_no_longer_reports_them() {
    let all: Vec<Move> = (1..=3).map(received).collect();
    let source = MockSource::new("first", [&all[..], &[received(9)]].concat());
    let truth = truth(&all);
    let (fixture, person) = world(vec![source.clone()], &truth).await;
    let text = said(&fixture, &person).await;
    assert!(text.contains("holds 0.1 ETH less than"), "{text}");
    after(&fixture, 1).await;
    assert_eq!(
        state(&fixture, &person).await,
        HistoryState::Partial,
        "the source still reports it"
    );
    source.set(&all);
    after(&fixture, 24).await;
    assert_whole(&fixture, &person, &truth).await;
}

#[tokio::test]
async fn it_is_read_again_from_where_balances_last_agreed_and_twice_later_from_the_start() {
    let all: Vec<Move> = (1..=3).map(received).collect();
    let source = MockSource::new("first", all.clone());
    let truth = truth(&all);
    let (fixture, person) = world(vec![source.clone()], &truth).await;
    assert_whole(&fixture, &person, &truth).await;

    fixture.clock.advance(Duration::from_hours(24));
    let late = newest_block(&fixture).await;
    truth.lock().unwrap().moves.push(moved(late, 77, false, 5_000_000_000));
    fixture.clock.advance(Duration::from_hours(1));
    read_again(&fixture).await;
    read_again(&fixture).await;
    let text = said(&fixture, &person).await;
    assert!(text.contains("holds 0.000000005 ETH more than"), "{text}");

    let starts = async |hours: u64| {
        source.requests.lock().unwrap().clear();
        after(&fixture, hours).await;
        let requests = source.requests.lock().unwrap().clone();
        let own = requests.iter().filter(|one| one.stream == Stream::Transactions);
        own.map(|one| one.blocks.0).min().unwrap()
    };
    // The block of the last known row is read again in each run.
    assert_eq!(
        starts(1).await,
        all[2].block(),
        "nothing before the balances that agreed"
    );
    assert_eq!(starts(24).await, all[2].block());
    assert_eq!(starts(24).await, 0, "what is wrong may be older");
    assert_eq!(state(&fixture, &person).await, HistoryState::Partial);

    source.add(moved(late, 77, false, 5_000_000_000));
    after(&fixture, 24).await;
    assert_whole(&fixture, &person, &truth).await;
}

#[tokio::test]
async fn a_source_that_fails_meanwhile_changes_nothing() {
    let all: Vec<Move> = [(1..=6).map(received).collect(), vec![sent(950, 0)]].concat();
    let source = MockSource::new("first", all[1..].to_vec());
    let truth = truth(&all);
    let (fixture, person) = world(vec![source.clone()], &truth).await;
    let known = blocks(&page(&fixture, &person).await);
    assert_eq!(known.len(), 6);
    let down = RemoteError::Unavailable {
        who: "first".to_owned(),
        why: "it answered 503".to_owned(),
        retry_after: None,
    };
    source.fail(Some(down));
    after(&fixture, 3).await;
    assert_eq!(blocks(&page(&fixture, &person).await), known);
    assert!(!page(&fixture, &person).await.coverage.is_complete());
    source.fail(None);
    source.set(&all);
    after(&fixture, 48).await;
    assert_whole(&fixture, &person, &truth).await;
}

#[tokio::test]
async fn a_token_that_rebases_is_expected_to_differ_and_any_other_is_not() {
    let all: Vec<Move> = (1..=3).map(received).collect();
    let causes = async |token: &str| {
        let asset: AssetId = token.parse().unwrap();
        let truth = truth(&all);
        truth.lock().unwrap().tokens = vec![(asset.clone(), 1_500_000)];
        let (fixture, person) = world(vec![MockSource::new("first", all.clone())], &truth).await;
        let found = fixture.tracker.ledgers().reconciliation(&person).await.unwrap();
        let own = found.differences.into_iter().filter(|one| one.account == account());
        let causes: Vec<_> = own.map(|one| (one.asset, one.cause)).collect();
        (causes, state(&fixture, &person).await)
    };
    let (asset, rebasing): (AssetId, _) = (STETH.parse().unwrap(), DifferenceCause::Rebasing);
    assert_eq!(causes(STETH).await, (vec![(asset, rebasing)], HistoryState::Whole));
    let (asset, unknown): (AssetId, _) = (USDC.parse().unwrap(), DifferenceCause::Unknown);
    assert_eq!(causes(USDC).await, (vec![(asset, unknown)], HistoryState::Partial));
}

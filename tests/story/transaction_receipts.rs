//! Explorers list no logs: the receipts of their transactions are read from nodes, which completes fees and pairs bridges.

mod mock_chains;

use std::{sync::Arc, time::Duration};

use adapters::storage::DatabaseLocation;
use domain::{
    Caller,
    ledger::{EntryConditions, EntryLine, EntryPage, EntryQuery, EntrySort, HistoryState, OwnTransfer},
    sync::{SyncKind, SyncState},
};
use ports::{
    ChainId, Currency, HistoryProgress, RawAmount, RemoteError, Stream,
    entry::{Decoding, EntryKind, LegRole},
    history::{HistoryGap, HistoryGapKind},
};
use support::tracker_fixture::TrackerFixture;

use mock_chains::{Chains, DEPOSITED, ETHER, FILLED, Move, OTHER, OWN, POOL, account, log, party, word};

fn unavailable() -> RemoteError {
    RemoteError::Unavailable {
        who: "node.example".to_owned(),
        why: "down".to_owned(),
        retry_after: None,
    }
}

fn refused() -> RemoteError {
    RemoteError::Refused {
        who: "node.example".to_owned(),
        why: "it does not serve the history of accounts".to_owned(),
    }
}

async fn world(chains: &Chains) -> (TrackerFixture, Caller) {
    let own = chains.clone();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.histories = vec![Arc::new(own.clone())];
        ports.transaction_receipts = vec![Arc::new(own)];
        ports
    })
    .await;
    let person = fixture.person(&[OWN]).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    (fixture, person)
}

async fn read_again(fixture: &TrackerFixture) {
    fixture.clock.advance(Duration::from_mins(20));
    fixture.run_jobs().await;
    fixture.clock.advance(Duration::from_mins(2));
    fixture.run_jobs().await;
}

async fn page(fixture: &TrackerFixture, person: &Caller) -> EntryPage {
    let query = EntryQuery {
        after: None,
        start: 0,
        limit: 200,
        conditions: EntryConditions::default(),
        sort: EntrySort::Time,
        ascending: true,
        currency: Currency::usd(),
    };
    fixture.tracker.ledgers().search(person, &query).await.unwrap()
}

async fn rows(fixture: &TrackerFixture, person: &Caller) -> Vec<EntryLine> {
    page(fixture, person).await.rows
}

async fn progress(fixture: &TrackerFixture, chain: u64) -> Option<HistoryProgress> {
    let stores = &fixture.tracker.ports().stores;
    let all = stores.history_progress.of_accounts(&[account(chain)]).await.unwrap();
    all.into_iter().find(|one| one.stream == Stream::Receipts)
}

/// The parts of the fee of each entry of an account.
async fn fees(fixture: &TrackerFixture, chain: u64) -> Vec<(Decoding, Vec<RawAmount>)> {
    let entries = &fixture.tracker.ports().stores.entries;
    let stored = entries.changed(&account(chain), 0).await.unwrap();
    let parts = stored.iter().map(|stored| {
        let fees = stored.entry.legs.iter().filter(|leg| leg.role == LegRole::Fee);
        (stored.entry.decoding, fees.map(|leg| leg.amount).collect())
    });
    parts.collect()
}

/// A deposit on Ethereum, and its arrival on OP Mainnet two months later.
fn bridged() -> Vec<Move> {
    let head = [word(0), word(0), word(ETHER), word(ETHER)];
    let deposit = log(
        DEPOSITED,
        &[word(10), word(77), party(OWN)],
        &[&head[..], &vec![word(0); 6]].concat(),
    );
    let tail = [0, 0, 0, 0].map(word).to_vec();
    let parties = [OWN, OWN, OTHER].map(party).to_vec();
    let filled = log(
        FILLED,
        &[word(1), word(77), party(OTHER)],
        &[&head[..], &tail, &[word(0)], &parties, &vec![word(0); 3]].concat(),
    );
    vec![
        Move {
            to: POOL,
            logs: vec![deposit],
            ..Move::sent(1, 1000)
        },
        Move {
            day: 60,
            wei: ETHER / 100 * 98,
            logs: vec![filled],
            ..Move::received(10, 2000)
        },
    ]
}

#[tokio::test]
async fn a_deposit_and_its_arrival_two_months_later_are_one_own_transfer_once_receipts_are_read() {
    let chains = Chains::of(bridged());
    chains.fail(Some(unavailable()));
    let (fixture, person) = world(&chains).await;
    let before = rows(&fixture, &person).await;
    let kinds: Vec<EntryKind> = before.iter().map(|row| row.kind).collect();
    assert_eq!(before.len(), 2, "{kinds:?}");
    assert!(before.iter().all(|row| row.own_transfer.is_none()), "{kinds:?}");

    chains.fail(None);
    read_again(&fixture).await;
    let after = rows(&fixture, &person).await;
    assert_eq!(after.len(), 1, "one row for both sides");
    assert_eq!(after[0].own_transfer, Some(OwnTransfer::Matched));
    assert_eq!(
        (after[0].kind, after[0].to_chain.clone()),
        (EntryKind::BridgeOut, Some(ChainId::evm(10)))
    );
}

#[tokio::test]
async fn a_fee_on_a_roll_up_is_incomplete_until_the_receipt_states_the_fee_for_its_data() {
    let chains = Chains::of(vec![Move::sent(10, 1000)]);
    chains.fail(Some(unavailable()));
    let (fixture, person) = world(&chains).await;
    assert_eq!(fees(&fixture, 10).await, [(Decoding::Failed, vec![21_000_u128.into()])]);
    let shown = page(&fixture, &person).await;
    assert_eq!(
        shown.rows.iter().map(|line| line.fee_incomplete).collect::<Vec<_>>(),
        [true]
    );
    let coverage = shown.coverage;
    let state = coverage.accounts.iter().find(|one| one.account == account(10)).unwrap();
    assert_eq!(state.state, HistoryState::Failed, "the failure is stated");
    assert!(
        state.error.as_ref().unwrap().contains("is not answering"),
        "{:?}",
        state.error
    );
    assert!(state.next_attempt.is_some());

    chains.fail(None);
    read_again(&fixture).await;
    let all = (Decoding::Complete, vec![21_000_u128.into(), 4_000_u128.into()]);
    assert_eq!(fees(&fixture, 10).await, [all]);
    let shown = page(&fixture, &person).await;
    assert_eq!(
        shown.rows.iter().map(|line| line.fee_incomplete).collect::<Vec<_>>(),
        [false]
    );
    let progress = progress(&fixture, 10).await.unwrap();
    assert_eq!((progress.is_whole, progress.facts, progress.gaps), (true, 1, vec![]));
    assert!(progress.through.unwrap() >= 1000);
}

#[tokio::test]
async fn nodes_that_refuse_receipts_are_a_stated_gap_that_is_tried_again_once_a_day() {
    let chains = Chains::of(vec![Move::sent(10, 1000)]);
    chains.fail(Some(refused()));
    let (fixture, person) = world(&chains).await;
    let gaps = async || {
        let coverage = page(&fixture, &person).await.coverage;
        let own = coverage
            .gaps
            .into_iter()
            .filter(|gap| gap.accounts.contains(&account(10)));
        own.filter(|gap| gap.code == "unreported").collect::<Vec<_>>()
    };
    let stated = gaps().await;
    assert_eq!(stated.len(), 1, "{stated:?}");
    assert!(
        stated[0].text.contains("receipts of transactions on OP Mainnet"),
        "{stated:?}"
    );
    assert!(stated[0].remedy.unwrap().contains("your own node"), "{stated:?}");
    assert_eq!(chains.requests(), [[1000]]);
    for _ in 0..5 {
        read_again(&fixture).await;
    }
    chains.add(Move::sent(10, 1500));
    assert_eq!(chains.requests().len(), 1, "no loop of failures");

    chains.fail(None);
    fixture.clock.advance(Duration::from_hours(24));
    read_again(&fixture).await;
    assert_eq!(gaps().await.len(), 0);
    let all = fees(&fixture, 10).await;
    assert_eq!(all.iter().map(|one| one.0).collect::<Vec<_>>(), [Decoding::Complete; 2]);
}

#[tokio::test]
async fn receipts_that_no_node_has_are_a_gap_of_their_blocks_and_requested_again_after_a_day() {
    let chains = Chains::of(vec![Move::sent(10, 1000), Move::sent(10, 1100), Move::sent(10, 1200)]);
    chains.pruned.lock().unwrap().extend([1000, 1100]);
    let (fixture, _person) = world(&chains).await;
    let stored = progress(&fixture, 10).await.unwrap();
    let gap = HistoryGap {
        kind: HistoryGapKind::Unreported(Stream::Receipts),
        blocks: Some((1000, 1100)),
    };
    assert_eq!((stored.gaps, stored.is_whole, stored.facts), (vec![gap], false, 1));
    chains.pruned.lock().unwrap().clear();
    read_again(&fixture).await;
    assert_eq!(chains.requests().len(), 1);
    fixture.clock.advance(Duration::from_hours(24));
    read_again(&fixture).await;
    assert_eq!(
        chains.requests().last().unwrap(),
        &[1000, 1100],
        "only those without a receipt"
    );
    let stored = progress(&fixture, 10).await.unwrap();
    assert_eq!((stored.gaps, stored.is_whole, stored.facts), (vec![], true, 3));
}

#[tokio::test]
async fn reading_continues_where_it_was_interrupted_and_the_board_shows_it() {
    let chains = Chains::of((1..=250).map(|nth| Move::sent(10, 1000 + nth)).collect());
    chains.fail(Some(unavailable()));
    *chains.good.lock().unwrap() = 1;
    let (fixture, person) = world(&chains).await;
    let stored = progress(&fixture, 10).await.unwrap();
    assert_eq!((stored.facts, stored.is_whole), (100, false));
    let line = async || {
        let status = fixture.tracker.sync().status(&person).await.unwrap();
        let mut own = status.sources.into_iter();
        own.find(|line| line.kind == SyncKind::History && line.account == Some(account(10)))
            .unwrap()
    };
    let failed = line().await;
    assert_eq!(failed.state, SyncState::Failed, "the receipts are part of the history");
    assert_eq!(failed.done, 350, "250 transactions and 100 receipts");

    chains.fail(None);
    read_again(&fixture).await;
    let sizes: Vec<usize> = chains
        .requests()
        .iter()
        .map(Vec::len)
        .filter(|size| *size > 0)
        .collect();
    assert_eq!(sizes.iter().rev().take(2).rev().copied().collect::<Vec<_>>(), [100, 50]);
    let stored = progress(&fixture, 10).await.unwrap();
    assert_eq!((stored.facts, stored.is_whole), (250, true));
    assert_eq!(line().await.state, SyncState::Done);
}

#[tokio::test]
async fn new_transactions_and_those_that_appear_before_read_ones_are_read_too() {
    let chains = Chains::of(vec![Move::sent(10, 5000)]);
    let (fixture, _person) = world(&chains).await;
    assert_eq!(chains.requests(), [[5000]]);
    read_again(&fixture).await;
    assert_eq!(chains.requests().len(), 1, "nothing is requested twice");
    let ports = fixture.tracker.ports();
    let early = Move::received(10, 3000);
    chains.add(early.clone());
    let mut work = ports.storage.begin().await.unwrap();
    work.facts().add(&[early.listed()], fixture.now()).await.unwrap();
    work.commit().await.unwrap();
    read_again(&fixture).await;
    assert_eq!(chains.requests().last().unwrap(), &[3000]);
}

#[tokio::test]
async fn without_a_reader_of_receipts_there_is_neither_progress_nor_a_gap() {
    let chains = Chains::of(vec![Move::sent(1, 1000)]);
    let own = chains.clone();
    let fixture = TrackerFixture::with(DatabaseLocation::Memory, false, |mut ports| {
        ports.histories = vec![Arc::new(own)];
        ports
    })
    .await;
    let person = fixture.person(&[OWN]).await;
    fixture.tracker.work().begin().await.unwrap();
    fixture.run_jobs().await;
    assert_eq!(rows(&fixture, &person).await.len(), 1);
    assert_eq!(progress(&fixture, 1).await, None);
    assert_eq!(chains.requests().len(), 0);
}

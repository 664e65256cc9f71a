//! The history of an account at an exchange becomes entries like those of an address: reconciled, with costs, matched and resumed.

use std::time::Duration;

use domain::ledger::{EntryConditions, EntryLine, EntryQuery, HistoryState};
use ports::{
    AccountId, Position, PositionKind, Stream, Timestamp,
    entry::{Decoding, EntryKind},
    fact::ExchangeRowKind,
};

use super::*;
use crate::history::all_entries;
use trial::{Held, TrialRow, with_histories};

pub const EURO: &str = "fiat:iso4217/code:EUR";
pub const ETHER: &str = "eip155:1/slip44:60";

pub fn row(
    event: &'static str,
    at: Timestamp,
    kind: ExchangeRowKind,
    amounts: &[(&'static str, &'static str, bool)],
) -> TrialRow {
    TrialRow {
        event,
        time: at,
        kind,
        amounts: amounts.to_vec(),
    }
}

pub fn position(asset: &str, raw: &str, decimals: u8) -> Position {
    Position {
        asset: asset.parse().unwrap(),
        raw: raw.parse().unwrap(),
        decimals: Some(decimals),
        kind: PositionKind::Regular,
        place: "Spot".parse().unwrap(),
    }
}

/// A deposit of euros, ether that was bought for them, and a withdrawal of ether that failed.
pub fn bought(now: Timestamp) -> Held {
    let ago = |hours| now.minus(Duration::from_hours(hours));
    Held {
        rows: vec![
            row("E1", ago(80), ExchangeRowKind::Deposit, &[(EURO, "1000.0001", false)]),
            row(
                "E2",
                ago(70),
                ExchangeRowKind::Trade,
                &[(EURO, "-900", false), (EURO, "-1.25", true)],
            ),
            row(
                "E2",
                ago(70).plus(Duration::from_millis(2)),
                ExchangeRowKind::Trade,
                &[(ETHER, "0.4", false)],
            ),
            row(
                "E3",
                ago(60),
                ExchangeRowKind::Withdrawal,
                &[(ETHER, "-0.1", false), (ETHER, "-0.002", true)],
            ),
        ],
        positions: vec![position(EURO, "987501", 4), position(ETHER, "298", 3)],
        ..Held::default()
    }
}

pub async fn lines(fixture: &TrackerFixture, person: &Caller) -> Vec<EntryLine> {
    let query = EntryQuery {
        conditions: EntryConditions {
            chains: [exchange()].into(),
            ..EntryConditions::default()
        },
        ascending: false,
        ..all_entries()
    };
    fixture.tracker.ledgers().search(person, &query).await.unwrap().rows
}

async fn progress(fixture: &TrackerFixture, account: &AccountId) -> ports::HistoryProgress {
    let all = &fixture.tracker.ports().stores.history_progress;
    let of = std::slice::from_ref(account);
    let mut found = all.of_accounts(of).await.unwrap();
    assert_eq!(found.len(), 1);
    found.remove(0)
}

pub fn account(wallet: &Wallet) -> AccountId {
    AccountId {
        chain: exchange(),
        address: wallet.address.clone().unwrap(),
    }
}

#[tokio::test]
async fn rows_become_entries_that_explain_the_balances() {
    let (fixture, held) = with_histories().await;
    let person = fixture.person(&[OWN]).await;
    *held.lock().unwrap() = bought(fixture.now());
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    let rows = lines(&fixture, &person).await;
    let kinds: Vec<_> = rows.iter().map(|row| (row.kind, row.decoding)).collect();
    assert_eq!(
        kinds,
        [
            (EntryKind::Send, Decoding::Complete),
            (EntryKind::Swap, Decoding::Complete),
            (EntryKind::Receive, Decoding::Complete),
        ]
    );
    let amounts: Vec<String> = rows[1].legs.iter().map(|leg| leg.amount.unwrap().to_string()).collect();
    assert_eq!(amounts, ["900", "0.4"]);
    assert_eq!(rows[1].fee.as_ref().unwrap().amount.unwrap().to_string(), "1.25");
    assert!(
        rows[2].value_then.is_ok(),
        "euros have a price on each day: {:?}",
        rows[2].value_then
    );
    let stored = progress(&fixture, &account(&wallet)).await;
    assert!(stored.is_whole && stored.gaps.is_empty(), "{stored:?}");
    let compared = fixture.tracker.ledgers().reconciliation(&person).await.unwrap();
    assert!(
        compared.differences.iter().all(|one| one.account.chain != exchange()),
        "{:?}",
        compared.differences
    );

    // More is there than the rows explain.
    held.lock().unwrap().positions = vec![position(EURO, "987501", 4), position(ETHER, "300", 3)];
    settle(&fixture).await;
    let compared = fixture.tracker.ledgers().reconciliation(&person).await.unwrap();
    let differing = compared
        .differences
        .iter()
        .find(|one| one.account.chain == exchange())
        .unwrap();
    assert_eq!(differing.difference.unwrap().to_string(), "0.002");
    assert!(!progress(&fixture, &account(&wallet)).await.is_whole);
}

#[tokio::test]
async fn an_event_that_ends_later_is_one_entry() {
    let (fixture, held) = with_histories().await;
    let person = fixture.person(&[OWN]).await;
    *held.lock().unwrap() = bought(fixture.now());
    connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    assert_eq!(lines(&fixture, &person).await[0].kind, EntryKind::Send);
    let back = row(
        "E3",
        fixture.now(),
        ExchangeRowKind::Withdrawal,
        &[(ETHER, "0.1", false), (ETHER, "0.002", true)],
    );
    held.lock().unwrap().rows.push(back);
    settle(&fixture).await;
    let rows = lines(&fixture, &person).await;
    assert_eq!(
        rows.len(),
        3,
        "{:?}",
        rows.iter().map(|row| row.kind).collect::<Vec<_>>()
    );
    let failed = rows.iter().find(|row| row.kind == EntryKind::Failed).unwrap();
    assert!(failed.failed && failed.legs.is_empty() && failed.fee.is_none());
}

#[tokio::test]
async fn a_long_list_is_read_in_parts_and_loses_nothing() {
    let (fixture, held) = with_histories().await;
    let person = fixture.person(&[OWN]).await;
    let start = fixture.now().minus(Duration::from_hours(24 * 900));
    // Many parts of ten pages with two rows each.
    let rewards = (0..501).map(|number: u32| {
        let event: &'static str = Box::leak(format!("R{number}").into_boxed_str());
        let at = start.plus(Duration::from_hours(40) * number);
        row(event, at, ExchangeRowKind::Reward, &[(ETHER, "0.001", false)])
    });
    *held.lock().unwrap() = Held {
        rows: rewards.collect(),
        positions: vec![position(ETHER, "501", 3)],
        ..Held::default()
    };
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    let stored = progress(&fixture, &account(&wallet)).await;
    assert_eq!((stored.is_whole, stored.facts), (true, 501), "{stored:?}");
    let facts = &fixture.tracker.ports().stores.facts;
    let extent = facts.extent(&account(&wallet), Stream::ExchangeLedger).await.unwrap();
    assert_eq!(extent.unwrap().facts, 501, "no part takes back what another one stored");
    let heads = fixture
        .tracker
        .ports()
        .stores
        .entries
        .heads(&[account(&wallet)])
        .await
        .unwrap();
    assert_eq!(heads[0].entries, 501);
    // Later readings request the last hour only.
    let pages = held.lock().unwrap().pages;
    fixture.clock.advance(Duration::from_hours(1));
    settle(&fixture).await;
    let later = held.lock().unwrap().pages - pages;
    assert!((1..=8).contains(&later), "{later} pages");
}

#[tokio::test]
async fn a_refused_key_fails_the_history_of_its_account_alone() {
    let (fixture, held) = with_histories().await;
    let person = fixture.person(&[OWN]).await;
    *held.lock().unwrap() = bought(fixture.now());
    connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    held.lock().unwrap().is_key_refused = true;
    fixture.clock.advance(Duration::from_hours(2));
    settle(&fixture).await;
    let found = fixture.tracker.ledgers().search(&person, &all_entries()).await.unwrap();
    let own = found
        .coverage
        .accounts
        .iter()
        .find(|one| one.account.chain == exchange())
        .unwrap();
    assert_eq!(own.state, HistoryState::Failed, "{own:?}");
    let tried = held.lock().unwrap().pages;
    settle(&fixture).await;
    settle(&fixture).await;
    assert_eq!(held.lock().unwrap().pages, tried, "a key that is tried again is locked");
    assert_eq!(lines(&fixture, &person).await.len(), 3, "what is known stays");
    let sources = fixture.tracker.ports().stores.sources.all().await.unwrap();
    let mut own = sources.iter().filter(|one| one.id.as_str().starts_with("exchange"));
    assert!(
        own.all(|one| one.failure.is_none()),
        "others are not shown that somebody's key was refused"
    );
    held.lock().unwrap().is_key_refused = false;
    connect(&fixture, &person, "Main").await.unwrap();
    fixture.run_jobs().await;
    assert!(held.lock().unwrap().pages > tried, "another key is used at once");
}

#[tokio::test]
async fn half_of_a_trade_says_that_the_other_half_is_missing() {
    let (fixture, held) = with_histories().await;
    let person = fixture.person(&[OWN]).await;
    let mut half = bought(fixture.now());
    half.rows.retain(|row| !(row.event == "E2" && row.amounts[0].0 == EURO));
    *held.lock().unwrap() = half;
    connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    let rows = lines(&fixture, &person).await;
    assert_eq!((rows[1].kind, rows[1].decoding), (EntryKind::Mixed, Decoding::Failed));
}

#[tokio::test]
async fn another_key_reads_the_history_from_its_start() {
    let (fixture, held) = with_histories().await;
    let person = fixture.person(&[OWN]).await;
    let all = bought(fixture.now());
    held.lock().unwrap().rows = all.rows[1..].to_vec();
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    assert_eq!(lines(&fixture, &person).await.len(), 2);
    // The former key did not reach back so far.
    *held.lock().unwrap() = all;
    connect(&fixture, &person, "Main").await.unwrap();
    fixture.run_jobs().await;
    assert_eq!(lines(&fixture, &person).await.len(), 3);
    assert!(progress(&fixture, &account(&wallet)).await.is_whole);
}

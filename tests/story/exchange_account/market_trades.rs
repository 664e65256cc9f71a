//! Exchanges without a ledger: lists for each kind of event, and trades that are requested market by market.

use std::time::Duration;

use ports::{HistoryProgress, Stream, entry::EntryKind, fact::ExchangeRowKind};

use super::{
    history::{ETHER, EURO, account, bought, lines, position, row},
    *,
};
use trial::{Held, with_markets, with_transfers};

async fn progress(fixture: &TrackerFixture, wallet: &Wallet) -> Vec<HistoryProgress> {
    let all = &fixture.tracker.ports().stores.history_progress;
    all.of_accounts(&[account(wallet)]).await.unwrap()
}

/// Returns the lists that were requested since the last call, and forgets them.
fn requested(held: &std::sync::Mutex<Held>) -> Vec<(Stream, usize)> {
    std::mem::take(&mut held.lock().unwrap().lists)
}

fn markets(requested: &[(Stream, usize)]) -> usize {
    requested
        .iter()
        .filter(|(list, _)| *list == Stream::MarketTrades)
        .count()
}

#[tokio::test]
async fn trades_are_read_after_the_lists_whose_assets_decide_the_markets() {
    let (fixture, held) = with_markets().await;
    let person = fixture.person(&[OWN]).await;
    *held.lock().unwrap() = bought(fixture.now());
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    let lists = requested(&held);
    let first = lists
        .iter()
        .position(|(list, _)| *list == Stream::MarketTrades)
        .unwrap();
    assert!(first > 0 && lists[..first].iter().all(|(list, _)| *list == Stream::ExchangeDeposits));
    // Euros and ether are known from the deposits.
    assert_eq!(lists[first].1, 2);
    let kinds: Vec<EntryKind> = lines(&fixture, &person).await.iter().map(|row| row.kind).collect();
    assert_eq!(kinds, [EntryKind::Send, EntryKind::Swap, EntryKind::Receive]);
    let stored = progress(&fixture, &wallet).await;
    assert_eq!(stored.len(), 2);
    assert!(stored.iter().all(|one| one.is_whole), "{stored:?}");
}

#[tokio::test]
async fn trades_rest_after_they_were_read_and_the_history_stays_whole() {
    let (fixture, held) = with_markets().await;
    let person = fixture.person(&[OWN]).await;
    *held.lock().unwrap() = bought(fixture.now());
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    requested(&held);
    for _ in 0..3 {
        fixture.clock.advance(Duration::from_hours(1));
        settle(&fixture).await;
    }
    let lists = requested(&held);
    assert!(lists.len() >= 3 && markets(&lists) == 0, "{lists:?}");
    assert!(progress(&fixture, &wallet).await.iter().all(|one| one.is_whole));
    fixture.clock.advance(Duration::from_hours(4));
    settle(&fixture).await;
    assert!(markets(&requested(&held)) > 0);
}

#[tokio::test]
async fn trades_that_a_balance_is_missing_are_looked_for_sooner() {
    let (fixture, held) = with_markets().await;
    let person = fixture.person(&[OWN]).await;
    *held.lock().unwrap() = bought(fixture.now());
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    requested(&held);
    let sold = [(ETHER, "-0.2", false), (EURO, "500", false)];
    {
        let mut held = held.lock().unwrap();
        held.rows.push(row("E4", fixture.now(), ExchangeRowKind::Trade, &sold));
        held.positions = vec![position(EURO, "5987501", 4), position(ETHER, "98", 3)];
    }
    fixture.clock.advance(Duration::from_mins(20));
    settle(&fixture).await;
    assert!(
        markets(&requested(&held)) > 0,
        "two hours after the first time, not six"
    );
    assert_eq!(lines(&fixture, &person).await.len(), 4);
    settle(&fixture).await;
    assert!(progress(&fixture, &wallet).await.iter().all(|one| one.is_whole));
}

#[tokio::test]
async fn a_deposit_that_is_confirmed_days_later_is_found() {
    let (fixture, held) = with_markets().await;
    let person = fixture.person(&[OWN]).await;
    let now = fixture.now();
    *held.lock().unwrap() = bought(now);
    connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    fixture.clock.advance(Duration::from_hours(5 * 24));
    settle(&fixture).await;
    // It keeps the time at which it was seen first.
    let late = row(
        "E5",
        now.plus(Duration::from_hours(1)),
        ExchangeRowKind::Deposit,
        &[(ETHER, "1", false)],
    );
    held.lock().unwrap().rows.push(late);
    fixture.clock.advance(Duration::from_hours(1));
    settle(&fixture).await;
    assert_eq!(lines(&fixture, &person).await.len(), 4);
}

#[tokio::test]
async fn a_list_in_windows_keeps_its_rows_while_another_one_is_read_from_its_end() {
    let (fixture, held) = with_transfers().await;
    let person = fixture.person(&[OWN]).await;
    let start = fixture.now().minus(Duration::from_hours(24 * 100));
    let rows = (0..41).map(|number: u32| {
        let event: &'static str = Box::leak(format!("T{number}").into_boxed_str());
        let at = start.plus(Duration::from_hours(40) * number);
        match number % 2 {
            0 => row(event, at, ExchangeRowKind::Deposit, &[(ETHER, "0.003", false)]),
            _ => row(event, at, ExchangeRowKind::Withdrawal, &[(ETHER, "-0.001", false)]),
        }
    });
    // 20 withdrawals are as many pages of two as one part has, and more.
    let rows = rows.chain((0..30).map(|number: u32| {
        let event: &'static str = Box::leak(format!("W{number}").into_boxed_str());
        row(
            event,
            start.plus(Duration::from_mins(number.into())),
            ExchangeRowKind::Withdrawal,
            &[(ETHER, "-0.0001", false)],
        )
    }));
    *held.lock().unwrap() = Held {
        rows: rows.collect(),
        positions: vec![position(ETHER, "400", 4)],
        window: Some(30 * 24 * 3_600_000),
        ..Held::default()
    };
    let wallet = connect(&fixture, &person, "Main").await.unwrap();
    settle(&fixture).await;
    let facts = &fixture.tracker.ports().stores.facts;
    let mut counts = Vec::new();
    for list in [Stream::ExchangeDeposits, Stream::ExchangeWithdrawals] {
        counts.push(facts.extent(&account(&wallet), list).await.unwrap().unwrap().facts);
    }
    assert_eq!(counts, [21, 50]);
    assert!(progress(&fixture, &wallet).await.iter().all(|one| one.is_whole));
}

use std::sync::Arc;

use futures::executor::block_on;
use ports::MatchSettings;

use crate::ledger::{
    book::Book,
    cache::{book_cache::BookCache, life::Life},
    cost::BookBasis,
};

/// Everything that a book and its cost basis say.
fn text(book: &Book, basis: &BookBasis) -> Vec<String> {
    let rows = (0..book.rows.len()).map(|at| {
        let row = book.rows.get(at).unwrap();
        let partner = row.partner.as_ref().map(|one| (&one.given, &one.received, &one.reason));
        let value = book.rows.value_then(at).map(|value| value.to_string());
        let events: Vec<_> = basis.events_of(at).iter().map(|event| basis.events[*event]).collect();
        let (changes, gaps, pools) = (basis.changes(at), basis.gaps(at), basis.shown_pools(book, at));
        format!(
            "{:?} {partner:?} {value:?} {events:?} {changes:?} {gaps:?} {pools:?}",
            row.entry
        )
    });
    let whole = format!("{:?} {:?} {:?}", book.ambiguous, basis.tables.assets, book.assets);
    rows.chain([whole]).collect()
}

#[test]
fn a_history_says_the_same_in_whatever_order_it_became_known() {
    for seed in 0..8 {
        block_on(compare_orders(seed));
    }
}

async fn compare_orders(seed: u64) {
    let (mut sorted, mut mixed) = (Life::new(seed).await, Life::new(seed).await);
    for account in 0..4 {
        sorted.learn(account, usize::MAX).await;
    }
    mixed.learn_in_disorder().await;
    let mut texts = Vec::new();
    for life in [sorted, mixed] {
        life.repair().await;
        let book = life.loaded().await;
        assert_eq!(book.rows.entries().count(), life.entries().await);
        texts.push(text(&book, &life.basis(&book).await));
    }
    assert_eq!(texts[0], texts[1]);
}

#[test]
fn entries_are_matched_within_the_time_that_the_operator_allows() {
    for (allowed, is_matched) in [(5, false), (6, true), (48, true)] {
        block_on(compare_matches(allowed, is_matched));
    }
}

async fn compare_matches(allowed: u64, is_matched: bool) {
    let mut life = Life::new(1).await;
    life.ports.transfer_match = MatchSettings::default().with_hours(allowed).unwrap();
    life.append(&life.slow_transfer(6)).await;
    assert_eq!(life.loaded().await.rows.len(), if is_matched { 1 } else { 2 });
}

/// More entries than are made compact on the calling thread.
const MANY: usize = 9_000;

#[test]
fn calls_at_the_same_time_load_a_long_history_once_and_again_with_its_next_entry() {
    block_on(load_together());
}

async fn load_together() {
    let life = Life::new(1).await;
    life.append(&life.receipts(0, 0..MANY)).await;
    life.append(&life.receipts(1, MANY..2 * MANY)).await;
    let (cache, ports) = (BookCache::default(), &life.ports);
    let (one, other) = futures::join!(cache.load(ports, &life.owner), cache.load(ports, &life.owner));
    let (one, other) = (one.unwrap(), other.unwrap());
    assert!(Arc::ptr_eq(&one, &other), "it was loaded twice");
    let entries = [life.receipts(0, 0..MANY), life.receipts(1, MANY..2 * MANY)].concat();
    let rows = (0..one.rows.len()).rev().map(|at| one.rows.get(at).unwrap().entry);
    assert!(rows.eq(entries), "all entries are there, in order");
    assert!(one.rows.value_then(0).is_none());
    life.add_late_prices().await;
    let again = cache.load(ports, &life.owner).await.unwrap();
    assert!(Arc::ptr_eq(&one, &again), "nothing was stored");
    life.append(&life.receipts(1, 2 * MANY..2 * MANY + 1)).await;
    let next = cache.load(ports, &life.owner).await.unwrap();
    assert_eq!(next.rows.len(), 2 * MANY + 1);
    assert!(next.rows.value_then(1).is_some(), "the price is known by now");
}

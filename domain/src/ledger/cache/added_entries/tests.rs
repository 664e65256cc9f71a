use std::sync::Arc;

use futures::executor::block_on;
use ports::MatchSettings;

use crate::ledger::{
    book::Book,
    cache::{
        added_entries::life::{HOUR, LATEST, Life, START, TRANSACTIONS},
        book_cache::BookCache,
    },
    cost::BookBasis,
    derive::replay_cache::ReplayCache,
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

/// How often books were made of the one before.
#[derive(Default)]
struct Made {
    grown: usize,
    /// With a cost basis that was continued.
    continued: usize,
    /// With an entry that joined the row of another one.
    joined: usize,
}

impl Made {
    /// Lets the history of a new person become known.
    async fn compare_life(&mut self, seed: u64) {
        let mut life = Life::new(seed).await;
        for account in 0..4 {
            life.learn(account, TRANSACTIONS / 5).await;
        }
        life.repair().await;
        self.compare(&mut life).await;
        let (entries, book) = (life.entries().await, life.loaded().await);
        assert_eq!(book.rows.entries().count(), entries);
    }

    /// Lets a person's history become known, and compares after each step.
    async fn compare(&mut self, life: &mut Life) {
        let mut book = life.loaded().await;
        let mut basis = life.basis(&book).await;
        while life.learn_next(&book).await {
            let heads = life.ports.stores.entries.heads(&life.owner.accounts).await.unwrap();
            let fresh = life.loaded().await;
            let fresh_basis = life.basis(&fresh).await;
            let rows = book.rows.len();
            if book.heads == heads {
                continue;
            }
            let Some(grown) = book.grown(&life.ports, &life.owner, heads).await.unwrap() else {
                (book, basis) = (fresh, fresh_basis);
                continue;
            };
            self.grown += 1;
            self.continued += usize::from(basis.continues_with(&grown));
            self.joined += usize::from(grown.book.rows.len() <= rows);
            basis.rates.add(&life.ports, &grown.book).await.unwrap();
            basis = basis.continued(&grown, LATEST);
            book = grown.book;
            assert_eq!(text(&book, &basis), text(&fresh, &fresh_basis));
        }
    }
}

#[test]
fn a_book_with_added_entries_equals_one_that_is_loaded_anew() {
    let mut made = Made::default();
    for seed in 0..8 {
        block_on(made.compare_life(seed));
    }
    let Made {
        grown,
        continued,
        joined,
    } = made;
    assert!(
        grown > 100 && continued > 50 && joined > 10,
        "{grown} {continued} {joined}"
    );
}

#[test]
fn sums_with_added_entries_equal_those_of_all() {
    block_on(compare_sums());
}

async fn compare_sums() {
    let mut life = Life::new(1).await;
    let kept = ReplayCache::default();
    for step in 0.. {
        let account = life.place_below(4);
        life.learn(account, 3).await;
        if step > 20 && life.below(6) == 0 {
            life.disturb(&life.loaded().await).await;
        }
        let heads = life.ports.stores.entries.heads(&life.owner.accounts).await.unwrap();
        for head in heads {
            let hours = life.below(800);
            let through = if hours.is_multiple_of(5) {
                hours * HOUR.unsigned_abs()
            } else {
                u64::MAX / 2
            };
            let through = START.unsigned_abs() + through;
            let sums = kept.load(&life.ports, &head, through).await.unwrap();
            let all = ReplayCache::default().load(&life.ports, &head, through).await.unwrap();
            assert_eq!(sums, all);
        }
        if life.unknown.values().all(Vec::is_empty) {
            break;
        }
    }
}

#[test]
fn loaded_and_added_entries_are_matched_within_the_time_that_the_operator_allows() {
    for (allowed, is_matched) in [(5, false), (6, true), (48, true)] {
        block_on(compare_matches(allowed, is_matched));
    }
}

async fn compare_matches(allowed: u64, is_matched: bool) {
    let mut life = Life::new(1).await;
    life.ports.transfer_match = MatchSettings::default().with_hours(allowed).unwrap();
    let [sent, received] = life.slow_transfer(6);
    life.append(&[sent]).await;
    let book = life.loaded().await;
    life.append(&[received]).await;
    let heads = life.ports.stores.entries.heads(&life.owner.accounts).await.unwrap();
    let grown = book.grown(&life.ports, &life.owner, heads).await.unwrap();
    assert_eq!(
        grown.is_none(),
        is_matched,
        "a match is found where the book is loaded anew"
    );
    assert_eq!(life.loaded().await.rows.len(), if is_matched { 1 } else { 2 });
}

/// More entries than are made compact on the calling thread; those of two accounts are more than are loaded anew in any case.
const MANY: usize = 9_000;

#[test]
fn calls_at_the_same_time_load_a_long_history_once_and_then_add_to_it() {
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
    drop((one, other));
    life.add_late_prices().await;
    life.append(&life.receipts(1, 2 * MANY..2 * MANY + 1)).await;
    let grown = cache.load(ports, &life.owner).await.unwrap();
    assert_eq!(grown.rows.len(), 2 * MANY + 1);
    assert!(grown.rows.value_then(1).is_none(), "the others were loaded again");
    assert!(
        life.loaded().await.rows.value_then(1).is_some(),
        "the price is known by now"
    );
}

//! Unit tests of finding moved assets.

use ports::{
    AccountId, AssetId, Day, Entry, EntryAsset, Timestamp,
    entry::{EntryKind, LegRole, StoredEntry},
};

use super::{entry_assets, moves_unknown};
use crate::ledger::cache::samples::{address, entry, leg};

fn account() -> AccountId {
    format!("eip155:1:{}", address(1, 1)).parse().unwrap()
}

fn coin() -> AssetId {
    AssetId::native(&account().chain, 60)
}

fn token(n: u8) -> AssetId {
    AssetId::erc20(&account().chain, &address(2, n))
}

/// An entry of this kind on a day, with these legs.
fn on(day: i64, kind: EntryKind, legs: &[(LegRole, &AssetId)]) -> Entry {
    let legs = legs.iter().map(|(role, asset)| leg(*role, asset, 5, None)).collect();
    Entry {
        time: Timestamp::from_seconds(day * 86_400 + 7),
        ..entry(&account(), kind, legs)
    }
}

fn stored(entries: Vec<Entry>) -> Vec<StoredEntry> {
    let stored = |entry| StoredEntry {
        entry,
        revision: 1,
        ledger_revision: 1,
        stored_at: Timestamp::from_millis(0),
        withdrawn: false,
    };
    entries.into_iter().map(stored).collect()
}

/// The moved assets with the numbers of the first and the last day.
fn found(entries: Vec<Entry>) -> Vec<(AssetId, i64, i64)> {
    found_with(entries, &[])
}

/// The same, where some account moved these assets before.
fn found_with(entries: Vec<Entry>, known: &[AssetId]) -> Vec<(AssetId, i64, i64)> {
    let known = known.iter().cloned().collect();
    let days = |moved: EntryAsset| (moved.asset, moved.first.number(), moved.last.number());
    let found = entry_assets(&stored(entries), &known);
    found.into_iter().filter(|asset| asset.is_moved).map(days).collect()
}

use EntryKind::{Airdrop, Receive, Send, Spam, Swap};
use LegRole::{Fee, In, Out};

#[test]
fn a_token_that_was_received_and_sent_has_the_days_of_both() {
    let entries = vec![
        on(10, Receive, &[(In, &token(1))]),
        on(30, Send, &[(Out, &token(1)), (Fee, &coin())]),
    ];
    assert_eq!(found(entries), [(token(1), 10, 30), (coin(), 30, 30)]);
}

#[test]
fn a_token_that_only_arrived_is_not_moved() {
    let entries = vec![
        on(1, Receive, &[(In, &token(1))]),
        on(2, Airdrop, &[(In, &token(2))]),
        on(3, Spam, &[(In, &token(3)), (Out, &token(3))]),
    ];
    assert_eq!(found(entries.clone()), []);
    let arrived = |n, day: i64| EntryAsset {
        asset: token(n),
        first: Day::of(Timestamp::from_seconds(day * 86_400)),
        last: Day::of(Timestamp::from_seconds(day * 86_400)),
        is_moved: false,
    };
    assert_eq!(
        entry_assets(&stored(entries), &[].into()),
        [arrived(1, 1), arrived(2, 2)],
        "its days are kept for accounts that move it later"
    );
}

#[test]
fn a_native_coin_that_arrived_counts() {
    assert_eq!(found(vec![on(4, Receive, &[(In, &coin())])]), [(coin(), 4, 4)]);
}

#[test]
fn what_arrived_in_a_transaction_that_the_account_paid_for_is_moved() {
    let entries = vec![on(5, Swap, &[(Out, &coin()), (In, &token(1)), (Fee, &coin())])];
    assert_eq!(found(entries), [(token(1), 5, 5), (coin(), 5, 5)]);
}

#[test]
fn a_swap_that_another_account_paid_for_counts_where_its_token_arrived_before() {
    let swap = || on(8, Swap, &[(Out, &token(1)), (In, &token(2))]);
    assert_eq!(found(vec![swap()]), []);
    let entries = vec![on(7, Receive, &[(In, &token(1))]), swap()];
    assert_eq!(found(entries), [(token(1), 7, 8), (token(2), 8, 8)]);
}

#[test]
fn a_false_token_that_left_without_having_arrived_is_not_moved() {
    let entries = vec![
        on(1, Send, &[(Out, &token(9))]),
        on(2, Receive, &[(In, &token(1))]),
        on(3, Send, &[(Out, &token(9)), (Out, &token(1))]),
    ];
    assert_eq!(found(entries), [(token(1), 2, 3)]);
}

#[test]
fn a_known_asset_counts_wherever_it_is_part_of_an_entry() {
    let entries = || vec![on(3, Airdrop, &[(In, &token(1))]), on(6, Send, &[(Out, &token(2))])];
    assert_eq!(found(entries()), []);
    let known = [token(1), token(2)];
    assert_eq!(found_with(entries(), &known), [(token(1), 3, 3), (token(2), 6, 6)]);
}

#[test]
fn an_entry_that_was_taken_back_does_not_count() {
    let mut entries = stored(vec![on(3, Receive, &[(In, &coin())])]);
    entries[0].withdrawn = true;
    assert_eq!(entry_assets(&entries, &[coin()].into()), []);
}

#[test]
fn earlier_entries_are_needed_only_for_what_is_not_known() {
    let is_needed =
        |entry: Entry, known: &[AssetId]| moves_unknown(&stored(vec![entry]), &known.iter().cloned().collect());
    let sale = || on(9, Send, &[(Out, &token(1)), (Fee, &coin())]);
    assert!(is_needed(sale(), &[]), "it may have arrived before");
    assert!(is_needed(sale(), &[coin()]));
    assert!(!is_needed(sale(), &[coin(), token(1)]));
    assert!(!is_needed(on(9, Receive, &[(In, &token(1))]), &[]), "it only arrived");
    assert!(is_needed(on(9, Swap, &[(In, &token(1)), (Fee, &coin())]), &[coin()]));
}

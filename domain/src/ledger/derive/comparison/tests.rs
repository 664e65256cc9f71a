//! Unit tests of comparing entries with balances.

use ports::{
    AccountId, AssetId, Entry, HistoryProgress, Snapshot, SourceId, Stream, Timestamp,
    chain::Block,
    entry::{EntryKind, LegRole},
    snapshot::{SnapshotId, SnapshotRow},
};

use super::{Comparison, compare, reached};
use crate::ledger::{
    cache::samples::{address, entry, leg},
    derive::{difference_cause::DifferenceCause, replay::replay},
};

fn account() -> AccountId {
    format!("eip155:1:{}", address(1, 1)).parse().unwrap()
}

fn token(n: u8) -> AssetId {
    AssetId::erc20(&account().chain, &address(2, n))
}

/// A snapshot with these balances, and with this token among those that gave no answer.
fn snapshot(rows: &[(AssetId, u64)], unreadable: Option<AssetId>) -> Snapshot {
    let row = |(asset, raw): &(AssetId, u64)| SnapshotRow {
        asset: asset.clone(),
        raw: u128::from(*raw).into(),
        decimals: Some(2),
    };
    Snapshot {
        id: SnapshotId::nil(),
        account: account(),
        block: Block {
            number: 100,
            hash: String::new(),
            time: Timestamp::from_seconds(7),
        },
        source: SourceId::fixed("node"),
        host: String::new(),
        taken_at: Timestamp::from_seconds(8),
        probe: false,
        rows: rows.iter().map(row).collect(),
        positions: Vec::new(),
        protocols: ports::ProtocolReading::default(),
        unreadable: unreadable
            .map(|asset| (asset, "No answer".to_owned()))
            .into_iter()
            .collect(),
    }
}

fn arrival(kind: EntryKind, asset: &AssetId, amount: u64) -> Entry {
    entry(&account(), kind, vec![leg(LegRole::In, asset, amount, None)])
}

/// The comparisons as asset, whether the balance is read, whether it is equal, and whether more than unasked arrivals moved it.
fn compared(snapshot: &Snapshot, entries: Vec<Entry>, read: &[AssetId]) -> Vec<(AssetId, bool, bool)> {
    let read = read.iter().cloned().collect();
    let found = compare(snapshot, &replay(entries.into_iter()), &read, |_, _| {
        DifferenceCause::Unknown
    });
    let line = |one: &Comparison| (one.asset.clone(), one.is_read(), one.is_equal());
    found.iter().map(line).collect()
}

#[test]
fn a_token_whose_balance_is_read_and_not_stated_has_a_balance_of_zero() {
    let entries = || vec![arrival(EntryKind::Receive, &token(1), 5)];
    let empty = snapshot(&[], None);
    assert_eq!(compared(&empty, entries(), &[token(1)]), [(token(1), true, false)]);
    assert_eq!(compared(&empty, entries(), &[]), [(token(1), false, false)]);
    let silent = snapshot(&[], Some(token(1)));
    assert_eq!(
        compared(&silent, entries(), &[token(1)]),
        [(token(1), false, false)],
        "its contract gave no answer"
    );
}

#[test]
fn what_came_and_left_again_is_compared_only_where_its_balance_is_read() {
    let sent = entry(&account(), EntryKind::Send, vec![leg(LegRole::Out, &token(1), 5, None)]);
    let entries = || vec![arrival(EntryKind::Receive, &token(1), 5), sent.clone()];
    let empty = snapshot(&[], None);
    assert_eq!(compared(&empty, entries(), &[token(1)]), [(token(1), true, true)]);
    assert_eq!(compared(&empty, entries(), &[]), []);
}

#[test]
fn a_balance_without_entries_differs() {
    let found = compared(&snapshot(&[(token(1), 5)], None), Vec::new(), &[token(1)]);
    assert_eq!(found, [(token(1), true, false)]);
}

#[test]
fn a_token_is_wanted_once_it_is_more_than_an_unasked_arrival() {
    let is_wanted = |entries: Vec<Entry>| replay(entries.into_iter())[&token(1)].is_wanted;
    let spam = || arrival(EntryKind::Spam, &token(1), 5);
    assert!(!is_wanted(vec![spam(), arrival(EntryKind::Airdrop, &token(1), 5)]));
    assert!(is_wanted(vec![spam(), arrival(EntryKind::Receive, &token(1), 5)]));
    let leaves = |fee: Option<u64>| {
        let fee = fee.map(|fee| leg(LegRole::Fee, &AssetId::native(&account().chain, 60), fee, None));
        let legs = std::iter::once(leg(LegRole::Out, &token(1), 5, None)).chain(fee);
        entry(&account(), EntryKind::Send, legs.collect())
    };
    assert!(!is_wanted(vec![leaves(None)]), "only its contract says that it left");
    assert!(is_wanted(vec![leaves(Some(1))]), "the account sent the transaction");
    assert!(is_wanted(vec![leaves(None), arrival(EntryKind::Receive, &token(1), 5)]));
}

#[test]
fn receipts_do_not_count_for_how_far_amounts_are_read() {
    let of = |stream, target| HistoryProgress {
        through: target,
        target,
        is_whole: true,
        ..HistoryProgress::unread(&account(), stream, Timestamp::from_seconds(7))
    };
    let (amounts, receipts) = (of(Stream::Transactions, Some(100)), of(Stream::Receipts, Some(36)));
    let tokens = of(Stream::TokenTransfers, Some(90));
    assert_eq!(reached([&amounts, &receipts].into_iter()), Some(100));
    assert_eq!(reached([&amounts, &receipts, &tokens].into_iter()), Some(90));
    assert_eq!(reached([&receipts].into_iter()), None);
}

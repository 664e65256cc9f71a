use ports::{
    Address, Block, ChainId, EntryId, SourceId, Stream,
    entry::{Decoding, EntryKind, Leg, LegRole},
};

use super::*;

fn account() -> AccountId {
    AccountId {
        chain: ChainId::evm(1),
        address: Address::evm([1; 20]),
    }
}

pub(super) fn token(n: u8) -> AssetId {
    AssetId::erc20(&ChainId::evm(1), &Address::evm([n; 20]))
}

/// A snapshot with a balance of each of these tokens.
pub(super) fn snapshot(balances: &[(u8, u128)], unreadable: &[u8]) -> Snapshot {
    let row = |(n, raw): &(u8, u128)| SnapshotRow {
        asset: token(*n),
        raw: (*raw).into(),
        decimals: Some(0),
    };
    Snapshot {
        id: serde_json::from_str("\"00000000-0000-7000-8000-000000000001\"").unwrap(),
        account: account(),
        block: Block {
            number: 100,
            hash: "0x64".to_owned(),
            time: Timestamp::from_seconds(100),
        },
        source: SourceId::fixed("node"),
        host: "node.example".to_owned(),
        taken_at: Timestamp::from_seconds(100),
        probe: false,
        rows: balances.iter().map(row).collect(),
        positions: Vec::new(),
        protocols: ports::ProtocolReading::default(),
        unreadable: unreadable.iter().map(|n| (token(*n), "it failed".to_owned())).collect(),
    }
}

pub(super) fn entry(n: u64, kind: EntryKind, legs: &[(LegRole, u8, u128)]) -> Entry {
    let leg = |(role, token, amount): &(LegRole, u8, u128)| Leg {
        role: *role,
        asset: self::token(*token),
        token_id: None,
        amount: (*amount).into(),
        counterparty: None,
        stream: Stream::TokenTransfers,
        item: "log 0".to_owned(),
    };
    Entry {
        id: EntryId {
            account: account(),
            transaction: format!("{n:064x}").parse().unwrap(),
        },
        block: n,
        block_hash: None,
        position: 0,
        time: Timestamp::from_seconds(i64::try_from(n).unwrap()),
        kind,
        legs: legs.iter().map(leg).collect(),
        counterparty: None,
        protocol: None,
        bridge_id: None,
        approvals: Vec::new(),
        failed: false,
        decoding: Decoding::Complete,
        decoder: "transfer".to_owned(),
        decoder_version: 1,
    }
}

/// Returns the balances before these entries.
fn before(entries: &[Entry], later: Snapshot) -> Option<Vec<(AssetId, RawAmount)>> {
    let body = BodyAccount {
        id: account(),
        activity: Activity::Active,
        snapshot: Some(later.id),
        failure: None,
        partial: false,
        unreconciled: None,
        moved: moved(entries, &later)?,
    };
    let mut snapshots = BTreeMap::from([(later.id, later)]);
    apply(&[body], &mut snapshots)?;
    let rows = snapshots.into_values().next()?.rows;
    Some(rows.into_iter().map(|row| (row.asset, row.raw)).collect())
}

fn raws(balances: &[(u8, u128)]) -> Vec<(AssetId, RawAmount)> {
    balances.iter().map(|(n, raw)| (token(*n), (*raw).into())).collect()
}

#[test]
fn movements_are_undone() {
    use EntryKind::{Send, Swap};
    use LegRole::{Fee, In, Out};
    let entries = [
        entry(1, Send, &[(Out, 1, 30), (Fee, 1, 1)]),
        entry(2, Swap, &[(Out, 2, 7), (In, 1, 20), (Fee, 1, 1)]),
        entry(3, Swap, &[(Out, 3, 40), (In, 4, 5)]),
    ];
    let later = snapshot(&[(1, 100), (2, 3), (4, 5)], &[]);
    assert_eq!(
        before(&entries, later),
        Some(raws(&[(1, 112), (2, 10), (4, 0), (3, 40)]))
    );
    let moved = moved(&entries, &snapshot(&[(1, 100)], &[])).unwrap();
    let first = moved.iter().find(|one| one.asset == token(1)).unwrap();
    assert_eq!(first.after(112_u128.into()), Some(100_u128.into()));
    assert_eq!(first.entries.len(), 2, "one for each transaction");
}

#[test]
fn what_nobody_looks_for_is_left_out() {
    use EntryKind::{Airdrop, Receive, Spam};
    use LegRole::{In, Out};
    let spam = [entry(1, Spam, &[(Out, 9, 1000)]), entry(2, Airdrop, &[(In, 8, 50)])];
    assert_eq!(before(&spam, snapshot(&[(1, 5)], &[])), Some(raws(&[(1, 5)])));
    let unread = [entry(1, Receive, &[(In, 7, 50)])];
    assert_eq!(
        before(&unread, snapshot(&[(1, 5)], &[])),
        Some(raws(&[(1, 5)])),
        "it is not in the total"
    );
    let failed = [entry(1, Receive, &[(In, 7, 50)])];
    assert_eq!(
        before(&failed, snapshot(&[(1, 5)], &[7])),
        Some(raws(&[(1, 5)])),
        "its balance is a gap"
    );
    let held = [entry(1, Airdrop, &[(In, 1, 2)])];
    assert_eq!(
        before(&held, snapshot(&[(1, 5)], &[])),
        Some(raws(&[(1, 3)])),
        "it is in the total"
    );
}

#[test]
fn entries_that_contradict_the_balances_give_none() {
    let more = [entry(1, EntryKind::Receive, &[(LegRole::In, 1, 6)])];
    assert_eq!(before(&more, snapshot(&[(1, 5)], &[])), None);
    let largest = [entry(
        1,
        EntryKind::Send,
        &[(LegRole::Out, 1, u128::MAX), (LegRole::Out, 1, 1)],
    )];
    assert!(before(&largest, snapshot(&[(1, 5)], &[])).is_some());
}

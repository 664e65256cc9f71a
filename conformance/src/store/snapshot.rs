//! Requirements for snapshots.

use ports::{
    AccountId, Address, AssetId, Position, PositionKind, PositionLeg, ProtocolPosition, ProtocolReading, Snapshot,
    account::Activity,
    chain::{WaitingTransaction, WaitingTransactions},
    protocol::{PositionRole, UnreadProtocol},
    snapshot::SnapshotRow,
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{account, at, id, snapshot, token},
};

requirements! { "snapshot":
    "every digit of a balance is read back" => every_digit_of_a_balance_is_read_back,
    "positions are read back and need prices" => positions_are_read_back_and_need_prices,
    "positions in protocols are read back and need prices" => positions_in_protocols_are_read_back_and_need_prices,
    "the newest snapshot before a time is found" => the_newest_snapshot_before_a_time_is_found,
    "held assets are those of the newest snapshots" => held_assets_come_from_the_newest_snapshots,
    "what waits for a block is that of the newest reading" => waiting_transactions_are_replaced,
    "thinning keeps the last one of each day" => thinning_keeps_the_last_row_of_each_day,
}

const DAY: i64 = 86_400;

async fn accounts(db: &TestStorage, ids: &[AccountId]) {
    let mut work = db.begin().await;
    work.accounts().add(ids, at(0)).await.unwrap();
    work.commit().await.unwrap();
}

async fn add(db: &TestStorage, snapshots: &[Snapshot]) {
    let mut work = db.begin().await;
    for snapshot in snapshots {
        work.snapshots().add(snapshot).await.unwrap();
    }
    work.commit().await.unwrap();
}

fn holding(n: u16, of: u8, seconds: i64, tokens: &[u8]) -> Snapshot {
    let row = |n: &u8| SnapshotRow {
        asset: token(*n),
        raw: "7".parse().unwrap(),
        decimals: Some(18),
    };
    Snapshot {
        rows: tokens.iter().map(row).collect(),
        ..snapshot(n, of, at(seconds))
    }
}

async fn waiting_transactions_are_replaced(db: TestStorage) {
    accounts(&db, &[account(1), account(2)]).await;
    let transaction = |byte: &str| WaitingTransaction {
        id: byte.repeat(32).parse().unwrap(),
        received: "5000000000".parse().unwrap(),
        spent: "340282366920938463463374607431768211456".parse().unwrap(),
        seen_at: at(3),
    };
    let more = WaitingTransactions {
        count: 60,
        listed: vec![transaction("0a"), transaction("0b")],
    };
    let fewer = WaitingTransactions {
        count: 1,
        listed: vec![transaction("0b")],
    };
    for (n, waiting) in [(1, &more), (2, &fewer), (3, &WaitingTransactions::default())] {
        let taken = snapshot(n, 1, at(n.into()));
        let mut work = db.begin().await;
        work.snapshots().add(&taken).await.unwrap();
        work.accounts()
            .read(&taken.account, taken.id, taken.taken_at, Activity::Active, waiting)
            .await
            .unwrap();
        work.commit().await.unwrap();
        let states = db.stores.accounts.states(&[account(1), account(2)]).await.unwrap();
        let stored: Vec<_> = states.into_iter().map(|state| state.waiting).collect();
        assert_eq!(stored, [waiting.clone(), WaitingTransactions::default()]);
    }
}

async fn every_digit_of_a_balance_is_read_back(db: TestStorage) {
    accounts(&db, &[account(1)]).await;
    let row = |n: u8, raw: &str, decimals| SnapshotRow {
        asset: token(n),
        raw: raw.parse().unwrap(),
        decimals,
    };
    let max = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    let full = Snapshot {
        rows: vec![
            row(1, max, Some(18)),
            row(2, "1", None),
            row(3, "340282366920938463463374607431768211457", Some(0)),
        ],
        positions: Vec::new(),
        protocols: ports::ProtocolReading::default(),
        unreadable: vec![(token(4), "its contract “reverts”".to_owned())],
        probe: true,
        ..snapshot(1, 1, at(5))
    };
    add(&db, &[full.clone(), snapshot(2, 1, at(6))]).await;
    let found = db.stores.snapshots.find(&[id(1), id(9)]).await.unwrap();
    assert_eq!(found, [full]);
    assert_eq!(db.stores.snapshots.find(&[]).await.unwrap(), []);
}

async fn positions_are_read_back_and_need_prices(db: TestStorage) {
    accounts(&db, &[account(1)]).await;
    let position = |n, raw: &str, decimals, kind, place: &str| Position {
        asset: token(n),
        raw: raw.parse().unwrap(),
        decimals,
        kind,
        place: place.parse().unwrap(),
    };
    let max = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    let full = Snapshot {
        positions: vec![
            position(1, max, Some(18), PositionKind::Supplied, "Aave v3"),
            position(1, &format!("-{max}"), Some(18), PositionKind::Borrowed, "Aave v3"),
            position(2, "1", None, PositionKind::Farm, "Cross margin & more"),
        ],
        ..holding(1, 1, 5, &[3])
    };
    add(&db, std::slice::from_ref(&full)).await;
    assert_eq!(
        db.stores.snapshots.find(&[id(1)]).await.unwrap(),
        std::slice::from_ref(&full)
    );
    let mut work = db.begin().await;
    let waiting = WaitingTransactions::default();
    work.accounts()
        .read(&full.account, full.id, full.taken_at, Activity::Active, &waiting)
        .await
        .unwrap();
    work.commit().await.unwrap();
    let held = db.stores.snapshots.held_assets().await.unwrap();
    assert_eq!(held, [token(1), token(2), token(3)]);
}

async fn positions_in_protocols_are_read_back_and_need_prices(db: TestStorage) {
    accounts(&db, &[account(1)]).await;
    let leg = |n, raw: &str, kind, role, unlocks_at| PositionLeg {
        position: Position {
            asset: token(n),
            raw: raw.parse().unwrap(),
            decimals: Some(18),
            kind,
            place: "Aave v3".parse().unwrap(),
        },
        role,
        contract: Address::evm([0xaa; 20]),
        function: "getUserReserveData(address,address)".to_owned(),
        unlocks_at,
    };
    let max = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    let loan = ProtocolPosition {
        place: "Aave v3".parse().unwrap(),
        item: None,
        legs: vec![
            leg(1, max, PositionKind::Supplied, PositionRole::Collateral, None),
            leg(
                2,
                &format!("-{max}"),
                PositionKind::Borrowed,
                PositionRole::Borrow,
                None,
            ),
        ],
        health: Some("1.000000000000000001".parse().unwrap()),
        receipts: vec![token(3), token(4)],
        unread: vec!["Rewards are “not” read.".to_owned()],
    };
    let stake = ProtocolPosition {
        item: Some("#7".to_owned()),
        legs: vec![leg(
            5,
            "1",
            PositionKind::Staked,
            PositionRole::PendingWithdrawal,
            Some(at(99)),
        )],
        health: None,
        receipts: Vec::new(),
        unread: Vec::new(),
        ..loan.clone()
    };
    let full = Snapshot {
        protocols: ProtocolReading {
            positions: vec![loan, stake],
            unread: vec![UnreadProtocol {
                place: "Curve".parse().unwrap(),
                why: "its registry: no contract answers".to_owned(),
            }],
        },
        ..holding(1, 1, 5, &[3])
    };
    add(&db, std::slice::from_ref(&full)).await;
    let found = db.stores.snapshots.find(&[id(1)]).await.unwrap();
    assert_eq!(found, std::slice::from_ref(&full));
    let mut work = db.begin().await;
    let waiting = WaitingTransactions::default();
    work.accounts()
        .read(&full.account, full.id, full.taken_at, Activity::Active, &waiting)
        .await
        .unwrap();
    work.commit().await.unwrap();
    let held = db.stores.snapshots.held_assets().await.unwrap();
    assert_eq!(held, [token(1), token(2), token(3), token(5)]);
}

async fn the_newest_snapshot_before_a_time_is_found(db: TestStorage) {
    accounts(&db, &[account(1), account(2), account(3)]).await;
    add(
        &db,
        &[
            snapshot(1, 1, at(10)),
            snapshot(2, 1, at(20)),
            snapshot(3, 2, at(15)),
            snapshot(4, 3, at(99)),
        ],
    )
    .await;
    let before = |seconds| db.stores.snapshots.before(&[], at(seconds));
    assert_eq!(before(99).await.unwrap(), []);
    let all = [account(1), account(2), account(3), account(9)];
    for (seconds, expected) in [
        (9, vec![]),
        (10, vec![id(1)]),
        (19, vec![id(1), id(3)]),
        (20, vec![id(2), id(3)]),
    ] {
        let mut found = db.stores.snapshots.before(&all, at(seconds)).await.unwrap();
        found.sort();
        assert_eq!(found, expected, "{seconds}");
    }
    let of = async |n: u8| db.stores.snapshots.before(&[account(n)], at(20)).await.unwrap();
    for _ in 0..2 {
        assert_eq!(of(1).await, [id(2)]);
        assert_eq!(of(2).await, [id(3)], "of another account at the same time");
        assert_eq!(of(9).await, []);
    }
    add(&db, &[snapshot(5, 2, at(18))]).await;
    assert_eq!(of(2).await, [id(5)], "a snapshot that was added is found next");
}

async fn held_assets_come_from_the_newest_snapshots(db: TestStorage) {
    accounts(&db, &[account(1), account(2)]).await;
    let read = async |taken: Snapshot| {
        let mut work = db.begin().await;
        work.snapshots().add(&taken).await.unwrap();
        work.accounts()
            .read(
                &taken.account,
                taken.id,
                taken.taken_at,
                Activity::Active,
                &WaitingTransactions::default(),
            )
            .await
            .unwrap();
        work.commit().await.unwrap();
        db.stores.snapshots.held_assets().await.unwrap()
    };
    let tokens = |ns: &[u8]| ns.iter().map(|n| token(*n)).collect::<Vec<AssetId>>();
    assert_eq!(read(holding(1, 1, 1, &[1, 2])).await, tokens(&[1, 2]));
    assert_eq!(
        read(holding(2, 2, 1, &[2, 3])).await,
        tokens(&[1, 2, 3]),
        "merged, without duplicates"
    );
    assert_eq!(read(holding(3, 1, 2, &[4])).await, tokens(&[2, 3, 4]));
    assert_eq!(read(holding(4, 2, 2, &[])).await, tokens(&[4]));
    let mut dropped = db.begin().await;
    dropped.snapshots().add(&holding(5, 2, 3, &[5])).await.unwrap();
    dropped
        .accounts()
        .read(
            &account(2),
            id(5),
            at(3),
            Activity::Active,
            &WaitingTransactions::default(),
        )
        .await
        .unwrap();
    drop(dropped);
    assert_eq!(db.stores.snapshots.held_assets().await.unwrap(), tokens(&[4]));
}

async fn thinning_keeps_the_last_row_of_each_day(db: TestStorage) {
    accounts(&db, &[account(1), account(2)]).await;
    let taken = [
        snapshot(1, 1, at(1)),
        snapshot(2, 1, at(2)),
        snapshot(3, 1, at(DAY - 1)),
        snapshot(4, 1, at(DAY)),
        snapshot(5, 1, at(DAY + 5)),
        snapshot(6, 1, at(DAY + 50)),
        snapshot(7, 2, at(1)),
    ];
    add(&db, &taken).await;
    let ids: Vec<_> = taken.iter().map(|snapshot| snapshot.id).collect();
    let before = db.stores.snapshots.find(&ids).await.unwrap();
    assert_eq!(before.len(), 7, "cached ones are removed with the others");
    let mut work = db.begin().await;
    work.accounts()
        .read(
            &account(1),
            id(4),
            at(DAY),
            Activity::Active,
            &WaitingTransactions::default(),
        )
        .await
        .unwrap();
    assert_eq!(work.snapshots().thin(at(DAY + 50)).await.unwrap(), 2);
    work.commit().await.unwrap();
    let left = db.stores.snapshots.find(&ids).await.unwrap();
    let mut left: Vec<_> = left.into_iter().map(|snapshot| snapshot.id).collect();
    left.sort();
    let kept = [3, 4, 5, 6, 7].map(id);
    assert_eq!(left, kept, "4 is what its account points at; 5 was replaced too late");
}

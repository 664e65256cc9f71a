//! Requirements for the last comparisons of entries with balances.

use ports::{AccountReconciliation, StorageError, reconciliation::Contradiction};

use super::{
    TestStorage,
    erase::{erase, watches},
    requirement::requirements,
    samples::{account, at},
};

requirements! { "reconciliation":
    "the last comparison of each account is read back" => the_last_comparison_is_read_back,
    "a comparison is erased with its account" => a_comparison_is_erased_with_its_account,
    "a comparison of an account that is not stored is a conflict" => a_comparison_of_an_unknown_account_is_a_conflict,
}

fn comparison(of: u8, differing: u32, second: i64) -> AccountReconciliation {
    AccountReconciliation {
        account: account(of),
        ledger_revision: 1 << 60,
        block: 1 << 61,
        balances: format!("hash {differing}"),
        compared: 9,
        differing,
        is_whole: differing == 0,
        checked_at: at(second),
        contradictions: (0..differing).map(contradiction).collect(),
        agreed: (differing > 1).then_some(1 << 62),
        rereads: differing,
        reread_at: (differing > 0).then(|| at(second + 3_600)),
    }
}

fn contradiction(of: u32) -> Contradiction {
    Contradiction {
        asset: format!("eip155:1/slip44:{of}").parse().unwrap(),
        holds_more: of > 0,
        raw: (of != 1).then(|| {
            "115792089237316195423570985008687907853269984665640564039457584007913129639935"
                .parse()
                .unwrap()
        }),
    }
}

async fn set(db: &TestStorage, all: &[AccountReconciliation]) {
    let mut work = db.begin().await;
    for one in all {
        work.reconciliations().set(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn latest(db: &TestStorage, of: &[u8]) -> Vec<AccountReconciliation> {
    let accounts: Vec<_> = of.iter().map(|of| account(*of)).collect();
    db.stores.reconciliations.latest(&accounts).await.unwrap()
}

async fn the_last_comparison_is_read_back(db: TestStorage) {
    watches(&db, 1, &[1, 2, 3]).await;
    set(&db, &[comparison(3, 0, 1), comparison(1, 0, 1), comparison(1, 2, 5)]).await;
    let mut dropped = db.begin().await;
    dropped.reconciliations().set(&comparison(1, 3, 6)).await.unwrap();
    drop(dropped);
    assert_eq!(
        latest(&db, &[3, 2, 1]).await,
        [comparison(1, 2, 5), comparison(3, 0, 1)]
    );
    assert_eq!(latest(&db, &[2]).await, [], "it was never compared");
    assert_eq!(latest(&db, &[]).await, []);
}

async fn a_comparison_is_erased_with_its_account(db: TestStorage) {
    watches(&db, 1, &[1, 2]).await;
    watches(&db, 2, &[2]).await;
    set(&db, &[comparison(1, 1, 1), comparison(2, 1, 1)]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(latest(&db, &[1, 2]).await, [comparison(2, 1, 1)]);
}

async fn a_comparison_of_an_unknown_account_is_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let refused = work.reconciliations().set(&comparison(1, 0, 1)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}

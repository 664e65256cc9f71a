//! The assertions about the stored state of accounts.

use ports::{AccountId, AccountState, account::Activity, chain::WaitingTransactions};

use super::reading::{add, read};
use crate::store::{
    TestStorage,
    samples::{account, at, failure, id, snapshot, wallet},
};

pub(super) async fn an_account_is_added_once(db: TestStorage) {
    add(&db, &[account(1), account(2)]).await;
    read(&db, &snapshot(1, 1, at(5))).await;
    add(&db, &[account(2), account(1), account(1)]).await;
    let states = db
        .stores
        .accounts
        .states(&[account(1), account(2), account(3)])
        .await
        .unwrap();
    let fresh = AccountState {
        id: account(2),
        latest: None,
        read_at: None,
        whole_at: None,
        activity: Activity::Unknown,
        transactions: None,
        failure: None,
        waiting: WaitingTransactions::default(),
    };
    assert_eq!(states.len(), 2);
    assert_eq!((states[0].latest, states[0].read_at), (Some(id(1)), Some(at(5))));
    assert_eq!(states[1], fresh);
}

pub(super) async fn a_failure_keeps_the_last_good_snapshot(db: TestStorage) {
    add(&db, &[account(1)]).await;
    read(&db, &snapshot(1, 1, at(5))).await;
    let mut work = db.begin().await;
    work.accounts()
        .failed(&account(1), &failure(Some(at(60))))
        .await
        .unwrap();
    work.commit().await.unwrap();
    let state = db.stores.accounts.states(&[account(1)]).await.unwrap().remove(0);
    assert_eq!((state.latest, state.read_at), (Some(id(1)), Some(at(5))));
    assert_eq!(state.failure, Some(failure(Some(at(60)))));
    read(&db, &snapshot(2, 1, at(70))).await;
    let state = db.stores.accounts.states(&[account(1)]).await.unwrap().remove(0);
    assert_eq!(
        (state.latest, state.failure),
        (Some(id(2)), None),
        "the failure is over"
    );
}

pub(super) async fn an_account_refers_to_its_own_snapshots(db: TestStorage) {
    add(&db, &[account(1), account(2)]).await;
    read(&db, &snapshot(1, 1, at(5))).await;
    let mut work = db.begin().await;
    let foreign_snapshot = work
        .accounts()
        .read(
            &account(2),
            id(1),
            at(6),
            Activity::Active,
            &WaitingTransactions::default(),
        )
        .await;
    assert!(matches!(foreign_snapshot, Err(ports::StorageError::Conflict { .. })));
}

pub(super) async fn transaction_counts_are_unknown_until_counted(db: TestStorage) {
    add(&db, &[account(1), account(2)]).await;
    let mut work = db.begin().await;
    work.accounts().counted(&account(1), 7).await.unwrap();
    work.accounts().counted(&account(3), 7).await.unwrap();
    work.commit().await.unwrap();
    let states = db
        .stores
        .accounts
        .states(&[account(1), account(2), account(3)])
        .await
        .unwrap();
    let counted: Vec<_> = states.into_iter().map(|state| state.transactions).collect();
    assert_eq!(counted, [Some(7), None]);
}

pub(super) async fn active_accounts_are_found_by_read_time(db: TestStorage) {
    let elsewhere = AccountId {
        chain: ports::ChainId::evm(10),
        ..account(4)
    };
    add(&db, &[account(1), account(2), account(3), elsewhere.clone()]).await;
    read(&db, &snapshot(1, 1, at(5))).await;
    read(&db, &snapshot(2, 2, at(9))).await;
    let accounts = &db.stores.accounts;
    let one = account(1).chain;
    let active = async |since, limit| accounts.active(&one, at(since), limit).await.unwrap();
    assert_eq!(
        active(0, 10).await,
        [account(2), account(1)],
        "the third was never read"
    );
    assert_eq!(active(5, 1).await, [account(2)]);
    assert_eq!(active(6, 10).await, [account(2)]);
    let other = accounts.active(&elsewhere.chain, at(0), 10).await.unwrap();
    assert!(other.is_empty(), "it was not read");
    let mut work = db.begin().await;
    let quiet = snapshot(3, 2, at(12));
    work.snapshots().add(&quiet).await.unwrap();
    work.accounts()
        .read(
            &account(2),
            quiet.id,
            at(12),
            Activity::Quiet,
            &WaitingTransactions::default(),
        )
        .await
        .unwrap();
    work.commit().await.unwrap();
    assert_eq!(active(0, 10).await, [account(1)]);
}

pub(super) async fn an_account_of_files_is_not_read(db: TestStorage) {
    let user = db.user(1).await;
    add(&db, &[account(1), account(2)]).await;
    let mut work = db.begin().await;
    for n in 1..=2 {
        work.wallets()
            .save(&wallet(n, user, u8::try_from(n).unwrap()))
            .await
            .unwrap();
    }
    work.accounts()
        .set_activity(&[account(1)], Activity::Filed, at(3))
        .await
        .unwrap();
    work.accounts()
        .set_activity(&[account(1)], Activity::Active, at(2))
        .await
        .unwrap();
    work.commit().await.unwrap();
    let accounts = &db.stores.accounts;
    let due = || accounts.due(at(90), at(90), at(99), 10);
    assert_eq!(due().await.unwrap(), [account(2)]);
    assert!(!accounts.is_wanted(&account(1)).await.unwrap());
    let activity = || async { accounts.states(&[account(1)]).await.unwrap().remove(0).activity };
    assert_eq!(activity().await, Activity::Filed);
    let mut work = db.begin().await;
    work.accounts()
        .set_activity(&[account(1)], Activity::Unknown, at(4))
        .await
        .unwrap();
    work.accounts()
        .set_activity(&[account(9)], Activity::Filed, at(4))
        .await
        .unwrap();
    work.commit().await.unwrap();
    assert_eq!(due().await.unwrap(), [account(1), account(2)]);
    assert!(accounts.is_wanted(&account(1)).await.unwrap());
    assert_eq!(activity().await, Activity::Unknown);
}

//! Accounts that are added, and successful readings of them.

use ports::{AccountId, Snapshot, account::Activity, chain::WaitingTransactions};

use crate::store::{TestStorage, samples::at};

pub(super) async fn add(db: &TestStorage, ids: &[AccountId]) {
    let mut work = db.begin().await;
    work.accounts().add(ids, at(0)).await.unwrap();
    work.commit().await.unwrap();
}

pub(super) async fn read(db: &TestStorage, snapshot: &Snapshot) {
    let mut work = db.begin().await;
    work.snapshots().add(snapshot).await.unwrap();
    let (account, at) = (&snapshot.account, snapshot.taken_at);
    work.accounts()
        .read(
            account,
            snapshot.id,
            at,
            Activity::Active,
            &WaitingTransactions::default(),
        )
        .await
        .unwrap();
    work.commit().await.unwrap();
}

//! Ledgers of which entries are appended, withdrawn and read back.

use ports::{Entry, EntryId, entry::StoredEntry};

use crate::store::{
    TestStorage,
    samples::{account, at},
};

pub(in crate::store) async fn accounts(db: &TestStorage) {
    let mut work = db.begin().await;
    work.accounts().add(&[account(1), account(2)], at(0)).await.unwrap();
    work.commit().await.unwrap();
}

pub(in crate::store) async fn append(db: &TestStorage, entries: &[Entry], second: i64) -> u64 {
    let mut work = db.begin().await;
    let added = work.entries().append(entries, at(second)).await.unwrap();
    work.commit().await.unwrap();
    added
}

pub(in crate::store) async fn withdraw(db: &TestStorage, ids: &[EntryId], second: i64) -> u64 {
    let mut work = db.begin().await;
    let withdrawn = work.entries().withdraw(ids, at(second)).await.unwrap();
    work.commit().await.unwrap();
    withdrawn
}

pub(super) async fn changed(db: &TestStorage, after: u64) -> Vec<StoredEntry> {
    db.stores.entries.changed(&account(1), after).await.unwrap()
}

pub(super) async fn entries(db: &TestStorage) -> Vec<Entry> {
    changed(db, 0).await.into_iter().map(|stored| stored.entry).collect()
}

pub(super) async fn revision(db: &TestStorage) -> u64 {
    let heads = db.stores.entries.heads(&[account(1)]).await.unwrap();
    heads.first().map_or(0, |head| head.revision)
}

//! Requirements for the assets in the entries of accounts.

use ports::{AccountId, Day, EntryAsset};

use super::{
    TestStorage,
    entry::{accounts, append},
    erase::{erase, watches},
    requirement::requirements,
    samples::{account, at, entry, token},
};

requirements! { "entry_asset":
    "the days of a moved asset are extended and never shortened" => the_days_of_a_moved_asset_are_extended,
    "the days on which an asset only arrived count once it is moved" => the_days_on_which_an_asset_arrived_count,
    "a ledger is searched again after each change" => a_ledger_is_searched_again_after_each_change,
    "an erased account is not searched" => an_erased_account_is_not_searched,
}

fn moved(n: u8, first: i64, last: i64) -> EntryAsset {
    let day = |number| Day::of(at(0)).plus(number);
    EntryAsset {
        asset: token(n),
        first: day(first),
        last: day(last),
        is_moved: true,
    }
}

fn arrived(n: u8, first: i64, last: i64) -> EntryAsset {
    EntryAsset {
        is_moved: false,
        ..moved(n, first, last)
    }
}

async fn add(db: &TestStorage, assets: &[EntryAsset]) {
    let mut work = db.begin().await;
    work.entry_assets().add(assets).await.unwrap();
    work.commit().await.unwrap();
}

async fn set_searched(db: &TestStorage, of: u8, revision: u64) {
    let mut work = db.begin().await;
    work.entry_assets().set_searched(&account(of), revision).await.unwrap();
    work.commit().await.unwrap();
}

async fn unsearched(db: &TestStorage, limit: u32) -> Vec<AccountId> {
    db.stores.entry_assets.unsearched(limit).await.unwrap()
}

async fn the_days_of_a_moved_asset_are_extended(db: TestStorage) {
    add(&db, &[]).await;
    add(&db, &[moved(2, 5, 5), moved(1, 10, 20), moved(2, -1, 3)]).await;
    add(&db, &[moved(1, 12, 15), moved(3, 0, 0)]).await;
    let mut dropped = db.begin().await;
    dropped.entry_assets().add(&[moved(4, 1, 1)]).await.unwrap();
    drop(dropped);
    let store = &db.stores.entry_assets;
    let all = [moved(1, 10, 20), moved(2, -1, 5), moved(3, 0, 0)];
    assert_eq!(store.moved().await.unwrap(), all);
    add(&db, &[moved(1, 9, 21)]).await;
    let some = [token(3), token(1), token(1), token(9)];
    assert_eq!(store.moved_of(&some).await.unwrap(), [moved(1, 9, 21), moved(3, 0, 0)]);
    assert_eq!(store.moved_of(&[]).await.unwrap(), []);
}

async fn the_days_on_which_an_asset_arrived_count(db: TestStorage) {
    add(&db, &[arrived(1, 2, 2), arrived(2, 1, 1), arrived(1, 4, 4)]).await;
    let store = &db.stores.entry_assets;
    assert_eq!(store.moved().await.unwrap(), [], "it only arrived");
    assert_eq!(store.moved_of(&[token(1)]).await.unwrap(), []);
    add(&db, &[moved(1, 7, 7)]).await;
    assert_eq!(store.moved().await.unwrap(), [moved(1, 2, 7)]);
    add(&db, &[arrived(1, 9, 9), moved(2, 3, 3), arrived(2, 0, 0)]).await;
    assert_eq!(
        store.moved().await.unwrap(),
        [moved(1, 2, 9), moved(2, 0, 3)],
        "it stays moved"
    );
}

async fn a_ledger_is_searched_again_after_each_change(db: TestStorage) {
    accounts(&db).await;
    assert_eq!(
        unsearched(&db, 9).await,
        [],
        "without entries there is nothing to search"
    );
    append(&db, &[entry(1, 2, 1), entry(2, 1, 1)], 1).await;
    assert_eq!(unsearched(&db, 9).await, [account(1), account(2)]);
    assert_eq!(unsearched(&db, 1).await, [account(1)]);
    set_searched(&db, 1, 1).await;
    set_searched(&db, 3, 1).await;
    assert_eq!(unsearched(&db, 9).await, [account(2)]);
    append(&db, &[entry(3, 1, 2)], 2).await;
    assert_eq!(unsearched(&db, 1).await, [account(1)]);
    set_searched(&db, 1, 2).await;
    set_searched(&db, 1, 1).await;
    assert_eq!(
        unsearched(&db, 9).await,
        [account(2)],
        "a search that ends late changes nothing"
    );
    for (of, revision) in [(1, 2), (2, 0), (3, 0)] {
        assert_eq!(db.stores.entry_assets.searched(&account(of)).await.unwrap(), revision);
    }
}

async fn an_erased_account_is_not_searched(db: TestStorage) {
    watches(&db, 1, &[1]).await;
    append(&db, &[entry(1, 1, 1)], 1).await;
    add(&db, &[moved(1, 1, 1)]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(unsearched(&db, 9).await, []);
    assert_eq!(db.stores.entry_assets.moved().await.unwrap(), [moved(1, 1, 1)]);
}

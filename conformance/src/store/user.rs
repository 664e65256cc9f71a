//! Requirements for users.

use std::sync::Arc;

use ports::StorageError;

use super::{
    TestStorage,
    requirement::requirements,
    samples::{id, user, wallet},
};

requirements! { "user":
    "a user is read back as it was added" => a_user_is_read_back_as_added,
    "a unit of work that is dropped changes nothing" => a_dropped_unit_changes_nothing,
    "adding a user again is a conflict" => adding_a_user_twice_is_a_conflict,
    "concurrent units that lock a user never pass a limit" => concurrent_units_under_the_lock_respect_the_limit,
    "nothing is seen before the commit" => nothing_is_visible_before_the_commit,
}

async fn a_user_is_read_back_as_added(db: TestStorage) {
    let mut work = db.begin().await;
    work.users().add(&user(1)).await.unwrap();
    assert_eq!(work.users().lock(id(1)).await.unwrap(), Some(user(1)));
    assert_eq!(work.users().lock(id(2)).await.unwrap(), None);
    work.users().set_version(id(1), 7).await.unwrap();
    work.users().set_uploads(id(1), 3).await.unwrap();
    work.commit().await.unwrap();
    let found = db.stores.users.find(id(1)).await.unwrap().unwrap();
    assert_eq!(
        (found.version, found.uploads, found.created_at),
        (7, 3, user(1).created_at)
    );
    assert_eq!(db.stores.users.find(id(2)).await.unwrap(), None);
}

async fn a_dropped_unit_changes_nothing(db: TestStorage) {
    let mut work = db.begin().await;
    work.users().add(&user(1)).await.unwrap();
    work.wallets().save(&wallet(1, id(1), 1)).await.unwrap();
    drop(work);
    assert_eq!(db.stores.users.find(id(1)).await.unwrap(), None);
    assert_eq!(db.stores.wallets.of_user(id(1)).await.unwrap(), []);
    db.user(1).await;
}

async fn nothing_is_visible_before_the_commit(db: TestStorage) {
    let mut work = db.begin().await;
    work.users().add(&user(1)).await.unwrap();
    assert_eq!(db.stores.users.find(id(1)).await.unwrap(), None);
    work.commit().await.unwrap();
    assert_eq!(db.stores.users.find(id(1)).await.unwrap(), Some(user(1)));
}

async fn adding_a_user_twice_is_a_conflict(db: TestStorage) {
    db.user(1).await;
    let refused = db.begin().await.users().add(&user(1)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { what }) if what == "users"));
}

async fn concurrent_units_under_the_lock_respect_the_limit(db: TestStorage) {
    let owner = db.user(1).await;
    let database = Arc::clone(&db.storage);
    let adds = (0..24).map(|n| {
        let database = Arc::clone(&database);
        tokio::spawn(async move {
            let mut work = database.begin().await.unwrap();
            work.users().lock(owner).await.unwrap().unwrap();
            let used = work.wallets().of_user(owner, user(1).created_at).await.unwrap().len();
            if used < 5 {
                let of = u8::try_from(n).unwrap();
                work.wallets().save(&wallet(n, owner, of)).await.unwrap();
                work.commit().await.unwrap();
            }
        })
    });
    for add in adds.collect::<Vec<_>>() {
        add.await.unwrap();
    }
    assert_eq!(db.stores.wallets.of_user(owner).await.unwrap().len(), 5);
}

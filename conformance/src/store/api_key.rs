//! Requirements for API keys.

use std::collections::BTreeSet;

use ports::{ApiKey, StorageError, UserId, api_key::ApiKeyScope};

use super::{
    TestStorage,
    erase::erase,
    requirement::requirements,
    samples::{at, id, user},
};

requirements! { "api_key":
    "a key is found by its token hash only" => a_key_is_found_by_its_hash_only,
    "a key belongs to a user, and its token to one key" => a_key_belongs_to_a_user_and_its_token_to_one_key,
    "a user's keys are listed, counted and removed, and no other user's" => keys_are_listed_and_removed_by_user,
    "a use of a key is recorded" => a_use_is_recorded,
    "keys that expired or were not used for long are removed" => ended_keys_are_removed,
    "keys are erased with their user" => keys_are_erased_with_their_user,
}

fn key(n: u8, user: UserId) -> ApiKey {
    ApiKey {
        id: id(n.into()),
        user,
        name: format!("Key {n}").parse().unwrap(),
        token_start: format!("spy_key_abc{n}"),
        token_hash: [n; 32],
        scopes: BTreeSet::from([ApiKeyScope::Health, ApiKeyScope::Ledger]),
        created_at: at(n.into()),
        used_at: None,
        expires_at: Some(at(100)),
    }
}

async fn add(db: &TestStorage, keys: &[ApiKey]) {
    let mut work = db.begin().await;
    for key in keys {
        work.api_keys().add(key).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn listed(db: &TestStorage, user: UserId) -> Vec<ApiKey> {
    db.stores.api_keys.of_user(user).await.unwrap()
}

async fn a_key_is_found_by_its_hash_only(db: TestStorage) {
    let kept = key(1, db.user(1).await);
    let endless = ApiKey {
        expires_at: None,
        scopes: ApiKeyScope::ALL.into(),
        ..key(2, kept.user)
    };
    add(&db, &[kept.clone(), endless.clone()]).await;
    assert_eq!(db.stores.api_keys.find(&[1; 32]).await.unwrap(), Some(kept));
    assert_eq!(db.stores.api_keys.find(&[2; 32]).await.unwrap(), Some(endless));
    assert_eq!(db.stores.api_keys.find(&[3; 32]).await.unwrap(), None);
}

async fn a_key_belongs_to_a_user_and_its_token_to_one_key(db: TestStorage) {
    let kept = key(1, db.user(1).await);
    add(&db, std::slice::from_ref(&kept)).await;
    let same_hash = ApiKey { id: id(9), ..kept };
    for wrong in [same_hash, key(2, user(9).id)] {
        let refused = db.begin().await.api_keys().add(&wrong).await;
        assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
    }
}

async fn keys_are_listed_and_removed_by_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    add(&db, &[key(1, one), key(2, one), key(3, other)]).await;
    assert_eq!(listed(&db, one).await, [key(2, one), key(1, one)], "the newest first");
    let mut work = db.begin().await;
    work.api_keys().add(&key(4, one)).await.unwrap();
    assert_eq!(work.api_keys().count(one).await.unwrap(), 3, "with the one just added");
    assert!(!work.api_keys().remove(one, id(3)).await.unwrap(), "another user's");
    assert!(!work.api_keys().remove(one, id(9)).await.unwrap(), "no key");
    assert!(work.api_keys().remove(one, id(1)).await.unwrap());
    work.commit().await.unwrap();
    assert_eq!(listed(&db, one).await, [key(4, one), key(2, one)]);
    let mut work = db.begin().await;
    work.api_keys().remove_of(one).await.unwrap();
    assert_eq!(work.api_keys().count(one).await.unwrap(), 0);
    work.commit().await.unwrap();
    assert_eq!(listed(&db, one).await, []);
    assert_eq!(listed(&db, other).await, [key(3, other)]);
}

async fn a_use_is_recorded(db: TestStorage) {
    let one = db.user(1).await;
    add(&db, &[key(1, one), key(2, one)]).await;
    let mut work = db.begin().await;
    work.api_keys().touch(id(1), at(50)).await.unwrap();
    work.commit().await.unwrap();
    let used: Vec<_> = listed(&db, one).await.into_iter().map(|key| key.used_at).collect();
    assert_eq!(used, [None, Some(at(50))]);
}

async fn ended_keys_are_removed(db: TestStorage) {
    let one = db.user(1).await;
    let endless = |n: u8, used: Option<i64>| ApiKey {
        expires_at: None,
        used_at: used.map(at),
        ..key(n, one)
    };
    let expired = key(40, one);
    let still_valid = ApiKey {
        expires_at: Some(at(101)),
        ..key(41, one)
    };
    let (unused, new) = (endless(1, None), endless(20, None));
    let (used_long_ago, used_lately) = (endless(2, Some(19)), endless(3, Some(20)));
    add(&db, &[expired, still_valid, unused, new, used_long_ago, used_lately]).await;
    let mut work = db.begin().await;
    work.api_keys().remove_ended(at(100), at(20)).await.unwrap();
    work.commit().await.unwrap();
    let left: Vec<_> = listed(&db, one).await.into_iter().map(|key| key.id).collect();
    assert_eq!(left, [id(41), id(20), id(3)]);
}

async fn keys_are_erased_with_their_user(db: TestStorage) {
    let one = db.user(1).await;
    add(&db, &[key(1, one)]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(listed(&db, one).await, []);
    assert_eq!(db.stores.api_keys.find(&[1; 32]).await.unwrap(), None);
}

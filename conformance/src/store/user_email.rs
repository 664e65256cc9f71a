//! Requirements for the e-mail addresses of users.

use ports::{StorageError, UserEmail, UserEmailState, UserId};

use super::{
    TestStorage,
    erase::erase,
    requirement::requirements,
    samples::{at, user},
};

requirements! { "user_email":
    "an address is found by its text, once it is verified" => an_address_is_found_once_it_is_verified,
    "setting an address with the same state replaces it" => an_address_is_replaced,
    "only one user can verify an address" => only_one_user_verifies_an_address,
    "addresses are erased with their user" => addresses_are_erased_with_their_user,
}

fn email(user: UserId, text: &str, state: UserEmailState, second: i64) -> UserEmail {
    UserEmail {
        user,
        address: text.parse().unwrap(),
        state,
        set_at: at(second),
    }
}

fn verified(user: UserId, text: &str) -> UserEmail {
    email(user, text, UserEmailState::Verified, 1)
}

async fn set(db: &TestStorage, all: &[UserEmail]) {
    let mut work = db.begin().await;
    for one in all {
        work.user_emails().set(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn owner(db: &TestStorage, text: &str) -> Option<UserId> {
    let address = text.parse().unwrap();
    let found = db.stores.user_emails.owner(&address).await.unwrap();
    let mut work = db.begin().await;
    assert_eq!(work.user_emails().owner(&address).await.unwrap(), found);
    found
}

async fn an_address_is_found_once_it_is_verified(db: TestStorage) {
    let one = db.user(1).await;
    let pending = email(one, "new@example.com", UserEmailState::Pending, 2);
    set(&db, &[pending.clone(), verified(one, "ann@example.com")]).await;
    assert_eq!(owner(&db, " Ann@EXAMPLE.com").await, Some(one));
    assert_eq!(owner(&db, "new@example.com").await, None, "it is not verified");
    assert_eq!(owner(&db, "eve@example.com").await, None);
    let own = db.stores.user_emails.of_user(one).await.unwrap();
    assert_eq!(own, [verified(one, "ann@example.com"), pending]);
    let mut work = db.begin().await;
    assert!(work.user_emails().clear(one, UserEmailState::Pending).await.unwrap());
    assert!(!work.user_emails().clear(one, UserEmailState::Pending).await.unwrap());
    work.commit().await.unwrap();
    assert_eq!(db.stores.user_emails.of_user(one).await.unwrap().len(), 1);
}

async fn an_address_is_replaced(db: TestStorage) {
    let one = db.user(1).await;
    set(&db, &[verified(one, "ann@example.com")]).await;
    let newer = email(one, "ann@example.org", UserEmailState::Verified, 5);
    set(&db, std::slice::from_ref(&newer)).await;
    assert_eq!(db.stores.user_emails.of_user(one).await.unwrap(), [newer]);
    assert_eq!(
        owner(&db, "ann@example.com").await,
        None,
        "the old one can be verified again"
    );
}

async fn only_one_user_verifies_an_address(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    set(&db, &[verified(one, "ann@example.com")]).await;
    let pending = email(other, "ann@example.com", UserEmailState::Pending, 2);
    set(&db, std::slice::from_ref(&pending)).await;
    let mut work = db.begin().await;
    let refused = work.user_emails().set(&verified(other, "ann@example.com")).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
    drop(work);
    assert_eq!(owner(&db, "ann@example.com").await, Some(one));
    let mut work = db.begin().await;
    let unknown = verified(user(9).id, "bob@example.com");
    let refused = work.user_emails().set(&unknown).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}

async fn addresses_are_erased_with_their_user(db: TestStorage) {
    let one = db.user(1).await;
    let pending = email(one, "new@example.com", UserEmailState::Pending, 2);
    set(&db, &[verified(one, "ann@example.com"), pending]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(db.stores.user_emails.of_user(one).await.unwrap(), []);
    assert_eq!(owner(&db, "ann@example.com").await, None);
}

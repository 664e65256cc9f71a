//! Requirements for what users state about themselves.

use ports::{MailingListEntry, StorageError, UserDetails, UserId};

use super::{
    TestStorage,
    erase::erase,
    requirement::requirements,
    samples::{at, user},
};

requirements! { "user_details":
    "details are read back and replaced" => details_are_read_back_and_replaced,
    "details belong to one user" => details_belong_to_one_user,
    "details are erased with their user" => details_are_erased_with_their_user,
}

fn details(first: &str, mobile: Option<&str>) -> UserDetails {
    UserDetails {
        first_name: Some(first.to_owned()),
        last_name: None,
        mobile: mobile.map(ToOwned::to_owned),
        mailing_list: None,
    }
}

async fn set(db: &TestStorage, user: UserId, details: &UserDetails) -> Result<(), StorageError> {
    let mut work = db.begin().await;
    work.user_details().set(user, details).await?;
    work.commit().await
}

async fn read(db: &TestStorage, user: UserId) -> UserDetails {
    let found = db.stores.user_details.of_user(user).await.unwrap();
    let mut work = db.begin().await;
    assert_eq!(work.user_details().of_user(user).await.unwrap(), found);
    found
}

async fn details_are_read_back_and_replaced(db: TestStorage) {
    let one = db.user(1).await;
    assert_eq!(read(&db, one).await, UserDetails::default(), "the user states nothing");
    let full = UserDetails {
        last_name: Some("Lovelace „\"\\\u{1f40b}".to_owned()),
        mailing_list: Some(MailingListEntry {
            address: "ada@example.org".parse().unwrap(),
            from: Some("Mobile notice".to_owned()),
            joined_at: at(5),
        }),
        ..details("Ada", Some("+0123456789"))
    };
    set(&db, one, &full).await.unwrap();
    assert_eq!(read(&db, one).await, full);
    let mut dropped = db.begin().await;
    dropped.user_details().set(one, &details("Eve", None)).await.unwrap();
    drop(dropped);
    assert_eq!(
        read(&db, one).await,
        full,
        "a unit of work that is not committed changes nothing"
    );
    set(&db, one, &details("Grace", None)).await.unwrap();
    assert_eq!(read(&db, one).await, details("Grace", None));
}

async fn details_belong_to_one_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    set(&db, one, &details("Ada", None)).await.unwrap();
    set(&db, other, &details("Grace", Some("0123456789"))).await.unwrap();
    assert_eq!(read(&db, one).await, details("Ada", None));
    assert_eq!(read(&db, other).await, details("Grace", Some("0123456789")));
}

async fn details_are_erased_with_their_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    set(&db, one, &details("Ada", None)).await.unwrap();
    set(&db, other, &details("Grace", None)).await.unwrap();
    assert!(erase(&db, 1).await);
    assert_eq!(read(&db, one).await, UserDetails::default());
    assert_eq!(read(&db, other).await, details("Grace", None));
    let unknown = set(&db, user(9).id, &details("Eve", None)).await;
    assert!(matches!(unknown, Err(StorageError::Conflict { .. })), "{unknown:?}");
}

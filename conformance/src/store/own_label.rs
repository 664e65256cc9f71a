//! Requirements for the labels that users give to addresses.

use ports::{LabelPlace, OwnLabel, StorageError, UserId};

use super::{
    TestStorage,
    erase::erase,
    requirement::requirements,
    samples::{address, at, user},
};

requirements! { "own_label":
    "a label belongs to one user" => a_label_belongs_to_one_user,
    "setting the label of a place again replaces it" => a_label_is_replaced,
    "labels are erased with their user" => labels_are_erased_with_their_user,
    "a label of a user who does not exist is a conflict" => a_label_of_an_unknown_user_is_a_conflict,
}

fn label(user: UserId, namespace: &str, of: u8, text: &str, second: i64) -> OwnLabel {
    OwnLabel {
        user,
        place: LabelPlace {
            namespace: namespace.to_owned(),
            address: address(of),
        },
        text: text.parse().unwrap(),
        set_at: at(second),
    }
}

async fn set(db: &TestStorage, all: &[OwnLabel]) {
    let mut work = db.begin().await;
    for one in all {
        work.own_labels().set(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn clear(db: &TestStorage, one: &OwnLabel) -> bool {
    let mut work = db.begin().await;
    let cleared = work.own_labels().clear(one.user, &one.place).await.unwrap();
    work.commit().await.unwrap();
    cleared
}

async fn of(db: &TestStorage, user: UserId) -> Vec<OwnLabel> {
    db.stores.own_labels.of_user(user).await.unwrap()
}

async fn a_label_belongs_to_one_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    let own = [
        label(one, "bip122", 2, "„Landlord“ & 'sons'", 3),
        label(one, "eip155", 1, "Payroll", 1),
        label(one, "eip155", 2, "Landlord", 2),
    ];
    let foreign = label(other, "eip155", 1, "Employer", 9);
    let mut backwards = own.to_vec();
    backwards.reverse();
    set(&db, &backwards).await;
    set(&db, std::slice::from_ref(&foreign)).await;
    assert_eq!(of(&db, one).await, own, "by namespace and address");
    assert_eq!(of(&db, other).await, [foreign]);
    assert!(clear(&db, &own[1]).await);
    assert!(!clear(&db, &own[1]).await, "it is gone");
    assert_eq!(of(&db, one).await, [own[0].clone(), own[2].clone()]);
    assert_eq!(of(&db, other).await.len(), 1, "the other user's label stays");
}

async fn a_label_is_replaced(db: TestStorage) {
    let one = db.user(1).await;
    set(&db, &[label(one, "eip155", 1, "Payroll", 1)]).await;
    let replaced = label(one, "eip155", 1, "Employer", 2);
    set(&db, std::slice::from_ref(&replaced)).await;
    let mut dropped = db.begin().await;
    dropped
        .own_labels()
        .set(&label(one, "eip155", 1, "Bank", 3))
        .await
        .unwrap();
    drop(dropped);
    assert_eq!(of(&db, one).await, [replaced]);
}

async fn labels_are_erased_with_their_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    set(
        &db,
        &[
            label(one, "eip155", 1, "Payroll", 1),
            label(other, "eip155", 1, "Bank", 1),
        ],
    )
    .await;
    assert!(erase(&db, 1).await);
    assert_eq!(of(&db, one).await, []);
    assert_eq!(of(&db, other).await.len(), 1, "the other user's label stays");
}

async fn a_label_of_an_unknown_user_is_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let refused = work.own_labels().set(&label(user(1).id, "eip155", 1, "Bank", 1)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}

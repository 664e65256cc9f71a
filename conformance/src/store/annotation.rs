//! Requirements for annotations.

use ports::{
    Annotation, EntryId, StorageError, UserId,
    annotation::{AnnotationContent, EntryMark},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{account, at, entry, token, user},
};

requirements! { "annotation":
    "an annotation belongs to one user" => an_annotation_belongs_to_one_user,
    "setting the same key again replaces an annotation" => the_same_key_replaces_an_annotation,
    "every change of a user's annotations changes their revision" => every_change_changes_the_revision,
    "an annotation of a user who does not exist is a conflict" => an_annotation_of_an_unknown_user_is_a_conflict,
}

fn annotation(user: UserId, n: u32, content: AnnotationContent, second: i64) -> Annotation {
    Annotation {
        user,
        entry: entry(n, 1, 1).id,
        content,
        set_at: at(second),
    }
}

fn note(text: &str) -> AnnotationContent {
    AnnotationContent::Note(text.to_owned())
}

fn cost(n: u8, amount: &str) -> AnnotationContent {
    AnnotationContent::Cost {
        asset: token(n),
        amount: amount.parse().unwrap(),
        currency: "EUR".parse().unwrap(),
    }
}

fn matched(n: u32, matches: bool) -> AnnotationContent {
    let other = EntryId {
        account: account(2),
        ..entry(n, 1, 1).id
    };
    AnnotationContent::Match { other, matches }
}

async fn set(db: &TestStorage, all: &[Annotation]) {
    let mut work = db.begin().await;
    for one in all {
        work.annotations().set(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn clear(db: &TestStorage, one: &Annotation) -> bool {
    let mut work = db.begin().await;
    let cleared = work
        .annotations()
        .clear(one.user, &one.entry, &one.content.key())
        .await
        .unwrap();
    work.commit().await.unwrap();
    cleared
}

async fn every_change_changes_the_revision(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    let revision = async |user: UserId| db.stores.annotations.revision(user).await.unwrap();
    let mut seen = vec![revision(one).await];
    let changes = [
        annotation(one, 1, note("rent"), 10),
        annotation(one, 2, note("food"), 20),
        annotation(one, 1, note("the rent"), 30),
    ];
    for change in &changes {
        set(&db, std::slice::from_ref(change)).await;
        seen.push(revision(one).await);
    }
    assert!(clear(&db, &changes[1]).await);
    seen.push(revision(one).await);
    let before = revision(other).await;
    for (at, revision) in seen.iter().enumerate() {
        assert!(!seen[..at].contains(revision), "{seen:?}");
    }
    set(&db, &[annotation(one, 3, note("more"), 40)]).await;
    assert_eq!(revision(other).await, before, "the other user changed nothing");
}

async fn an_annotation_belongs_to_one_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    let own = [
        annotation(one, 1, cost(1, "0.123456789012345678"), 3),
        annotation(one, 1, cost(2, "0"), 4),
        annotation(one, 1, AnnotationContent::Mark(EntryMark::Gift), 2),
        annotation(one, 1, matched(7, false), 5),
        annotation(one, 1, note("„first“ & 'last'"), 1),
        annotation(one, 2, note(""), 1),
    ];
    let foreign = annotation(other, 1, note("mine"), 9);
    let mut backwards = own.to_vec();
    backwards.reverse();
    set(&db, &backwards).await;
    set(&db, std::slice::from_ref(&foreign)).await;
    let of = async |user| db.stores.annotations.of_user(user).await.unwrap();
    assert_eq!(of(one).await, own, "by entry and key");
    assert_eq!(of(other).await, [foreign]);
    assert!(clear(&db, &own[4]).await);
    assert!(!clear(&db, &own[4]).await, "it is gone");
    assert!(!clear(&db, &annotation(one, 3, note("mine"), 9)).await, "another entry");
    assert_eq!(of(one).await.len(), 5);
    assert_eq!(of(other).await.len(), 1, "the other user's note stays");
}

async fn the_same_key_replaces_an_annotation(db: TestStorage) {
    let one = db.user(1).await;
    set(
        &db,
        &[
            annotation(one, 1, note("a"), 1),
            annotation(one, 1, matched(7, true), 1),
            annotation(one, 1, AnnotationContent::Mark(EntryMark::Income), 1),
            annotation(one, 1, cost(1, "5"), 1),
        ],
    )
    .await;
    let replaced = [
        annotation(one, 1, cost(1, "6"), 2),
        annotation(one, 1, AnnotationContent::Mark(EntryMark::Airdrop), 2),
        annotation(one, 1, matched(7, false), 2),
        annotation(one, 1, note("b"), 2),
    ];
    set(&db, &replaced).await;
    let mut dropped = db.begin().await;
    dropped
        .annotations()
        .set(&annotation(one, 1, note("c"), 3))
        .await
        .unwrap();
    drop(dropped);
    assert_eq!(db.stores.annotations.of_user(one).await.unwrap(), replaced);
}

async fn an_annotation_of_an_unknown_user_is_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let refused = work.annotations().set(&annotation(user(1).id, 1, note("a"), 1)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}

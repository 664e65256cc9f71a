//! Requirements for attachments.

use ports::{
    Attachment, AttachmentSummary, StorageError, UserId,
    attachment::{AttachmentKind, SanitizedFile},
};

use super::{
    TestStorage,
    erase::erase,
    requirement::requirements,
    samples::{at, id, user},
};

requirements! { "attachment":
    "an attachment is read back with its bytes" => an_attachment_is_read_back,
    "an attachment belongs to a user, and has one id" => an_attachment_belongs_to_a_user_and_has_one_id,
    "an attachment expires unless its user keeps it" => an_attachment_expires_unless_its_user_keeps_it,
    "attachments of an anonymous user move to the user whom they sign in as" => attachments_move_with_their_user,
    "attachments are erased with their user" => attachments_are_erased_with_their_user,
}

fn attachment(n: u8, user: UserId) -> Attachment {
    let kind = AttachmentKind::ALL[usize::from(n) % AttachmentKind::ALL.len()];
    Attachment {
        id: id(n.into()),
        user,
        file: SanitizedFile {
            kind,
            bytes: (0..=255).cycle().take(700 * usize::from(n)).collect(),
        },
        added_at: at(n.into()),
        expires_at: Some(at(100 + i64::from(n))),
    }
}

async fn add(db: &TestStorage, all: &[Attachment]) {
    let mut work = db.begin().await;
    for one in all {
        work.attachments().add(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn read(db: &TestStorage, user: UserId) -> Vec<Attachment> {
    let listed = db.stores.attachments.of_user(user).await.unwrap();
    let mut work = db.begin().await;
    assert_eq!(work.attachments().of_user(user).await.unwrap(), listed);
    drop(work);
    let mut found = Vec::new();
    for summary in listed {
        let one = db.stores.attachments.find(summary.id).await.unwrap().unwrap();
        assert_eq!(AttachmentSummary::from(&one), summary);
        found.push(one);
    }
    found
}

async fn an_attachment_is_read_back(db: TestStorage) {
    let one = db.user(1).await;
    assert_eq!(read(&db, one).await, []);
    assert_eq!(db.stores.attachments.find(id(9)).await.unwrap(), None);
    let all: Vec<Attachment> = (1..=7).map(|n| attachment(n, one)).collect();
    add(&db, &all).await;
    assert_eq!(read(&db, one).await, all);
}

async fn an_attachment_belongs_to_a_user_and_has_one_id(db: TestStorage) {
    let one = db.user(1).await;
    add(&db, &[attachment(1, one)]).await;
    for wrong in [attachment(1, one), attachment(2, user(9).id)] {
        let refused = db.begin().await.attachments().add(&wrong).await;
        assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
    }
}

async fn an_attachment_expires_unless_its_user_keeps_it(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    let all = [1, 2, 3].map(|n| attachment(n, one));
    add(&db, &all).await;
    let mut work = db.begin().await;
    for (by, kept) in [(other, false), (one, true), (one, true)] {
        assert_eq!(work.attachments().keep(by, all[0].id).await.unwrap(), kept);
    }
    assert!(!work.attachments().keep(one, id(9)).await.unwrap());
    work.attachments().remove_expired(at(102)).await.unwrap();
    work.commit().await.unwrap();
    let kept = Attachment {
        expires_at: None,
        ..all[0].clone()
    };
    assert_eq!(read(&db, one).await, [kept, all[2].clone()]);
}

async fn attachments_move_with_their_user(db: TestStorage) {
    let (source, target) = (db.user(1).await, db.user(2).await);
    add(
        &db,
        &[attachment(1, source), attachment(2, target), attachment(3, source)],
    )
    .await;
    let mut work = db.begin().await;
    work.registrations().move_data(source, target).await.unwrap();
    work.commit().await.unwrap();
    assert!(erase(&db, 1).await);
    let moved = [attachment(1, target), attachment(2, target), attachment(3, target)];
    assert_eq!(read(&db, target).await, moved);
    assert_eq!(read(&db, source).await, []);
}

async fn attachments_are_erased_with_their_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    add(&db, &[attachment(1, one), attachment(2, other)]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(db.stores.attachments.find(id(1)).await.unwrap(), None);
    assert_eq!(read(&db, other).await, [attachment(2, other)]);
}

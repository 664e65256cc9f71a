//! Requirements for feedback.

use ports::{
    Feedback, StorageError, UserId,
    feedback::{FeedbackOpinion, FeedbackSection, FeedbackSubject},
};

use super::{
    TestStorage,
    erase::erase,
    requirement::requirements,
    samples::{at, id, user},
};

requirements! { "feedback":
    "feedback is read back with its lines" => feedback_is_read_back,
    "feedback of all users is read in parts, ordered by id" => feedback_is_read_in_parts,
    "feedback belongs to a user, and has one id" => feedback_belongs_to_a_user_and_has_one_id,
    "feedback of an anonymous user moves to the user whom they sign in as" => feedback_moves_with_its_user,
    "feedback is erased with its user" => feedback_is_erased_with_its_user,
}

fn feedback(n: u8, user: UserId) -> Feedback {
    let subject = if n.is_multiple_of(2) {
        FeedbackSubject::Product(FeedbackOpinion::Negative)
    } else {
        FeedbackSubject::Section(FeedbackSection::ExportData, 3.try_into().unwrap())
    };
    Feedback {
        id: id(n.into()),
        user,
        subject,
        text: format!("Line {n} „\"\\\u{1f40b}\n\nand another").parse().unwrap(),
        attachment: (n > 2).then(|| id(n.into())),
        sent_at: at(n.into()),
    }
}

async fn add(db: &TestStorage, all: &[Feedback]) {
    let mut work = db.begin().await;
    for one in all {
        work.feedback().add(one).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn read(db: &TestStorage, user: UserId) -> Vec<Feedback> {
    let found = db.stores.feedback.of_user(user).await.unwrap();
    let mut work = db.begin().await;
    assert_eq!(work.feedback().of_user(user).await.unwrap(), found);
    found
}

async fn feedback_is_read_back(db: TestStorage) {
    let one = db.user(1).await;
    assert_eq!(read(&db, one).await, []);
    let all = [feedback(1, one), feedback(2, one)];
    add(&db, &[all[1].clone(), all[0].clone()]).await;
    assert_eq!(read(&db, one).await, all);
    let mut work = db.begin().await;
    work.feedback().add(&feedback(3, one)).await.unwrap();
    assert_eq!(
        work.feedback().of_user(one).await.unwrap().len(),
        3,
        "with the one just added"
    );
    drop(work);
    assert_eq!(
        read(&db, one).await,
        all,
        "a unit of work that is not committed adds nothing"
    );
}

async fn feedback_is_read_in_parts(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    let all = [feedback(1, one), feedback(2, other), feedback(3, one)];
    add(&db, &all).await;
    let part = async |after, limit| db.stores.feedback.after(after, limit).await.unwrap();
    assert_eq!(part(None, 2).await, all[..2]);
    assert_eq!(part(Some(all[1].id), 2).await, all[2..]);
    assert_eq!(part(Some(all[2].id), 2).await, []);
    assert_eq!(read(&db, other).await, all[1..2]);
}

async fn feedback_belongs_to_a_user_and_has_one_id(db: TestStorage) {
    let one = db.user(1).await;
    add(&db, &[feedback(1, one)]).await;
    for wrong in [feedback(1, one), feedback(2, user(9).id)] {
        let refused = db.begin().await.feedback().add(&wrong).await;
        assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
    }
}

async fn feedback_moves_with_its_user(db: TestStorage) {
    let (source, target) = (db.user(1).await, db.user(2).await);
    add(&db, &[feedback(1, source), feedback(2, target), feedback(3, source)]).await;
    let mut work = db.begin().await;
    work.registrations().move_data(source, target).await.unwrap();
    work.commit().await.unwrap();
    assert!(erase(&db, 1).await);
    let moved = [feedback(1, target), feedback(2, target), feedback(3, target)];
    assert_eq!(read(&db, target).await, moved);
    assert_eq!(read(&db, source).await, []);
}

async fn feedback_is_erased_with_its_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    add(&db, &[feedback(1, one), feedback(2, other)]).await;
    assert!(erase(&db, 1).await);
    assert_eq!(read(&db, one).await, []);
    assert_eq!(db.stores.feedback.after(None, 9).await.unwrap(), [feedback(2, other)]);
}

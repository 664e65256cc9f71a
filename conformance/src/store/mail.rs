//! Requirements for the queue of mails.

use futures::future::join_all;
use ports::{
    Mail, MailId, Timestamp,
    mail::{MailPurpose, QueuedMail},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, id},
};

requirements! { "mail":
    "a mail waits until it is sent, and then its content is gone" => a_mail_waits_until_it_is_sent,
    "a mail with the same key is enqueued once" => a_mail_is_enqueued_once,
    "concurrent units enqueue one mail of a key" => concurrent_units_enqueue_one_mail,
    "a dropped unit of work enqueues nothing" => a_dropped_unit_enqueues_nothing,
    "a failed attempt is counted and postpones the mail" => a_failed_attempt_postpones_the_mail,
    "due mails are listed in the order of their times" => due_mails_are_listed_in_order,
    "expired mails are given up and the others remain" => expired_mails_are_given_up,
    "the keys of ended mails are forgotten later" => ended_mails_are_forgotten_later,
}

/// A mail of second `n` that expires 100 seconds later.
fn mail(n: u8) -> Mail {
    Mail {
        id: id(u16::from(n)),
        purpose: MailPurpose::SignInCode,
        cause: format!("cause-{n}"),
        to: format!("ann{n}@example.com").parse().unwrap(),
        subject: "Über \u{1f433} subjects".to_owned(),
        text: "One line\n\n.and another with a dot\n".to_owned(),
        html: "<p>\"<&>\u{a0}</p>".to_owned(),
        created_at: at(i64::from(n)),
        expires_at: at(i64::from(n) + 100),
    }
}

async fn enqueue(db: &TestStorage, mail: &Mail) -> bool {
    let mut work = db.begin().await;
    let added = work.mails().enqueue(mail).await.unwrap();
    work.commit().await.unwrap();
    added
}

async fn queued(db: &TestStorage, n: u8) -> Option<QueuedMail> {
    db.stores.mails.queued(mail(n).id).await.unwrap()
}

async fn due(db: &TestStorage, now: Timestamp, limit: u32) -> Vec<MailId> {
    db.stores.mails.due(now, limit).await.unwrap()
}

fn ids<const N: usize>(numbers: [u8; N]) -> Vec<MailId> {
    numbers.into_iter().map(|n| mail(n).id).collect()
}

async fn a_mail_waits_until_it_is_sent(db: TestStorage) {
    assert!(enqueue(&db, &mail(1)).await);
    let expected = QueuedMail {
        mail: mail(1),
        attempts: 0,
        next_attempt_at: at(1),
    };
    let found = queued(&db, 1).await.unwrap();
    assert_eq!(found, expected);
    assert_eq!(found.mail.to.as_str(), "ann1@example.com");
    assert_eq!(found.mail.html, mail(1).html);
    assert_eq!(queued(&db, 2).await, None);
    let mut work = db.begin().await;
    work.mails().sent(mail(1).id, at(3)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(queued(&db, 1).await, None);
    assert_eq!(due(&db, at(1000), 10).await, []);
}

async fn a_mail_is_enqueued_once(db: TestStorage) {
    assert!(enqueue(&db, &mail(1)).await);
    let again = Mail {
        cause: mail(1).cause,
        ..mail(2)
    };
    assert!(!enqueue(&db, &again).await, "while the first one waits");
    let other_purpose = Mail {
        purpose: MailPurpose::NewEmail,
        ..Mail {
            cause: mail(1).cause,
            ..mail(3)
        }
    };
    assert!(enqueue(&db, &other_purpose).await);
    let mut work = db.begin().await;
    work.mails().sent(mail(1).id, at(3)).await.unwrap();
    work.mails().give_up(mail(3).id, "refused_550").await.unwrap();
    work.commit().await.unwrap();
    assert!(!enqueue(&db, &again).await, "after it was sent");
    let after_refusal = Mail {
        id: mail(4).id,
        ..other_purpose
    };
    assert!(!enqueue(&db, &after_refusal).await, "after it was given up");
    assert_eq!(due(&db, at(1000), 10).await, []);
}

async fn concurrent_units_enqueue_one_mail(db: TestStorage) {
    let tries = (0..20).map(|n| {
        let storage = db.storage.clone();
        tokio::spawn(async move {
            let mut work = storage.begin().await.unwrap();
            let one = Mail {
                cause: "same".to_owned(),
                ..mail(n)
            };
            let added = work.mails().enqueue(&one).await.unwrap();
            work.commit().await.unwrap();
            added
        })
    });
    let added = join_all(tries)
        .await
        .into_iter()
        .filter(|added| *added.as_ref().unwrap());
    assert_eq!(added.count(), 1);
    assert_eq!(due(&db, at(1000), 100).await.len(), 1);
}

async fn a_dropped_unit_enqueues_nothing(db: TestStorage) {
    let mut work = db.begin().await;
    assert!(work.mails().enqueue(&mail(1)).await.unwrap());
    drop(work);
    assert_eq!(queued(&db, 1).await, None);
    assert!(enqueue(&db, &mail(1)).await);
}

async fn a_failed_attempt_postpones_the_mail(db: TestStorage) {
    enqueue(&db, &mail(1)).await;
    for (attempts, next) in [(1, 6), (2, 36)] {
        let mut work = db.begin().await;
        work.mails().retry(mail(1).id, "refused_451", at(next)).await.unwrap();
        work.commit().await.unwrap();
        let found = queued(&db, 1).await.unwrap();
        assert_eq!((found.attempts, found.next_attempt_at), (attempts, at(next)));
        assert_eq!(found.mail, mail(1), "the content is unchanged");
        assert_eq!(due(&db, at(next - 1), 10).await, []);
        assert_eq!(due(&db, at(next), 10).await, ids([1]));
    }
    let mut work = db.begin().await;
    work.mails().sent(mail(1).id, at(40)).await.unwrap();
    work.mails().retry(mail(1).id, "timed_out", at(50)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(queued(&db, 1).await, None, "a sent mail does not come back");
}

async fn due_mails_are_listed_in_order(db: TestStorage) {
    for n in [3, 1, 4, 2] {
        enqueue(&db, &mail(n)).await;
    }
    let mut work = db.begin().await;
    work.mails().retry(mail(1).id, "timed_out", at(5)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(due(&db, at(3), 10).await, ids([2, 3]));
    assert_eq!(due(&db, at(5), 10).await, ids([2, 3, 4, 1]));
    assert_eq!(due(&db, at(5), 2).await, ids([2, 3]));
}

async fn expired_mails_are_given_up(db: TestStorage) {
    enqueue(&db, &mail(1)).await;
    enqueue(&db, &mail(2)).await;
    let mut work = db.begin().await;
    work.mails().give_up_expired(at(101)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(queued(&db, 1).await, None);
    assert_eq!(queued(&db, 2).await.unwrap().mail, mail(2));
    assert!(!enqueue(&db, &mail(1)).await, "its key is kept");
}

async fn ended_mails_are_forgotten_later(db: TestStorage) {
    for n in [1, 2, 3] {
        enqueue(&db, &mail(n)).await;
    }
    let mut work = db.begin().await;
    work.mails().sent(mail(1).id, at(500)).await.unwrap();
    work.mails().give_up(mail(2).id, "expired").await.unwrap();
    work.mails().forget_ended(at(2)).await.unwrap();
    work.commit().await.unwrap();
    assert!(enqueue(&db, &mail(1)).await, "its key was forgotten");
    assert!(!enqueue(&db, &mail(2)).await);
    let mut work = db.begin().await;
    work.mails().forget_ended(at(1000)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(queued(&db, 3).await.unwrap().mail, mail(3), "one that waits is kept");
    assert!(enqueue(&db, &mail(2)).await);
}

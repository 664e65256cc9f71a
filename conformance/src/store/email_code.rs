//! Requirements for the codes and links that prove e-mail addresses.

use ports::{
    EmailCode, EmailCodePurpose, EmailCodeQuery, Secret, StorageError, Timestamp, UserId,
    email_code::{EmailCodeId, MAX_TRIES},
};

use super::{
    TestStorage,
    erase::erase,
    requirement::requirements,
    samples::{at, id, user},
};

requirements! { "email_code":
    "a code is right for its address, purpose and user" => a_code_is_right_for_its_address_purpose_and_user,
    "a code is compared five times at most" => a_code_is_compared_five_times_at_most,
    "of concurrent tries, five are compared" => of_concurrent_tries_five_are_compared,
    "a code expires before its link" => a_code_expires_before_its_link,
    "a newer code voids older codes, and no link" => a_newer_code_voids_older_codes_and_no_link,
    "a used code is gone with its link" => a_used_code_is_gone_with_its_link,
    "codes are erased with their user" => codes_are_erased_with_their_user,
}

const RIGHT: &str = "K7RM2QXD";

fn code(n: u16, email: &str) -> EmailCode {
    EmailCode {
        id: id(n),
        purpose: EmailCodePurpose::SignIn,
        email: email.parse().unwrap(),
        user: None,
        requested_by: None,
        signed_up_from: Some("leaving".to_owned()),
        created_at: at(0),
        expires_at: at(600),
        link_expires_at: at(86_400),
    }
}

fn link(n: u16) -> [u8; 32] {
    [u8::try_from(n).unwrap(); 32]
}

fn query(code: &EmailCode) -> EmailCodeQuery {
    EmailCodeQuery {
        email: code.email.clone(),
        purpose: code.purpose,
        user: code.user,
    }
}

async fn add(db: &TestStorage, code: &EmailCode, n: u16, text: &str) {
    let mut work = db.begin().await;
    let text = Secret::new(text.to_owned());
    work.email_codes().add(code, &text, &link(n)).await.unwrap();
    work.commit().await.unwrap();
}

async fn try_code(db: &TestStorage, query: &EmailCodeQuery, text: &str, now: Timestamp) -> Option<EmailCode> {
    let mut work = db.begin().await;
    let text = Secret::new(text.to_owned());
    let found = work.email_codes().try_code(query, &text, now).await.unwrap();
    work.commit().await.unwrap();
    found
}

async fn with_link(db: &TestStorage, n: u16, now: Timestamp) -> Option<EmailCodeId> {
    let found = db.begin().await.email_codes().with_link(&link(n), now).await.unwrap();
    found.map(|code| code.id)
}

async fn a_code_is_right_for_its_address_purpose_and_user(db: TestStorage) {
    let one = db.user(1).await;
    let ann = code(1, "ann@example.com");
    add(&db, &ann, 1, RIGHT).await;
    let change = EmailCode {
        purpose: EmailCodePurpose::Change,
        user: Some(one),
        ..code(2, "ann@example.com")
    };
    add(&db, &change, 2, "OTHER234").await;
    let wrong = [
        query(&code(3, "bob@example.com")),
        EmailCodeQuery {
            user: Some(one),
            ..query(&ann)
        },
        query(&change),
        EmailCodeQuery {
            user: Some(user(2).id),
            ..query(&change)
        },
    ];
    for query in wrong {
        assert_eq!(try_code(&db, &query, RIGHT, at(1)).await, None, "{query:?}");
    }
    assert_eq!(try_code(&db, &query(&ann), "K7RM2QXE", at(1)).await, None);
    assert_eq!(try_code(&db, &query(&ann), "", at(1)).await, None);
    assert_eq!(try_code(&db, &query(&ann), RIGHT, at(1)).await, Some(ann));
    assert_eq!(try_code(&db, &query(&change), "OTHER234", at(1)).await, Some(change));
}

async fn a_code_is_compared_five_times_at_most(db: TestStorage) {
    let ann = code(1, "ann@example.com");
    add(&db, &ann, 1, RIGHT).await;
    for _ in 0..MAX_TRIES {
        assert_eq!(try_code(&db, &query(&ann), "WRONG234", at(1)).await, None);
    }
    assert_eq!(
        try_code(&db, &query(&ann), RIGHT, at(1)).await,
        None,
        "it was tried too often"
    );
    assert_eq!(
        try_code(&db, &query(&ann), RIGHT, at(-3600)).await,
        None,
        "the clock was set back"
    );
    assert_eq!(with_link(&db, 1, at(1)).await, Some(ann.id), "the link still works");
}

async fn of_concurrent_tries_five_are_compared(db: TestStorage) {
    let ann = code(1, "ann@example.com");
    add(&db, &ann, 1, RIGHT).await;
    let (wrong, query) = (Secret::new("WRONG234".to_owned()), query(&ann));
    let tries = (0..40).map(|_| async {
        let mut work = db.begin().await;
        let found = work.email_codes().try_code(&query, &wrong, at(1)).await.unwrap();
        work.commit().await.unwrap();
        assert_eq!(found, None);
    });
    futures::future::join_all(tries).await;
    assert_eq!(try_code(&db, &query, RIGHT, at(1)).await, None);
}

async fn a_code_expires_before_its_link(db: TestStorage) {
    let ann = code(1, "ann@example.com");
    add(&db, &ann, 1, RIGHT).await;
    assert_eq!(try_code(&db, &query(&ann), RIGHT, at(600)).await, None);
    assert_eq!(with_link(&db, 1, at(86_399)).await, Some(ann.id));
    assert_eq!(with_link(&db, 1, at(86_400)).await, None);
    assert_eq!(with_link(&db, 2, at(1)).await, None);
    let mut work = db.begin().await;
    work.email_codes().remove_expired(at(600)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(
        try_code(&db, &query(&ann), RIGHT, at(1)).await,
        None,
        "it stays expired"
    );
    assert_eq!(with_link(&db, 1, at(1)).await, Some(ann.id));
    let mut work = db.begin().await;
    work.email_codes().remove_expired(at(86_400)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(with_link(&db, 1, at(1)).await, None, "it is removed");
}

async fn a_newer_code_voids_older_codes_and_no_link(db: TestStorage) {
    let (first, other) = (code(1, "ann@example.com"), code(2, "bob@example.com"));
    add(&db, &first, 1, RIGHT).await;
    add(&db, &other, 2, RIGHT).await;
    let second = code(3, "ann@example.com");
    add(&db, &second, 3, "NEWER234").await;
    assert_eq!(try_code(&db, &query(&first), RIGHT, at(1)).await, None);
    assert_eq!(try_code(&db, &query(&first), "NEWER234", at(1)).await, Some(second));
    assert_eq!(try_code(&db, &query(&other), RIGHT, at(1)).await, Some(other));
    assert_eq!(with_link(&db, 1, at(1)).await, Some(first.id));
}

async fn a_used_code_is_gone_with_its_link(db: TestStorage) {
    let (first, second) = (code(1, "ann@example.com"), code(2, "ann@example.com"));
    add(&db, &first, 1, RIGHT).await;
    add(&db, &second, 2, RIGHT).await;
    let mut work = db.begin().await;
    work.email_codes().remove(second.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(try_code(&db, &query(&first), RIGHT, at(1)).await, None);
    assert_eq!(with_link(&db, 2, at(1)).await, None);
    assert_eq!(with_link(&db, 1, at(1)).await, Some(first.id));
    let mut work = db.begin().await;
    work.email_codes().remove_of(&query(&first)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(with_link(&db, 1, at(1)).await, None);
}

async fn codes_are_erased_with_their_user(db: TestStorage) {
    let (one, two): (UserId, UserId) = (db.user(1).await, db.user(2).await);
    let requested = EmailCode {
        requested_by: Some(two),
        ..code(3, "bob@example.com")
    };
    add(&db, &requested, 3, RIGHT).await;
    assert_eq!(
        try_code(&db, &query(&requested), RIGHT, at(1)).await,
        Some(requested),
        "it is known who requested it"
    );
    assert!(erase(&db, 2).await);
    assert_eq!(
        with_link(&db, 3, at(1)).await,
        None,
        "it is erased with who requested it"
    );
    let change = EmailCode {
        purpose: EmailCodePurpose::Change,
        user: Some(one),
        ..code(1, "ann@example.com")
    };
    add(&db, &change, 1, RIGHT).await;
    assert!(erase(&db, 1).await);
    assert_eq!(with_link(&db, 1, at(1)).await, None);
    let mut work = db.begin().await;
    let text = Secret::new(RIGHT.to_owned());
    let refused = work.email_codes().add(&change, &text, &link(2)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}

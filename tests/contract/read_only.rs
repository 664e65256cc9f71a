//! Reading a database while a server uses it: feedback and the mailing list.

use adapters::{
    MasterKeySource,
    storage::{DatabaseLocation, OpenError, ReadOnlyDatabase},
};
use ports::{
    Feedback, FeedbackReader as _, MailingListEntry, UserDetails, UserEmail, UserEmailState, UserId,
    feedback::{FeedbackOpinion, FeedbackSubject},
};

use crate::{
    database::{TestDatabase, on_disk, opening},
    samples::{at, id},
};

on_disk! {
    feedback_is_read_while_a_server_uses_the_database,
    the_mailing_list_says_which_addresses_are_proven,
    another_schema_or_key_is_refused,
}

async fn open(db: &TestDatabase) -> Result<ReadOnlyDatabase, OpenError> {
    ReadOnlyDatabase::open(&db.place, &support::sealing::master_keys(), opening().timeouts).await
}

fn feedback(n: u16, user: UserId) -> Feedback {
    Feedback {
        id: id(n),
        user,
        subject: FeedbackSubject::Product(FeedbackOpinion::Positive),
        text: format!("Number {n}").parse().unwrap(),
        attachment: None,
        sent_at: at(1),
    }
}

async fn feedback_is_read_while_a_server_uses_the_database(db: TestDatabase) {
    let user = db.user(1).await;
    let read = open(&db).await.unwrap();
    let mut work = db.begin().await;
    work.feedback().add(&feedback(1, user)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(read.after(None, 9).await.unwrap(), [feedback(1, user)]);
    assert_eq!(read.of_user(user).await.unwrap(), [feedback(1, user)]);
    let mut work = db.begin().await;
    work.feedback().add(&feedback(2, user)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(read.after(Some(id(1)), 9).await.unwrap(), [feedback(2, user)]);
    read.close().await;
}

async fn join(db: &TestDatabase, n: u8, address: &str) -> UserId {
    let user = db.user(n).await;
    let details = UserDetails {
        mailing_list: Some(MailingListEntry {
            address: address.parse().unwrap(),
            from: None,
            joined_at: at(n.into()),
        }),
        ..UserDetails::default()
    };
    let mut work = db.begin().await;
    work.user_details().set(user, &details).await.unwrap();
    work.commit().await.unwrap();
    user
}

async fn the_mailing_list_says_which_addresses_are_proven(db: TestDatabase) {
    let ann = join(&db, 1, "ann@example.com").await;
    join(&db, 2, "bob@example.com").await;
    let left = join(&db, 3, "eve@example.com").await;
    let silent = db.user(4).await;
    let mut work = db.begin().await;
    let verified = UserEmail {
        user: ann,
        address: "ann@example.com".parse().unwrap(),
        state: UserEmailState::Verified,
        set_at: at(1),
    };
    work.user_emails().set(&verified).await.unwrap();
    work.users().leave(left, at(2)).await.unwrap();
    work.user_details().set(silent, &UserDetails::default()).await.unwrap();
    work.commit().await.unwrap();
    let read = open(&db).await.unwrap();
    let members = read.mailing_list().await.unwrap();
    let members: Vec<(&str, bool)> = members
        .iter()
        .map(|member| (member.entry.address.as_str(), member.is_verified))
        .collect();
    assert_eq!(members, [("ann@example.com", true), ("bob@example.com", false)]);
    read.close().await;
}

async fn another_schema_or_key_is_refused(db: TestDatabase) {
    let other = MasterKeySource::text(&"08".repeat(32));
    let refused = ReadOnlyDatabase::open(&db.place, &other, opening().timeouts).await;
    assert!(matches!(refused, Err(OpenError::MasterKey { .. })), "{refused:?}");
    let memory = ReadOnlyDatabase::open(&DatabaseLocation::Memory, &other, opening().timeouts).await;
    assert!(matches!(memory, Err(OpenError::NotAFile { .. })), "{memory:?}");
    db.execute("DELETE FROM _sqlx_migrations WHERE version > 65").await;
    db.execute("UPDATE _sqlx_migrations SET version = 64").await;
    let refused = open(&db).await;
    assert!(matches!(refused, Err(OpenError::OldSchema { .. })), "{refused:?}");
    db.execute("INSERT INTO _sqlx_migrations SELECT 9999, description, installed_on, success, checksum, execution_time FROM _sqlx_migrations").await;
    let refused = open(&db).await;
    assert!(matches!(refused, Err(OpenError::Newer { .. })), "{refused:?}");
}

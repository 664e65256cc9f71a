//! Requirements for sessions.

use ports::{Session, StorageError};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, id},
};

requirements! { "session":
    "a session is found by its token hash only" => a_session_is_found_only_by_its_hash,
    "using a session moves its end" => using_a_session_extends_it,
    "sessions end one by one, by user and by time" => sessions_end_one_by_one_and_by_time,
    "a user's sessions are listed and ended, and no other user's" => sessions_are_listed_and_ended_by_user,
    "a session keeps what it was opened on, and a proof" => a_session_keeps_what_it_was_opened_on,
}

fn session(n: u8, user: ports::UserId) -> Session {
    Session {
        id: id(n.into()),
        user,
        token_hash: [n; 32],
        created_at: at(0),
        used_at: at(1),
        expires_at: at(100),
        proved_at: None,
        device: None,
        network: None,
    }
}

async fn add(db: &TestStorage, sessions: &[Session]) {
    let mut work = db.begin().await;
    for session in sessions {
        work.sessions().add(session).await.unwrap();
    }
    work.commit().await.unwrap();
}

async fn a_session_is_found_only_by_its_hash(db: TestStorage) {
    let kept = session(1, db.user(1).await);
    add(&db, std::slice::from_ref(&kept)).await;
    assert_eq!(db.stores.sessions.find(&[1; 32]).await.unwrap(), Some(kept.clone()));
    assert_eq!(db.stores.sessions.find(&[2; 32]).await.unwrap(), None);
    let same_hash = Session { id: id(9), ..kept };
    let refused = db.begin().await.sessions().add(&same_hash).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })));
}

async fn using_a_session_extends_it(db: TestStorage) {
    add(&db, &[session(1, db.user(1).await)]).await;
    let mut work = db.begin().await;
    work.sessions().touch(id(1), at(50), at(500)).await.unwrap();
    work.commit().await.unwrap();
    let found = db.stores.sessions.find(&[1; 32]).await.unwrap().unwrap();
    assert_eq!(
        (found.created_at, found.used_at, found.expires_at),
        (at(0), at(50), at(500))
    );
}

async fn sessions_end_one_by_one_and_by_time(db: TestStorage) {
    let user = db.user(1).await;
    let late = Session {
        expires_at: at(101),
        ..session(3, user)
    };
    add(&db, &[session(1, user), session(2, user), late]).await;
    let mut work = db.begin().await;
    assert!(work.sessions().remove(user, id(1)).await.unwrap());
    work.sessions().remove_expired(at(100)).await.unwrap();
    work.commit().await.unwrap();
    for (n, there) in [(1, false), (2, false), (3, true)] {
        assert_eq!(db.stores.sessions.find(&[n; 32]).await.unwrap().is_some(), there, "{n}");
    }
}

async fn sessions_are_listed_and_ended_by_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    let later = Session {
        used_at: at(2),
        ..session(2, one)
    };
    let over = Session {
        expires_at: at(10),
        ..session(3, one)
    };
    add(&db, &[session(1, one), later.clone(), over, session(4, other)]).await;
    let of = async |user| db.stores.sessions.of_user(user, at(10)).await.unwrap();
    assert_eq!(of(one).await, [later.clone(), session(1, one)], "the last used first");
    let mut work = db.begin().await;
    assert!(!work.sessions().remove(one, id(4)).await.unwrap(), "another user's");
    assert!(!work.sessions().remove(one, id(9)).await.unwrap(), "no session");
    work.sessions().remove_of(one, Some(later.id)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(of(one).await, [later]);
    assert_eq!(of(other).await, [session(4, other)]);
    let mut work = db.begin().await;
    work.sessions().remove_of(one, None).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!((of(one).await.len(), of(other).await.len()), (0, 1));
}

async fn a_session_keeps_what_it_was_opened_on(db: TestStorage) {
    let opened = Session {
        proved_at: Some(at(3)),
        device: Some("Firefox on Linux".to_owned()),
        network: Some("192.0.2.0/24".to_owned()),
        ..session(1, db.user(1).await)
    };
    add(&db, std::slice::from_ref(&opened)).await;
    let find = async || db.stores.sessions.find(&[1; 32]).await.unwrap().unwrap();
    assert_eq!(find().await, opened);
    let mut work = db.begin().await;
    work.sessions().prove(opened.id, at(7)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(find().await.proved_at, Some(at(7)));
}

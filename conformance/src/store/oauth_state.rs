//! Requirements for requests for consent at exchanges.

use ports::{OAuthState, PkceVerifier, StorageError, UserId};

use super::{
    TestStorage,
    erase::erase,
    requirement::requirements,
    samples::{at, id, user},
};

requirements! { "oauth_state":
    "a request for consent is read back once" => a_request_is_read_back_once,
    "expired requests are removed" => expired_requests_are_removed,
    "a request is erased with its user" => a_request_is_erased_with_its_user,
    "a request of a user who does not exist is a conflict" => a_request_of_an_unknown_user_is_a_conflict,
    "a request that is not committed stays" => a_request_that_is_not_committed_stays,
}

fn state(n: u8, user: UserId) -> OAuthState {
    OAuthState {
        hash: [n; 32],
        user,
        session: id(40 + u16::from(n)),
        exchange: "exchange:coinbase".parse().unwrap(),
        name: "„Sparkonto“ & 'more'".parse().unwrap(),
        verifier: PkceVerifier::new(&[n; 32]),
        created_at: at(n.into()),
        expires_at: at(600 + i64::from(n)),
    }
}

/// What can be compared of a request.
fn shown(state: &OAuthState) -> String {
    format!(
        "{:?} {} {} {} {} {} {:?} {:?}",
        state.hash,
        state.user,
        state.session,
        state.exchange,
        state.name.as_str(),
        state.verifier.reveal(),
        state.created_at,
        state.expires_at
    )
}

async fn add(db: &TestStorage, state: &OAuthState) {
    let mut work = db.begin().await;
    work.oauth_states().add(state).await.unwrap();
    work.commit().await.unwrap();
}

async fn take(db: &TestStorage, n: u8) -> Option<String> {
    let mut work = db.begin().await;
    let taken = work.oauth_states().take(&[n; 32]).await.unwrap();
    work.commit().await.unwrap();
    taken.as_ref().map(shown)
}

async fn a_request_is_read_back_once(db: TestStorage) {
    let one = db.user(1).await;
    for n in [1, 2] {
        add(&db, &state(n, one)).await;
    }
    assert_eq!(take(&db, 1).await, Some(shown(&state(1, one))));
    assert_eq!(take(&db, 1).await, None, "it is used");
    assert_eq!(take(&db, 3).await, None);
    assert_eq!(take(&db, 2).await, Some(shown(&state(2, one))));
}

async fn expired_requests_are_removed(db: TestStorage) {
    let one = db.user(1).await;
    for n in [1, 2] {
        add(&db, &state(n, one)).await;
    }
    let mut work = db.begin().await;
    work.oauth_states().remove_expired(at(601)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(take(&db, 1).await, None);
    assert!(take(&db, 2).await.is_some());
}

async fn a_request_is_erased_with_its_user(db: TestStorage) {
    let (one, other) = (db.user(1).await, db.user(2).await);
    add(&db, &state(1, one)).await;
    add(&db, &state(2, other)).await;
    assert!(erase(&db, 1).await);
    assert_eq!(take(&db, 1).await, None);
    assert!(take(&db, 2).await.is_some(), "the other user's stays");
}

async fn a_request_of_an_unknown_user_is_a_conflict(db: TestStorage) {
    let mut work = db.begin().await;
    let refused = work.oauth_states().add(&state(1, user(1).id)).await;
    assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{refused:?}");
}

async fn a_request_that_is_not_committed_stays(db: TestStorage) {
    let one = db.user(1).await;
    add(&db, &state(1, one)).await;
    let mut dropped = db.begin().await;
    assert!(dropped.oauth_states().take(&[1; 32]).await.unwrap().is_some());
    drop(dropped);
    assert!(take(&db, 1).await.is_some());
}

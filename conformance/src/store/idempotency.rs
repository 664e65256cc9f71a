//! Requirements for idempotency keys.

use futures::future::join_all;
use ports::{
    StorageError, Timestamp,
    idempotency::{ClaimId, ClaimOutcome, IdempotentCall},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, id},
};

requirements! { "idempotency":
    "a key is claimed once and answers the same body only" => a_key_is_claimed_once_and_replays_only_the_same_body,
    "an expired claim is free, and what it makes late is refused" => an_expired_claim_is_released,
    "a released or forgotten key is free" => released_and_removed_keys_are_free,
    "a claim whose key was released stores its user unless another has the key" => a_released_claim_stores_its_user,
    "of concurrent claims one gets the key" => one_of_many_concurrent_claims_succeeds,
}

fn attempt(body: &str) -> IdempotentCall {
    IdempotentCall::new("create", &[b'k'; 32], body.as_bytes()).unwrap()
}

async fn claim(db: &TestStorage, attempt: &IdempotentCall, n: u16, now: Timestamp, until: Timestamp) -> ClaimOutcome {
    let mut work = db.begin().await;
    let claimed = work.idempotency().claim(attempt, id(n), now, until).await.unwrap();
    work.commit().await.unwrap();
    claimed
}

async fn keep(db: &TestStorage, n: u16, user: ports::UserId) -> Result<bool, StorageError> {
    let mut work = db.begin().await;
    let kept = work.idempotency().keep(&attempt("a"), id(n), user, at(100)).await?;
    work.commit().await?;
    Ok(kept)
}

fn before(user: ports::UserId) -> ClaimOutcome {
    ClaimOutcome::Before { user }
}

async fn a_key_is_claimed_once_and_replays_only_the_same_body(db: TestStorage) {
    let user = db.user(1).await;
    assert_eq!(claim(&db, &attempt("a"), 1, at(0), at(60)).await, ClaimOutcome::Ours);
    assert_eq!(
        claim(&db, &attempt("a"), 2, at(1), at(61)).await,
        ClaimOutcome::InProgress
    );
    assert_eq!(
        claim(&db, &attempt("b"), 3, at(1), at(61)).await,
        ClaimOutcome::OtherBody
    );
    let elsewhere = IdempotentCall {
        call: "other".to_owned(),
        ..attempt("b")
    };
    assert_eq!(claim(&db, &elsewhere, 4, at(1), at(61)).await, ClaimOutcome::Ours);
    assert!(!keep(&db, 2, user).await.unwrap(), "the claim of another attempt");
    assert!(keep(&db, 1, user).await.unwrap());
    assert!(!keep(&db, 1, user).await.unwrap(), "the user is stored once");
    assert_eq!(claim(&db, &attempt("a"), 5, at(99), at(159)).await, before(user));
    assert_eq!(
        claim(&db, &attempt("b"), 6, at(99), at(159)).await,
        ClaimOutcome::OtherBody
    );
    assert_eq!(
        claim(&db, &attempt("b"), 7, at(100), at(160)).await,
        ClaimOutcome::Ours,
        "it expired"
    );
}

async fn an_expired_claim_is_released(db: TestStorage) {
    let user = db.user(1).await;
    assert_eq!(claim(&db, &attempt("a"), 1, at(0), at(60)).await, ClaimOutcome::Ours);
    assert_eq!(claim(&db, &attempt("a"), 2, at(60), at(120)).await, ClaimOutcome::Ours);
    assert!(!keep(&db, 1, user).await.unwrap(), "an expired claim stores no user");
    let mut work = db.begin().await;
    work.idempotency().release(&attempt("a"), id(1)).await.unwrap();
    work.commit().await.unwrap();
    assert!(keep(&db, 2, user).await.unwrap(), "an expired claim releases nothing");
}

async fn released_and_removed_keys_are_free(db: TestStorage) {
    let (user, other) = (db.user(1).await, db.user(2).await);
    claim(&db, &attempt("a"), 1, at(0), at(60)).await;
    let mut work = db.begin().await;
    work.idempotency()
        .release(&attempt("a"), id::<ClaimId>(1))
        .await
        .unwrap();
    work.commit().await.unwrap();
    assert_eq!(claim(&db, &attempt("b"), 2, at(1), at(60)).await, ClaimOutcome::Ours);
    let mut work = db.begin().await;
    work.idempotency().forget_expired(at(60)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(claim(&db, &attempt("a"), 3, at(1), at(60)).await, ClaimOutcome::Ours);
    assert!(keep(&db, 3, user).await.unwrap());
    for (forgotten, expected) in [(other, before(user)), (user, ClaimOutcome::Ours)] {
        let mut work = db.begin().await;
        work.idempotency().forget_user(forgotten).await.unwrap();
        work.commit().await.unwrap();
        assert_eq!(claim(&db, &attempt("a"), 4, at(2), at(60)).await, expected);
    }
}

async fn a_released_claim_stores_its_user(db: TestStorage) {
    let user = db.user(1).await;
    for (released, expected) in [(1, true), (2, false)] {
        claim(&db, &attempt("a"), released, at(0), at(60)).await;
        let mut work = db.begin().await;
        work.idempotency().release(&attempt("a"), id(released)).await.unwrap();
        work.commit().await.unwrap();
        if !expected {
            claim(&db, &attempt("a"), 3, at(0), at(60)).await;
        }
        assert_eq!(keep(&db, released, user).await.unwrap(), expected, "{released}");
        let mut work = db.begin().await;
        work.idempotency().forget_user(user).await.unwrap();
        work.commit().await.unwrap();
    }
}

async fn one_of_many_concurrent_claims_succeeds(db: TestStorage) {
    let tries = (0..50).map(|n| {
        let database = db.storage.clone();
        tokio::spawn(async move {
            let mut work = database.begin().await.unwrap();
            let claimed = work.idempotency().claim(&attempt("a"), id(n), at(0), at(60)).await;
            work.commit().await.unwrap();
            claimed.unwrap()
        })
    });
    let claimed: Vec<_> = join_all(tries).await.into_iter().map(Result::unwrap).collect();
    assert_eq!(claimed.iter().filter(|one| **one == ClaimOutcome::Ours).count(), 1);
    assert_eq!(
        claimed.iter().filter(|one| **one == ClaimOutcome::InProgress).count(),
        49
    );
}

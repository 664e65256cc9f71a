//! All processes on a database share its rate limit counters.

use std::num::NonZeroU32;

use conformance::store::TestStorage;
use ports::{
    UnitOfWork,
    counter::{Counter, Rate, RateDecision},
};

use crate::{
    database::{TestDatabase, on_disk},
    samples::at,
};

on_disk! { two_processes_and_a_restart_count_together }

async fn passes(work: &mut dyn UnitOfWork) -> bool {
    let counter = Counter {
        name: "create-user".to_owned(),
        subject: "192.0.2.1/32".to_owned(),
    };
    let rate: Rate = "2/h".parse().unwrap();
    let counted = work
        .counters()
        .take(&counter, rate, NonZeroU32::MIN, at(0))
        .await
        .unwrap();
    matches!(counted, RateDecision::Passed { .. })
}

async fn attempt_and_commit(on: &TestStorage) -> bool {
    let mut work = on.begin().await;
    let passed = passes(work.as_mut()).await;
    work.commit().await.unwrap();
    passed
}

async fn two_processes_and_a_restart_count_together(db: TestDatabase) {
    assert!(attempt_and_commit(&db).await);
    assert!(passes(db.begin().await.as_mut()).await, "a dropped unit does not count");
    db.database().close().await;
    let place = db.place.clone();
    let kept = db.into_folder();
    let again = TestDatabase::again(&place).await;
    assert!(attempt_and_commit(&again).await);
    assert!(
        !attempt_and_commit(&again).await,
        "two passed, one of them before the restart"
    );
    drop(kept);
}

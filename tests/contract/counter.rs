//! Counters in a database are those of every process on it.

use conformance::store::TestStorage;
use ports::{
    UnitOfWork,
    counter::{Counter, Rate, RateDecision},
};

use crate::{
    database::{Opened, on_disk},
    samples::at,
};

on_disk! { two_processes_and_a_restart_count_together }

async fn passes(work: &mut dyn UnitOfWork) -> bool {
    let counter = Counter {
        name: "create-user".to_owned(),
        subject: "192.0.2.1/32".to_owned(),
    };
    let rate: Rate = "2/h".parse().unwrap();
    let counted = work.counters().take(&counter, rate, at(0)).await.unwrap();
    matches!(counted, RateDecision::Passed { .. })
}

async fn passes_and_is_kept(on: &TestStorage) -> bool {
    let mut work = on.begin().await;
    let passed = passes(work.as_mut()).await;
    work.commit().await.unwrap();
    passed
}

async fn two_processes_and_a_restart_count_together(db: Opened) {
    assert!(passes_and_is_kept(&db).await);
    assert!(
        passes(db.begin().await.as_mut()).await,
        "what is dropped does not count"
    );
    db.database().close().await;
    let place = db.place.clone();
    let kept = db.let_go();
    let again = Opened::again(&place).await;
    assert!(passes_and_is_kept(&again).await);
    assert!(
        !passes_and_is_kept(&again).await,
        "two passed, one of them before the restart"
    );
    drop(kept);
}

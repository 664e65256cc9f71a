//! Requirements for the last answers of sources.

use ports::SourceState;

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, failure},
};

requirements! { "source":
    "a failure keeps the time of the last good answer" => a_failure_keeps_the_time_of_the_last_answer,
}

async fn a_failure_keeps_the_time_of_the_last_answer(db: TestStorage) {
    let mut work = db.begin().await;
    work.sources().answered(&"b".parse().unwrap(), at(1)).await.unwrap();
    work.sources()
        .failed(&"a".parse().unwrap(), &failure(None))
        .await
        .unwrap();
    work.sources()
        .failed(&"b".parse().unwrap(), &failure(Some(at(9))))
        .await
        .unwrap();
    work.commit().await.unwrap();
    let state = |id: &str, ok_at, failure| SourceState {
        id: id.parse().unwrap(),
        ok_at,
        failure,
    };
    let all = db.stores.sources.all().await.unwrap();
    let failed = state("b", Some(at(1)), Some(failure(Some(at(9)))));
    assert_eq!(all, [state("a", None, Some(failure(None))), failed]);
    let mut work = db.begin().await;
    work.sources().answered(&"b".parse().unwrap(), at(10)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(
        db.stores.sources.all().await.unwrap()[1],
        state("b", Some(at(10)), None)
    );
}

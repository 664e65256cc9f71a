//! Requirements for jobs that are enqueued unless they ran in the meantime.

use ports::job::JobState;

use super::{
    TestStorage,
    job::{claim, done, failed, only},
    requirement::requirements,
    samples::{at, job},
};

requirements! { "job_unless_done":
    "a job that ran meanwhile is not enqueued again" => a_job_that_ran_meanwhile_is_not_enqueued_again,
}

async fn a_job_that_ran_meanwhile_is_not_enqueued_again(db: TestStorage) {
    let unless_done = async |since, now| {
        let mut work = db.begin().await;
        let wanted = job(1, since);
        work.jobs().enqueue_unless_done(&wanted, since, now).await.unwrap();
        work.commit().await.unwrap();
        only(&db, 1).await
    };
    assert_eq!(
        unless_done(at(0), at(0)).await.state,
        JobState::Ready,
        "a new job is enqueued"
    );
    let lease = claim(&db, "a", at(0), at(60)).await.remove(0);
    let running = unless_done(at(5), at(5)).await;
    assert_eq!(
        (running.state, running.again),
        (JobState::Running, false),
        "it is running"
    );
    assert!(done(&db, &lease, at(10)).await);
    let ended = unless_done(at(10), at(12)).await;
    assert_eq!(
        (ended.state, ended.finished_at),
        (JobState::Done, Some(at(10))),
        "it ended since then"
    );
    assert_eq!(
        unless_done(at(11), at(12)).await.state,
        JobState::Ready,
        "it ended before that"
    );
    let lease = claim(&db, "a", at(50), at(60)).await.remove(0);
    assert!(done(&db, &lease, at(50)).await);
    let woken = unless_done(at(20), at(20)).await.state;
    assert_eq!(
        woken,
        JobState::Ready,
        "an end dated in the future does not prevent the job"
    );
    let lease = claim(&db, "a", at(100), at(160)).await.remove(0);
    failed(&db, &lease, at(110), Some(at(900))).await;
    assert_eq!(
        unless_done(at(110), at(112)).await.run_at,
        at(900),
        "it failed since then"
    );
    assert_eq!(
        unless_done(at(111), at(112)).await.run_at,
        at(111),
        "it failed before that"
    );
    assert_eq!(
        only(&db, 1).await.attempts,
        1,
        "a job that no user requested keeps its attempts"
    );
}

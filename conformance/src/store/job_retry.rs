//! Requirements for jobs that fail, are postponed or are interrupted.

use ports::{
    Timestamp,
    job::{JobState, Lease},
};

use super::{
    TestStorage,
    job::{claim, enqueue, failed, only},
    requirement::requirements,
    samples::{at, failure, job},
};

requirements! { "job_retry":
    "a job is retried up to its last attempt and is dead then" => failures_are_retried_and_then_dead,
    "enqueueing a failed job resets its attempts" => enqueueing_a_failed_job_resets_its_attempts,
    "a postponed job waits and keeps its attempts" => postponing_a_job_costs_no_attempt,
    "a job whose lease expired at its last attempt is dead" => a_job_that_crashes_its_workers_is_dead,
}

async fn enqueueing_a_failed_job_resets_its_attempts(db: TestStorage) {
    enqueue(&db, &[job(1, at(0))], at(0)).await;
    let lease = claim(&db, "a", at(0), at(60)).await.remove(0);
    assert!(failed(&db, &lease, at(10), Some(at(900))).await);
    enqueue(&db, &[job(1, at(20))], at(20)).await;
    let woken = only(&db, 1).await;
    assert_eq!(
        (woken.state, woken.run_at, woken.attempts),
        (JobState::Ready, at(20), 0)
    );
    assert_eq!(
        woken.last_error,
        Some(failure(Some(at(900)))),
        "the last failure is shown until the next attempt"
    );
}

async fn failures_are_retried_and_then_dead(db: TestStorage) {
    enqueue(&db, &[job(1, at(0)), job(2, at(0))], at(0)).await;
    for round in 0..3 {
        let now = at(round * 100);
        let leases = claim(&db, "a", now, now.plus(std::time::Duration::from_secs(60))).await;
        assert_eq!(leases[0].job.attempts, u32::try_from(round + 1).unwrap());
        let retry_at = at(round * 100 + 50);
        assert!(failed(&db, &leases[0], now, Some(retry_at)).await);
        if round == 0 {
            assert!(failed(&db, &leases[1], now, None).await);
            assert_eq!(only(&db, 2).await.state, JobState::Dead, "there is no time to retry at");
            let job = only(&db, 1).await;
            assert_eq!((job.state, job.run_at), (JobState::Ready, retry_at));
            assert_eq!(job.last_error, Some(failure(Some(retry_at))));
            assert_eq!(claim(&db, "a", at(49), at(60)).await, []);
        }
    }
    assert_eq!(only(&db, 1).await.state, JobState::Dead);
    assert_eq!(claim(&db, "a", at(10_000), at(10_060)).await, []);
    enqueue(&db, &[job(1, at(10_000))], at(10_000)).await;
    let job = only(&db, 1).await;
    assert_eq!(
        (job.state, job.attempts, job.last_error),
        (JobState::Ready, 0, None),
        "it starts over"
    );
}

async fn postponed(db: &TestStorage, lease: &Lease, until: Timestamp, now: Timestamp) -> bool {
    let mut work = db.begin().await;
    let kept = work.jobs().postponed(lease, until, now).await.unwrap();
    work.commit().await.unwrap();
    kept
}

async fn postponing_a_job_costs_no_attempt(db: TestStorage) {
    enqueue(&db, &[job(1, at(0))], at(0)).await;
    let lease = claim(&db, "a", at(0), at(60)).await.remove(0);
    assert!(failed(&db, &lease, at(1), Some(at(10))).await);
    for n in 1..=5 {
        let lease = claim(&db, "a", at(n * 10), at(n * 10 + 5)).await.remove(0);
        assert_eq!(lease.job.attempts, 2, "the number of attempts");
        let until = at(n * 10 + 10);
        assert!(postponed(&db, &lease, until, at(n * 10 + 1)).await);
        let waits = only(&db, 1).await;
        assert_eq!((waits.state, waits.attempts, waits.run_at), (JobState::Ready, 1, until));
        assert_eq!(
            waits.last_error,
            Some(failure(Some(at(10)))),
            "the earlier failure is kept"
        );
        assert_eq!(claim(&db, "a", at(n * 10 + 9), at(60)).await, []);
        assert!(!postponed(&db, &lease, until, at(n * 10 + 2)).await, "only once");
    }
    let late = claim(&db, "a", at(60), at(70)).await.remove(0);
    assert!(!postponed(&db, &late, at(90), at(71)).await, "the lease expired");
}

async fn a_job_that_crashes_its_workers_is_dead(db: TestStorage) {
    enqueue(&db, &[job(1, at(0))], at(0)).await;
    for round in 0..3 {
        assert_eq!(claim(&db, "a", at(round * 100), at(round * 100 + 50)).await.len(), 1);
    }
    assert_eq!(claim(&db, "a", at(1000), at(1060)).await, []);
    let job = only(&db, 1).await;
    assert_eq!((job.state, job.attempts), (JobState::Dead, 3));
    assert!(job.last_error.unwrap().text.contains("interrupted"));
}

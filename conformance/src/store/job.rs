//! Requirements for jobs.

use ports::{
    Job, Timestamp,
    job::{JobCounts, JobState, Lease, NewJob},
};

use super::{
    TestStorage,
    requirement::requirements,
    samples::{at, failure, id, job, subjects},
};

requirements! { "job":
    "a claimed job is leased to one worker and done once" => a_claimed_job_is_leased_and_done_once,
    "an expired lease cannot end its job" => an_expired_lease_cannot_end_its_job,
    "the next due time covers waiting and running jobs" => the_next_due_time_covers_waiting_and_running_jobs,
    "a job is retried up to its last attempt and is dead then" => failures_are_retried_and_then_dead,
    "enqueueing a failed job resets its attempts" => enqueueing_a_failed_job_resets_its_attempts,
    "a postponed job waits and keeps its attempts" => postponing_a_job_costs_no_attempt,
    "a job whose lease expired at its last attempt is dead" => a_job_that_crashes_its_workers_is_dead,
    "enqueueing a job again wakes the same row" => enqueueing_again_wakes_the_row,
    "a job that is enqueued while it runs runs once more" => enqueueing_a_running_job_runs_it_once_more,
    "released jobs can be claimed at once" => released_jobs_can_be_claimed_immediately,
    "progress and counts are read back" => progress_and_counts_are_read_back,
    "revisions rise with each change" => revisions_rise_in_order,
    "times of jobs go back with the clock" => times_go_back_with_the_clock,
    "ended jobs of a kind can be forgotten" => ended_jobs_are_removed,
}

pub(super) async fn enqueue(db: &TestStorage, jobs: &[NewJob], now: Timestamp) {
    let mut work = db.begin().await;
    for job in jobs {
        work.jobs().enqueue(job, now).await.unwrap();
    }
    work.commit().await.unwrap();
}

pub(super) async fn claim(db: &TestStorage, worker: &str, now: Timestamp, until: Timestamp) -> Vec<Lease> {
    db.stores.jobs.claim(worker, 10, now, until).await.unwrap()
}

pub(super) async fn done(db: &TestStorage, lease: &Lease, now: Timestamp) -> bool {
    let mut work = db.begin().await;
    let kept = work.jobs().done(lease, now).await.unwrap();
    if kept {
        work.commit().await.unwrap();
    }
    kept
}

pub(super) async fn failed(db: &TestStorage, lease: &Lease, now: Timestamp, retry_at: Option<Timestamp>) -> bool {
    let mut work = db.begin().await;
    let kept = work.jobs().failed(lease, &failure(retry_at), now).await.unwrap();
    work.commit().await.unwrap();
    kept
}

pub(super) async fn only(db: &TestStorage, n: u16) -> Job {
    let subject = job(n, at(0)).subject;
    let jobs = db
        .stores
        .jobs
        .of_subjects(&["read-account".to_owned()], &[subject])
        .await
        .unwrap();
    assert_eq!(jobs.len(), 1);
    jobs.into_iter().next().unwrap()
}

async fn the_next_due_time_covers_waiting_and_running_jobs(db: TestStorage) {
    let due = async || db.stores.jobs.next_due().await.unwrap();
    assert_eq!(due().await, None);
    enqueue(&db, &[job(1, at(20)), job(2, at(50))], at(0)).await;
    assert_eq!(due().await, Some(at(20)));
    let leases = claim(&db, "a", at(20), at(40)).await;
    assert_eq!(due().await, Some(at(40)), "the lease ends before the other job's time");
    assert!(done(&db, &leases[0], at(30)).await);
    assert_eq!(due().await, Some(at(50)));
}

async fn a_claimed_job_is_leased_and_done_once(db: TestStorage) {
    enqueue(&db, &[job(2, at(20)), job(1, at(10)), job(3, at(99))], at(0)).await;
    assert_eq!(claim(&db, "a", at(9), at(60)).await, []);
    let leases = claim(&db, "a", at(20), at(60)).await;
    assert_eq!(
        subjects(&leases),
        ["subject-1", "subject-2"],
        "in the order of their due times"
    );
    assert_eq!(claim(&db, "b", at(20), at(60)).await, [], "they are leased");
    let lease = &leases[0];
    assert_eq!(
        (lease.fence, lease.job.attempts, lease.job.state),
        (1, 1, JobState::Running)
    );
    assert_eq!(only(&db, 1).await, lease.job);
    assert!(done(&db, lease, at(30)).await);
    assert!(!done(&db, lease, at(30)).await, "only once");
    let job = only(&db, 1).await;
    assert_eq!(
        (job.state, job.attempts, job.finished_at),
        (JobState::Done, 0, Some(at(30)))
    );
    assert!(!db.stores.jobs.renew(lease, at(31), at(90)).await.unwrap());
}

async fn an_expired_lease_cannot_end_its_job(db: TestStorage) {
    enqueue(&db, &[job(1, at(0))], at(0)).await;
    let first = claim(&db, "a", at(0), at(60)).await.remove(0);
    assert!(db.stores.jobs.renew(&first, at(50), at(100)).await.unwrap());
    assert_eq!(claim(&db, "b", at(100), at(160)).await, [], "it was renewed");
    let second = claim(&db, "b", at(101), at(160)).await.remove(0);
    assert_eq!((second.fence, second.job.attempts), (2, 2));
    assert!(!db.stores.jobs.renew(&first, at(102), at(200)).await.unwrap());
    assert!(!done(&db, &first, at(102)).await, "its fencing token is old");
    assert!(!failed(&db, &first, at(102), None).await);
    let same_worker = Lease {
        worker: "b".to_owned(),
        ..first.clone()
    };
    assert!(
        !done(&db, &same_worker, at(102)).await,
        "the fencing token decides, not the worker's name"
    );
    assert!(!done(&db, &second, at(161)).await, "late");
    let third = claim(&db, "b", at(161), at(200)).await.remove(0);
    assert!(done(&db, &third, at(161)).await);
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

async fn enqueueing_again_wakes_the_row(db: TestStorage) {
    enqueue(&db, &[job(1, at(100))], at(0)).await;
    let other_id = NewJob {
        id: id(7),
        ..job(1, at(50))
    };
    enqueue(&db, &[other_id, job(1, at(70))], at(1)).await;
    let row = only(&db, 1).await;
    assert_eq!(
        (row.id, row.run_at, row.again),
        (id(1), at(50), false),
        "the earlier of both times"
    );
    let lease = claim(&db, "a", at(50), at(60)).await.remove(0);
    assert!(done(&db, &lease, at(51)).await);
    enqueue(&db, &[job(1, at(80))], at(52)).await;
    let row = only(&db, 1).await;
    assert_eq!(
        (row.state, row.run_at, row.finished_at),
        (JobState::Ready, at(80), Some(at(51)))
    );
    assert_eq!(
        claim(&db, "a", at(80), at(90)).await.remove(0).fence,
        2,
        "a fencing token never decreases"
    );
}

async fn enqueueing_a_running_job_runs_it_once_more(db: TestStorage) {
    enqueue(&db, &[job(1, at(0))], at(0)).await;
    let first = claim(&db, "a", at(0), at(60)).await.remove(0);
    enqueue(&db, &[job(1, at(40)), job(1, at(30)), job(1, at(35))], at(1)).await;
    let row = only(&db, 1).await;
    assert_eq!((row.state, row.again), (JobState::Running, true));
    assert!(done(&db, &first, at(10)).await);
    let row = only(&db, 1).await;
    assert_eq!((row.state, row.run_at, row.again), (JobState::Ready, at(30), false));
    let second = claim(&db, "a", at(30), at(60)).await.remove(0);
    enqueue(&db, &[job(1, at(32))], at(31)).await;
    assert!(failed(&db, &second, at(33), None).await);
    let row = only(&db, 1).await;
    assert_eq!(
        (row.state, row.run_at, row.attempts),
        (JobState::Ready, at(32), 0),
        "a job enqueued while it ran runs again in spite of the failure"
    );
}

async fn released_jobs_can_be_claimed_immediately(db: TestStorage) {
    enqueue(&db, &[job(1, at(0)), job(2, at(0))], at(0)).await;
    let mine = db.stores.jobs.claim("a", 1, at(0), at(60)).await.unwrap().remove(0);
    let theirs = claim(&db, "b", at(0), at(60)).await.remove(0);
    db.stores.jobs.release("a", at(5)).await.unwrap();
    assert!(!done(&db, &mine, at(5)).await);
    let taken = claim(&db, "c", at(5), at(60)).await;
    assert_eq!(subjects(&taken), [mine.job.subject.as_str()]);
    assert_eq!(
        (taken[0].fence, taken[0].job.attempts),
        (2, 1),
        "a release is not a failure"
    );
    assert!(done(&db, &theirs, at(6)).await);
}

async fn progress_and_counts_are_read_back(db: TestStorage) {
    enqueue(
        &db,
        &[job(1, at(0)), job(2, at(0)), job(3, at(0)), job(4, at(900))],
        at(0),
    )
    .await;
    let leases = claim(&db, "a", at(0), at(60)).await;
    db.stores.jobs.progress(&leases[0], 40, 300, at(2)).await.unwrap();
    failed(&db, &leases[1], at(2), Some(at(70))).await;
    failed(&db, &leases[2], at(2), None).await;
    db.stores.jobs.progress(&leases[2], 1, 2, at(3)).await.unwrap();
    let row = only(&db, 1).await;
    assert_eq!((row.done, row.total, row.updated_at), (40, Some(300), at(2)));
    assert_eq!(only(&db, 3).await.total, None, "its lease had expired");
    let counts = JobCounts {
        waiting: 1,
        running: 1,
        failed: 1,
        dead: 1,
    };
    assert_eq!(db.stores.job_changes.counts().await.unwrap(), counts);
    let other_kind = db
        .stores
        .jobs
        .of_subjects(&["other".to_owned()], &["subject-1".to_owned()])
        .await
        .unwrap();
    assert_eq!(other_kind, []);
}

async fn revisions_rise_in_order(db: TestStorage) {
    enqueue(&db, &[job(1, at(0)), job(2, at(0))], at(0)).await;
    let mut seen = only(&db, 1).await.revision;
    assert!(seen > 0);
    let lease = claim(&db, "a", at(0), at(60)).await.remove(0);
    let mut rises = |revision: i64| {
        assert!(revision > seen);
        seen = revision;
    };
    rises(only(&db, 1).await.revision);
    db.stores.jobs.progress(&lease, 1, 2, at(1)).await.unwrap();
    rises(only(&db, 1).await.revision);
    done(&db, &lease, at(2)).await;
    rises(only(&db, 1).await.revision);
    let mut dropped = db.begin().await;
    dropped.jobs().enqueue(&job(1, at(5)), at(5)).await.unwrap();
    drop(dropped);
    assert_eq!(only(&db, 1).await.revision, seen);
}

async fn times_go_back_with_the_clock(db: TestStorage) {
    let day = 86_400;
    enqueue(
        &db,
        &[job(1, at(day + 10)), job(2, at(day)), job(3, at(day + 3600))],
        at(day),
    )
    .await;
    assert_eq!(claim(&db, "gone", at(day), at(day + 30)).await.len(), 1);
    let mine = |leases: &[Lease]| leases.iter().map(|lease| lease.job.subject.clone()).collect::<Vec<_>>();
    assert_eq!(
        mine(&claim(&db, "a", at(0), at(30)).await),
        [] as [&str; 0],
        "each waits as long as before the clock was set back"
    );
    assert_eq!(mine(&claim(&db, "a", at(10), at(40)).await), ["subject-1"]);
    assert_eq!(
        mine(&claim(&db, "a", at(31), at(61)).await),
        ["subject-2"],
        "its worker no longer runs"
    );
    assert_eq!(only(&db, 3).await.run_at, at(3600));
    assert_eq!(
        mine(&claim(&db, "a", at(3600), at(3660)).await)
            .last()
            .map(String::as_str),
        Some("subject-3")
    );
}

async fn ended_jobs_are_removed(db: TestStorage) {
    let other = NewJob {
        kind: "other".to_owned(),
        ..job(6, at(0))
    };
    let jobs: Vec<NewJob> = (1..=5).map(|n| job(n, at(0))).chain([other]).collect();
    enqueue(&db, &jobs, at(0)).await;
    let leases = claim(&db, "a", at(0), at(60)).await;
    assert!(done(&db, &leases[0], at(10)).await);
    assert!(failed(&db, &leases[1], at(10), None).await);
    assert!(done(&db, &leases[2], at(20)).await);
    assert!(failed(&db, &leases[3], at(10), Some(at(15))).await);
    assert!(done(&db, &leases[5], at(10)).await);
    let mut work = db.begin().await;
    work.jobs().forget_ended("read-account", at(20)).await.unwrap();
    work.commit().await.unwrap();
    let subjects: Vec<String> = jobs.into_iter().map(|job| job.subject).collect();
    let kinds = ["other", "read-account"].map(str::to_owned);
    let left = db.stores.jobs.of_subjects(&kinds, &subjects).await.unwrap();
    let left: Vec<&str> = left.iter().map(|job| job.subject.as_str()).collect();
    assert_eq!(
        left,
        ["subject-6", "subject-3", "subject-4", "subject-5"],
        "only the jobs of that kind are removed"
    );
    enqueue(&db, &[job(1, at(30))], at(30)).await;
    assert_eq!(only(&db, 1).await.state, JobState::Ready, "it can be enqueued again");
}

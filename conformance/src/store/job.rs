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

//! Jobs in a SQLite file whose process ends abruptly: killed from outside, or crashed by one of the jobs.

use adapters::storage::{Database, DatabaseLocation};
use ports::{
    Job, JobQueue as _, Storage as _, Timestamp,
    job::{JobState, Lease},
};
use support::folder::Folder;

use crate::{
    database::{file, opening},
    samples::{at, job},
};

const HANDS: u32 = 16;

/// Opens the file as a process does, claims jobs, and ends without closing it.
async fn start(place: &DatabaseLocation) -> Database {
    Database::open(place, &opening()).await.unwrap()
}

async fn enqueue(database: &Database, n: u16, now: Timestamp) {
    let mut work = database.begin().await.unwrap();
    work.jobs().enqueue(&job(n, now), now).await.unwrap();
    work.commit().await.unwrap();
}

async fn done(database: &Database, lease: &Lease, now: Timestamp) {
    let mut work = database.begin().await.unwrap();
    assert!(work.jobs().done(lease, now).await.unwrap());
    work.commit().await.unwrap();
}

async fn found(database: &Database, n: u16) -> Job {
    let subject = job(n, at(0)).subject;
    let (kinds, subjects) = (["read-account".to_owned()], [subject]);
    let jobs = database.of_subjects(&kinds, &subjects).await.unwrap();
    jobs.into_iter().next().unwrap()
}

/// Creates a file with these jobs that no process has open.
async fn with_jobs(count: u16) -> (DatabaseLocation, Option<Folder>) {
    let db = file().await;
    for n in 0..count {
        enqueue(db.database(), n, at(0)).await;
    }
    db.database().close().await;
    (db.place.clone(), db.into_folder())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_that_crashes_the_process_dies_and_the_others_are_done() {
    let (place, _folder) = with_jobs(30).await;
    let poison = job(7, at(0)).subject;
    let mut ends = 0;
    loop {
        let database = start(&place).await;
        let running = database.claim("w", HANDS, at(1), at(60)).await.unwrap();
        if running.is_empty() {
            break;
        }
        if running.iter().any(|lease| lease.job.subject == poison) {
            ends += 1;
        } else {
            for lease in &running {
                done(&database, lease, at(2)).await;
            }
        }
        database.close().await;
        assert!(ends < 50, "it is claimed again for ever");
    }
    assert_eq!(ends, 10);
    let database = start(&place).await;
    for n in (0..30).filter(|n| *n != 7) {
        assert_eq!(found(&database, n).await.state, JobState::Done, "{n}");
    }
    let given_up = found(&database, 7).await;
    assert_eq!(given_up.state, JobState::Dead);
    assert!(given_up.last_error.unwrap().text.contains("ended too often"));

    let died_at = given_up.updated_at;
    let an_hour_later = died_at.plus(std::time::Duration::from_hours(1));
    for _ in 0..2 {
        enqueue(&database, 7, died_at).await;
        let woken = found(&database, 7).await;
        assert_eq!(
            (woken.state, woken.run_at),
            (JobState::Ready, an_hour_later),
            "it backs off"
        );
    }
    let taken = database.claim(
        "w",
        HANDS,
        an_hour_later,
        an_hour_later.plus(std::time::Duration::from_mins(1)),
    );
    assert_eq!(taken.await.unwrap().len(), 1);
    database.close().await;
    drop(database);
    assert_eq!(
        found(&start(&place).await, 7).await.state,
        JobState::Dead,
        "one more crash is enough"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suspected_jobs_run_one_at_a_time() {
    let (place, _folder) = with_jobs(3).await;
    for _ in 0..2 {
        let database = start(&place).await;
        assert_eq!(database.claim("w", HANDS, at(1), at(60)).await.unwrap().len(), 3);
        database.close().await;
    }
    let database = start(&place).await;
    enqueue(&database, 9, at(0)).await;
    for expected in [2, 1, 1] {
        let taken = database.claim("w", HANDS, at(1), at(60)).await.unwrap();
        assert_eq!(
            taken.len(),
            expected,
            "one suspect, and the jobs that are not suspected"
        );
        assert_eq!(database.claim("w", HANDS, at(1), at(60)).await.unwrap(), []);
        assert!(
            taken.iter().all(|lease| lease.job.attempts == 1),
            "being killed is not an attempt"
        );
        for lease in &taken {
            done(&database, lease, at(2)).await;
        }
    }
    for n in 0..3 {
        enqueue(&database, n, at(3)).await;
    }
    assert_eq!(database.claim("w", HANDS, at(3), at(60)).await.unwrap().len(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_regular_release_costs_no_attempt() {
    let (place, _folder) = with_jobs(3).await;
    for _ in 0..15 {
        let database = start(&place).await;
        let taken = database.claim("w", HANDS, at(1), at(60)).await.unwrap();
        assert_eq!(taken.len(), 3, "none is suspected");
        assert!(taken.iter().all(|lease| lease.job.attempts == 1));
        database.release("w", at(1)).await.unwrap();
        database.close().await;
    }
}

//! Requirements for job leases with several workers.

use ports::{
    failure::Failure,
    job::{JobState, NewJob},
};

use super::{
    TestStorage,
    job::enqueue,
    requirement::requirements,
    samples::{at, failure, job, subjects},
};

requirements! { "job_lease":
    "concurrent workers do each job once" => concurrent_workers_do_each_job_once,
    "retries of a subject prefix can be made due at once" => retries_of_a_prefix_become_due,
    "a claim of subjects takes no other jobs" => only_jobs_of_the_given_subjects_are_claimed,
}

async fn concurrent_workers_do_each_job_once(db: TestStorage) {
    let jobs: Vec<NewJob> = (0..60).map(|n| job(n, at(0))).collect();
    enqueue(&db, &jobs, at(0)).await;
    let workers = (0..4).map(|worker| {
        let (stores, database) = (db.stores.clone(), std::sync::Arc::clone(&db.storage));
        tokio::spawn(async move {
            let mut did = vec![];
            loop {
                let leases = stores
                    .jobs
                    .claim(&format!("w{worker}"), 3, at(1), at(60))
                    .await
                    .unwrap();
                if leases.is_empty() {
                    return did;
                }
                for lease in leases {
                    let mut work = ports::Storage::begin(&*database).await.unwrap();
                    assert!(work.jobs().done(&lease, at(2)).await.unwrap());
                    work.commit().await.unwrap();
                    did.push(lease.job.subject);
                }
            }
        })
    });
    let mut did = vec![];
    for worker in workers.collect::<Vec<_>>() {
        did.extend(worker.await.unwrap());
    }
    let count = did.len();
    did.sort();
    did.dedup();
    assert_eq!((count, did.len()), (60, 60));
}

async fn retries_of_a_prefix_become_due(db: TestStorage) {
    let of = |n: u16, subject: &str| NewJob {
        subject: subject.to_owned(),
        ..job(n, at(0))
    };
    let names = ["eip155:1:a", "eip155:1:b", "eip155:10:a", "eip155:1:never-tried"];
    let jobs: Vec<NewJob> = (0..3).zip(names).map(|(n, subject)| of(n, subject)).collect();
    enqueue(&db, &jobs, at(0)).await;
    for lease in db.stores.jobs.claim("a", 10, at(0), at(60)).await.unwrap() {
        let failed: Failure = failure(Some(at(900)));
        let mut work = db.begin().await;
        assert!(work.jobs().failed(&lease, &failed, at(1)).await.unwrap());
        work.commit().await.unwrap();
    }
    let later = NewJob {
        run_at: at(500),
        ..of(3, names[3])
    };
    enqueue(&db, &[later], at(1)).await;
    let mut work = db.begin().await;
    work.jobs()
        .retry_now("read-account", "eip155:1:", at(10))
        .await
        .unwrap();
    work.commit().await.unwrap();
    let due = db.stores.jobs.claim("a", 10, at(10), at(60)).await.unwrap();
    let mut due: Vec<&str> = due.iter().map(|lease| lease.job.subject.as_str()).collect();
    due.sort_unstable();
    assert_eq!(
        due,
        &names[..2],
        "neither jobs of another chain nor jobs that were never tried"
    );
}

async fn only_jobs_of_the_given_subjects_are_claimed(db: TestStorage) {
    let jobs: Vec<NewJob> = [(1, 0), (2, 0), (3, 0), (4, 500)]
        .map(|(n, at_second)| job(n, at(at_second)))
        .into();
    enqueue(&db, &jobs, at(0)).await;
    let subject = |n: usize| jobs[n - 1].subject.clone();
    let claim = async |worker: &str, subjects: &[String], second: i64| {
        let claimed = db
            .stores
            .jobs
            .claim_subjects(worker, subjects, at(second), at(second + 60));
        claimed.await.unwrap()
    };
    assert_eq!(claim("a", &[], 1).await, []);
    let mine = claim("a", &[subject(1), subject(3), subject(4), "nothing".to_owned()], 1).await;
    assert_eq!(subjects(&mine), ["subject-1", "subject-3"], "the fourth is not due");
    assert_eq!(mine[0].job.state, JobState::Running);
    assert_eq!(claim("b", &[subject(1)], 2).await, [], "it is leased");
    let others = db.stores.jobs.claim("b", 10, at(2), at(60)).await.unwrap();
    assert_eq!(subjects(&others), ["subject-2"]);
    assert_eq!(others[0].job.attempts, 1, "it was not claimed before");
    let again = claim("b", &[subject(1)], 62).await;
    assert_eq!(
        (subjects(&again), again[0].fence),
        (vec!["subject-1"], 2),
        "its lease expired"
    );
}

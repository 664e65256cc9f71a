//! Requirements for finding the jobs that changed since a revision.

use ports::job::{JobChanges, JobState};

use super::{
    TestStorage,
    job::enqueue,
    requirement::requirements,
    samples::{at, job},
};

requirements! { "job_changes":
    "jobs that changed since a revision are found in order" => changed_jobs_are_found_by_revision,
}

async fn changed_jobs_are_found_by_revision(db: TestStorage) {
    let changed = async |since: i64, limit: u32| db.stores.job_changes.changed_since(since, limit).await.unwrap();
    assert_eq!(
        changed(0, 10).await,
        Some(JobChanges::default()),
        "no job was enqueued yet"
    );
    enqueue(&db, &[job(1, at(0)), job(2, at(0)), job(3, at(900))], at(0)).await;
    let first = changed(0, 3).await.unwrap();
    assert_eq!(first.jobs.len(), 3);
    assert!(first.jobs.iter().all(|job| job.revision == first.revision));
    assert_eq!(changed(0, 2).await, None, "more than the limit");
    let lease = db.stores.jobs.claim("a", 10, at(0), at(60)).await.unwrap().remove(0);
    let mut work = db.begin().await;
    assert!(work.jobs().done(&lease, at(2)).await.unwrap());
    work.commit().await.unwrap();
    let second = changed(first.revision, 10).await.unwrap();
    let subjects: Vec<_> = second
        .jobs
        .iter()
        .map(|job| (job.subject.as_str(), job.state))
        .collect();
    assert_eq!(
        subjects,
        [("subject-2", JobState::Running), ("subject-1", JobState::Done)],
        "in their current state, in the order of their revisions"
    );
    assert_eq!(second.revision, second.jobs[1].revision);
    let nothing = JobChanges {
        revision: second.revision,
        jobs: vec![],
    };
    assert_eq!(changed(second.revision, 10).await, Some(nothing));
}

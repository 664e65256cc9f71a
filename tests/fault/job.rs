//! Workers that are killed and paused in the middle of a job.

use std::{fs, path::Path, time::Duration};

use adapters::storage::{Database, DatabaseLocation, DatabaseTimeouts, OpenOptions};
use ports::{JobQueue as _, NameReader as _, Storage as _, Timestamp, WorldKind, job::NewJob};
use sqlx::{Connection as _, PgConnection};
use support::{cases, folder::Folder, patience, postgres::fresh_database, process::Process};

use crate::{RUNNING, count, look_into, reach, wait_for, worker};

/// Milliseconds that no job takes. Tests end leases themselves.
const LEASE: u32 = 600_000;

fn opening() -> OpenOptions {
    OpenOptions {
        world: WorldKind::Live,
        is_configured: true,
        id: "00000000-0000-4000-8000-000000000001".parse().unwrap(),
        now: Timestamp::from_millis(0),
        have_backup: false,
        master_keys: support::sealing::master_keys(),
        timeouts: DatabaseTimeouts::new(support::GENEROUS),
    }
}

/// Enqueues `count` jobs, each of which stores the name `job-n.eth`.
async fn enqueue(place: &DatabaseLocation, count: u32) {
    let database = Database::open(place, &opening()).await.unwrap();
    let mut work = database.begin().await.unwrap();
    for n in 0..count {
        let job = NewJob {
            id: format!("0197f000-0000-7000-8000-{n:012}").parse().unwrap(),
            kind: "resolve-name".to_owned(),
            subject: format!("job-{n}.eth"),
            run_at: Timestamp::from_millis(0),
            max_attempts: 100,
        };
        work.jobs().enqueue(&job, Timestamp::from_millis(0)).await.unwrap();
    }
    work.commit().await.unwrap();
    database.close().await;
}

fn start(place: &str, name: &str, lease: u32, work: u32, folder: &Path) -> Process {
    worker(
        name,
        &["jobs", place, name, &lease.to_string(), &work.to_string()],
        folder,
    )
}

/// The effects of the jobs: the number of rows, and of distinct jobs.
const EFFECTS: &str = "SELECT COUNT(*), COUNT(DISTINCT name) FROM names";

async fn effects_in_postgres(url: &str) -> (i64, i64) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    sqlx::query_as(EFFECTS).fetch_one(&mut connection).await.unwrap()
}

async fn effects_in_file(path: &Path) -> (i64, i64) {
    let mut connection = look_into(path).await;
    let effects = sqlx::query_as(EFFECTS).fetch_one(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    effects
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_worker_is_killed_and_one_paused_and_each_job_is_done_once() {
    let (folder, url) = (Folder::create("workers"), fresh_database());
    let jobs = 60;
    enqueue(&DatabaseLocation::postgres(&url), jobs).await;
    let begin = |name: &str| start(&url, name, LEASE, 40, folder.path());
    let paused = begin("paused");
    // The end of one job may be in flight, so the worker must hold another job too.
    wait_for("a pause in the middle of work", async || {
        paused.signal("CONT");
        tokio::time::sleep(Duration::from_millis(20)).await;
        paused.signal("STOP");
        held_by(&url, "paused").await > 1
    })
    .await;
    let before = effects_in_postgres(&url).await.0;
    let [mut killed, _steady] = ["killed", "steady"].map(begin);
    wait_for("some work", async || effects_in_postgres(&url).await.0 >= before + 9).await;
    killed.signal("KILL");
    assert!(killed.ended(patience(60)).is_some());
    end_leases(&url, &["paused", "killed"]).await;
    reach("the end", i64::from(jobs), async || effects_in_postgres(&url).await.1).await;
    paused.signal("CONT");
    wait_for("the late worker's refusal", async || {
        let log = fs::read_to_string(folder.path().join("paused.log")).unwrap();
        log.contains("lost job-")
    })
    .await;
    assert_eq!(effects_in_postgres(&url).await, (i64::from(jobs), i64::from(jobs)));
}

/// Ends the leases of these workers, as if their time were over.
async fn end_leases(url: &str, workers: &[&str]) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let ended = "UPDATE jobs SET lease_until = 1 WHERE state = 'running' AND worker = ANY($1)";
    sqlx::query(ended).bind(workers).execute(&mut connection).await.unwrap();
}

async fn held_by(url: &str, worker: &str) -> i64 {
    let mut connection = PgConnection::connect(url).await.unwrap();
    let held = "SELECT COUNT(*) FROM jobs WHERE state = 'running' AND worker = $1";
    sqlx::query_scalar(held)
        .bind(worker)
        .fetch_one(&mut connection)
        .await
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_survives_kills_in_the_middle_of_work() {
    let folder = Folder::create("kills");
    let path = folder.path().join("spyhop.db");
    let place = DatabaseLocation::File(path.clone());
    let jobs = 400;
    enqueue(&place, jobs).await;
    let begin = |n: u64| {
        start(
            &path.display().to_string(),
            &format!("worker-{n}"),
            LEASE,
            3,
            folder.path(),
        )
    };
    let mut done = 0;
    for n in (0_u64..).take(cases(3, 20)) {
        if done == i64::from(jobs) {
            break;
        }
        let process = begin(n);
        wait_for("some work", async || effects_in_file(&path).await.0 > done).await;
        wait_for("the middle of work", async || {
            process.signal("CONT");
            tokio::time::sleep(Duration::from_millis(n % 7)).await;
            process.signal("STOP");
            count(&path, RUNNING).await > 0 || effects_in_file(&path).await.1 == i64::from(jobs)
        })
        .await;
        process.signal("KILL");
        drop(process);
        done = effects_in_file(&path).await.0;
        assert!(n > 0 || count(&path, RUNNING).await > 0, "the first kill interrupts");
    }
    let _last = begin(20);
    reach("the end", i64::from(jobs), async || effects_in_file(&path).await.1).await;
    assert_eq!(effects_in_file(&path).await.0, i64::from(jobs), "no job was done twice");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_uncommitted_unit_leaves_no_effects() {
    let folder = Folder::create("torn");
    let path = folder.path().join("spyhop.db");
    enqueue(&DatabaseLocation::File(path.clone()), 1).await;
    let endless = start(&path.display().to_string(), "endless", LEASE, 60_000, folder.path());
    wait_for("the claim", async || count(&path, RUNNING).await == 1).await;
    endless.signal("KILL");
    drop(endless);
    let database = Database::open(&DatabaseLocation::File(path), &opening()).await.unwrap();
    let (name, ever) = ("job-0.eth".parse().unwrap(), Timestamp::from_millis(i64::MAX));
    assert_eq!(database.latest(&name, ever).await.unwrap(), None);
    let now = Timestamp::from_millis(1);
    assert_eq!(database.claim("next", 1, now, now).await.unwrap().len(), 1);
}

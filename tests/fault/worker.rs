//! A worker in a separate process, for tests that kill and pause it.
//!
//! `jobs <file or Postgres URL> <name> <lease in ms> <work in ms>` claims jobs until none is left. Each job stores one
//! resolution of a name in the unit of work that ends the job; a lost lease prints `lost`. `sync <file>` runs the product's
//! own jobs in the demo world and prints `all read`.

use std::{path::PathBuf, time::Duration};

use adapters::{
    clock::SystemClock,
    ids::TimedIds,
    storage::{Database, DatabaseLocation, DatabaseTimeouts, OpenOptions},
};
use ports::{
    Address, Clock as _, Ids as _, JobChangeReader as _, JobQueue as _, Storage as _, StorageError, Timestamp,
    WorldKind, job::Lease, name::Resolution,
};
use support::tracker_fixture::TrackerFixture;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["jobs", place, name, lease, work] => jobs(place, name, millis(lease), millis(work)).await,
        ["sync", file] => sync(file).await,
        other => panic!("unknown command {other:?}"),
    }
}

fn millis(text: &str) -> Duration {
    Duration::from_millis(text.parse().expect("a duration is a number"))
}

async fn jobs(place: &str, name: &str, lease: Duration, work: Duration) {
    let place = if place.starts_with("postgres") {
        DatabaseLocation::postgres(place)
    } else {
        DatabaseLocation::File(PathBuf::from(place))
    };
    let opening = OpenOptions {
        world: WorldKind::Live,
        is_configured: true,
        id: TimedIds.next(),
        now: SystemClock.now(),
        have_backup: false,
        master_keys: support::sealing::master_keys(),
        timeouts: DatabaseTimeouts::new(support::GENEROUS),
    };
    let database = Database::open(&place, &opening).await.expect("the database opens");
    while !ended(&database).await {
        let now = SystemClock.now();
        let leases = database.claim(name, 3, now, now.plus(lease)).await.unwrap_or_default();
        for lease in &leases {
            if !matches!(perform(&database, lease, work).await, Ok(true)) {
                println!("lost {}", lease.job.subject);
            }
        }
        if leases.is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

/// Runs the product's own jobs in the demo world, three at a time, until none is due soon.
async fn sync(file: &str) {
    let fixture = TrackerFixture::with(DatabaseLocation::File(PathBuf::from(file)), false, |ports| ports).await;
    let work = fixture.tracker.work();
    let mut idle = 0;
    while idle < 3 {
        let leases = work.claim("worker", 3).await.expect("jobs can be claimed");
        if leases.is_empty() {
            idle += 1;
            fixture.clock.advance(Duration::from_millis(300));
        }
        tokio::time::sleep(Duration::from_millis(15)).await;
        let runs = leases.iter().map(|lease| work.perform(lease));
        futures::future::try_join_all(runs)
            .await
            .expect("the ends of jobs are kept");
    }
    println!("all read");
}

/// Returns whether no job is left. Retries if the database does not answer.
async fn ended(database: &Database) -> bool {
    let counts = database.counts().await;
    counts.is_ok_and(|counts| counts.waiting + counts.running + counts.failed == 0)
}

/// Does the work of a job. Returns whether it was committed.
async fn perform(database: &Database, lease: &Lease, takes: Duration) -> Result<bool, StorageError> {
    tokio::time::sleep(takes).await;
    let effect = Resolution {
        name: lease.job.subject.parse().expect("the subject is a name"),
        address: Address::evm([1; 20]),
        resolved_at: Timestamp::from_millis(lease.fence),
    };
    let mut work = database.begin().await?;
    work.names().add(&effect).await?;
    let held = work.jobs().done(lease, SystemClock.now()).await?;
    if held {
        work.commit().await?;
    }
    Ok(held)
}

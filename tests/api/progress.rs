//! The cost of several clients following the progress of one user.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adapters::clock::SystemClock;
use async_trait::async_trait;
use domain::Tracker;
use http_api::App;
use ports::job::{JobChanges, JobCounts, Lease};
use ports::{Job, JobChangeReader, JobQueue, StorageError, Timestamp};
use serde_json::json;
use support::folder::Folder;

use crate::sync::stream::Events;
use crate::test_server::{self, ServerOptions, TestServer};

const STATUS: &str = "/api/wallet/sync/status";

/// A job store that counts its queries.
struct CountingJobs {
    jobs: Arc<dyn JobQueue>,
    changes: Arc<dyn JobChangeReader>,
    looked_up: AtomicUsize,
    followed: AtomicUsize,
}

#[async_trait]
impl JobQueue for CountingJobs {
    async fn of_subjects(&self, kinds: &[String], subjects: &[String]) -> Result<Vec<Job>, StorageError> {
        self.looked_up.fetch_add(subjects.len(), Ordering::Relaxed);
        self.jobs.of_subjects(kinds, subjects).await
    }

    async fn next_due(&self) -> Result<Option<Timestamp>, StorageError> {
        self.jobs.next_due().await
    }

    async fn claim(
        &self,
        worker: &str,
        limit: u32,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError> {
        self.jobs.claim(worker, limit, now, until).await
    }

    async fn claim_subjects(
        &self,
        worker: &str,
        subjects: &[String],
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Lease>, StorageError> {
        self.jobs.claim_subjects(worker, subjects, now, until).await
    }

    async fn renew(&self, lease: &Lease, now: Timestamp, until: Timestamp) -> Result<bool, StorageError> {
        self.jobs.renew(lease, now, until).await
    }

    async fn progress(&self, lease: &Lease, done: u32, total: u32, now: Timestamp) -> Result<(), StorageError> {
        self.jobs.progress(lease, done, total, now).await
    }

    async fn release(&self, worker: &str, now: Timestamp) -> Result<(), StorageError> {
        self.jobs.release(worker, now).await
    }
}

#[async_trait]
impl JobChangeReader for CountingJobs {
    async fn changed_since(&self, since: i64, limit: u32) -> Result<Option<JobChanges>, StorageError> {
        self.followed.fetch_add(1, Ordering::Relaxed);
        self.changes.changed_since(since, limit).await
    }

    async fn counts(&self) -> Result<JobCounts, StorageError> {
        self.changes.counts().await
    }
}

#[tokio::test]
async fn one_computation_serves_all_streams_and_polls_of_a_user() {
    let folder = Folder::create("progress");
    let whole = test_server::demo_tracker(&folder, Arc::new(SystemClock), false).await;
    let mut ports = whole.ports().clone();
    let counted = Arc::new(CountingJobs {
        jobs: ports.stores.jobs.clone(),
        changes: ports.stores.job_changes.clone(),
        looked_up: AtomicUsize::default(),
        followed: AtomicUsize::default(),
    });
    ports.stores.jobs = counted.clone();
    ports.stores.job_changes = counted.clone();
    let app = App::new(Tracker::new(ports), test_server::settings(&ServerOptions::default()));
    let server = TestServer::from_app(folder, app);
    let addresses: Vec<_> = (1..=15).map(|n| format!("0x{n:040x}")).collect();
    let texts: Vec<_> = addresses.iter().map(String::as_str).collect();
    let person = server.person(&texts).await;
    counted.looked_up.store(0, Ordering::Relaxed);
    let status = server.call_as(&person, STATUS, &json!({})).await.data();
    let lines = counted.looked_up.load(Ordering::Relaxed);
    assert!(
        lines
            >= status["total"]
                .as_u64()
                .and_then(|total| usize::try_from(total).ok())
                .unwrap()
    );
    let mut streams = Vec::new();
    for _ in 0..4 {
        streams.push(Events::of(&server, &person, None).await);
    }
    for stream in &mut streams {
        assert_eq!(stream.next().await.unwrap().0, "world");
        assert_eq!(stream.next().await.unwrap().0, "status");
    }
    let since = json!({"since": status["last_event_id"]});
    let polls = (0..50).map(|_| server.call_as(&person, STATUS, &since));
    for poll in futures::future::join_all(polls).await {
        assert!(poll.data()["sources"] == json!([]), "nothing changed");
    }
    assert_eq!(
        counted.looked_up.load(Ordering::Relaxed),
        lines,
        "each job was looked up once"
    );
    assert!(
        counted.followed.load(Ordering::Relaxed) < 60,
        "an update reads only what changed"
    );
}

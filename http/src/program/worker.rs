//! The worker: claims due jobs, runs several concurrently and releases its leases when it stops.

use std::future::Future;
use std::time::Duration;

use domain::Tracker;
use domain::sync::JobOutcome;
use http_api::on_own_thread;
use ports::StorageError;
use ports::job::Lease;
use tokio::task::JoinSet;

/// The most jobs that run concurrently, each on a thread of its own: some compute for seconds.
const MAX_JOBS: usize = 16;
/// The most mails that are sent in slots of their own, which take no other jobs: a code goes out whatever the queue holds.
const MAX_MAILS: usize = 4;
/// The longest time between two claims, and so the longest delay of a job that is enqueued meanwhile.
const MAX_INTERVAL: Duration = Duration::from_millis(100);
/// The shortest time between two claims while no job ends. It prevents a busy loop if a job is due but cannot be claimed.
const MIN_INTERVAL: Duration = Duration::from_millis(10);
/// How long to wait after a storage error.
const ERROR_PAUSE: Duration = Duration::from_secs(1);
/// How often a lease is renewed: three times within its duration.
const RENEW_INTERVAL: Duration = Duration::from_secs(10);
/// How long running jobs may take after the worker was told to stop.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(8);

/// The jobs that are running.
#[derive(Default)]
struct Running {
    /// Of all kinds, at most [`MAX_JOBS`].
    jobs: JoinSet<()>,
    /// Mails alone, at most [`MAX_MAILS`].
    mails: JoinSet<()>,
}

/// Runs jobs until `stop` is ready, then waits for the running ones and releases the remaining leases to other workers.
pub async fn run(tracker: Tracker, name: String, stop: impl Future<Output = ()>) {
    let mut stop = std::pin::pin!(stop);
    let mut running = Running::default();
    let mut is_started = false;
    loop {
        let wait = match claim_jobs(&tracker, &name, &mut is_started, &mut running).await {
            Ok(wait) => wait,
            Err(error) => {
                tracing::warn!(%error, "jobs could not be claimed; trying again");
                ERROR_PAUSE
            }
        };
        tokio::select! {
            () = &mut stop => break,
            Some(_) = running.jobs.join_next() => {}
            Some(_) = running.mails.join_next() => {}
            () = tokio::time::sleep(wait) => {}
        }
    }
    release(&tracker, &name, running).await;
}

/// Enqueues the recurring jobs once and claims up to the concurrency limits, mails first. Returns how long to wait before the
/// next claim.
async fn claim_jobs(
    tracker: &Tracker,
    name: &str,
    is_started: &mut bool,
    running: &mut Running,
) -> Result<Duration, StorageError> {
    if !*is_started {
        tracker.work().begin().await?;
        *is_started = true;
    }
    let free = MAX_MAILS.saturating_sub(running.mails.len());
    if free > 0 {
        for lease in tracker.work().claim_mails(name, free).await? {
            running.mails.spawn(on_own_thread(perform(tracker.clone(), lease)));
        }
    }
    let free = u32::try_from(MAX_JOBS.saturating_sub(running.jobs.len())).unwrap_or(0);
    if free == 0 {
        return Ok(MAX_INTERVAL);
    }
    for lease in tracker.work().claim(name, free).await? {
        running.jobs.spawn(on_own_thread(perform(tracker.clone(), lease)));
    }
    let due = tracker.work().next_due_in().await?;
    Ok(due.map_or(MAX_INTERVAL, |due| due.clamp(MIN_INTERVAL, MAX_INTERVAL)))
}

/// Runs a job and renews its lease meanwhile. If the lease is lost the job is cancelled; it has stored nothing yet.
async fn perform(tracker: Tracker, lease: Lease) {
    let work = tracker.work();
    let kind = lease.job.kind.as_str();
    let lease_lost = async {
        loop {
            tokio::time::sleep(RENEW_INTERVAL).await;
            if matches!(work.renew(&lease).await, Ok(false)) {
                break;
            }
        }
    };
    tokio::select! {
        performed = work.perform(&lease) => match performed {
            Ok(JobOutcome::Done) => {}
            Ok(JobOutcome::Failed) => tracing::debug!(kind, "a job failed; it will be retried or is dead"),
            Ok(JobOutcome::Postponed) => tracing::debug!(kind, "a job was postponed: its source is backing off"),
            Ok(JobOutcome::LeaseLost) => tracing::debug!(kind, "the lease was lost: another worker has this job"),
            Err(error) => tracing::warn!(kind, %error, "the result of a job could not be stored; it will run again"),
        },
        () = lease_lost => tracing::debug!(kind, "the lease was lost: another worker has this job"),
    }
}

async fn release(tracker: &Tracker, name: &str, mut running: Running) {
    let ended = async {
        while running.mails.join_next().await.is_some() {}
        while running.jobs.join_next().await.is_some() {}
    };
    if tokio::time::timeout(DRAIN_TIMEOUT, ended).await.is_err() {
        running.mails.shutdown().await;
        running.jobs.shutdown().await;
    }
    if let Err(error) = tracker.work().release(name).await {
        tracing::warn!(%error, "leases could not be released; they will expire");
    }
}

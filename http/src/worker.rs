//! The worker: takes jobs whose time has come, does several at once, and lets go of them in order.

use std::future::Future;
use std::time::Duration;

use domain::Tracker;
use domain::sync::JobOutcome;
use ports::StorageError;
use ports::job::Lease;
use tokio::task::JoinSet;

/// How many jobs are done at once.
const AT_ONCE: usize = 16;
/// The longest time between two claims: jobs that are enqueued meanwhile wait no longer than this.
const LOOK: Duration = Duration::from_millis(100);
/// The shortest time between two claims while no job ends: a job that is due and cannot be claimed must not spin the worker.
const SHORTEST: Duration = Duration::from_millis(10);
/// How long to wait after the database failed.
const REST: Duration = Duration::from_secs(1);
/// How often a lease is renewed: three times within its length.
const RENEW: Duration = Duration::from_secs(10);
/// How long what has begun may take to end after the worker was asked to stop.
const DRAIN: Duration = Duration::from_secs(8);

/// Works until `stop` is ready, then ends what has begun, and gives the rest back to other workers.
pub async fn run(tracker: Tracker, name: String, stop: impl Future<Output = ()>) {
    let mut stop = std::pin::pin!(stop);
    let mut running = JoinSet::new();
    let mut begun = false;
    loop {
        let wait = match round(&tracker, &name, &mut begun, &mut running).await {
            Ok(wait) => wait,
            Err(error) => {
                tracing::warn!(%error, "the jobs cannot be looked at; trying again");
                REST
            }
        };
        tokio::select! {
            () = &mut stop => break,
            Some(_) = running.join_next() => {}
            () = tokio::time::sleep(wait) => {}
        }
    }
    leave(&tracker, &name, running).await;
}

/// Enqueues the recurring jobs once and claims up to the concurrency limit. Returns how long to wait before the next claim.
async fn round(
    tracker: &Tracker,
    name: &str,
    begun: &mut bool,
    running: &mut JoinSet<()>,
) -> Result<Duration, StorageError> {
    if !*begun {
        tracker.work().begin().await?;
        *begun = true;
    }
    let free = u32::try_from(AT_ONCE.saturating_sub(running.len())).unwrap_or(0);
    if free == 0 {
        return Ok(LOOK);
    }
    for lease in tracker.work().claim(name, free).await? {
        running.spawn(perform(tracker.clone(), lease));
    }
    let due = tracker.work().next_due_in().await?;
    Ok(due.map_or(LOOK, |due| due.clamp(SHORTEST, LOOK)))
}

/// Does a job and holds its lease meanwhile. When the lease is lost the work is dropped: nothing of it was kept.
async fn perform(tracker: Tracker, lease: Lease) {
    let work = tracker.work();
    let kind = lease.job.kind.as_str();
    let held = async {
        loop {
            tokio::time::sleep(RENEW).await;
            if matches!(work.renew(&lease).await, Ok(false)) {
                break;
            }
        }
    };
    tokio::select! {
        performed = work.perform(&lease) => match performed {
            Ok(JobOutcome::Done) => {}
            Ok(JobOutcome::Failed) => tracing::debug!(kind, "a job failed; it waits or is given up"),
            Ok(JobOutcome::Postponed) => tracing::debug!(kind, "whoever a job asks rests; it waits for that"),
            Ok(JobOutcome::LeaseLost) => tracing::debug!(kind, "another worker has this job by now"),
            Err(error) => tracing::warn!(kind, %error, "the end of a job could not be kept; it is done again"),
        },
        () = held => tracing::debug!(kind, "another worker has this job by now"),
    }
}

async fn leave(tracker: &Tracker, name: &str, mut running: JoinSet<()>) {
    let ended = async { while running.join_next().await.is_some() {} };
    if tokio::time::timeout(DRAIN, ended).await.is_err() {
        running.shutdown().await;
    }
    if let Err(error) = tracker.work().release(name).await {
        tracing::warn!(%error, "the jobs that were held become free when their leases end");
    }
}

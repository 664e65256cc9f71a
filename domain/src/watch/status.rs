//! How far the reads of watched addresses are.

use std::time::Duration;

use ports::{Job, Ports, StorageError, Timestamp, job::JobState};

use crate::{
    job::{FIND_TOKENS, JobKind, READ_ACCOUNT, READ_HISTORY, READ_PAST_PRICES, READ_RECEIPTS, SCAN_KEY},
    sync::{SyncCounts, SyncState, job_state},
};

/// Subjects per query. Other requests can be served between two queries.
const LOOKED_UP: usize = 1_000;
/// A job that another worker runs is looked at again after this time.
const RUNNING_FOR: Duration = Duration::from_secs(1);
/// The shortest wait, so that a clock that stands still does not keep a program busy.
const SHORTEST_WAIT: Duration = Duration::from_millis(50);
/// The longest wait, because another worker may end a job earlier than it would run here.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// How far the reads of watched addresses are, in the number of reads in each state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefreshStatus {
    /// Balances, the tokens that explorers find, and the addresses of extended public keys.
    pub balances: SyncCounts,
    /// Current prices: one for each price source.
    pub prices: SyncCounts,
    /// Histories, with the receipts that are read apart. A history that was read may still have gaps, which its coverage lists.
    pub histories: SyncCounts,
    /// Prices of past days: one for each price series that the entries and holdings need.
    pub past_prices: SyncCounts,
    /// When the next waiting read can run; `None` if none waits. Reads that failed do not count.
    pub next_at: Option<Timestamp>,
}

impl RefreshStatus {
    /// Returns whether nothing is read or waits. What failed is retried by a later refresh, once its back-off has ended.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.all().iter().all(|counts| counts.running + counts.waiting == 0)
    }

    /// Returns whether every read succeeded.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.all().iter().all(|counts| counts.done == counts.total)
    }

    /// Returns how long it is until a waiting read can run; `None` if none waits.
    #[must_use]
    pub fn wait(&self, now: Timestamp) -> Option<Duration> {
        if self.is_settled() {
            return None;
        }
        let wait = self.next_at.map_or(RUNNING_FOR, |at| at.since(now));
        Some(wait.clamp(SHORTEST_WAIT, LONGEST_WAIT))
    }

    fn all(&self) -> [&SyncCounts; 4] {
        let Self {
            balances,
            prices,
            histories,
            past_prices,
            next_at: _,
        } = self;
        [balances, prices, histories, past_prices]
    }

    /// Loads the status of the reads of these accounts and keys, and of these price series.
    pub(super) async fn load(ports: &Ports, subjects: &[String], series: &[String]) -> Result<Self, StorageError> {
        let mut status = Self {
            prices: prices(ports).await?,
            ..Self::default()
        };
        let (balances, histories) = ([READ_ACCOUNT, SCAN_KEY, FIND_TOKENS], [READ_HISTORY, READ_RECEIPTS]);
        let now = ports.clock.now();
        let next_at = &mut status.next_at;
        status.balances = counts(&jobs(ports, &balances, subjects).await?, next_at, now);
        status.histories = counts(&jobs(ports, &histories, subjects).await?, next_at, now);
        status.past_prices = counts(&jobs(ports, &[READ_PAST_PRICES], series).await?, next_at, now);
        Ok(status)
    }
}

/// Returns the jobs of these kinds about these subjects.
pub(super) async fn jobs(ports: &Ports, kinds: &[JobKind], subjects: &[String]) -> Result<Vec<Job>, StorageError> {
    let kinds: Vec<String> = kinds.iter().map(|kind| kind.name.to_owned()).collect();
    let mut jobs = Vec::new();
    for some in subjects.chunks(LOOKED_UP) {
        jobs.extend(ports.stores.jobs.of_subjects(&kinds, some).await?);
    }
    Ok(jobs)
}

/// Counts jobs by their state, and moves `next_at` to the time of the earliest one that waits or that another worker runs.
fn counts(jobs: &[Job], next_at: &mut Option<Timestamp>, now: Timestamp) -> SyncCounts {
    let mut counts = SyncCounts::default();
    for job in jobs {
        let state = job_state(job);
        counts.count(state);
        let at = match (state, job.state) {
            (SyncState::Running, _) => now.plus(RUNNING_FOR),
            (SyncState::Waiting, JobState::Ready) => job.run_at,
            _ => continue,
        };
        *next_at = Some(next_at.map_or(at, |next| next.min(at)));
    }
    counts
}

/// Counts the price sources by whether their last request failed.
async fn prices(ports: &Ports) -> Result<SyncCounts, StorageError> {
    let states = ports.stores.sources.all().await?;
    let mut counts = SyncCounts::default();
    for source in &ports.prices {
        let id = source.profile().id;
        let has_failed = states.iter().any(|state| state.id == id && state.failure.is_some());
        counts.count(if has_failed { SyncState::Failed } else { SyncState::Done });
    }
    Ok(counts)
}

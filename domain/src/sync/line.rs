//! The lines of a progress board, as they are shown.

use ports::{AccountId, Job, Timestamp, WalletId, failure::Failure, job::JobState};

use crate::job::{MERGE, REFRESH_QUOTES};

/// Everything that the caller waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncStatus {
    /// One line per account, key, name and price source.
    pub sources: Vec<SyncSource>,
    /// The ids of the waiting ones whose turn comes first, in their order. Only a few: each job that ends moves all of them.
    pub next: Vec<String>,
    /// How many lines are not among them.
    pub left_out: usize,
    /// How many lines are in which state, those that are left out included.
    pub counts: SyncCounts,
    /// The newest revision of a line that is done or failed.
    pub settled: i64,
    /// The newest revision of anything: what a stream goes on from.
    pub revision: i64,
    /// Changes with the person's wallets. Lines can be gone where it did.
    pub layout: u64,
}

/// How many lines are in which state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SyncCounts {
    /// All of them.
    pub total: usize,
    /// Read.
    pub done: usize,
    /// Being read.
    pub running: usize,
    /// Waiting for their turn.
    pub waiting: usize,
    /// Failed.
    pub failed: usize,
}

impl SyncCounts {
    pub(crate) fn count(&mut self, state: SyncState) {
        self.total += 1;
        match state {
            SyncState::Done => self.done += 1,
            SyncState::Running => self.running += 1,
            SyncState::Waiting => self.waiting += 1,
            SyncState::Failed => self.failed += 1,
        }
    }
}

/// One thing that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncSource {
    /// Stable id: kind and subject.
    pub id: String,
    /// What is read.
    pub kind: SyncKind,
    /// What the person calls it.
    pub label: String,
    /// The wallet, where its extended public key is looked through.
    pub wallet: Option<WalletId>,
    /// The account, where it is one.
    pub account: Option<AccountId>,
    /// Name of the chain, where there is one.
    pub chain_name: Option<String>,
    /// How far it is.
    pub state: SyncState,
    /// Steps done.
    pub done: u32,
    /// Steps in all, once known.
    pub total: Option<u32>,
    /// How often it was tried since it last ended well.
    pub attempts: u32,
    /// When it is tried next.
    pub next_try_at: Option<Timestamp>,
    /// What last went wrong.
    pub last_error: Option<Failure>,
    /// When it last ended well.
    pub finished_at: Option<Timestamp>,
    /// When the line last changed.
    pub updated_at: Timestamp,
    /// Rises with each change.
    pub revision: i64,
}

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncKind {
    /// An account on a chain.
    Account,
    /// The addresses of an extended public key.
    Key,
    /// A name.
    Name,
    /// A price source.
    Prices,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncState {
    /// Waiting for its turn.
    Waiting,
    /// Being read.
    Running,
    /// Read.
    Done,
    /// Failed; it may be tried again.
    Failed,
}

pub fn key(job: &Job) -> String {
    format!("{} {}", job.kind, job.subject)
}

/// Whether the last that happened to a waiting job is that it was wanted soon.
fn is_woken(job: &Job) -> bool {
    job.run_at <= job.updated_at.plus(MERGE)
}

/// A price source that waits for its usual turn is done, and one that is wanted about something new waits; an account that
/// waits after a failure has failed.
pub fn state(job: &Job) -> SyncState {
    match job.state {
        JobState::Running => SyncState::Running,
        JobState::Dead => SyncState::Failed,
        JobState::Done => SyncState::Done,
        JobState::Ready if job.last_error.is_some() => SyncState::Failed,
        JobState::Ready if job.kind == REFRESH_QUOTES && job.finished_at.is_some() && !is_woken(job) => SyncState::Done,
        JobState::Ready => SyncState::Waiting,
    }
}

//! The lines of a progress board, as they are shown.

use ports::{AccountId, Job, Timestamp, WalletId, failure::Failure, job::JobState};

use crate::{
    job::{MERGE, REFRESH_QUOTES},
    sync::history_board::HistorySync,
};

/// Everything that the caller waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncStatus {
    /// One line per account, key, name and price source, then one per history.
    pub sources: Vec<SyncSource>,
    /// The ids of the next waiting lines, in order. Only a few are listed, because each finished job moves all of them.
    pub next: Vec<String>,
    /// How many lines are not included in `sources`.
    pub left_out: usize,
    /// How many lines are in each state, including those left out. Histories are not counted: no balance waits for them.
    pub counts: SyncCounts,
    /// The newest revision of a line that is done or failed, histories not included.
    pub settled: i64,
    /// The newest revision of any line, from which a stream continues.
    pub revision: i64,
    /// A hash of the user's wallets. If it changes, lines may have disappeared.
    pub layout: u64,
}

/// How many lines are in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SyncCounts {
    /// All lines.
    pub total: usize,
    /// Read.
    pub done: usize,
    /// Lines that are being read.
    pub running: usize,
    /// Lines that wait.
    pub waiting: usize,
    /// Lines that failed.
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

/// The progress of one thing that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncSource {
    /// Stable id: the job's kind and subject.
    pub id: String,
    /// The kind of thing that is read.
    pub kind: SyncKind,
    /// What the person calls it.
    pub label: String,
    /// The wallet whose extended public key is scanned.
    pub wallet: Option<WalletId>,
    /// The account that is read.
    pub account: Option<AccountId>,
    /// Name of the chain, for accounts.
    pub chain_name: Option<String>,
    /// How far it is.
    pub state: SyncState,
    /// Steps that are finished.
    pub done: u32,
    /// Total number of steps, once known.
    pub total: Option<u32>,
    /// Attempts since the last success.
    pub attempts: u32,
    /// When it is retried after a failure.
    pub next_try_at: Option<Timestamp>,
    /// The failure of the last attempt.
    pub last_error: Option<Failure>,
    /// When it last succeeded.
    pub finished_at: Option<Timestamp>,
    /// When the line last changed.
    pub updated_at: Timestamp,
    /// Increases with each change.
    pub revision: i64,
    /// How far a history is read, once that is known.
    pub history: Option<HistorySync>,
}

/// The kind of thing that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncKind {
    /// The balances of an account.
    Account,
    /// The history of an account.
    History,
    /// The addresses of an extended public key.
    Key,
    /// A name.
    Name,
    /// The prices of a price source.
    Prices,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncState {
    /// Waiting.
    Waiting,
    /// Lines that are being read.
    Running,
    /// Read.
    Done,
    /// Failed. It may be retried.
    Failed,
}

pub fn key(job: &Job) -> String {
    format!("{} {}", job.kind, job.subject)
}

/// Returns whether a waiting job was last changed by a request to run it soon.
fn is_woken(job: &Job) -> bool {
    job.run_at <= job.updated_at.plus(MERGE)
}

/// Returns the state that a job is shown in. A price source that waits for its regular refresh counts as done, and one
/// that was woken for a new asset counts as waiting. A job that waits after a failure counts as failed.
pub fn state(job: &Job) -> SyncState {
    match job.state {
        JobState::Running => SyncState::Running,
        JobState::Dead => SyncState::Failed,
        JobState::Done => SyncState::Done,
        JobState::Ready if job.last_error.is_some() => SyncState::Failed,
        JobState::Ready if job.kind == REFRESH_QUOTES.name && job.finished_at.is_some() && !is_woken(job) => {
            SyncState::Done
        }
        JobState::Ready => SyncState::Waiting,
    }
}

//! The progress of reading, for the user who waits for it.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use ports::{
    AccountId, AccountState, ChainId, Job, Ports, StorageError, Timestamp, WalletId,
    account::{Activity, Failure},
    job::{JobChanges, JobState},
};

use crate::{
    caller::Caller,
    sync::{
        board::ProgressBoard,
        kind::{READ_ACCOUNT, REFRESH_QUOTES, job},
        view,
        want::MERGE,
    },
    valuation::accounts_of,
};

/// A user's request does not read an account again sooner than this.
const AT_MOST_EVERY: Duration = Duration::from_secs(30);

/// Accounts enqueued in one unit of work. It delays other writers by a few hundredths of a second.
const AT_ONCE: usize = 250;

/// How accounts are to be read.
#[derive(Clone, Copy)]
enum Wish {
    /// As usual for their activity.
    Again,
    /// In full, even if nothing was found so far.
    Whole,
}

impl Wish {
    /// Returns whether a recent reading of an account in this state already satisfies the request.
    fn is_met_by(self, state: &AccountState) -> bool {
        match self {
            Self::Again => true,
            Self::Whole => state.activity == Activity::Active,
        }
    }
}

/// Use cases on the progress of reading.
pub struct Progresses {
    ports: Arc<Ports>,
}

impl Progresses {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}

/// The progress of everything that the caller waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyncStatus {
    /// One line per account, key, name and price source.
    pub sources: Vec<SyncSource>,
    /// The ids of the next waiting lines, in order. Only a few are listed, because each finished job moves all of them.
    pub next: Vec<String>,
    /// How many lines are not included in `sources`.
    pub left_out: usize,
    /// How many lines are in each state, including those left out.
    pub counts: SyncCounts,
    /// The newest revision of a line that is done or failed.
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
    /// Lines that were read.
    pub done: usize,
    /// Lines that are being read.
    pub running: usize,
    /// Lines that wait.
    pub waiting: usize,
    /// Lines that failed.
    pub failed: usize,
}

impl SyncCounts {
    pub(super) fn count(&mut self, state: SyncState) {
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
    /// The label of the wallet, the name, or the name of the price source.
    pub label: String,
    /// The wallet whose extended public key is scanned.
    pub wallet: Option<WalletId>,
    /// The account that is read.
    pub account: Option<AccountId>,
    /// Name of the chain, for accounts.
    pub chain_name: Option<String>,
    /// The state of the job.
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
}

/// The kind of thing that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncKind {
    /// The balances of an account.
    Account,
    /// The addresses of an extended public key.
    Key,
    /// The address of a name.
    Name,
    /// The prices of a price source.
    Prices,
}

/// The state of a progress line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncState {
    /// Waiting.
    Waiting,
    /// Being read.
    Running,
    /// Read successfully.
    Done,
    /// Failed. It may be retried.
    Failed,
}

impl Progresses {
    /// Returns the progress of everything that the caller waits for.
    pub async fn status(&self, caller: &Caller) -> Result<SyncStatus, StorageError> {
        let board = self.board(caller).await?;
        Ok(self.shown(&board, usize::MAX))
    }

    /// Loads the progress board of the caller, to be updated with [`Self::follow`].
    pub async fn board(&self, caller: &Caller) -> Result<ProgressBoard, StorageError> {
        ProgressBoard::load(&self.ports, caller.user).await
    }

    /// Returns the jobs of all users that changed since a revision; `None` if there are more than `limit`.
    pub async fn changed_since(&self, since: i64, limit: u32) -> Result<Option<JobChanges>, StorageError> {
        self.ports.stores.job_changes.changed_since(since, limit).await
    }

    /// Applies the changes up to a revision to a board. Returns whether the board changed.
    pub async fn follow<'a>(
        &self,
        board: &mut ProgressBoard,
        changed: impl Iterator<Item = &'a Job> + Send,
        revision: i64,
    ) -> Result<bool, StorageError> {
        board.follow(&self.ports, changed, revision).await
    }

    /// Returns the status that a board shows, with at most `most` lines. The counts cover all lines.
    #[must_use]
    pub fn shown(&self, board: &ProgressBoard, most: usize) -> SyncStatus {
        view::shown(&self.ports, board, most)
    }

    /// Returns whether anything that `fits` accepts is being read or waits for it. A key is passed as its wallet, an
    /// account as itself.
    pub fn is_reading(
        &self,
        board: &ProgressBoard,
        fits: impl Fn(Option<WalletId>, Option<&AccountId>) -> bool,
    ) -> bool {
        view::is_reading(board, fits)
    }

    /// Enqueues a reading of the caller's accounts, each at most every 30 seconds. Returns how many were enqueued.
    pub async fn refresh(
        &self,
        caller: &Caller,
        fits: impl Fn(&AccountId) -> bool + Send,
    ) -> Result<u32, StorageError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let mut wanted = accounts_of(&self.ports, &wallets);
        wanted.retain(fits);
        let resting = super::want::resting(&self.ports).await?;
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        super::want::want_quotes(&self.ports, work.as_mut(), &resting, now).await?;
        work.commit().await?;
        self.want(&wanted, Wish::Again).await
    }

    /// Enqueues a full reading of the caller's accounts on a chain, even if nothing was found there so far. Returns how
    /// many were enqueued; accounts read in full within the last 30 seconds are not.
    pub async fn read_network(&self, caller: &Caller, chain: &ChainId) -> Result<u32, StorageError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let mut accounts = accounts_of(&self.ports, &wallets);
        accounts.retain(|account| account.chain == *chain);
        self.want(&accounts, Wish::Whole).await
    }

    /// Enqueues a reading of the accounts that were not just read, in several units of work so that others can write in
    /// between. An interrupted call can be repeated: a job exists only once per account.
    async fn want(&self, accounts: &[AccountId], wish: Wish) -> Result<u32, StorageError> {
        let mut count = 0;
        for some in accounts.chunks(AT_ONCE) {
            let now = self.ports.clock.now();
            let states = self.ports.stores.accounts.states(some).await?;
            let fresh = just_read(states.iter().filter(|state| wish.is_met_by(state)), now);
            let wanted: Vec<AccountId> = some.iter().filter(|one| !fresh.contains(one)).cloned().collect();
            let mut work = self.ports.storage.begin().await?;
            match wish {
                Wish::Again => work.accounts().add(&wanted, now).await?,
                Wish::Whole => work.accounts().wake(&wanted).await?,
            }
            for account in &wanted {
                let wanted = job(&self.ports, READ_ACCOUNT, &account.to_string(), now);
                work.jobs().enqueue(&wanted, now).await?;
            }
            work.commit().await?;
            count += wanted.len();
        }
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }
}

/// Returns the accounts that were read successfully within [`AT_MOST_EVERY`].
fn just_read<'a>(states: impl Iterator<Item = &'a AccountState>, now: Timestamp) -> BTreeSet<&'a AccountId> {
    let good = states.filter(|state| state.failure.is_none());
    let lately = good.filter(|state| state.read_at.is_some_and(|at| now.within(AT_MOST_EVERY, at)));
    lately.map(|state| &state.id).collect()
}

pub(super) fn key(job: &Job) -> String {
    format!("{} {}", job.kind, job.subject)
}

/// Returns whether a waiting job was last changed by a request to run it soon.
fn is_woken(job: &Job) -> bool {
    job.run_at <= job.updated_at.plus(MERGE)
}

/// Returns the state that a job is shown in. A price source that waits for its regular refresh counts as done, and one
/// that was woken for a new asset counts as waiting. A job that waits after a failure counts as failed.
pub(super) fn state(job: &Job) -> SyncState {
    match job.state {
        JobState::Running => SyncState::Running,
        JobState::Dead => SyncState::Failed,
        JobState::Done => SyncState::Done,
        JobState::Ready if job.last_error.is_some() => SyncState::Failed,
        JobState::Ready if job.kind == REFRESH_QUOTES && job.finished_at.is_some() && !is_woken(job) => SyncState::Done,
        JobState::Ready => SyncState::Waiting,
    }
}

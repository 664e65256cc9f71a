//! How far reading is, for the person who waits.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use ports::{
    AccountId, AccountState, ChainId, Job, Ports, StorageError, Timestamp, WalletId,
    account::Activity,
    failure::Failure,
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

/// An account is not read again sooner than this because somebody pressed a button.
const AT_MOST_EVERY: Duration = Duration::from_secs(30);

/// Accounts that are wanted in one unit of work: it keeps the others' writes waiting for a few hundredths of a second.
const AT_ONCE: usize = 250;

/// How accounts are wanted.
#[derive(Clone, Copy)]
enum Wish {
    /// As they are read anyway.
    Again,
    /// Whole, also where nothing was found so far.
    Whole,
}

impl Wish {
    /// Whether a reading of an account in this state is one.
    fn is_met_by(self, state: &AccountState) -> bool {
        match self {
            Self::Again => true,
            Self::Whole => state.activity == Activity::Active,
        }
    }
}

/// How far reading is, and wanting it again.
pub struct Progresses {
    ports: Arc<Ports>,
}

impl Progresses {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}

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

impl Progresses {
    /// Everything that the caller waits for.
    pub async fn status(&self, caller: &Caller) -> Result<SyncStatus, StorageError> {
        let board = self.board(caller).await?;
        Ok(self.shown(&board, usize::MAX))
    }

    /// Loads everything that the caller waits for, to follow it from now on.
    pub async fn board(&self, caller: &Caller) -> Result<ProgressBoard, StorageError> {
        ProgressBoard::load(&self.ports, caller.user).await
    }

    /// The jobs of everyone that changed since a revision; `None` when there are too many to follow.
    pub async fn changed_since(&self, since: i64, limit: u32) -> Result<Option<JobChanges>, StorageError> {
        self.ports.stores.job_changes.changed_since(since, limit).await
    }

    /// Takes over into a board what changed up to a revision. Answers whether it shows anything else now.
    pub async fn follow<'a>(
        &self,
        board: &mut ProgressBoard,
        changed: impl Iterator<Item = &'a Job> + Send,
        revision: i64,
    ) -> Result<bool, StorageError> {
        board.follow(&self.ports, changed, revision).await
    }

    /// What is shown of a board: at most so many lines, and how many there are of each state.
    #[must_use]
    pub fn shown(&self, board: &ProgressBoard, most: usize) -> SyncStatus {
        view::shown(&self.ports, board, most)
    }

    /// Whether anything that fits is being read or waits for it: a key by its wallet, an account by itself.
    pub fn is_reading(
        &self,
        board: &ProgressBoard,
        fits: impl Fn(Option<WalletId>, Option<&AccountId>) -> bool,
    ) -> bool {
        view::is_reading(board, fits)
    }

    /// Wants the caller's accounts read again, each at most every 30 seconds. Answers how many are wanted.
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

    /// Wants everything read of the caller's accounts on a chain, also where nothing was found so far. Answers how many
    /// are wanted; those that were read within the last half minute are not.
    pub async fn read_network(&self, caller: &Caller, chain: &ChainId) -> Result<u32, StorageError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let mut accounts = accounts_of(&self.ports, &wallets);
        accounts.retain(|account| account.chain == *chain);
        self.want(&accounts, Wish::Whole).await
    }

    /// Wants accounts read that were not just read, some in a unit of work: others write between two of them. Who is
    /// interrupted wants it once more, and nothing is wanted twice, because what is wanted has one row.
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

/// The accounts that answered so lately that they are not asked again.
fn just_read<'a>(states: impl Iterator<Item = &'a AccountState>, now: Timestamp) -> BTreeSet<&'a AccountId> {
    let good = states.filter(|state| state.failure.is_none());
    let lately = good.filter(|state| state.read_at.is_some_and(|at| now.within(AT_MOST_EVERY, at)));
    lately.map(|state| &state.id).collect()
}

pub(super) fn key(job: &Job) -> String {
    format!("{} {}", job.kind, job.subject)
}

/// Whether the last that happened to a waiting job is that it was wanted soon.
fn is_woken(job: &Job) -> bool {
    job.run_at <= job.updated_at.plus(MERGE)
}

/// A price source that waits for its usual turn is done, and one that is wanted about something new waits; an account that
/// waits after a failure has failed.
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

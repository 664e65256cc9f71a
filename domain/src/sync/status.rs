//! The progress of reading, for the user who waits for it.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use ports::{
    AccountId, AccountState, ChainId, Job, Ports, StorageError, Timestamp, WalletId, account::Activity, job::JobChanges,
};

use crate::{
    account::PersonAccounts,
    caller::Caller,
    job::{READ_ACCOUNT, enqueue_quotes},
    source::in_backoff,
    sync::{board::ProgressBoard, line::SyncStatus, view},
};

/// A user's request does not read an account again sooner than this.
const AT_MOST_EVERY: Duration = Duration::from_secs(30);

/// Accounts enqueued in one unit of work. It delays other writers by a few hundredths of a second.
const BATCH: usize = 250;

/// How accounts are to be read.
#[derive(Clone, Copy)]
enum RefreshScope {
    /// As usual for their activity.
    Again,
    /// In full, even if nothing was found so far.
    Whole,
}

impl RefreshScope {
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
        let mut wanted = PersonAccounts::load(&self.ports, caller.user).await?.all(&self.ports);
        wanted.retain(fits);
        let in_backoff = in_backoff(&self.ports).await?;
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        enqueue_quotes(&self.ports, work.as_mut(), &in_backoff, now).await?;
        work.commit().await?;
        self.want(&wanted, RefreshScope::Again).await
    }

    /// Enqueues a full reading of the caller's accounts on a chain, even if nothing was found there so far. Returns how
    /// many were enqueued; accounts read in full within the last 30 seconds are not.
    pub async fn read_network(&self, caller: &Caller, chain: &ChainId) -> Result<u32, StorageError> {
        let mut accounts = PersonAccounts::load(&self.ports, caller.user).await?.all(&self.ports);
        accounts.retain(|account| account.chain == *chain);
        self.want(&accounts, RefreshScope::Whole).await
    }

    /// Enqueues a reading of the accounts that were not just read, in several units of work so that others can write in
    /// between. An interrupted call can be repeated: a job exists only once per account.
    async fn want(&self, accounts: &[AccountId], scope: RefreshScope) -> Result<u32, StorageError> {
        let mut count = 0;
        for some in accounts.chunks(BATCH) {
            let now = self.ports.clock.now();
            let states = self.ports.stores.accounts.states(some).await?;
            let fresh = just_read(states.iter().filter(|state| scope.is_met_by(state)), now);
            let is_filed = |id: &AccountId| {
                let mut filed = states.iter().filter(|state| state.activity == Activity::Filed);
                filed.any(|state| state.id == *id)
            };
            let wanted = some.iter().filter(|one| !fresh.contains(one) && !is_filed(one));
            let wanted: Vec<AccountId> = wanted.cloned().collect();
            let mut work = self.ports.storage.begin().await?;
            match scope {
                RefreshScope::Again => work.accounts().add(&wanted, now).await?,
                RefreshScope::Whole => work.accounts().set_activity(&wanted, Activity::Active, now).await?,
            }
            for account in &wanted {
                let wanted = READ_ACCOUNT.job(&self.ports, &account.to_string(), now);
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

//! How far reading is, for the person who waits.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use ports::{
    AccountId, AccountState, ChainId, Job, Ports, StorageError, Timestamp, WalletId, account::Activity, job::JobChanges,
};

use crate::{
    account::accounts_of,
    caller::Caller,
    job::{READ_ACCOUNT, enqueue_quotes, job},
    source::in_backoff,
    sync::{board::ProgressBoard, line::SyncStatus, view},
};

/// An account is not read again sooner than this because somebody pressed a button.
const AT_MOST_EVERY: Duration = Duration::from_secs(30);

/// Accounts that are wanted in one unit of work: it keeps the others' writes waiting for a few hundredths of a second.
const BATCH: usize = 250;

/// How accounts are wanted.
#[derive(Clone, Copy)]
enum RefreshScope {
    /// As they are read anyway.
    Again,
    /// Whole, also where nothing was found so far.
    Whole,
}

impl RefreshScope {
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
        let in_backoff = in_backoff(&self.ports).await?;
        let now = self.ports.clock.now();
        let mut work = self.ports.storage.begin().await?;
        enqueue_quotes(&self.ports, work.as_mut(), &in_backoff, now).await?;
        work.commit().await?;
        self.want(&wanted, RefreshScope::Again).await
    }

    /// Wants everything read of the caller's accounts on a chain, also where nothing was found so far. Answers how many
    /// are wanted; those that were read within the last half minute are not.
    pub async fn read_network(&self, caller: &Caller, chain: &ChainId) -> Result<u32, StorageError> {
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let mut accounts = accounts_of(&self.ports, &wallets);
        accounts.retain(|account| account.chain == *chain);
        self.want(&accounts, RefreshScope::Whole).await
    }

    /// Wants accounts read that were not just read, some in a unit of work: others write between two of them. Who is
    /// interrupted wants it once more, and nothing is wanted twice, because what is wanted has one row.
    async fn want(&self, accounts: &[AccountId], scope: RefreshScope) -> Result<u32, StorageError> {
        let mut count = 0;
        for some in accounts.chunks(BATCH) {
            let now = self.ports.clock.now();
            let states = self.ports.stores.accounts.states(some).await?;
            let fresh = just_read(states.iter().filter(|state| scope.is_met_by(state)), now);
            let wanted: Vec<AccountId> = some.iter().filter(|one| !fresh.contains(one)).cloned().collect();
            let mut work = self.ports.storage.begin().await?;
            match scope {
                RefreshScope::Again => work.accounts().add(&wanted, now).await?,
                RefreshScope::Whole => work.accounts().wake(&wanted).await?,
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

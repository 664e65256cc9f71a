//! How far reading is, for the person who waits.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
    time::Duration,
};

use ports::{
    AccountId, AccountState, ChainId, Job, Ports, StorageError, Timestamp, Wallet, WalletId,
    account::{Activity, Failure},
    job::JobState,
};

use crate::{
    caller::Caller,
    sync::{
        key_status,
        kind::{READ_ACCOUNT, REFRESH_QUOTES, RESOLVE_NAME, SCAN_KEY, job},
    },
    valuation::{accounts_of, label},
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
    /// One line per account, name and price source.
    pub sources: Vec<SyncSource>,
    /// The highest revision among them: what a stream goes on from.
    pub revision: i64,
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
    /// Place among the caller's waiting ones, from 1.
    pub place_in_line: Option<u32>,
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
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let accounts = accounts_of(&self.ports, &wallets);
        let kinds = [READ_ACCOUNT, REFRESH_QUOTES, RESOLVE_NAME, SCAN_KEY].map(str::to_owned);
        let mut subjects: Vec<String> = accounts.iter().map(ToString::to_string).collect();
        let keyed = wallets.iter().filter(|wallet| wallet.extended.is_some());
        subjects.extend(keyed.map(|wallet| wallet.id.to_string()));
        subjects.extend(
            wallets
                .iter()
                .filter_map(|wallet| wallet.name.as_ref())
                .map(ToString::to_string),
        );
        if !accounts.is_empty() {
            subjects.extend(self.ports.prices.iter().map(|source| source.profile().id.to_string()));
        }
        let jobs = self.ports.stores.jobs.of_subjects(&kinds, &subjects).await?;
        let revision = jobs.iter().map(|job| job.revision).max().unwrap_or(0);
        let (keys, jobs) = key_status::lines(&wallets, jobs);
        let places = places(&jobs);
        let lines = jobs.into_iter().filter_map(|job| self.line(job, &wallets, &places));
        let mut sources: Vec<_> = lines.chain(keys).collect();
        let order: BTreeMap<_, _> = subjects
            .iter()
            .enumerate()
            .map(|(at, subject)| (subject.as_str(), at))
            .collect();
        sources.sort_by_key(|source| {
            order
                .get(source.id.split_once(' ').map_or("", |(_, subject)| subject))
                .copied()
        });
        Ok(SyncStatus { sources, revision })
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

    fn line(&self, job: Job, wallets: &[Wallet], places: &BTreeMap<String, u32>) -> Option<SyncSource> {
        let (kind, label, account, chain_name) = match job.kind.as_str() {
            READ_ACCOUNT => {
                let account: AccountId = job.subject.parse().ok()?;
                let label = label(&self.ports.chains, wallets, &account);
                let chain = self.ports.chains.get(&account.chain).map(|chain| chain.name.clone());
                (SyncKind::Account, label, Some(account), chain)
            }
            RESOLVE_NAME => (SyncKind::Name, job.subject.clone(), None, None),
            _ => {
                let profile = self
                    .ports
                    .prices
                    .iter()
                    .map(|source| source.profile())
                    .find(|one| one.id.as_str() == job.subject)?;
                (SyncKind::Prices, profile.name, None, None)
            }
        };
        let state = state(&job);
        Some(SyncSource {
            id: key(&job),
            wallet: None,
            kind,
            label,
            account,
            chain_name,
            state,
            done: job.done,
            total: job.total,
            place_in_line: places.get(&key(&job)).copied(),
            attempts: job.attempts,
            next_try_at: (state == SyncState::Failed && job.state == JobState::Ready).then_some(job.run_at),
            last_error: job.last_error,
            finished_at: job.finished_at,
            updated_at: job.updated_at,
            revision: job.revision,
        })
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

/// A price source that waits for its next turn is done; an account that waits after a failure has failed.
pub(super) fn state(job: &Job) -> SyncState {
    match job.state {
        JobState::Running => SyncState::Running,
        JobState::Dead => SyncState::Failed,
        JobState::Done => SyncState::Done,
        JobState::Ready if job.last_error.is_some() => SyncState::Failed,
        JobState::Ready if job.kind == REFRESH_QUOTES && job.finished_at.is_some() => SyncState::Done,
        JobState::Ready => SyncState::Waiting,
    }
}

fn places(jobs: &[Job]) -> BTreeMap<String, u32> {
    let mut waiting: Vec<_> = jobs.iter().filter(|job| state(job) == SyncState::Waiting).collect();
    waiting.sort_by_key(|job| (job.run_at, job.id));
    waiting
        .into_iter()
        .zip(1..)
        .map(|(job, place)| (key(job), place))
        .collect()
}

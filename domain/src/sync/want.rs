//! Enqueues jobs, unless they are already running or their source is in back-off.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    AccountId, AccountState, AssetId, Ports, SourceId, SourceState, StorageError, Timestamp, UnitOfWork,
    account::{Activity, Failure},
    job::JobState,
};

use crate::sync::{
    kind::{QUOTES_AT, READ_ACCOUNT, REFRESH_QUOTES, job},
    quotes_at::NEAR_MILLIS,
};

/// An active watched account is read again after this time.
pub const READ_EVERY: Duration = Duration::from_mins(15);
/// A watched account in which nothing was found is read again after this time, and then in full.
pub const READ_QUIET_EVERY: Duration = Duration::from_hours(24);
/// Delay before the prices of new assets are requested, so that the assets of many users are merged into one request.
pub const MERGE: Duration = Duration::from_millis(250);

/// Returns the accounts that were read recently or are being read. Called before a unit of work is opened.
pub async fn read_lately(ports: &Ports, accounts: &[AccountId]) -> Result<BTreeSet<AccountId>, StorageError> {
    let now = ports.clock.now();
    let states = ports.stores.accounts.states(accounts).await?;
    let lately = |state: &AccountState| {
        let every = match state.activity {
            Activity::Quiet => READ_QUIET_EVERY,
            Activity::Unknown | Activity::Active => READ_EVERY,
        };
        state.whole_at.is_some_and(|whole_at| now.within(every, whole_at))
    };
    let mut fresh = being_read(ports, accounts).await?;
    fresh.extend(states.into_iter().filter(lately).map(|state| state.id));
    Ok(fresh)
}

/// Returns the accounts that are being read. Enqueuing them now would read them once more without need.
pub async fn being_read(ports: &Ports, accounts: &[AccountId]) -> Result<BTreeSet<AccountId>, StorageError> {
    let subjects: Vec<String> = accounts.iter().map(ToString::to_string).collect();
    let jobs = ports
        .stores
        .jobs
        .of_subjects(&[READ_ACCOUNT.to_owned()], &subjects)
        .await?;
    let running = jobs.into_iter().filter(|job| job.state == JobState::Running);
    Ok(running.filter_map(|job| job.subject.parse().ok()).collect())
}

/// Enqueues a reading of the accounts, except for those in `read_lately`.
pub async fn want_reading(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    accounts: &[AccountId],
    read_lately: &BTreeSet<AccountId>,
    now: Timestamp,
) -> Result<(), StorageError> {
    for account in accounts.iter().filter(|account| !read_lately.contains(*account)) {
        let wanted = job(ports, READ_ACCOUNT, &account.to_string(), now);
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(())
}

/// Accounts enqueued in one unit of work, so that others can write in between.
const AT_ONCE: usize = 250;

/// Enqueues a full reading of these accounts now, even if they were just read. An interrupted call can be repeated: a
/// job exists only once per account.
pub async fn want_at_once(ports: &Ports, accounts: &[AccountId]) -> Result<(), StorageError> {
    for some in accounts.chunks(AT_ONCE) {
        let now = ports.clock.now();
        let mut work = ports.storage.begin().await?;
        work.accounts().wake(some).await?;
        want_reading(ports, work.as_mut(), some, &BTreeSet::new(), now).await?;
        work.commit().await?;
    }
    Ok(())
}

/// Returns the sources in back-off, each with its end. They are not queried sooner by any job. Called before a unit of
/// work is opened.
pub async fn resting(ports: &Ports) -> Result<BTreeMap<SourceId, Timestamp>, StorageError> {
    let now = ports.clock.now();
    let states = ports.stores.sources.all().await?;
    let rest = |state: SourceState| {
        let failure = state.failure.filter(|failure| failure.rests(now))?;
        Some((state.id, failure.retry_at?))
    };
    Ok(states.into_iter().filter_map(rest).collect())
}

/// Wakes the price sources that are not in back-off, to request the prices of new assets.
pub async fn want_quotes(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    resting: &BTreeMap<SourceId, Timestamp>,
    now: Timestamp,
) -> Result<(), StorageError> {
    let ids = ports.prices.iter().map(|source| source.profile().id);
    for id in ids.filter(|id| !resting.contains_key(id)) {
        let wanted = job(ports, REFRESH_QUOTES, id.as_str(), now.plus(MERGE));
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(())
}

/// The state of the quotes of a past moment.
pub enum PastQuotes {
    /// They are being requested.
    Coming,
    /// Every available source has answered.
    Asked,
    /// At least one source failed in every attempt; this is the last failure.
    Failed(Failure),
}

/// Enqueues the request for the prices of a past moment, once.
///
/// It is enqueued again if accounts were read after the request and no source has a quote for what was found there.
/// `missing` maps the assets without a price of that moment to the time they were read.
pub async fn want_quotes_at(
    ports: &Ports,
    at: Timestamp,
    missing: &BTreeMap<AssetId, Timestamp>,
) -> Result<PastQuotes, StorageError> {
    let subject = at.millis().to_string();
    let mut known = ports
        .stores
        .jobs
        .of_subjects(&[QUOTES_AT.to_owned()], std::slice::from_ref(&subject))
        .await?;
    if let Some(known) = known.pop() {
        match (known.state, known.last_error) {
            (JobState::Ready | JobState::Running, _) => return Ok(PastQuotes::Coming),
            (JobState::Dead, Some(failure)) => return Ok(PastQuotes::Failed(failure)),
            (JobState::Done | JobState::Dead, _) if asked_about_all(ports, at, missing, known.finished_at).await? => {
                return Ok(PastQuotes::Asked);
            }
            (JobState::Done | JobState::Dead, _) => {}
        }
    }
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    let wanted = job(ports, QUOTES_AT, &subject, now);
    work.jobs().enqueue(&wanted, now).await?;
    work.commit().await?;
    Ok(PastQuotes::Coming)
}

/// Returns whether every missing asset was read before the last request about the moment or has a quote from some
/// source.
async fn asked_about_all(
    ports: &Ports,
    at: Timestamp,
    missing: &BTreeMap<AssetId, Timestamp>,
    asked: Option<Timestamp>,
) -> Result<bool, StorageError> {
    let later = missing
        .iter()
        .filter(|(_, read)| asked.is_none_or(|asked| **read > asked));
    let later: Vec<AssetId> = later.map(|(asset, _)| asset.clone()).collect();
    let near = ports.stores.quotes.around(&later, at, NEAR_MILLIS).await?;
    let spoken_of: BTreeSet<AssetId> = near.into_iter().map(|quote| quote.asset).collect();
    Ok(later.iter().all(|asset| spoken_of.contains(asset)))
}

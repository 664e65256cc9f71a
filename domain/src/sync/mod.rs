//! Reading the world: jobs, what each does, and how far they are.
//!
//! A job is a use case with an alarm clock: idempotent, safe to run twice, and wanted in the unit of work of the change
//! that needs it.

mod failure;
mod quotes_at;
mod read_account;
mod read_lists;
mod read_rates;
mod refresh_quotes;
mod resolve_name;
mod rounds;
mod status;
mod work;

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use ports::{
    AccountId, AccountState, Ports, RemoteError, SourceId, SourceState, StorageError, Timestamp, UnitOfWork,
    account::Activity,
    job::{JobId, JobState, NewJob},
};

pub use status::{SyncKind, SyncSource, SyncState, SyncStatus};
pub use work::{Performed, Work};

/// Reads the balances of one account. Subject: the account.
pub const READ_ACCOUNT: &str = "read-account";
/// Asks one price source about everything that is held. Subject: the source.
pub const REFRESH_QUOTES: &str = "refresh-quotes";
/// Asks the price sources about a past moment. Subject: milliseconds since 1970.
pub const QUOTES_AT: &str = "quotes-at";
/// Looks a name up again. Subject: the name.
pub const RESOLVE_NAME: &str = "resolve-name";
/// Takes over what a published list of tokens names. Subject: the list.
pub const READ_LISTS: &str = "read-lists";
/// Takes over the rates of currencies. Subject: the source.
pub const READ_RATES: &str = "read-rates";
/// Wants everything read that has not been read for a while. Subject: `all`.
pub const ROUND: &str = "round";
/// Forgets what nobody needs any more. Subject: `all`.
pub const HOUSEKEEPING: &str = "housekeeping";

/// A new asset is asked for after this long, so that what many people hold is asked for at once.
const MERGE: Duration = Duration::from_millis(250);
/// An account is not read again sooner than this because somebody pressed a button.
const AT_MOST_EVERY: Duration = Duration::from_secs(30);

/// How far reading is, and wanting it again.
pub struct Progresses {
    ports: Arc<Ports>,
}

impl Progresses {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}

fn job(ports: &Ports, kind: &str, subject: &str, run_at: Timestamp, max_attempts: u32) -> NewJob {
    NewJob {
        id: JobId::new(ports.ids.next()),
        kind: kind.to_owned(),
        subject: subject.to_owned(),
        run_at,
        max_attempts,
    }
}

/// Those of these accounts that were read lately or are being read. Asked before a unit of work is opened.
pub(crate) async fn read_lately(ports: &Ports, accounts: &[AccountId]) -> Result<BTreeSet<AccountId>, StorageError> {
    let now = ports.clock.now();
    let states = ports.stores.accounts.states(accounts).await?;
    let lately = |state: &AccountState| {
        let every = match state.activity {
            Activity::Quiet => rounds::READ_QUIET_EVERY,
            Activity::Unknown | Activity::Active => rounds::READ_EVERY,
        };
        state.read_at.is_some_and(|read_at| now.since(read_at) < every)
    };
    let mut fresh = being_read(ports, accounts).await?;
    fresh.extend(states.into_iter().filter(lately).map(|state| state.id));
    Ok(fresh)
}

/// Those of these accounts that are being read: wanted now, they would be read once more without need.
async fn being_read(ports: &Ports, accounts: &[AccountId]) -> Result<BTreeSet<AccountId>, StorageError> {
    let subjects: Vec<String> = accounts.iter().map(ToString::to_string).collect();
    let jobs = ports
        .stores
        .jobs
        .of_subjects(&[READ_ACCOUNT.to_owned()], &subjects)
        .await?;
    let running = jobs.into_iter().filter(|job| job.state == JobState::Running);
    Ok(running.filter_map(|job| job.subject.parse().ok()).collect())
}

/// Wants accounts read, but for those that were read lately or are being read.
pub(crate) async fn want_reading(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    accounts: &[AccountId],
    read_lately: &BTreeSet<AccountId>,
    now: Timestamp,
) -> Result<(), StorageError> {
    for account in accounts.iter().filter(|account| !read_lately.contains(*account)) {
        let wanted = job(ports, READ_ACCOUNT, &account.to_string(), now, read_account::ATTEMPTS);
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(())
}

/// Keeps how a source answered a question that was no job.
pub(crate) async fn note(ports: &Ports, source: &SourceId, error: Option<&RemoteError>) -> Result<(), StorageError> {
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    match error {
        None => work.sources().answered(source, now).await?,
        Some(error) => {
            let failure = failure::of(ports, error, 1, now);
            work.sources().failed(source, &failure).await?;
        }
    }
    work.commit().await
}

/// The price sources that rest after a failure: they are not asked sooner because something new is held. Asked before
/// a unit of work is opened.
pub(crate) async fn resting(ports: &Ports) -> Result<BTreeSet<SourceId>, StorageError> {
    let now = ports.clock.now();
    let states = ports.stores.sources.all().await?;
    let rests = |state: &SourceState| state.failure.as_ref().and_then(|failure| failure.retry_at) > Some(now);
    Ok(states.into_iter().filter(rests).map(|state| state.id).collect())
}

/// Wants the price sources that do not rest asked soon about assets that are new.
pub(crate) async fn want_quotes(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    resting: &BTreeSet<SourceId>,
    now: Timestamp,
) -> Result<(), StorageError> {
    let ids = ports.prices.iter().map(|source| source.profile().id);
    for id in ids.filter(|id| !resting.contains(id)) {
        let wanted = job(
            ports,
            REFRESH_QUOTES,
            id.as_str(),
            now.plus(MERGE),
            refresh_quotes::ATTEMPTS,
        );
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(())
}

/// Wants the price sources asked about a past moment, once. Whether the answer is still to come.
pub(crate) async fn want_quotes_at(ports: &Ports, at: Timestamp) -> Result<bool, StorageError> {
    let subject = at.millis().to_string();
    let known = ports
        .stores
        .jobs
        .of_subjects(&[QUOTES_AT.to_owned()], std::slice::from_ref(&subject))
        .await?;
    if let Some(known) = known.first() {
        return Ok(matches!(known.state, JobState::Ready | JobState::Running));
    }
    let now = ports.clock.now();
    let mut work = ports.storage.begin().await?;
    let wanted = job(ports, QUOTES_AT, &subject, now, quotes_at::ATTEMPTS);
    work.jobs().enqueue(&wanted, now).await?;
    work.commit().await?;
    Ok(true)
}

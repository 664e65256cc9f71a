//! Enqueues jobs, unless they are already running or their source is in back-off.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{
    AccountId, AccountState, Ports, SourceId, StorageError, Timestamp, UnitOfWork, WalletId,
    account::Activity,
    job::{JobState, NewJob},
};

use crate::job::kind::{ERASE_KEY, KEY_UNDO, READ_ACCOUNT, REFRESH_QUOTES, SCAN_KEY};

/// An active watched account is read again after this time.
pub const READ_EVERY: Duration = Duration::from_mins(15);
/// A watched account in which nothing was found is read again after this time, and then in full.
pub const READ_QUIET_EVERY: Duration = Duration::from_hours(24);
/// Delay before the prices of new assets are requested, so that the assets of many users are merged into one request.
pub const MERGE: Duration = Duration::from_millis(250);

/// The accounts that need no reading, looked up before a unit of work was opened.
pub struct ReadLately {
    accounts: BTreeSet<AccountId>,
    looked_up_at: Timestamp,
}

/// Returns the accounts that were read recently or are being read. Called before a unit of work is opened.
pub async fn read_lately(ports: &Ports, accounts: &[AccountId]) -> Result<ReadLately, StorageError> {
    let now = ports.clock.now();
    let states = ports.stores.accounts.states(accounts).await?;
    let lately = |state: &AccountState| {
        let every = match state.activity {
            Activity::Quiet => READ_QUIET_EVERY,
            Activity::Unknown | Activity::Active | Activity::Filed => READ_EVERY,
        };
        state.whole_at.is_some_and(|whole_at| now.within(every, whole_at))
    };
    let mut fresh = being_read(ports, accounts).await?;
    fresh.extend(states.into_iter().filter(lately).map(|state| state.id));
    Ok(ReadLately {
        accounts: fresh,
        looked_up_at: now,
    })
}

/// Returns the accounts that are being read. Enqueuing them now would read them once more without need.
pub async fn being_read(ports: &Ports, accounts: &[AccountId]) -> Result<BTreeSet<AccountId>, StorageError> {
    let subjects: Vec<String> = accounts.iter().map(ToString::to_string).collect();
    let jobs = ports
        .stores
        .jobs
        .of_subjects(&[READ_ACCOUNT.name.to_owned()], &subjects)
        .await?;
    let running = jobs.into_iter().filter(|job| job.state == JobState::Running);
    Ok(running.filter_map(|job| job.subject.parse().ok()).collect())
}

/// Enqueues a reading of the accounts, even if they were just read.
pub async fn enqueue_readings(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    accounts: &[AccountId],
    now: Timestamp,
) -> Result<(), StorageError> {
    for account in accounts {
        let wanted = READ_ACCOUNT.job(ports, &account.to_string(), now);
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(())
}

/// Enqueues a reading of the accounts, except for those in `lately` and those whose reading began or ended since that was
/// looked up.
pub async fn enqueue_needed_readings(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    accounts: &[AccountId],
    lately: &ReadLately,
    now: Timestamp,
) -> Result<(), StorageError> {
    for account in accounts.iter().filter(|account| !lately.accounts.contains(*account)) {
        let wanted = READ_ACCOUNT.job(ports, &account.to_string(), now);
        let looked_up_at = lately.looked_up_at;
        work.jobs().enqueue_unless_done(&wanted, looked_up_at, now).await?;
    }
    Ok(())
}

/// Accounts enqueued in one unit of work, so that others can write in between.
const BATCH: usize = 250;

/// Enqueues a full reading of these accounts now, even if they were just read. An interrupted call can be repeated: a
/// job exists only once per account.
pub async fn enqueue_whole_readings(ports: &Ports, accounts: &[AccountId]) -> Result<(), StorageError> {
    for some in accounts.chunks(BATCH) {
        let now = ports.clock.now();
        let mut work = ports.storage.begin().await?;
        work.accounts().set_activity(some, Activity::Active, now).await?;
        enqueue_readings(ports, work.as_mut(), some, now).await?;
        work.commit().await?;
    }
    Ok(())
}

/// Wakes the price sources that are not in back-off, to request the prices of new assets.
pub async fn enqueue_quotes(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    in_backoff: &BTreeMap<SourceId, Timestamp>,
    now: Timestamp,
) -> Result<(), StorageError> {
    for wanted in quote_jobs(ports, in_backoff, now) {
        work.jobs().enqueue(&wanted, now).await?;
    }
    Ok(())
}

/// Returns a job for each price source that is not in back-off.
pub fn quote_jobs(ports: &Ports, in_backoff: &BTreeMap<SourceId, Timestamp>, now: Timestamp) -> Vec<NewJob> {
    let ids = ports.prices.iter().map(|source| source.profile().id);
    let ids = ids.filter(|id| !in_backoff.contains_key(id));
    ids.map(|id| REFRESH_QUOTES.job(ports, id.as_str(), now.plus(MERGE)))
        .collect()
}

/// Enqueues a scan of a wallet's key.
pub async fn enqueue_scan(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    wallet: WalletId,
    now: Timestamp,
) -> Result<(), StorageError> {
    let wanted = SCAN_KEY.job(ports, &wallet.to_string(), now);
    work.jobs().enqueue(&wanted, now).await
}

/// Enqueues the erasure of the key of a removed account at an exchange, for the time when the removal can no longer be taken back.
pub async fn enqueue_key_erasure(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    wallet: WalletId,
    now: Timestamp,
) -> Result<(), StorageError> {
    let erasure = ERASE_KEY.job(ports, &wallet.to_string(), now.plus(KEY_UNDO));
    work.jobs().enqueue(&erasure, now).await
}

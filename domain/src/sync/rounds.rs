//! The recurring jobs: the round enqueues what is due to be read, and housekeeping deletes what is no longer needed.

use std::time::Duration;

use ports::{Address, Name, Ports, StorageError, Timestamp, job::Lease, job::RetryState};

use crate::{
    account::erase_unwatched,
    job::{
        HOUSEKEEPING, LOOK_UP_REVERSE_NAME, QUOTES_AT, READ_ACCOUNT, READ_EVERY, READ_QUIET_EVERY, RESOLVE_NAME,
        REVERSE_BATCH, REVERSE_EVERY, ROUND, can_ask, job,
    },
    source::in_backoff,
    sync::job_error::JobError,
    wallet::UNDO,
};

/// A name is resolved again after this time.
const RESOLVE_EVERY: Duration = Duration::from_hours(24);
/// Pause of a name after its last attempt failed.
const RESOLVE_AGAIN: Duration = Duration::from_hours(1);
/// Interval between rounds.
const ROUND_EVERY: Duration = Duration::from_mins(1);
/// Interval between housekeeping runs.
const HOUSEKEEPING_EVERY: Duration = Duration::from_hours(1);
/// How long a request for the prices of a past moment is remembered. It is made when the moment is a day old, and an
/// hour later yesterday's figure refers to another moment.
const ASKED: Duration = Duration::from_hours(2);
/// The inputs of a pinned valuation are kept a little longer than the pin.
const PINNED: Duration = Duration::from_hours(25);
/// The most jobs of one kind enqueued in one round, in addition to those already waiting, so that a round does not
/// flood the sources.
const BATCH: u32 = 200;
/// The most waiting jobs that are skipped. They are enqueued again, and with more of them the transaction would delay
/// other writers.
const WAITING: u64 = 800;

/// Enqueues the due accounts, names and reverse names, and the next round.
pub async fn round(ports: &Ports, lease: &Lease) -> Result<(), JobError> {
    let now = ports.clock.now();
    // Accounts that wait for a rate limit are still due. They must not keep other accounts from being enqueued.
    let waiting = ports.stores.job_changes.counts().await?.waiting.min(WAITING);
    let most = BATCH.saturating_add(u32::try_from(waiting).unwrap_or_default());
    let accounts = ports
        .stores
        .accounts
        .due(now.minus(READ_EVERY), now.minus(READ_QUIET_EVERY), now, most)
        .await?;
    let names = names_due(ports, now).await?;
    let reverse = reverse_due(ports, now).await?;
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    for (nth, account) in (0..).zip(accounts.iter().rev()) {
        // The account that was not read for the longest time comes first, in case a round does not reach all of them.
        let wanted = job(
            ports,
            READ_ACCOUNT,
            &account.to_string(),
            now.minus(Duration::from_millis(nth)),
        );
        work.jobs().enqueue_unless_done(&wanted, now, ports.clock.now()).await?;
    }
    for name in &names {
        let wanted = job(ports, RESOLVE_NAME, name.as_str(), now);
        work.jobs().enqueue(&wanted, now).await?;
    }
    for address in &reverse {
        let wanted = job(ports, LOOK_UP_REVERSE_NAME, address.as_str(), now);
        work.jobs().enqueue(&wanted, now).await?;
    }
    work.jobs()
        .enqueue(&job(ports, ROUND, "all", now.plus(ROUND_EVERY)), now)
        .await?;
    Ok(work.commit().await?)
}

async fn names_due(ports: &Ports, now: Timestamp) -> Result<Vec<Name>, StorageError> {
    let tried = RetryState {
        kind: RESOLVE_NAME.to_owned(),
        since: now.minus(RESOLVE_AGAIN),
    };
    let wallets = &ports.stores.wallets;
    wallets.names_due(now.minus(RESOLVE_EVERY), &tried, now, BATCH).await
}

/// Returns the addresses whose reverse names are due; none while the name service is in back-off or has no node.
async fn reverse_due(ports: &Ports, now: Timestamp) -> Result<Vec<Address>, StorageError> {
    if !can_ask(ports) || in_backoff(ports).await?.contains_key(&ports.names.profile().id) {
        return Ok(vec![]);
    }
    let tried = RetryState {
        kind: LOOK_UP_REVERSE_NAME.to_owned(),
        since: now.minus(RESOLVE_AGAIN),
    };
    let names = &ports.stores.names;
    names
        .reverse_due(now.minus(REVERSE_EVERY), &tried, now, REVERSE_BATCH)
        .await
}

/// Users and accounts erased in one unit of work, so that other writers do not wait long.
const ERASE_BATCH: u32 = 100;

/// Deletes recipes that are no longer pinned, data replaced by newer data, finished requests for past moments, expired
/// sessions, counters that are full again, and expired idempotency keys. Then erases the data that users have left
/// behind.
pub async fn housekeeping(ports: &Ports, lease: &Lease) -> Result<(), JobError> {
    let now: Timestamp = ports.clock.now();
    let before = now.minus(PINNED);
    ports.stores.recipes.forget(before).await?;
    let mut work = ports.storage.begin_unlimited().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    work.snapshots().thin(before).await?;
    work.quotes().thin(before).await?;
    work.jobs().forget_ended(QUOTES_AT, now.minus(ASKED)).await?;
    work.sessions().remove_expired(now).await?;
    work.shares().remove_expired(now).await?;
    work.counters().forget_rested(now).await?;
    work.idempotency().forget_expired(now).await?;
    let again = job(ports, HOUSEKEEPING, "all", now.plus(HOUSEKEEPING_EVERY));
    work.jobs().enqueue(&again, now).await?;
    work.commit().await?;
    Ok(erase(ports, now).await?)
}

/// Erases wallets that can no longer be restored, anonymous users who left long ago, and the data of addresses and
/// names that are no longer watched.
async fn erase(ports: &Ports, now: Timestamp) -> Result<(), StorageError> {
    let mut work = ports.storage.begin_unlimited().await?;
    work.wallets().erase_removed(now.minus(UNDO)).await?;
    work.names().erase_unused(now.minus(RESOLVE_EVERY)).await?;
    work.commit().await?;
    if let Some(kept) = ports.anonymous_kept {
        loop {
            let mut work = ports.storage.begin_unlimited().await?;
            let erased = work.users().erase_left(now.minus(kept), ERASE_BATCH).await?;
            work.commit().await?;
            if erased < u64::from(ERASE_BATCH) {
                break;
            }
        }
    }
    erase_unwatched(ports).await
}

//! Reads the history of one account: facts from the sources, and the entries derived from them.
//!
//! The streams of an account are read side by side. A *window* is a range of blocks that every stream has reported
//! completely; its facts, the entries derived from them and the position of each stream are stored in one unit of work, so
//! that an interrupted run loses at most one window.

mod branch;
mod finish;
mod keep;
mod market_trades;
mod nonce;
mod overlap;
mod page_failures;
mod rewind;
mod same_chain;
mod sources;
mod stored;
mod stream;
mod window;

use async_trait::async_trait;
use ports::{
    AccountId, Ports, StorageError, Timestamp,
    account::Activity,
    failure::FailureCode,
    job::{Lease, NewJob},
};

use crate::{
    job::{JobKind, READ_HISTORY},
    sync::handlers::{
        end_unread::end_unread,
        handler::{JobHandler, LEASE, ROUND_BATCH},
        job_error::{JobError, account_of},
    },
};
use window::HistoryRun;

/// A run ends after this many windows and is enqueued again, so that the accounts of all users take turns.
const WINDOWS: usize = 20;
/// The same of an exchange, of which a window has a single page. The end of a run also ends the count of crashes in a row.
const WINDOWS_OF_EXCHANGE: usize = 50;
/// How often the newest part of a history is read.
const EVERY: std::time::Duration = std::time::Duration::from_mins(15);

/// Handles jobs of [`READ_HISTORY`].
pub struct ReadHistory;

#[async_trait]
impl JobHandler for ReadHistory {
    fn kind(&self) -> JobKind {
        READ_HISTORY
    }

    /// Reads a number of windows of an account's history and enqueues itself again unless the end is reached.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let account = account_of(lease)?;
        if !ports.stores.accounts.is_wanted(&account).await? {
            return end_unread(ports, lease).await;
        }
        if let Some(until) = paused_key(ports, lease, &account).await? {
            return Err(JobError::InBackoff(until));
        }
        let mut run = HistoryRun::begin(ports, &account).await?;
        let most = if account.chain.is_exchange() {
            WINDOWS_OF_EXCHANGE
        } else {
            WINDOWS
        };
        for _ in 1..most {
            let Some(window) = run.next().await? else {
                return keep::end(ports, lease, &mut run, None).await;
            };
            let now = ports.clock.now();
            if !ports.stores.jobs.renew(lease, now, now.plus(LEASE)).await? {
                return Err(JobError::LeaseLost);
            }
            keep::window(ports, &mut run, window).await?;
            let (done, total) = run.steps();
            ports
                .stores
                .jobs
                .progress(lease, done, total, ports.clock.now())
                .await?;
        }
        let last = run.next().await?;
        keep::end(ports, lease, &mut run, last).await
    }

    fn is_postponed_by_rate_limit(&self) -> bool {
        true
    }

    async fn due(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        let chains: Vec<_> = ports.histories.iter().flat_map(|reader| reader.chains()).collect();
        let progress = &ports.stores.history_progress;
        let accounts = progress.due(&chains, now.minus(EVERY), ROUND_BATCH).await?;
        let job = |account: &AccountId| READ_HISTORY.job(ports, &account.to_string(), now);
        Ok(accounts.iter().map(job).collect())
    }
}

/// Returns until when the key of an account is not used because its exchange refused it, unless it was checked since. A round requests
/// the job every minute, and exchanges lock keys that are tried again.
async fn paused_key(ports: &Ports, lease: &Lease, account: &AccountId) -> Result<Option<Timestamp>, StorageError> {
    let refused = lease.job.last_error.as_ref();
    let refused = refused.filter(|failure| matches!(failure.code, FailureCode::Key(_)));
    let Some((at, until)) = refused.and_then(|failure| Some((failure.at, failure.retry_at?))) else {
        return Ok(None);
    };
    if until <= ports.clock.now() {
        return Ok(None);
    }
    let credential = ports.stores.exchange_credentials.of_account(&account.address).await;
    let is_checked = credential.is_ok_and(|found| found.is_some_and(|found| found.checked_at > at));
    Ok((!is_checked).then_some(until))
}

/// Returns the job that reads the history of an account for the first time, if some source covers its chain. Called before a
/// unit of work is opened.
pub async fn first(ports: &Ports, account: &AccountId, now: Timestamp) -> Result<Option<NewJob>, StorageError> {
    let is_due = is_covered(ports, account) && !is_begun(ports, account).await?;
    Ok(is_due.then(|| READ_HISTORY.job(ports, &account.to_string(), now)))
}

/// Returns the job that reads the rest of the history of an account that is no longer active, where something may have happened
/// since: it was active until now, or its transactions are counted and there are others than before. Called before a unit of
/// work is opened, and before the count is stored.
pub async fn rest(
    ports: &Ports,
    account: &AccountId,
    transactions: Option<u64>,
    now: Timestamp,
) -> Result<Option<NewJob>, StorageError> {
    if !is_covered(ports, account) || transactions == Some(0) {
        return Ok(None);
    }
    let states = ports.stores.accounts.states(std::slice::from_ref(account)).await?;
    let before = states.first();
    let was_active = before.is_some_and(|state| state.activity == Activity::Active);
    let is_counted = transactions.is_some();
    let is_changed = is_counted && before.and_then(|state| state.transactions) != transactions;
    let is_begun = is_begun(ports, account).await?;
    let is_due = is_changed || if is_begun { was_active } else { is_counted };
    Ok(is_due.then(|| READ_HISTORY.job(ports, &account.to_string(), now)))
}

fn is_covered(ports: &Ports, account: &AccountId) -> bool {
    let mut readers = ports.histories.iter();
    readers.any(|reader| reader.chains().contains(&account.chain))
}

async fn is_begun(ports: &Ports, account: &AccountId) -> Result<bool, StorageError> {
    let progress = &ports.stores.history_progress;
    let known = progress.of_accounts(std::slice::from_ref(account)).await?;
    Ok(!known.is_empty())
}

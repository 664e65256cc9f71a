//! Reads the balances of one account: one snapshot at one block.

mod found_assets;
mod metadata;
mod reading;
mod retry;
mod waiting;

use std::time::Duration;

use async_trait::async_trait;
use ports::{
    AccountId, Ports, RemoteError, SourceId, StorageError, Timestamp, UnitOfWork,
    account::Activity,
    failure::Failure,
    job::{Lease, NewJob},
    snapshot::SnapshotId,
};

use crate::{
    code_map::CodeMap,
    job::{JobKind, READ_ACCOUNT, READ_EVERY, READ_QUIET_EVERY, REDECODE, enqueue_quotes},
    source::{failure, in_backoff},
    sync::handlers::{
        end_unread::end_unread,
        find_tokens,
        handler::{JobHandler, ROUND_BATCH},
        job_error::{JobError, account_of},
        read_allowances,
        read_derived::{self, AddressUsage},
        read_history,
        reader::reader,
    },
};
use found_assets::{mark, new_assets};
use reading::{AccountReading, derived, probes, quiet, whole};

/// The most waiting jobs that are skipped in a round. They are enqueued again, and with more of them the transaction would
/// delay other writers.
const WAITING: u64 = 800;

/// Handles jobs of [`READ_ACCOUNT`].
pub struct ReadAccount;

#[async_trait]
impl JobHandler for ReadAccount {
    fn kind(&self) -> JobKind {
        READ_ACCOUNT
    }

    /// Reads the account, requests the metadata of new tokens, and stores the snapshot together with the end of the job.
    ///
    /// For an account that may be inactive, activity is checked first, and tokens are read only if there is any.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let account = account_of(lease)?;
        let reader =
            reader(ports, &account).ok_or_else(|| JobError::Invalid("no reader covers this chain".to_owned()))?;
        if !ports.stores.accounts.is_wanted(&account).await? {
            return end_unread(ports, lease).await;
        }
        if let Some(until) = retry::in_backoff_until(ports, lease).await? {
            return Err(JobError::InBackoff(until));
        }
        let began = ports.clock.now();
        if let Some((found, activity)) = derived(ports, reader, &account).await? {
            return keep(ports, lease, found, activity, began).await;
        }
        if probes(ports, &account).await?
            && let Some(quiet) = quiet(ports, lease, reader, &account).await?
        {
            return keep(ports, lease, quiet, Activity::Quiet, began).await;
        }
        let (found, activity) = whole(ports, lease, reader, &account).await?;
        keep(ports, lease, found, activity, began).await
    }

    fn source(&self, ports: &Ports, lease: &Lease) -> Option<SourceId> {
        retry::source(ports, lease)
    }

    fn is_postponed_by_rate_limit(&self) -> bool {
        true
    }

    /// Returns the accounts that are due, in addition to those already waiting. The account that was not read for the
    /// longest time comes first, in case a round does not reach all of them.
    async fn due(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        // Accounts that wait for a rate limit are still due. They must not keep other accounts from being enqueued.
        let waiting = ports.stores.job_changes.counts().await?.waiting.min(WAITING);
        let limit = ROUND_BATCH.saturating_add(u32::try_from(waiting).unwrap_or_default());
        let (active, quiet) = (now.minus(READ_EVERY), now.minus(READ_QUIET_EVERY));
        let accounts = ports.stores.accounts.due(active, quiet, now, limit).await?;
        let jobs = (0..)
            .zip(accounts.iter().rev())
            .map(|(nth, account)| READ_ACCOUNT.job(ports, &account.to_string(), now.minus(Duration::from_millis(nth))));
        Ok(jobs.collect())
    }

    async fn failed(
        &self,
        _ports: &Ports,
        work: &mut dyn UnitOfWork,
        lease: &Lease,
        failure: &Failure,
    ) -> Result<(), StorageError> {
        retry::failed(work, lease, failure).await
    }

    async fn postponed(&self, work: &mut dyn UnitOfWork, lease: &Lease, until: Timestamp) -> Result<(), StorageError> {
        retry::postponed(work, lease, until).await
    }
}

/// Rejects a reading that states something twice, or whose block was not recent when it began, also for readers that do not check
/// their node themselves.
fn check(ports: &Ports, found: &AccountReading<'_>, began: Timestamp) -> Result<(), RemoteError> {
    let reading = &found.reading;
    if let Some(asset) = reading.stated_twice() {
        return Err(RemoteError::Malformed {
            who: reading.host.clone(),
            what: format!("the same amount of {asset} twice"),
        });
    }
    match ports.chains.get(&found.account.chain) {
        Some(chain) => chain.check_head(&reading.block, began, &reading.host),
        None => Ok(()),
    }
}

/// Stores the result of a reading that began at `began`.
async fn keep(
    ports: &Ports,
    lease: &Lease,
    found: AccountReading<'_>,
    activity: Activity,
    began: Timestamp,
) -> Result<(), JobError> {
    check(ports, &found, began)?;
    let now = ports.clock.now();
    let waiting = waiting::since_first_seen(ports, found.account, found.reading.waiting.clone()).await?;
    let snapshot = found.snapshot(SnapshotId::new(ports.ids.next()), now);
    let AccountReading {
        account,
        usage,
        known,
        metadata,
        ..
    } = found;
    let in_backoff = in_backoff(ports).await?;
    let source = snapshot.source.at(&account.chain);
    let recovered = failure::before(ports, &source).await?.is_some();
    let further = further_jobs(ports, account, activity, usage.as_ref(), now).await?;
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    work.snapshots().add(&snapshot).await?;
    work.accounts()
        .read(account, snapshot.id, now, activity, &waiting)
        .await?;
    if let Some(usage) = &usage {
        read_derived::keep(ports, work.as_mut(), account, usage, now).await?;
    }
    work.assets().add(&new_assets(&known, &metadata)).await?;
    let confirmed: Vec<_> = metadata.into_iter().collect();
    work.assets().confirm(&confirmed).await?;
    mark(work.as_mut(), &snapshot, now).await?;
    answered(work.as_mut(), account, &source, recovered, now).await?;
    enqueue_quotes(ports, work.as_mut(), &in_backoff, now).await?;
    for wanted in &further {
        work.jobs().enqueue(wanted, now).await?;
    }
    Ok(work.commit().await?)
}

/// Returns the jobs that follow the reading of an account: of an active one token discovery, and the first reading of its history;
/// of another one, such as an emptied address of a key, the reading of what happened since its history was read.
async fn further_jobs(
    ports: &Ports,
    account: &AccountId,
    activity: Activity,
    usage: Option<&AddressUsage>,
    now: Timestamp,
) -> Result<Vec<NewJob>, StorageError> {
    let again = redecoding(ports, account, now).await?;
    if activity != Activity::Active {
        let transactions = usage.map(AddressUsage::transactions);
        let history = read_history::rest(ports, account, transactions, now).await?;
        return Ok(history.into_iter().chain(again).collect());
    }
    let find = find_tokens::due(ports, account, now).await?;
    let history = read_history::first(ports, account, now).await?;
    let allowances = read_allowances::due(ports, account, now).await?;
    let all = find.into_iter().chain(history).chain(again).chain(allowances);
    Ok(all.collect())
}

/// Returns the job that derives the entries of an account at an exchange again, where a code means something else since its balances
/// were read last.
async fn redecoding(ports: &Ports, account: &AccountId, now: Timestamp) -> Result<Option<NewJob>, StorageError> {
    let states = ports.stores.accounts.states(std::slice::from_ref(account)).await?;
    let Some(read_at) = states.first().and_then(|state| state.whole_at) else {
        return Ok(None);
    };
    let is_newer = CodeMap::is_newer(ports, account, read_at).await?;
    Ok(is_newer.then(|| REDECODE.job(ports, &account.to_string(), now)))
}

/// Records that a source answers. If it failed before, the jobs that wait for it are due immediately.
async fn answered(
    work: &mut dyn UnitOfWork,
    account: &AccountId,
    source: &SourceId,
    recovered: bool,
    now: Timestamp,
) -> Result<(), StorageError> {
    work.sources().answered(source, now).await?;
    if recovered {
        let accounts = format!("{}:", account.chain);
        work.jobs().retry_now(READ_ACCOUNT.name, &accounts, now).await?;
    }
    Ok(())
}

//! Reads what one account allows others to move.
//!
//! The entries of the account name the approvals that its transactions logged, and a node states what is left of them. Only these are read, so
//! that an approval of a transaction that no source reported is not known.

use std::{cmp::Reverse, collections::BTreeMap, time::Duration};

use async_trait::async_trait;
use ports::{
    AccountAllowances, AccountId, AllowanceReader, Approval, Ports, SourceId, StorageError, Timestamp,
    allowance::LoggedApproval,
    entry::StoredEntry,
    job::{Lease, NewJob},
};

use crate::{
    job::{JobKind, READ_ALLOWANCES},
    sync::handlers::{
        end_unread::end_unread,
        handler::JobHandler,
        job_error::{JobError, account_of},
        reader as chain_reader,
    },
};

/// Allowances are read again after this time although no transaction changed them: a spender uses them up without one of the account.
const EVERY: Duration = Duration::from_hours(6);
/// How long the reading waits, so that balances and prices come first, which people wait for.
const DELAY: Duration = Duration::from_secs(3);
/// The most approvals of an account, the newest ones. A contract can log any number of them.
const MOST: usize = 500;

/// Handles jobs of [`READ_ALLOWANCES`].
pub struct ReadAllowances;

#[async_trait]
impl JobHandler for ReadAllowances {
    fn kind(&self) -> JobKind {
        READ_ALLOWANCES
    }

    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let account = account_of(lease)?;
        let reader = reader(ports, &account);
        let reader = reader.ok_or_else(|| JobError::Invalid("no reader covers this chain".to_owned()))?;
        if !ports.stores.accounts.is_wanted(&account).await? {
            return end_unread(ports, lease).await;
        }
        let logged = Logged::of(ports, &account).await?;
        let approvals: Vec<Approval> = logged.newest.iter().map(|one| one.approval.clone()).collect();
        let reading = reader.allowances(&account, &approvals).await?;
        let (now, source) = (ports.clock.now(), reading.source.at(&account.chain));
        let mut work = ports.storage.begin().await?;
        if !work.jobs().done(lease, now).await? {
            return Err(JobError::LeaseLost);
        }
        let found = AccountAllowances {
            account,
            ledger_revision: logged.ledger_revision,
            logged: logged.newest,
            left_out: logged.left_out,
            reading,
        };
        work.allowances().set(&found).await?;
        work.sources().answered(&source, now).await?;
        Ok(work.commit().await?)
    }

    fn source(&self, ports: &Ports, lease: &Lease) -> Option<SourceId> {
        let account: AccountId = lease.job.subject.parse().ok()?;
        let covering = chain_reader::reader(ports, &account)?;
        Some(covering.profile().id.at(&account.chain))
    }

    fn is_postponed_by_rate_limit(&self) -> bool {
        true
    }
}

/// The approvals that the transactions of an account logged.
struct Logged {
    ledger_revision: u64,
    newest: Vec<LoggedApproval>,
    left_out: u32,
}

impl Logged {
    /// Returns those that are stored and those of entries that changed since.
    async fn of(ports: &Ports, account: &AccountId) -> Result<Self, StorageError> {
        let known = ports
            .stores
            .allowances
            .of_accounts(std::slice::from_ref(account))
            .await?
            .pop();
        let (since, logged, left_out) = known.map_or((0, Vec::new(), 0), |known| {
            (known.ledger_revision, known.logged, known.left_out)
        });
        let changed = ports.stores.entries.changed(account, since).await?;
        let ledger_revision = changed.iter().map(|one| one.ledger_revision).max().unwrap_or(since);
        let mut newest: BTreeMap<Approval, LoggedApproval> = BTreeMap::new();
        for one in logged.into_iter().chain(changed.iter().flat_map(stated)) {
            let known = newest.entry(one.approval.clone()).or_insert_with(|| one.clone());
            if known.at < one.at {
                *known = one;
            }
        }
        let mut newest: Vec<LoggedApproval> = newest.into_values().collect();
        newest.sort_by(|one, other| (Reverse(one.at), &one.approval).cmp(&(Reverse(other.at), &other.approval)));
        let more = u32::try_from(newest.len().saturating_sub(MOST)).unwrap_or(u32::MAX);
        newest.truncate(MOST);
        Ok(Self {
            ledger_revision,
            newest,
            left_out: left_out.saturating_add(more),
        })
    }
}

/// Returns the approvals of an entry. Those of one that was taken back stay known: what is left of them is read anyway.
fn stated(stored: &StoredEntry) -> impl Iterator<Item = LoggedApproval> + '_ {
    let entry = &stored.entry;
    entry.approvals.iter().map(|approval| LoggedApproval {
        approval: approval.clone(),
        transaction: entry.id.transaction.clone(),
        at: entry.time,
    })
}

fn reader<'a>(ports: &'a Ports, account: &AccountId) -> Option<&'a dyn AllowanceReader> {
    let mut readers = ports.allowances.iter();
    readers
        .find(|reader| reader.chains().contains(&account.chain))
        .map(AsRef::as_ref)
}

/// Returns the job for an account whose allowances were never read, whose entries changed since, or whose last reading is old. Called before a
/// unit of work is opened.
pub async fn due(ports: &Ports, account: &AccountId, now: Timestamp) -> Result<Option<NewJob>, StorageError> {
    if reader(ports, account).is_none() {
        return Ok(None);
    }
    let one = std::slice::from_ref(account);
    let known = ports.stores.allowances.of_accounts(one).await?.pop();
    let head = ports.stores.entries.heads(one).await?.pop();
    let revision = head.map_or(0, |head| head.revision);
    let is_fresh =
        known.is_some_and(|known| known.ledger_revision >= revision && now.within(EVERY, known.reading.block.time));
    Ok((!is_fresh).then(|| READ_ALLOWANCES.job(ports, &account.to_string(), now.plus(DELAY))))
}

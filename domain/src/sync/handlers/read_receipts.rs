//! Reads the transaction receipts of one account on a chain whose histories include none, such as those of explorers.
//!
//! The transactions without a receipt are read in the order of the chain, up to the last block that every stream of the history
//! has reached. Such a block is final, so that no receipt is ever taken back. The receipts of a batch, the entries derived
//! with them and the position are stored in one unit of work.

mod batch;
mod keep;
mod position;
mod read_apart;
mod run;

use async_trait::async_trait;
use ports::{
    AccountId, HistoryProgress, Ports, StorageError, Stream, Timestamp, UnitOfWork,
    job::{Lease, NewJob},
};

use crate::{
    job::{JobKind, READ_RECEIPTS},
    sync::handlers::{
        end_unread::end_unread,
        handler::{JobHandler, LEASE},
        job_error::{JobError, account_of},
    },
};
use read_apart::is_read_apart;
use run::ReceiptRun;

/// A run ends after this many batches and is enqueued again, so that the accounts of all users take turns.
const BATCHES: usize = 10;
/// The number of accounts per query.
const ACCOUNTS: u32 = 1000;

/// Handles jobs of [`READ_RECEIPTS`].
pub struct ReadReceipts;

#[async_trait]
impl JobHandler for ReadReceipts {
    fn kind(&self) -> JobKind {
        READ_RECEIPTS
    }

    /// Reads up to [`BATCHES`] batches and enqueues itself again unless the end is reached.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let account = account_of(lease)?;
        if !ports.stores.accounts.is_wanted(&account).await? {
            return end_unread(ports, lease).await;
        }
        let Some(mut run) = ReceiptRun::begin(ports, &account).await? else {
            return end_unread(ports, lease).await;
        };
        for _ in 1..BATCHES {
            let Some(batch) = run.next().await? else {
                return keep::end(ports, lease, &mut run, None).await;
            };
            let now = ports.clock.now();
            if !ports.stores.jobs.renew(lease, now, now.plus(LEASE)).await? {
                return Err(JobError::LeaseLost);
            }
            keep::batch(ports, &mut run, batch).await?;
        }
        let last = run.next().await?;
        keep::end(ports, lease, &mut run, last).await
    }

    fn is_postponed_by_rate_limit(&self) -> bool {
        true
    }

    /// Returns the accounts whose history was read before receipts were.
    async fn at_start(&self, ports: &Ports, now: Timestamp) -> Result<Vec<NewJob>, StorageError> {
        let (mut jobs, mut after) = (Vec::new(), None::<AccountId>);
        if ports.transaction_receipts.is_empty() {
            return Ok(jobs);
        }
        loop {
            let accounts = ports.stores.facts.accounts(after.as_ref(), ACCOUNTS).await?;
            let Some(last) = accounts.last().cloned() else {
                return Ok(jobs);
            };
            let read_apart = accounts.iter().filter(|account| is_read_apart(ports, &account.chain));
            let read_apart: Vec<AccountId> = read_apart.cloned().collect();
            let progress = ports.stores.history_progress.of_accounts(&read_apart).await?;
            let is_begun = |account: &AccountId| {
                let mut own = progress.iter().filter(|one| one.account == *account);
                own.any(|one| one.stream == Stream::Receipts)
            };
            let unread = read_apart.iter().filter(|account| !is_begun(account));
            jobs.extend(unread.map(|account| READ_RECEIPTS.job(ports, &account.to_string(), now)));
            after = Some(last);
        }
    }
}

/// The receipts that a history left to be read.
pub struct DueReceipts {
    progress: HistoryProgress,
    job: NewJob,
}

impl DueReceipts {
    /// Returns the receipts that are to be read of an account, if any. Called before a unit of work is opened.
    pub async fn of(ports: &Ports, account: &AccountId) -> Result<Option<Self>, JobError> {
        let Some(run) = ReceiptRun::begin(ports, account).await? else {
            return Ok(None);
        };
        Ok(run.has_more().await?.then(|| Self {
            job: READ_RECEIPTS.job(ports, &account.to_string(), ports.clock.now()),
            progress: run.progress,
        }))
    }

    /// Enqueues the job, and stores that the history is not whole without them.
    pub async fn enqueue(&self, work: &mut dyn UnitOfWork, now: Timestamp) -> Result<(), StorageError> {
        work.history_progress().set(&self.progress).await?;
        work.jobs().enqueue(&self.job, now).await
    }
}

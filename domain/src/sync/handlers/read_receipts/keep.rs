//! Stores what a run read: receipts, entries and the position.

use ports::{Ports, StorageError, Stream, UnitOfWork, job::Lease};

use super::{batch::ReceiptBatch, run::ReceiptRun};
use crate::{
    job::READ_RECEIPTS,
    ledger::derive::{check, tokens},
    sync::handlers::{job_error::JobError, read_allowances},
};

/// Stores a batch that is not the last one of its run.
pub(super) async fn batch(ports: &Ports, run: &mut ReceiptRun<'_>, batch: ReceiptBatch) -> Result<(), JobError> {
    run.pass(&batch);
    let mut work = ports.storage.begin().await?;
    store(work.as_mut(), run, Some(&batch)).await?;
    work.commit().await?;
    Ok(tokens::learn(ports, &run.account, &batch.entries).await?)
}

/// Stores the last batch of a run, if any, together with the end of the job. The job is enqueued again unless there is none.
pub(super) async fn end(
    ports: &Ports,
    lease: &Lease,
    run: &mut ReceiptRun<'_>,
    last: Option<ReceiptBatch>,
) -> Result<(), JobError> {
    match &last {
        Some(batch) => run.pass(batch),
        None => count(ports, run).await?,
    }
    let now = ports.clock.now();
    let allowances = read_allowances::due(ports, &run.account, now).await?;
    let mut work = ports.storage.begin().await?;
    if !work.jobs().done(lease, now).await? {
        return Err(JobError::LeaseLost);
    }
    store(work.as_mut(), run, last.as_ref()).await?;
    if last.is_some() {
        let again = READ_RECEIPTS.job(ports, &run.account.to_string(), now);
        work.jobs().enqueue(&again, now).await?;
    } else if let Some(allowances) = &allowances {
        work.jobs().enqueue(allowances, now).await?;
    }
    work.commit().await?;
    match last {
        Some(batch) => tokens::learn(ports, &run.account, &batch.entries).await?,
        None => check::keep(ports, &run.account, &[]).await?,
    }
    Ok(())
}

/// Ends the progress with the number of receipts that are stored.
async fn count(ports: &Ports, run: &mut ReceiptRun<'_>) -> Result<(), StorageError> {
    let extent = ports.stores.facts.extent(&run.account, Stream::Receipts).await?;
    run.progress.facts = extent.map_or(0, |extent| extent.facts);
    run.progress.oldest = extent.map(|extent| extent.first.1);
    run.finish();
    Ok(())
}

async fn store(
    work: &mut dyn UnitOfWork,
    run: &ReceiptRun<'_>,
    batch: Option<&ReceiptBatch>,
) -> Result<(), StorageError> {
    if let Some(batch) = batch {
        work.facts().add(&batch.facts, batch.at).await?;
        work.entries().append(&batch.entries, batch.at).await?;
        work.entries().withdraw(&batch.withdrawn, batch.at).await?;
    }
    work.history_progress().set(&run.progress).await
}

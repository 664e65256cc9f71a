//! When an account is retried after a failed reading.

use ports::{AccountId, Ports, SourceId, StorageError, Timestamp, UnitOfWork, failure::Failure, job::Lease};

use crate::{source::in_backoff, sync::handlers::reader::reader};

/// Returns the source that a job reads from; `None` if no reader covers its chain.
pub fn source(ports: &Ports, lease: &Lease) -> Option<SourceId> {
    let account: AccountId = lease.job.subject.parse().ok()?;
    Some(reader(ports, &account)?.profile().id.at(&account.chain))
}

/// Returns the end of the source's back-off for an account that failed before, so that a single job and not all waiting
/// ones tests whether the source is back. A newly enqueued account is tried immediately.
pub async fn in_backoff_until(ports: &Ports, lease: &Lease) -> Result<Option<Timestamp>, StorageError> {
    let Some(source) = source(ports, lease).filter(|_| lease.job.attempts > 1) else {
        return Ok(None);
    };
    Ok(in_backoff(ports).await?.remove(&source))
}

/// Stores the failure of the account; its last successful snapshot is kept.
pub async fn failed(work: &mut dyn UnitOfWork, lease: &Lease, failure: &Failure) -> Result<(), StorageError> {
    let Ok(account) = lease.job.subject.parse::<AccountId>() else {
        return Ok(());
    };
    work.accounts().failed(&account, failure).await
}

/// Stores the later retry time of an account that failed.
pub async fn postponed(work: &mut dyn UnitOfWork, lease: &Lease, until: Timestamp) -> Result<(), StorageError> {
    match &lease.job.last_error {
        Some(last) => {
            let failure = Failure {
                retry_at: Some(until),
                ..last.clone()
            };
            failed(work, lease, &failure).await
        }
        None => Ok(()),
    }
}

//! When an account that could not be read is tried again.

use ports::{AccountId, Ports, SourceId, StorageError, Timestamp, UnitOfWork, failure::Failure, job::Lease};

use crate::{job::READ_ACCOUNT, source::in_backoff, sync::reader::reader};

/// The source that a job of this kind reads from; `None` for jobs of other kinds.
pub fn source(ports: &Ports, lease: &Lease) -> Option<SourceId> {
    if lease.job.kind != READ_ACCOUNT {
        return None;
    }
    let account: AccountId = lease.job.subject.parse().ok()?;
    Some(reader(ports, &account)?.profile().id.at(&account.chain))
}

/// Until when the source rests, for an account that failed before: one of those that wait for it finds out whether it is
/// back, not all of them. An account that was wanted just now is tried at once.
pub async fn in_backoff_until(ports: &Ports, lease: &Lease) -> Result<Option<Timestamp>, StorageError> {
    let Some(source) = source(ports, lease).filter(|_| lease.job.attempts > 1) else {
        return Ok(None);
    };
    Ok(in_backoff(ports).await?.remove(&source))
}

/// Keeps the failure beside the last good snapshot.
pub async fn failed(work: &mut dyn UnitOfWork, lease: &Lease, failure: &Failure) -> Result<(), StorageError> {
    let Ok(account) = lease.job.subject.parse::<AccountId>() else {
        return Ok(());
    };
    work.accounts().failed(&account, failure).await
}

/// Keeps when an account that failed is tried again, now that it is later.
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

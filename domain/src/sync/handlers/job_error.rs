//! Why a job stopped without success.

use ports::{AccountId, RemoteError, StorageError, Timestamp, job::Lease};

/// Why a job stopped without success.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// A source failed.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// Every available source is in back-off until this time.
    #[error("the source is paused until {0}")]
    InBackoff(Timestamp),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Another worker has taken over the job.
    #[error("the lease is lost")]
    LeaseLost,
    /// The job's subject is invalid or no longer exists.
    #[error("{0}")]
    Invalid(String),
}

/// Returns the account that is the subject of a job.
pub fn account_of(lease: &Lease) -> Result<AccountId, JobError> {
    let subject = lease.job.subject.parse();
    subject.map_err(|_| JobError::Invalid("not an account".to_owned()))
}

//! Why a job stopped without success.

use ports::{RemoteError, StorageError, Timestamp};

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

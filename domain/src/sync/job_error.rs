//! Why a run of a job stopped.

use ports::{RemoteError, StorageError, Timestamp};

/// Why a run of a job stopped.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// A source failed.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// Every source that it could ask rests.
    #[error("the source is paused until {0}")]
    InBackoff(Timestamp),
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Another worker has the job by now.
    #[error("the lease is lost")]
    LeaseLost,
    /// The job itself makes no sense any more.
    #[error("{0}")]
    Invalid(String),
}

//! Why a file was not imported.

use ports::{FileProblem, StorageError};

use crate::connection::ConnectionError;

/// Why a file was not imported. Nothing is stored then.
#[derive(Debug, thiserror::Error)]
pub enum ExchangeFileError {
    /// The caller has no such account or file.
    #[error("You have no such account or file.")]
    NotFound,
    /// The file cannot be read.
    #[error("{0}")]
    Problem(FileProblem),
    /// The stated times have no moment, or rows of the file are outside of them.
    #[error("{0}")]
    Times(&'static str),
    /// No row of the file changed the account.
    #[error("No row of this file changed the account, or none can be read.")]
    NoRows,
    /// The account has as many files as one may have.
    #[error("An account can have up to {0} files.")]
    TooMany(usize),
    /// The same file was imported before.
    #[error("This file was imported already.")]
    Imported,
    /// No account is opened with the file.
    #[error(transparent)]
    Account(#[from] ConnectionError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<FileProblem> for ExchangeFileError {
    fn from(problem: FileProblem) -> Self {
        Self::Problem(problem)
    }
}

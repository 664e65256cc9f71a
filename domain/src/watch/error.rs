//! Why a watch fails.

use ports::StorageError;

use crate::{user::UserError, valuation::ValuationError};

/// Why addresses could not be watched, read or valued.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WatchError {
    /// No text was given.
    #[error("Enter an address or a name, such as vitalik.eth.")]
    Empty,
    /// None of the texts is an address or name that can be read; the reasons as a text to show.
    #[error("{0}")]
    Unread(String),
    /// The list was rejected for another reason.
    #[error(transparent)]
    Refused(UserError),
    /// The valuation failed.
    #[error(transparent)]
    Valuation(#[from] ValuationError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<UserError> for WatchError {
    fn from(error: UserError) -> Self {
        match error {
            UserError::Rows(rows) => Self::Unread(rows.into_values().collect::<Vec<_>>().join(" ")),
            UserError::Storage(error) => Self::Storage(error),
            error => Self::Refused(error),
        }
    }
}

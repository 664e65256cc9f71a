//! Why a code was not mapped.

use ports::StorageError;

use crate::{asset::AssetError, ledger::LedgerError};

/// Why a code was not mapped. Nothing is stored then.
#[derive(Debug, thiserror::Error)]
pub enum MappedCodeError {
    /// The caller has no such code at an exchange.
    #[error("You have no such code at an exchange.")]
    NotFound,
    /// A code cannot mean this asset.
    #[error("{0}")]
    Target(&'static str),
    /// The ledger of the caller could not be loaded.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<AssetError> for MappedCodeError {
    fn from(error: AssetError) -> Self {
        match error {
            AssetError::Storage(error) => Self::Storage(error),
            AssetError::NotFound | AssetError::NotAssumed => Self::Target("This server does not know this asset."),
        }
    }
}

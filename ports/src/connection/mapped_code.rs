//! What people state that codes of assets at exchanges mean.

use async_trait::async_trait;

use crate::{
    ids::{account::AccountId, asset::AssetId},
    storage::StorageError,
    time::clock::Timestamp,
};

/// What the owner of an account at an exchange states that a code there means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedCode {
    /// The account at the exchange.
    pub account: AccountId,
    /// The asset that is known by its code at the exchange only, such as `exchange:kraken/code:NEWCOIN`.
    pub code: AssetId,
    /// What it is; `None` where an earlier statement was taken back.
    pub asset: Option<AssetId>,
    /// When this was stated.
    pub stated_at: Timestamp,
}

/// Reads what codes of assets mean.
#[async_trait]
pub trait MappedCodeReader: Send + Sync {
    /// Returns what was stated last about each code of these accounts, ordered by account and code.
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<MappedCode>, StorageError>;
}

/// Writes what codes of assets mean. They are erased with their account.
#[async_trait]
pub trait MappedCodeWriter: Send {
    /// Stores what a code of an account means, in place of what was stated before. An account that is not stored is a
    /// [`StorageError::Conflict`].
    async fn set(&mut self, mapped: &MappedCode) -> Result<(), StorageError>;
}

//! The last comparison of what an account's entries add up to with its balances, kept so that totals can name the accounts
//! that differ without loading their entries.

use async_trait::async_trait;

use crate::{clock::Timestamp, ids::account::AccountId, storage::StorageError};

/// The last comparison of one account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountReconciliation {
    /// Which account.
    pub account: AccountId,
    /// The revision of the account's ledger whose entries were compared; 0 without entries.
    pub ledger_revision: u64,
    /// The block of the balances, up to which entries were added up.
    pub block: u64,
    /// A hash of the compared balances; empty where some entries were left out because they are after the block.
    pub balances: String,
    /// The number of balances that were compared: one per asset.
    pub compared: u32,
    /// How many of them differ from what the entries add up to.
    pub differing: u32,
    /// Whether the history of the account was complete.
    pub is_whole: bool,
    /// When they were compared.
    pub checked_at: Timestamp,
}

/// Reads the last comparisons.
#[async_trait]
pub trait ReconciliationReader: Send + Sync {
    /// Returns the last comparison of each of these accounts, ordered by account; an account that was never compared is left
    /// out.
    async fn latest(&self, accounts: &[AccountId]) -> Result<Vec<AccountReconciliation>, StorageError>;
}

/// Writes comparisons.
#[async_trait]
pub trait ReconciliationWriter: Send {
    /// Stores the comparison of an account, in place of the previous one. One of an account that is not stored is a
    /// [`StorageError::Conflict`], so that nothing is stored about an account that was erased.
    async fn set(&mut self, found: &AccountReconciliation) -> Result<(), StorageError>;
}

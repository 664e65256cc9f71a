//! The last comparison of what an account's entries add up to with its balances, kept so that totals can name the accounts
//! that differ without loading their entries.

use async_trait::async_trait;

use crate::{
    amount::RawAmount,
    ids::{account::AccountId, asset::AssetId},
    storage::StorageError,
    time::clock::Timestamp,
};

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
    /// The balances that differ although they are not known to change without transfers.
    pub contradictions: Vec<Contradiction>,
    /// The block of the last comparison without such a balance; `None` where there was none.
    pub agreed: Option<u64>,
    /// How often the history was read again since then because of them.
    pub rereads: u32,
    /// When it is read again because of them; `None` without any.
    pub reread_at: Option<Timestamp>,
}

impl AccountReconciliation {
    /// Returns the first block after the last comparison in which no balance contradicted the entries. After two readings from there
    /// changed nothing it is the first block of all, because what is wrong may be older and may have cancelled out.
    #[must_use]
    pub fn first_in_doubt(&self) -> u64 {
        const FROM_AGREED: u32 = 2;
        let agreed = self.agreed.filter(|_| self.rereads < FROM_AGREED);
        agreed.map_or(0, |block| block.saturating_add(1))
    }
}

/// A balance that contradicts the entries.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Contradiction {
    /// The asset.
    pub asset: AssetId,
    /// Whether the account holds more of it than the entries add up to, or less.
    pub holds_more: bool,
    /// By how much, in the smallest unit of the asset; `None` where the entries cannot be added up.
    pub raw: Option<RawAmount>,
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

//! Transactions that wait for a block.

use crate::{amount::RawAmount, ids::transaction::TransactionId, time::clock::Timestamp};

/// The transactions of an account that wait for a block, as one server listed them. No balance and no history contains them.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WaitingTransactions {
    /// How many there are according to the server, which may list fewer; 0 also where it does not say.
    pub count: u64,
    /// Those that it lists, sorted by id.
    pub listed: Vec<WaitingTransaction>,
}

impl WaitingTransactions {
    /// Returns whether none is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0 && self.listed.is_empty()
    }
}

/// A transaction of an account that waits for a block, in native value.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct WaitingTransaction {
    /// Its id.
    pub id: TransactionId,
    /// What its outputs give to the account.
    pub received: RawAmount,
    /// What its inputs take from the account, including its share of the fee.
    pub spent: RawAmount,
    /// When a server first listed it for the account.
    pub seen_at: Timestamp,
}

//! Reading the receipts of known transactions.

use async_trait::async_trait;

use crate::{
    ids::{account::AccountId, chain::ChainId, transaction::TransactionId},
    ledger::fact::{Fact, FactBlock},
    source::{Profile, RemoteError},
};

/// A transaction whose receipt is requested, with the block in which other facts place it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocatedTransaction {
    /// Which transaction.
    pub id: TransactionId,
    /// Its block.
    pub block: FactBlock,
}

/// The receipts that a source has of the requested transactions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundReceipts {
    /// The receipts, as facts of [`Stream::Receipts`](crate::ledger::fact::Stream::Receipts).
    pub facts: Vec<Fact>,
    /// The transactions of which the source has no receipt, or one of another block.
    pub missing: Vec<TransactionId>,
}

/// Reads the receipts of transactions that a history has reported, on chains whose histories include no receipts.
///
/// An implementer MUST return a receipt only if its block has the height of the requested one, and its hash where the request
/// states one. A receipt with hundreds of logs MAY be left out where the account did not send the transaction; every other
/// requested transaction MUST be among the facts or the missing ones. Where receipts are refused, limited or unreadable it
/// MUST return a [`RemoteError`], so that they are not taken for missing. An id that is no transaction of the chain is ignored.
#[async_trait]
pub trait TransactionReceiptReader: Send + Sync {
    /// Returns the reader's description, including what it learns about users.
    fn profile(&self) -> Profile;

    /// Returns the chains it covers.
    fn chains(&self) -> Vec<ChainId>;

    /// Returns the hash of a block, by which it is checked that another source reports the same chain, and that a block was not
    /// replaced; `None` where no endpoint has the block.
    async fn block_hash(&self, chain: &ChainId, number: u64) -> Result<Option<String>, RemoteError>;

    /// Reads the receipts of these transactions of an account.
    async fn receipts(
        &self,
        account: &AccountId,
        transactions: &[LocatedTransaction],
    ) -> Result<FoundReceipts, RemoteError>;
}

//! Allowances: whom an account allows to move its tokens now, as the contracts of the tokens state it.

use async_trait::async_trait;

use crate::{
    address::Address,
    amount::RawAmount,
    chain::Block,
    ids::{account::AccountId, chain::ChainId, source::SourceId, transaction::TransactionId},
    ledger::approval::Approval,
    source::RemoteError,
    storage::StorageError,
    time::clock::Timestamp,
};

/// What a spender may move now.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Allowance {
    /// Of what, and whom.
    pub approval: Approval,
    /// How much, in the smallest unit of the token; `None` for everything of a collection, or for the one token.
    pub amount: Option<RawAmount>,
    /// When it ends; `None` for never.
    pub expires_at: Option<Timestamp>,
    /// What stands at the address of the spender.
    pub code: AccountCode,
}

/// What stands at an address.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountCode {
    /// Nothing: a key controls it.
    Key,
    /// A key controls it, and lets this contract act for it (EIP-7702).
    Delegated(Address),
    /// A contract.
    Contract,
}

impl AccountCode {
    /// Returns the contract that acts for a key.
    #[must_use]
    pub fn delegate(&self) -> Option<&Address> {
        match self {
            Self::Delegated(delegate) => Some(delegate),
            Self::Key | Self::Contract => None,
        }
    }
}

/// What an account allows at one block.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AllowanceReading {
    /// The block.
    pub block: Block,
    /// The source that answered.
    pub source: SourceId,
    /// The host that answered.
    pub host: String,
    /// What stands at the address of the account itself.
    pub code: AccountCode,
    /// The allowances that are in force, in the order of the request. Those of zero, and those that ended before the block, are left out.
    pub allowances: Vec<Allowance>,
    /// The approvals for which the contract gave no usable answer, each with the reason.
    pub unread: Vec<(Approval, String)>,
}

/// Reads allowances.
///
/// An implementer MUST read all of them at one block, MUST return an allowance only as the contract of the token states it, MUST state
/// each approval at most once, and MUST fail as a whole where a node fails; what a contract does not answer goes to
/// [`AllowanceReading::unread`]. An amount that goes by way of Permit2 is the lesser of what Permit2 allows the spender and of what the token allows Permit2.
#[async_trait]
pub trait AllowanceReader: Send + Sync {
    /// Returns the chains it reads.
    fn chains(&self) -> Vec<ChainId>;

    /// Reads what the account allows of these approvals.
    async fn allowances(&self, account: &AccountId, approvals: &[Approval]) -> Result<AllowanceReading, RemoteError>;
}

/// An approval, with the newest transaction that logged it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LoggedApproval {
    /// The approval.
    pub approval: Approval,
    /// The transaction.
    pub transaction: TransactionId,
    /// Its time.
    pub at: Timestamp,
}

/// The approvals of one account, and what is left of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountAllowances {
    /// Which account.
    pub account: AccountId,
    /// The revision of the account's ledger up to which approvals were collected; 0 without entries.
    pub ledger_revision: u64,
    /// The approvals that its transactions logged, the newest first.
    pub logged: Vec<LoggedApproval>,
    /// How many older ones were left out, because there are too many to read.
    pub left_out: u32,
    /// What is allowed now.
    pub reading: AllowanceReading,
}

/// Reads stored allowances.
#[async_trait]
pub trait AllowanceStore: Send + Sync {
    /// Returns those of these accounts, ordered by account; an account whose allowances were never read is left out.
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<AccountAllowances>, StorageError>;
}

/// Writes allowances.
#[async_trait]
pub trait AllowanceWriter: Send {
    /// Stores those of an account, in place of the previous ones. Those of an account that is not stored are a
    /// [`StorageError::Conflict`], so that nothing is stored about an account that was erased.
    async fn set(&mut self, found: &AccountAllowances) -> Result<(), StorageError>;
}

//! What others may move of what a person holds: approvals that are in force, with the value that each can cost.
//!
//! The ledger knows which approvals the transactions of an account logged, and the contracts state what is left of them. Permits that were only
//! signed are on no chain, so that no list has them.

mod arrange;
mod inputs;
mod report;
mod revoke;
mod token;

use std::sync::Arc;

use ports::{Currency, Ports, StorageError};

use crate::{
    caller::Caller,
    ledger::{BookOwner, LedgerError, Ledgers},
    valuation::{BalanceQuery, PortfolioReport, ValuationError, Valuations},
};

pub use self::{
    report::{
        AllowanceLine, AllowanceRisk, AllowanceSize, ApprovalGap, ApprovalReport, DelegationLine, SpenderLine,
        UnreadApproval,
    },
    revoke::RevokeCall,
};

/// Use cases on approvals.
pub struct Approvals {
    ports: Arc<Ports>,
    valuations: Valuations,
    ledgers: Ledgers,
}

/// Why approvals could not be listed.
#[derive(Debug, thiserror::Error)]
pub enum ApprovalError {
    /// The valuation failed.
    #[error(transparent)]
    Valuation(#[from] ValuationError),
    /// The ledger failed.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Approvals {
    pub(crate) fn new(ports: Arc<Ports>, valuations: Valuations, ledgers: Ledgers) -> Self {
        Self {
            ports,
            valuations,
            ledgers,
        }
    }

    /// Returns what others may move of everything that the caller holds.
    pub async fn report(&self, caller: &Caller, currency: &Currency) -> Result<ApprovalReport, ApprovalError> {
        let query = BalanceQuery {
            currency: currency.clone(),
            ..BalanceQuery::default()
        };
        let report = self.valuations.balance(caller, &query).await?;
        let owner = self.ledgers.value_owner(caller, &[]).await?;
        Ok(self.report_of(&owner.book, &report).await?)
    }

    /// Returns what others may move of what these accounts hold.
    pub(crate) async fn report_of(
        &self,
        owner: &BookOwner,
        report: &PortfolioReport,
    ) -> Result<ApprovalReport, StorageError> {
        let coverage = self.ledgers.coverage(owner).await?;
        let inputs = inputs::load(&self.ports, coverage, report).await?;
        Ok(arrange::arrange(&self.ports, &inputs))
    }
}

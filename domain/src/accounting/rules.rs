//! The rules of a cost basis.

use crate::accounting::{movement::Movement, pool::LotMethod};

/// How lots are kept and taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BasisRules {
    /// Which lots leave first.
    pub method: LotMethod,
    /// Whether all accounts share their lots.
    pub scope: LotScope,
    /// How fees count.
    pub fees: FeeRule,
}

/// Which accounts share their lots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LotScope {
    /// All of them. A transfer between own accounts changes nothing.
    AllAccounts,
    /// Each account has its own. A transfer moves lots with their cost and date.
    PerAccount,
}

/// How fees count. A fee paid in an asset of the portfolio is a disposal of it under both rules, because it is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FeeRule {
    /// Only as a disposal. They change neither the cost nor the proceeds of what they were paid for.
    Separate,
    /// Their value also adds to the cost of the first acquisition of the same event, or else reduces the proceeds of its
    /// first disposal. A fee of an event with neither, such as a transfer, is separate.
    Capitalised,
}

/// The pool of an asset, and the account where accounts do not share their lots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct PoolKey {
    /// The pool.
    pub pool: u32,
    /// The account; 0 where all accounts share their lots.
    pub account: u32,
}

impl BasisRules {
    /// Returns rules under which all accounts share their lots and fees are separate.
    #[must_use]
    pub const fn of(method: LotMethod) -> Self {
        Self {
            method,
            scope: LotScope::AllAccounts,
            fees: FeeRule::Separate,
        }
    }

    /// Returns the pool that a movement changes.
    #[must_use]
    pub fn key(self, pool: u32, movement: &Movement) -> PoolKey {
        let account = match self.scope {
            LotScope::AllAccounts => 0,
            LotScope::PerAccount => movement.account,
        };
        PoolKey { pool, account }
    }
}

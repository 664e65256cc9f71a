//! The rules of a cost basis.

use ports::{CostRules, FeeRule, LotMethod, LotScope, YieldRule};

use crate::accounting::movement::Movement;

/// How lots are kept and taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct BasisRules {
    /// Which lots leave first.
    pub method: LotMethod,
    /// Whether all accounts share their lots.
    pub scope: LotScope,
    /// How fees count.
    pub fees: FeeRule,
    /// How what comes back above or below what was deposited counts.
    pub yields: YieldRule,
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
            yields: YieldRule::Income,
        }
    }

    /// Returns the part of a person's rules that a replay of movements needs.
    #[must_use]
    pub const fn of_person(rules: CostRules) -> Self {
        Self {
            method: rules.method,
            scope: rules.scope,
            fees: rules.fees,
            yields: rules.yields,
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

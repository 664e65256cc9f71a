//! What a person paid in the last days, and what they held before.

use std::collections::BTreeMap;

use ports::{Amount, AssetId, ChainId, Timestamp};

use crate::insight::{arithmetic::InsightFigure, finding::NotEvaluated};

/// How many days the fees of rules cover.
pub const FEE_DAYS: u32 = 30;

/// What a person paid in the last [`FEE_DAYS`] days.
#[derive(Clone, Debug)]
pub struct InsightSpending {
    /// The last moment.
    pub until: Timestamp,
    /// The known fees.
    pub fees: Amount,
    /// How many fees have no known value.
    pub unknown_fees: u32,
    /// The figure that explains the fees.
    pub figure: Option<InsightFigure>,
    /// The larger of what was given and what was received in swaps and with others.
    pub volume: Amount,
    /// How much of that has no known value.
    pub unknown_volume: u32,
    /// How many transactions failed.
    pub failed: u32,
    /// What they cost.
    pub failed_fees: Amount,
    /// How many of those costs are not known.
    pub unknown_failed: u32,
    /// What was paid on each chain.
    pub chains: Vec<ChainSpending>,
    /// What a transaction with a fee cost on a chain, on average.
    pub mean_fee: BTreeMap<ChainId, Amount>,
    /// Whether the history of every account is complete.
    pub is_complete: bool,
}

/// What a person paid on one chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainSpending {
    /// The chain.
    pub chain: ChainId,
    /// Its name.
    pub name: String,
    /// The chain that it settles on; `None` for a layer 1.
    pub parent: Option<ChainId>,
    /// How many fees have a known value.
    pub count: u32,
    /// Their sum.
    pub fees: Amount,
    /// How many fees have no known value.
    pub unknown: u32,
}

/// What is held of an asset compared with what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InsightCost {
    /// The asset; of several that are the same coin one of them.
    pub asset: AssetId,
    /// What the same coin on several chains has in common.
    pub group: String,
    /// Its symbol.
    pub symbol: String,
    /// What the part with a known cost, cost.
    pub cost: Amount,
    /// What selling that part would realize; negative for a loss.
    pub gain: Amount,
    /// Whether the cost of a part of it is not known.
    pub has_unknown: bool,
    /// Whether a part of the cost is assumed.
    pub is_assumed: bool,
    /// The figure that explains the cost.
    pub cost_figure: Option<InsightFigure>,
    /// The figure that explains the gain.
    pub gain_figure: Option<InsightFigure>,
}

/// What a person held days ago, of each coin on each chain, as whole units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EarlierHoldings(pub BTreeMap<(String, ChainId), Amount>);

impl EarlierHoldings {
    /// Returns how much of a coin was held on a chain. What is not listed was not held.
    #[must_use]
    pub fn of(&self, group: &str, chain: &ChainId) -> Amount {
        let found = self.0.get(&(group.to_owned(), chain.clone()));
        found.copied().unwrap_or(Amount::ZERO)
    }
}

impl InsightSpending {
    /// Returns that too little is known to say that nothing was found.
    #[must_use]
    pub fn unknown(&self) -> NotEvaluated {
        if self.is_complete {
            return NotEvaluated::new("unpriced", "Some of the fees or amounts have no known value.");
        }
        NotEvaluated::new("history_incomplete", "The history of some accounts is not complete.")
    }

    /// Returns what is left out of sums of which this many numbers are unknown.
    #[must_use]
    pub fn caveats(&self, unknown: u32) -> Vec<String> {
        let missing = (unknown > 0).then(|| format!("{unknown} of them have no known value and are left out."));
        let history = (!self.is_complete).then(|| "The history of some accounts is not complete.".to_owned());
        missing.into_iter().chain(history).collect()
    }
}

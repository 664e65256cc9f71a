//! The rules by which the cost basis of a ledger is computed.

use crate::accounting::{BasisRules, FeeRule, LotMethod, LotScope};

/// The rules that apply as long as a person chooses no others: first in first out, all accounts together, and fees added to the
/// cost of what they were paid for.
pub const DEFAULT_RULES: BasisRules = BasisRules {
    method: LotMethod::Fifo,
    scope: LotScope::AllAccounts,
    fees: FeeRule::Capitalised,
};

/// The rules of a cost basis as they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostRules(pub BasisRules);

impl CostRules {
    /// Returns the name of the method.
    #[must_use]
    pub fn method_name(self) -> &'static str {
        match self.0.method {
            LotMethod::Fifo => "FIFO",
            LotMethod::Lifo => "LIFO",
            LotMethod::Hifo => "HIFO",
            LotMethod::Average => "Average",
        }
    }

    /// Returns the rules as sentences.
    #[must_use]
    pub fn text(self) -> String {
        let method = match self.0.method {
            LotMethod::Fifo => "What you acquired first leaves first.",
            LotMethod::Lifo => "What you acquired last leaves first.",
            LotMethod::Hifo => "What cost most leaves first.",
            LotMethod::Average => "Everything leaves at its average cost.",
        };
        let scope = match self.0.scope {
            LotScope::AllAccounts => "All your wallets count together.",
            LotScope::PerAccount => "Each wallet counts on its own.",
        };
        let fees = match self.0.fees {
            FeeRule::Separate => "Fees count on their own.",
            FeeRule::Capitalised => "Fees add to the cost.",
        };
        format!("{method} {scope} {fees}")
    }
}

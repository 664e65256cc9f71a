//! The rules by which the cost basis of a ledger is computed.

use std::collections::BTreeSet;

use ports::{CarryRule, CostRules};

use crate::accounting::rule_text;

/// A rule that changes figures only of some entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamedRule {
    /// What moves between own accounts, over a bridge, or into another form of the same coin.
    Transfers,
    /// What is deposited or withdrawn.
    Positions,
    /// What continues as another asset.
    Continuations,
    /// What arrived from elsewhere without an entered cost.
    Arrivals,
    /// What left as a gift.
    Gifts,
}

impl NamedRule {
    /// Returns what the rule means as the person chose it, as sentences.
    #[must_use]
    pub fn texts(self, rules: CostRules) -> Vec<&'static str> {
        match self {
            Self::Transfers => vec!["What moves between your wallets keeps its date and cost."],
            Self::Positions if rules.positions == CarryRule::Carried => {
                vec![rule_text::POSITIONS.text(&rules), rule_text::YIELDS.text(&rules)]
            }
            Self::Positions => vec![rule_text::POSITIONS.text(&rules)],
            Self::Continuations => vec![rule_text::CONTINUATIONS.text(&rules)],
            Self::Arrivals => vec![rule_text::ARRIVALS.text(&rules)],
            Self::Gifts => vec!["A gift leaves at its cost and realizes nothing."],
        }
    }
}

/// Returns the rules that every figure uses and those that changed this one, as sentences.
#[must_use]
pub fn rules_text(rules: CostRules, used: &BTreeSet<NamedRule>) -> String {
    let always = [rule_text::METHOD, rule_text::SCOPE, rule_text::FEES];
    let always = always.iter().map(|rule| rule.text(&rules));
    let used = used.iter().flat_map(|rule| rule.texts(rules));
    always.chain(used).collect::<Vec<_>>().join(" ")
}

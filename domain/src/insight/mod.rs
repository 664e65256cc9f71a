//! Insights: rules over everything that a person holds, owes and paid, each with its arithmetic. A rule is one file of `rules` and a
//! line of [`RULES`].

mod approved_value;
mod arithmetic;
mod concentration;
mod costs;
mod decide;
mod evaluate;
mod finding;
mod idle;
mod kind;
mod known_coin;
mod lifecycle;
mod read;
mod rule;
mod rules;
mod sentence;
mod settings;
#[cfg(test)]
mod tests;
mod threshold;
mod view;

pub use arithmetic::{ArithmeticSign, ArithmeticTerm, InsightFigure};
pub use decide::{InsightChoiceError, SNOOZE_DAYS};
pub use evaluate::{Insight, InsightReport, evaluate};
pub use finding::{Evaluated, NotEvaluated, RuleFinding};
pub use kind::{InsightSeverity, InsightType, RiskKind};
pub use lifecycle::{InsightLifecycle, KnownInsight, advance, open_subjects};
pub use read::{InsightError, Insights};
pub use rule::{InsightRule, RuleContext};
pub use rules::RULES;
pub use sentence::{InsightPart, InsightSubject};
pub use settings::InsightSettingError;
pub use threshold::{OpenSubjects, RuleChoices, RuleLimits, Threshold, ThresholdChoices, ThresholdSide, ThresholdUnit};
pub use view::{
    HoldingWorth, InsightHolding, InsightPosition, InsightPrice, InsightView, UnreadInputs,
    spending::{ChainSpending, EarlierHoldings, InsightCost, InsightSpending},
};

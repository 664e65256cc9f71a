//! The thresholds of rules: data with a default, which a person can change.

use std::collections::{BTreeMap, BTreeSet};

use ports::{Amount, InsightSetting};

/// What the number of a threshold means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThresholdUnit {
    /// Dollars, converted to the currency of the report.
    Dollars,
    /// Percent.
    Percent,
    /// Days.
    Days,
    /// A number without a unit.
    Number,
}

impl ThresholdUnit {
    /// Returns its code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Dollars => "dollars",
            Self::Percent => "percent",
            Self::Days => "days",
            Self::Number => "number",
        }
    }
}

/// On which side of a threshold a figure is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThresholdSide {
    /// Above it.
    Above,
    /// At it, or above.
    AtLeast,
    /// Below it.
    Below,
    /// At it, or below.
    AtMost,
}

impl ThresholdSide {
    /// Returns its words, which the number follows.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Above => "above",
            Self::AtLeast => "at least",
            Self::Below => "below",
            Self::AtMost => "at most",
        }
    }
}

/// A threshold of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    /// Its name within the rule.
    pub name: &'static str,
    /// What is compared with it, as a label.
    pub text: &'static str,
    /// What its number means.
    pub unit: ThresholdUnit,
    /// The side that is reported.
    pub side: ThresholdSide,
    /// The default, as digits and decimal places.
    pub default: (i128, u8),
    /// How far a reported figure must return before it counts as gone, so that one beside the threshold does not come and go.
    pub margin: (i128, u8),
}

impl Threshold {
    /// Returns the default.
    #[must_use]
    pub fn default_amount(&self) -> Amount {
        Amount::from_parts(self.default.0, self.default.1)
    }

    fn margin_amount(&self) -> Amount {
        Amount::from_parts(self.margin.0, self.margin.1)
    }
}

/// Thresholds that a person changed, by rule and name.
pub type ThresholdChoices = BTreeMap<(String, String), Amount>;

/// What a person changed of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleChoices {
    /// The thresholds that differ from the defaults.
    pub limits: ThresholdChoices,
    /// The ids of the rules that are not evaluated.
    pub off: BTreeSet<String>,
}

/// The insights that were reported by the evaluation before, by rule and subject.
pub type OpenSubjects = BTreeSet<(String, String)>;

/// The thresholds of one rule in one evaluation.
#[derive(Clone, Copy, Debug)]
pub struct RuleLimits<'a> {
    /// The rule.
    pub rule: &'static str,
    /// One dollar in the currency of the report.
    pub dollar: Amount,
    /// What the person changed.
    pub choices: &'a ThresholdChoices,
    /// What was reported before.
    pub open: &'a OpenSubjects,
}

impl RuleChoices {
    /// Returns the choices that were stored. Those of rules and thresholds that no longer exist have no effect.
    #[must_use]
    pub fn of(settings: Vec<InsightSetting>) -> Self {
        let mut choices = Self::default();
        for InsightSetting { rule, is_on, limits } in settings {
            let named = limits.into_iter().map(|(name, limit)| ((rule.clone(), name), limit));
            choices.limits.extend(named);
            if !is_on {
                choices.off.insert(rule);
            }
        }
        choices
    }
}

impl RuleLimits<'_> {
    /// Returns the threshold in the unit of its rule; money in the currency of the report.
    #[must_use]
    pub fn limit(&self, threshold: &Threshold) -> Amount {
        let chosen = self.choices.get(&(self.rule.to_owned(), threshold.name.to_owned()));
        self.in_currency(threshold, chosen.copied().unwrap_or_else(|| threshold.default_amount()))
    }

    /// Returns whether a figure of a subject is reported. One that was reported before is until it returned by the margin.
    #[must_use]
    pub fn is_hit(&self, threshold: &Threshold, figure: Amount, subject: &str) -> bool {
        let limit = self.limit(threshold);
        let is_open = self.open.contains(&(self.rule.to_owned(), subject.to_owned()));
        let margin = if is_open {
            self.in_currency(threshold, threshold.margin_amount())
        } else {
            Amount::ZERO
        };
        let lower = limit.sub(margin).unwrap_or(limit);
        let upper = limit.add(margin).unwrap_or(limit);
        match threshold.side {
            ThresholdSide::Above => figure > lower,
            ThresholdSide::AtLeast => figure >= lower,
            ThresholdSide::Below => figure < upper,
            ThresholdSide::AtMost => figure <= upper,
        }
    }

    fn in_currency(&self, threshold: &Threshold, amount: Amount) -> Amount {
        match threshold.unit {
            ThresholdUnit::Dollars => amount.mul(self.dollar).unwrap_or(amount),
            _ => amount,
        }
    }
}

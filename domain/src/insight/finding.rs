//! What a rule finds, or why it could not be evaluated.

use ports::{Amount, Timestamp};

use crate::insight::{
    arithmetic::ArithmeticTerm,
    kind::InsightSeverity,
    sentence::{InsightPart, InsightSubject},
    threshold::Threshold,
};

/// One thing that a rule found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFinding {
    /// How bad it is.
    pub severity: InsightSeverity,
    /// What it is about.
    pub subject: InsightSubject,
    /// What was found.
    pub sentence: Vec<InsightPart>,
    /// The figure that is compared with the threshold.
    pub figure: InsightPart,
    /// How the figure was computed.
    pub arithmetic: Vec<ArithmeticTerm>,
    /// The threshold that it crosses.
    pub threshold: &'static Threshold,
    /// The number of the threshold in this evaluation.
    pub limit: Amount,
    /// What would change it.
    pub change: Vec<InsightPart>,
    /// What is left out of it, each as a sentence.
    pub caveats: Vec<String>,
    /// The oldest of the readings and prices that it uses; `None` where it uses none.
    pub as_of: Option<Timestamp>,
    /// How much money it is about; `None` where it is about no money.
    pub at_stake: Option<Amount>,
    /// How bad it is, in steps. It is worse than before only where this number is higher.
    pub level: u32,
}

/// Why a rule, or a rule for one of its subjects, could not be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotEvaluated {
    /// A stable code.
    pub code: &'static str,
    /// A sentence for people.
    pub text: String,
}

impl NotEvaluated {
    /// Returns that something is missing.
    pub fn new(code: &'static str, text: impl Into<String>) -> Self {
        Self {
            code,
            text: text.into(),
        }
    }

    /// Returns that a number has more digits than can be computed exactly.
    #[must_use]
    pub fn too_long() -> Self {
        Self::new("out_of_range", "A number has more digits than can be computed exactly.")
    }
}

/// The result of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evaluated {
    /// What it found.
    pub findings: Vec<RuleFinding>,
    /// The subjects that could not be evaluated.
    pub skipped: Vec<NotEvaluated>,
}

impl Evaluated {
    /// Returns the result with these findings.
    pub fn of(findings: impl IntoIterator<Item = RuleFinding>) -> Self {
        Self {
            findings: findings.into_iter().collect(),
            skipped: Vec::new(),
        }
    }
}

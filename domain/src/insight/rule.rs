//! A rule: a pure function of what a person holds.

use crate::insight::{
    finding::{Evaluated, NotEvaluated},
    kind::{InsightType, RiskKind},
    threshold::{RuleLimits, Threshold},
    view::InsightView,
};

/// What a rule is evaluated over.
#[derive(Clone, Copy, Debug)]
pub struct RuleContext<'a> {
    /// What the person holds.
    pub view: &'a InsightView,
    /// The thresholds of the rule.
    pub limits: RuleLimits<'a>,
}

/// A rule.
#[derive(Debug)]
pub struct InsightRule {
    /// Its stable id.
    pub id: &'static str,
    /// What it looks for, as a title.
    pub title: &'static str,
    /// The type of its insights.
    pub insight_type: InsightType,
    /// The kind of risk; `None` where it is about none of the kinds.
    pub risk: Option<RiskKind>,
    /// Its thresholds.
    pub thresholds: &'static [Threshold],
    /// Whether it must find the same in two evaluations with at least ten minutes between them before it is reported.
    pub is_confirmed: bool,
    /// Evaluates it.
    pub evaluate: fn(&RuleContext<'_>) -> Result<Evaluated, NotEvaluated>,
}

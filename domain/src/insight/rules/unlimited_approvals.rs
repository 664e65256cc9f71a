//! A contract may move all of a token, now and in the future.

use crate::{
    approval::{AllowanceSize, SpenderLine},
    insight::{
        approved_value::{self, ApprovalSearch},
        finding::{Evaluated, NotEvaluated},
        kind::{InsightSeverity, InsightType},
        rule::{InsightRule, RuleContext},
        threshold::{Threshold, ThresholdSide, ThresholdUnit},
    },
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "appr.unlimited",
    title: "Approvals without a limit",
    insight_type: InsightType::Risk,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "value",
    text: "Value that can be moved",
    unit: ThresholdUnit::Dollars,
    side: ThresholdSide::Above,
    default: (100, 0),
    margin: (10, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let search = ApprovalSearch {
        threshold: &THRESHOLDS[0],
        fits: |spender| !spender.is_key(),
        counts: |line| line.size == AllowanceSize::Unlimited,
        severity,
        can: " may move ",
        how: " of yours, and what arrives later, because its approval has no limit.",
    };
    approved_value::evaluate(context, &search)
}

/// A contract that no list names is unknown, not bad.
fn severity(spender: &SpenderLine) -> InsightSeverity {
    if spender.owner.is_some() {
        InsightSeverity::Low
    } else {
        InsightSeverity::Medium
    }
}

//! Someone's key, and no contract, may move a token: the one who has the key decides when.

use crate::insight::{
    approved_value::{self, ApprovalSearch},
    finding::{Evaluated, NotEvaluated},
    kind::{InsightSeverity, InsightType},
    rule::{InsightRule, RuleContext},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "appr.risky",
    title: "Approvals to someone's key",
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
    default: (10, 0),
    margin: (1, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let search = ApprovalSearch {
        threshold: &THRESHOLDS[0],
        fits: |spender| spender.is_key(),
        counts: |_| true,
        severity: |_| InsightSeverity::Critical,
        can: " may move ",
        how: " of yours. It is no contract, so that the one who has its key decides when.",
    };
    approved_value::evaluate(context, &search)
}

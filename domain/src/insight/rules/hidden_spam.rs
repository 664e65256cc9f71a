//! Tokens are hidden because a rule takes them for spam.

use ports::Amount;

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, doublings},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType, RiskKind},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "dust.spam",
    title: "Hidden spam tokens",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Discoverability),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "tokens",
    text: "Hidden spam tokens",
    unit: ThresholdUnit::Number,
    side: ThresholdSide::AtLeast,
    default: (1, 0),
    margin: (0, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let count = Amount::from(context.view.spam);
    let subject = InsightSubject::portfolio();
    if !context.limits.is_hit(&THRESHOLDS[0], count, &subject.key) {
        return Ok(Evaluated::default());
    }
    Ok(Evaluated::of([RuleFinding {
        severity: InsightSeverity::Info,
        subject,
        sentence: vec![
            InsightPart::Number(count),
            InsightPart::text(" holdings are hidden as spam and not in your total."),
        ],
        figure: InsightPart::Number(count),
        arithmetic: vec![ArithmeticTerm::new(
            ArithmeticSign::Given,
            "Holdings hidden as spam",
            InsightPart::Number(count),
        )],
        threshold: &THRESHOLDS[0],
        limit: context.limits.limit(&THRESHOLDS[0]),
        change: vec![InsightPart::text("A token that you show again counts again.")],
        caveats: Vec::new(),
        as_of: None,
        at_stake: None,
        level: doublings(count),
    }]))
}

//! What something cost is not known, so that its gains are not known either.

use ports::Amount;

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, doublings},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "tax.missing",
    title: "Missing costs",
    insight_type: InsightType::Cost,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "amounts",
    text: "Amounts without a known cost",
    unit: ThresholdUnit::Number,
    side: ThresholdSide::AtLeast,
    default: (1, 0),
    margin: (0, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let count = Amount::from(context.view.missing_costs.clone()?);
    let subject = InsightSubject::portfolio();
    if !context.limits.is_hit(&THRESHOLDS[0], count, &subject.key) {
        return Ok(Evaluated::default());
    }
    Ok(Evaluated::of([RuleFinding {
        severity: InsightSeverity::Low,
        subject,
        sentence: vec![
            InsightPart::Number(count),
            InsightPart::text(" amounts have no known cost, so that gains from them are not known."),
        ],
        figure: InsightPart::Number(count),
        arithmetic: vec![ArithmeticTerm::new(
            ArithmeticSign::Given,
            "Amounts without a known cost",
            InsightPart::Number(count),
        )],
        threshold: &THRESHOLDS[0],
        limit: context.limits.limit(&THRESHOLDS[0]),
        change: vec![InsightPart::text(
            "State their cost, or what they were, in the list of open costs.",
        )],
        caveats: Vec::new(),
        as_of: Some(context.view.at),
        at_stake: None,
        level: doublings(count),
    }]))
}

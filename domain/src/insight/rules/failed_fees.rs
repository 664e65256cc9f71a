//! Transactions failed and their fees were paid nevertheless.

use ports::Amount;

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, doublings},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::spending::{FEE_DAYS, InsightSpending},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "fees.failed",
    title: "Failed transactions",
    insight_type: InsightType::Cost,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [
    Threshold {
        name: "count",
        text: "Failed transactions in 30 days",
        unit: ThresholdUnit::Number,
        side: ThresholdSide::AtLeast,
        default: (3, 0),
        margin: (0, 0),
    },
    Threshold {
        name: "value",
        text: "Cost of failed transactions in 30 days",
        unit: ThresholdUnit::Dollars,
        side: ThresholdSide::Above,
        default: (20, 0),
        margin: (1, 0),
    },
];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let spending = context.view.spending.as_ref().map_err(Clone::clone)?;
    let subject = InsightSubject::portfolio();
    let count = Amount::from(spending.failed);
    let (by_cost, by_count) = (
        context
            .limits
            .is_hit(&THRESHOLDS[1], spending.failed_fees, &subject.key),
        context.limits.is_hit(&THRESHOLDS[0], count, &subject.key),
    );
    match (by_cost, by_count) {
        (true, _) => Ok(Evaluated::of([finding(context, spending, &THRESHOLDS[1])])),
        (false, true) => Ok(Evaluated::of([finding(context, spending, &THRESHOLDS[0])])),
        (false, false) if spending.is_complete && spending.unknown_failed == 0 => Ok(Evaluated::default()),
        (false, false) => Err(spending.unknown()),
    }
}

fn finding(context: &RuleContext<'_>, spending: &InsightSpending, threshold: &'static Threshold) -> RuleFinding {
    let count = InsightPart::count(spending.failed);
    let paid = InsightPart::Money(spending.failed_fees);
    let is_by_cost = threshold == &THRESHOLDS[1];
    RuleFinding {
        severity: InsightSeverity::Low,
        subject: InsightSubject::portfolio(),
        sentence: vec![
            count.clone(),
            InsightPart::text(format!(" transactions failed in {FEE_DAYS} days and cost ")),
            paid.clone(),
            InsightPart::text("."),
        ],
        figure: if is_by_cost { paid.clone() } else { count.clone() },
        arithmetic: vec![
            ArithmeticTerm::new(ArithmeticSign::Given, "Failed transactions", count),
            ArithmeticTerm::new(ArithmeticSign::Given, "Their fees", paid),
        ],
        threshold,
        limit: context.limits.limit(threshold),
        change: vec![InsightPart::text(format!(
            "It is gone {FEE_DAYS} days after the last of them."
        ))],
        caveats: spending.caveats(spending.unknown_failed),
        as_of: Some(spending.until),
        at_stake: Some(spending.failed_fees),
        level: doublings(spending.failed_fees),
    }
}

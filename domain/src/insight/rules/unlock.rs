//! Something that is locked can be withdrawn soon.

use std::time::Duration;

use ports::{Amount, Timestamp};

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType, RiskKind},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::InsightHolding,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "unlock.maturity",
    title: "End of a lock",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Unlock),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [threshold("days", 7), threshold("last_days", 1)];

const fn threshold(name: &'static str, days: i128) -> Threshold {
    Threshold {
        name,
        text: "Days until it can be withdrawn",
        unit: ThresholdUnit::Days,
        side: ThresholdSide::AtMost,
        default: (days, 0),
        margin: (0, 0),
    }
}

const DAY: Duration = Duration::from_hours(24);

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let mut found = Evaluated::default();
    for holding in &context.view.holdings {
        let Some(at) = holding.unlocks_at.filter(|at| *at > context.view.at) else {
            continue;
        };
        let Some(value) = holding.value() else {
            let text = format!("{} in a lock has no value that can be used.", holding.symbol);
            found.skipped.push(NotEvaluated::new("unpriced", text));
            continue;
        };
        found.findings.extend(finding(context, holding, (at, value)));
    }
    Ok(found)
}

/// Returns the days until a moment, each begun day as a whole one.
fn days_until(at: Timestamp, now: Timestamp) -> u32 {
    let left = at.since(now).as_millis();
    u32::try_from(left.div_ceil(DAY.as_millis())).unwrap_or(u32::MAX)
}

fn finding(
    context: &RuleContext<'_>,
    holding: &InsightHolding,
    (at, value): (Timestamp, Amount),
) -> Option<RuleFinding> {
    let days = days_until(at, context.view.at);
    let key = format!("{}|{}", holding.filter, at.millis());
    let hit = |threshold| context.limits.is_hit(threshold, Amount::from(days), &key);
    let (threshold, severity, level) = if hit(&THRESHOLDS[1]) {
        (&THRESHOLDS[1], InsightSeverity::Medium, 1)
    } else if hit(&THRESHOLDS[0]) {
        (&THRESHOLDS[0], InsightSeverity::Low, 0)
    } else {
        return None;
    };
    let worth = ArithmeticTerm::new(ArithmeticSign::Given, "What is locked", InsightPart::Money(value));
    let place = holding.place.clone().map(InsightPart::Protocol);
    let date = ArithmeticTerm::new(ArithmeticSign::Given, "Can be withdrawn from", InsightPart::Date(at));
    Some(RuleFinding {
        severity,
        subject: InsightSubject::new(key, holding.symbol.clone()),
        sentence: vec![
            holding.part(),
            InsightPart::text(" in "),
            place.unwrap_or_else(|| holding.network()),
            InsightPart::text(" can be withdrawn from "),
            InsightPart::Date(at),
            InsightPart::text("."),
        ],
        figure: InsightPart::Number(Amount::from(days)),
        arithmetic: vec![worth.with_figure(context.view.sum(holding.filter.clone())), date],
        threshold,
        limit: context.limits.limit(threshold),
        change: vec![InsightPart::text("It is gone after that day.")],
        caveats: Vec::new(),
        as_of: Some(holding.as_of),
        at_stake: Some(value),
        level,
    })
}

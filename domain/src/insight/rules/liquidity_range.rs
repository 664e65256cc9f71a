//! The price has left the range of a position of liquidity: it holds one token and earns no fees.

use ports::Amount;

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, doublings},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::InsightPosition,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "idle.lp_oor",
    title: "Liquidity out of its range",
    insight_type: InsightType::Yield,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: true,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "value",
    text: "Value of the position",
    unit: ThresholdUnit::Dollars,
    side: ThresholdSide::Above,
    default: (100, 0),
    margin: (10, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let mut found = Evaluated::default();
    for position in context.view.positions.iter().filter(|one| one.is_out_of_range) {
        let name = name(position);
        match position.value {
            _ if position.is_old => {
                let text = format!("The reading of {name} is old.");
                found.skipped.push(NotEvaluated::new("old_readings", text));
            }
            None => {
                let text = format!("{name} has no value that can be used.");
                found.skipped.push(NotEvaluated::new("unpriced", text));
            }
            Some(value) => found.findings.extend(finding(context, position, (name, value))),
        }
    }
    Ok(found)
}

fn name(position: &InsightPosition) -> String {
    let item = position.item.as_deref().unwrap_or_default();
    format!("{} {item} on {}", position.place, position.chain_name)
}

fn finding(
    context: &RuleContext<'_>,
    position: &InsightPosition,
    (name, value): (String, Amount),
) -> Option<RuleFinding> {
    let item = position.item.clone().unwrap_or_default();
    let key = format!("{}|{}|{item}", position.account, position.place);
    if !context.limits.is_hit(&THRESHOLDS[0], value, &key) {
        return None;
    }
    let term = ArithmeticTerm::new(ArithmeticSign::Given, name.clone(), InsightPart::Money(value));
    Some(RuleFinding {
        severity: InsightSeverity::Low,
        subject: InsightSubject::new(key, name),
        sentence: vec![
            InsightPart::text(format!("Position {item} in ")),
            InsightPart::Protocol(position.place.clone()),
            InsightPart::text(" is out of its range: it holds one token and earns no fees."),
        ],
        figure: InsightPart::Money(value),
        arithmetic: vec![term.with_figure(context.view.sum(position.filter.clone()))],
        threshold: &THRESHOLDS[0],
        limit: context.limits.limit(&THRESHOLDS[0]),
        change: vec![InsightPart::text(
            "It is gone once the price is in the range again, or once the liquidity is in another range.",
        )],
        caveats: vec!["Since when the price is outside is not known.".to_owned()],
        as_of: Some(position.as_of),
        at_stake: Some(value),
        level: doublings(value),
    })
}

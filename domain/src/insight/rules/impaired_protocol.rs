//! Something is held in a protocol that is closed or lost money of its users.

use std::collections::BTreeMap;

use ports::Amount;

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, doublings},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType, RiskKind},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::InsightPosition,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "lend.impaired",
    title: "Position in a protocol that is closed or lost money",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Lender),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "value",
    text: "Value in such a protocol",
    unit: ThresholdUnit::Dollars,
    side: ThresholdSide::Above,
    default: (10, 0),
    margin: (1, 0),
}];

/// The positions of an account in a protocol.
type OfProtocol<'a> = BTreeMap<String, Vec<&'a InsightPosition>>;

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let mut impaired: OfProtocol<'_> = BTreeMap::new();
    for position in context.view.positions.iter().filter(|one| one.impaired.is_some()) {
        let key = format!("{}|{}", position.account, position.place);
        impaired.entry(key).or_default().push(position);
    }
    let mut found = Evaluated::default();
    for (key, positions) in impaired {
        let (Some(first), Some(value)) = (positions.first(), value(&positions)) else {
            found.skipped.push(unknown(&positions));
            continue;
        };
        if context.limits.is_hit(&THRESHOLDS[0], value, &key) {
            found.findings.push(finding(context, first, (key, value)));
        }
    }
    Ok(found)
}

/// Returns what all positions are worth; `None` where one of them has no value or was read too long ago.
fn value(positions: &[&InsightPosition]) -> Option<Amount> {
    let values = positions.iter().map(|one| one.value.filter(|_| !one.is_old));
    values
        .into_iter()
        .try_fold(Amount::ZERO, |sum, value| sum.add(value?).ok())
}

fn unknown(positions: &[&InsightPosition]) -> NotEvaluated {
    let name = positions.first().map_or_else(String::new, |one| one.place.to_string());
    NotEvaluated::new("unpriced", format!("What is in {name} has no value that can be used."))
}

fn finding(context: &RuleContext<'_>, position: &InsightPosition, (key, value): (String, Amount)) -> RuleFinding {
    let why = position.impaired.clone().unwrap_or_default();
    let term = ArithmeticTerm::new(
        ArithmeticSign::Given,
        "Value in the protocol",
        InsightPart::Money(value),
    );
    RuleFinding {
        severity: InsightSeverity::Medium,
        subject: InsightSubject::new(key, format!("{} on {}", position.place, position.chain_name)),
        sentence: vec![
            InsightPart::Protocol(position.place.clone()),
            InsightPart::text(" holds "),
            InsightPart::Money(value),
            InsightPart::text(format!(" of yours. {why}")),
        ],
        figure: InsightPart::Money(value),
        arithmetic: vec![term.with_figure(context.view.sum(position.protocol_filter.clone()))],
        threshold: &THRESHOLDS[0],
        limit: context.limits.limit(&THRESHOLDS[0]),
        change: vec![InsightPart::text("It is gone once nothing of yours is left there.")],
        caveats: Vec::new(),
        as_of: Some(position.as_of),
        at_stake: Some(value),
        level: doublings(value),
    }
}

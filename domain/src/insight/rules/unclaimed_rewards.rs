//! Rewards in a protocol are not claimed and worth more than claiming them costs.

use std::collections::BTreeMap;

use ports::{Amount, ChainId, PositionKind, PositionPlace};

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, doublings, total},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::InsightHolding,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "rewards.unclaimed",
    title: "Unclaimed rewards",
    insight_type: InsightType::Yield,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [
    Threshold {
        name: "value",
        text: "Value of unclaimed rewards",
        unit: ThresholdUnit::Dollars,
        side: ThresholdSide::Above,
        default: (10, 0),
        margin: (1, 0),
    },
    Threshold {
        name: "fees",
        text: "Value as a multiple of a usual fee on the network",
        unit: ThresholdUnit::Number,
        side: ThresholdSide::Above,
        default: (3, 0),
        margin: (0, 0),
    },
];

/// The rewards in a protocol on a chain, each with its value.
type Rewards<'a> = BTreeMap<(PositionPlace, ChainId), Vec<(&'a InsightHolding, Amount)>>;

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let mut found = Evaluated::default();
    let mut rewards: Rewards<'_> = BTreeMap::new();
    let all = context
        .view
        .holdings
        .iter()
        .filter(|one| one.kind == PositionKind::Reward);
    for holding in all {
        let Some(place) = holding.place.clone() else { continue };
        match holding.value() {
            Some(value) => {
                let of = rewards.entry((place, holding.chain().clone())).or_default();
                of.push((holding, value));
            }
            None => found.skipped.push(NotEvaluated::new(
                "unpriced",
                format!(
                    "The reward {} in {place} has no value that can be used.",
                    holding.symbol
                ),
            )),
        }
    }
    for ((place, chain), of) in rewards {
        found.findings.extend(finding(context, (place, &chain), &of)?);
    }
    Ok(found)
}

fn finding(
    context: &RuleContext<'_>,
    (place, chain): (PositionPlace, &ChainId),
    of: &[(&InsightHolding, Amount)],
) -> Result<Option<RuleFinding>, NotEvaluated> {
    let value = total(of.iter().map(|(_, value)| *value));
    let value = value.ok_or_else(NotEvaluated::too_long)?;
    let key = format!("{chain}|{place}");
    let fee = context
        .view
        .spending
        .as_ref()
        .ok()
        .and_then(|spending| spending.mean_fee.get(chain));
    let is_worth_claiming = match fee.filter(|fee| !fee.is_zero()) {
        None => true,
        Some(fee) => {
            let multiple = value.div(*fee).map_err(|_| NotEvaluated::too_long())?;
            context.limits.is_hit(&THRESHOLDS[1], multiple, &key)
        }
    };
    if !is_worth_claiming || !context.limits.is_hit(&THRESHOLDS[0], value, &key) {
        return Ok(None);
    }
    let without_fee = fee.is_none().then(|| "What claiming costs is not known.".to_owned());
    Ok(Some(RuleFinding {
        severity: InsightSeverity::Info,
        subject: InsightSubject::new(key, place.as_str()),
        sentence: vec![
            InsightPart::Protocol(place),
            InsightPart::text(" owes you rewards of "),
            InsightPart::Money(value),
            InsightPart::text(" that are not claimed."),
        ],
        figure: InsightPart::Money(value),
        arithmetic: terms(context, of, value),
        threshold: &THRESHOLDS[0],
        limit: context.limits.limit(&THRESHOLDS[0]),
        change: vec![InsightPart::text("It is gone once they are claimed.")],
        caveats: without_fee.into_iter().collect(),
        as_of: context.view.oldest(of.iter().map(|(one, _)| *one)),
        at_stake: Some(value),
        level: doublings(value),
    }))
}

fn terms(context: &RuleContext<'_>, of: &[(&InsightHolding, Amount)], value: Amount) -> Vec<ArithmeticTerm> {
    let signs = std::iter::once(ArithmeticSign::Given).chain(std::iter::repeat(ArithmeticSign::Plus));
    let term = |((holding, value), sign): (&(&InsightHolding, Amount), ArithmeticSign)| {
        let term = ArithmeticTerm::new(sign, holding.symbol.clone(), InsightPart::Money(*value));
        term.with_figure(context.view.sum(holding.filter.clone()))
    };
    let mut terms: Vec<ArithmeticTerm> = of.iter().zip(signs).map(term).collect();
    terms.push(ArithmeticTerm::new(
        ArithmeticSign::Equals,
        "Rewards",
        InsightPart::Money(value),
    ));
    terms
}

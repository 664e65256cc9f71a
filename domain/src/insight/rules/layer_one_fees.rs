//! Fees on a chain that the same number of transactions on a chain above it, which the person uses too, would not have cost.

use ports::{Amount, ChainId};

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, doublings},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::spending::{ChainSpending, FEE_DAYS, InsightSpending},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "fees.l1share",
    title: "Fees that a layer 2 would have saved",
    insight_type: InsightType::Cost,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "value",
    text: "Fees that a layer 2 would have saved in 30 days",
    unit: ThresholdUnit::Dollars,
    side: ThresholdSide::Above,
    default: (50, 0),
    margin: (5, 0),
}];

/// A mean of fewer transactions says little.
const FEWEST: u32 = 3;

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let spending = context.view.spending.as_ref().map_err(Clone::clone)?;
    let mut found = Evaluated::default();
    for on in spending.chains.iter().filter(|one| one.parent.is_none()) {
        let Some((above, mean)) = cheapest(spending, &on.chain) else {
            continue;
        };
        match finding(context, spending, (on, above, mean))? {
            Some(one) => found.findings.push(one),
            None if on.unknown > 0 => found.skipped.push(spending.unknown()),
            None => {}
        }
    }
    if spending.is_complete || !found.findings.is_empty() {
        Ok(found)
    } else {
        Err(spending.unknown())
    }
}

/// Returns the chain above this one with the lowest mean fee of the person, with that fee.
fn cheapest<'a>(spending: &'a InsightSpending, below: &ChainId) -> Option<(&'a ChainSpending, Amount)> {
    let above = spending.chains.iter().filter(|one| one.parent.as_ref() == Some(below));
    let used = above.filter(|one| one.count >= FEWEST);
    let means = used.filter_map(|one| Some((one, *spending.mean_fee.get(&one.chain)?)));
    means.min_by_key(|(one, mean)| (*mean, one.chain.clone()))
}

fn finding(
    context: &RuleContext<'_>,
    spending: &InsightSpending,
    (on, above, mean): (&ChainSpending, &ChainSpending, Amount),
) -> Result<Option<RuleFinding>, NotEvaluated> {
    let there = mean.mul(Amount::from(on.count)).map_err(|_| NotEvaluated::too_long())?;
    let saved = on.fees.sub(there).map_err(|_| NotEvaluated::too_long())?;
    let subject = InsightSubject::new(on.chain.as_str(), &on.name);
    if !context.limits.is_hit(&THRESHOLDS[0], saved, &subject.key) {
        return Ok(None);
    }
    let term = |sign, label: String, value| ArithmeticTerm::new(sign, label, InsightPart::Money(value));
    let label = format!("{} transactions at the mean fee on {}", on.count, above.name);
    Ok(Some(RuleFinding {
        severity: InsightSeverity::Low,
        subject,
        sentence: sentence((on, on.fees), (above, there)),
        figure: InsightPart::Money(saved),
        arithmetic: vec![
            term(ArithmeticSign::Given, format!("Fees on {}", on.name), on.fees),
            term(ArithmeticSign::Minus, label, there),
            term(ArithmeticSign::Equals, "Difference".to_owned(), saved),
        ],
        threshold: &THRESHOLDS[0],
        limit: context.limits.limit(&THRESHOLDS[0]),
        change: vec![
            InsightPart::text("Fewer transactions on "),
            network(on),
            InsightPart::text(". What can be done only there is part of the figure."),
        ],
        caveats: spending.caveats(on.unknown),
        as_of: Some(spending.until),
        at_stake: Some(saved),
        level: doublings(saved),
    }))
}

fn network(one: &ChainSpending) -> InsightPart {
    InsightPart::Network {
        chain: one.chain.clone(),
        name: one.name.clone(),
    }
}

fn sentence((on, paid): (&ChainSpending, Amount), (above, there): (&ChainSpending, Amount)) -> Vec<InsightPart> {
    vec![
        InsightPart::text(format!("{} transactions on ", on.count)),
        network(on),
        InsightPart::text(" cost "),
        InsightPart::Money(paid),
        InsightPart::text(format!(" in {FEE_DAYS} days; as many on ")),
        network(above),
        InsightPart::text(", which you use too, cost "),
        InsightPart::Money(there),
        InsightPart::text("."),
    ]
}

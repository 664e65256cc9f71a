//! Something is on a network that is ending.

use std::collections::BTreeMap;

use ports::{Amount, ChainId};

use crate::{
    insight::{
        arithmetic::{ArithmeticSign, ArithmeticTerm, InsightFigure, doublings, total},
        finding::{Evaluated, NotEvaluated, RuleFinding},
        kind::{InsightSeverity, InsightType},
        rule::{InsightRule, RuleContext},
        sentence::{InsightPart, InsightSubject},
        threshold::{Threshold, ThresholdSide, ThresholdUnit},
        view::InsightHolding,
    },
    valuation::Filter,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "dead.chain",
    title: "Networks that are ending",
    insight_type: InsightType::Risk,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "value",
    text: "Value on the network",
    unit: ThresholdUnit::Dollars,
    side: ThresholdSide::Above,
    default: (10, 0),
    margin: (1, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let mut found = Evaluated::default();
    let mut chains: BTreeMap<&ChainId, Vec<&InsightHolding>> = BTreeMap::new();
    for holding in context.view.holdings.iter().filter(|one| !one.is_debt()) {
        if context.view.ending.contains_key(holding.chain()) {
            chains.entry(holding.chain()).or_default().push(holding);
        }
    }
    for (chain, holdings) in chains {
        let unpriced = holdings.iter().filter(|one| one.value().is_none()).count();
        if unpriced > 0 {
            let name = &holdings[0].chain_name;
            let text = format!("{unpriced} of the assets on {name} have no value that can be used.");
            found.skipped.push(NotEvaluated::new("unpriced", text));
        }
        found.findings.extend(finding(context, chain, &holdings)?);
    }
    Ok(found)
}

fn finding(
    context: &RuleContext<'_>,
    chain: &ChainId,
    holdings: &[&InsightHolding],
) -> Result<Option<RuleFinding>, NotEvaluated> {
    let (Some(first), Some(why)) = (holdings.first(), context.view.ending.get(chain)) else {
        return Ok(None);
    };
    let value: Amount = total(holdings.iter().filter_map(|one| one.value())).ok_or_else(NotEvaluated::too_long)?;
    let subject = InsightSubject::new(chain.as_str(), first.chain_name.clone());
    if !context.limits.is_hit(&THRESHOLDS[0], value, &subject.key) {
        return Ok(None);
    }
    let term = ArithmeticTerm::new(
        ArithmeticSign::Given,
        format!("What you own on {}", first.chain_name),
        InsightPart::Money(value),
    );
    Ok(Some(RuleFinding {
        severity: InsightSeverity::Medium,
        subject,
        sentence: vec![
            InsightPart::Money(value),
            InsightPart::text(" of yours is on "),
            first.network(),
            InsightPart::text(format!(", which is ending. {why}")),
        ],
        figure: InsightPart::Money(value),
        arithmetic: vec![term.with_figure(whole(context, chain))],
        threshold: &THRESHOLDS[0],
        limit: context.limits.limit(&THRESHOLDS[0]),
        change: vec![InsightPart::text("It is gone once the assets are on another network.")],
        caveats: Vec::new(),
        as_of: context.view.oldest(holdings.iter().copied()),
        at_stake: Some(value),
        level: doublings(value),
    }))
}

/// Returns the figure of everything on a chain; `None` with debts, which that takes away.
fn whole(context: &RuleContext<'_>, chain: &ChainId) -> Option<InsightFigure> {
    let view = context.view;
    let owes = view.holdings.iter().any(|one| one.is_debt() && one.chain() == chain);
    let filter = Filter {
        chain: Some(chain.clone()),
        ..Filter::default()
    };
    view.sum(filter).filter(|_| !owes)
}

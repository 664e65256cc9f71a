//! Something that is held is worth less than it cost. Whether that matters for taxes depends on the country.

use ports::Amount;

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, doublings, percent},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::{HoldingWorth, spending::InsightCost},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "tax.harvest",
    title: "Unrealized losses",
    insight_type: InsightType::Cost,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [
    Threshold {
        name: "value",
        text: "Unrealized loss of one asset",
        unit: ThresholdUnit::Dollars,
        side: ThresholdSide::Above,
        default: (200, 0),
        margin: (20, 0),
    },
    Threshold {
        name: "share",
        text: "The same, of its cost",
        unit: ThresholdUnit::Percent,
        side: ThresholdSide::Above,
        default: (5, 0),
        margin: (5, 1),
    },
];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let costs = context.view.costs.as_ref().map_err(Clone::clone)?;
    let mut found = Evaluated::default();
    for cost in costs.iter().filter(|cost| cost.gain.is_negative()) {
        let mut held = context.view.holdings.iter().filter(|one| one.group == cost.group);
        // What is hidden as spam is not among the holdings.
        match held
            .next()
            .map(|first| held.chain([first]).all(|one| one.worth != HoldingWorth::Old))
        {
            Some(true) => found.findings.extend(finding(context, cost)?),
            Some(false) => found.skipped.push(NotEvaluated::new(
                "old_readings",
                format!("The balance or price of {} is older than a day.", cost.symbol),
            )),
            None => {}
        }
    }
    Ok(found)
}

fn finding(context: &RuleContext<'_>, of: &InsightCost) -> Result<Option<RuleFinding>, NotEvaluated> {
    let loss = Amount::ZERO.sub(of.gain).map_err(|_| NotEvaluated::too_long())?;
    let worth = of.cost.sub(loss).map_err(|_| NotEvaluated::too_long())?;
    let Some(share) = percent(loss, of.cost) else {
        return Ok(None);
    };
    let subject = InsightSubject::new(format!("{} {}", of.asset, of.symbol), &of.symbol);
    let is_hit = |at: usize, figure| context.limits.is_hit(&THRESHOLDS[at], figure, &subject.key);
    if !is_hit(0, loss) || !is_hit(1, share) {
        return Ok(None);
    }
    let term = |sign, label: &str, value| ArithmeticTerm::new(sign, label, InsightPart::Money(value));
    Ok(Some(RuleFinding {
        severity: InsightSeverity::Info,
        sentence: sentence(of, loss, share),
        figure: InsightPart::Money(loss),
        arithmetic: vec![
            term(ArithmeticSign::Given, "What it cost", of.cost).with_figure(of.cost_figure.clone()),
            term(ArithmeticSign::Minus, "What that is worth", worth),
            term(ArithmeticSign::Equals, "Unrealized loss", loss),
        ],
        threshold: &THRESHOLDS[0],
        limit: context.limits.limit(&THRESHOLDS[0]),
        change: vec![
            InsightPart::text("Selling it would realize the loss by the method of your cost basis. At a price "),
            InsightPart::Percent(percent(loss, worth).unwrap_or(Amount::ZERO)),
            InsightPart::text(" higher there is none."),
        ],
        caveats: caveats(of),
        as_of: Some(context.view.at),
        at_stake: Some(loss),
        level: doublings(loss),
        subject,
    }))
}

fn sentence(of: &InsightCost, loss: Amount, share: Amount) -> Vec<InsightPart> {
    vec![
        InsightPart::Asset {
            asset: of.asset.clone(),
            symbol: of.symbol.clone(),
        },
        InsightPart::text(" is worth "),
        InsightPart::Money(loss),
        InsightPart::text(" less than it cost, "),
        InsightPart::Percent(share),
        InsightPart::text("."),
    ]
}

fn caveats(of: &InsightCost) -> Vec<String> {
    let unknown = of.has_unknown.then_some("A part without a known cost is left out.");
    let assumed = of
        .is_assumed
        .then_some("A part of the cost is assumed: what arrived from elsewhere has the price of its day.");
    unknown.into_iter().chain(assumed).map(str::to_owned).collect()
}

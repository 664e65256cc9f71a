//! The price of an asset is stated by one source only, so that nothing confirms it.

use crate::insight::{
    concentration::{ShareOf, share_finding},
    finding::{Evaluated, NotEvaluated},
    kind::{InsightSeverity, InsightType, RiskKind},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::{InsightHolding, InsightView},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "price.single",
    title: "Price of one source",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::MarketCap),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [
    Threshold {
        name: "share",
        text: "Share of an asset with one price source",
        unit: ThresholdUnit::Percent,
        side: ThresholdSide::Above,
        default: (10, 0),
        margin: (1, 0),
    },
    Threshold {
        name: "value",
        text: "Value of an asset with one price source",
        unit: ThresholdUnit::Dollars,
        side: ThresholdSide::Above,
        default: (500, 0),
        margin: (25, 0),
    },
];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let view = context.view;
    let Some(gross) = view.gross()? else {
        return Ok(Evaluated::default());
    };
    let mut found = Evaluated::default();
    for asset in gross.assets()? {
        let mut of = gross
            .owned
            .iter()
            .map(|(one, _)| *one)
            .filter(|one| one.group == asset.group);
        let is_large = context.limits.is_hit(&THRESHOLDS[1], asset.value, &asset.group);
        if !is_large || !of.all(|one| has_one_source(view, one)) {
            continue;
        }
        let Some(part) = view.asset_part(&asset.group) else {
            continue;
        };
        let share = ShareOf {
            subject: InsightSubject::new(&asset.group, gross.symbol(&asset.group)),
            name: vec![part, InsightPart::text(" has its price from one source and")],
            whole_name: "everything you own",
            part: asset.value,
            part_figure: asset.figure,
            whole: gross.total,
            whole_figure: gross.figure(),
            caveats: gross.caveats.clone(),
            as_of: gross.oldest(),
        };
        let levels = [(&THRESHOLDS[0], InsightSeverity::Low)];
        found.findings.extend(share_finding(context, share, &levels)?);
    }
    Ok(found)
}

/// Returns whether one source alone states the price. A price that the person set is no price of a source.
fn has_one_source(view: &InsightView, holding: &InsightHolding) -> bool {
    let price = view.prices.get(&holding.asset);
    price.is_some_and(|price| !price.is_manual && price.quotes.len() == 1)
}

//! One chain has a large share of everything that is owned.

use crate::{
    insight::{
        concentration::{ShareOf, share_finding},
        finding::{Evaluated, NotEvaluated},
        kind::{InsightSeverity, InsightType, RiskKind},
        rule::{InsightRule, RuleContext},
        sentence::{InsightPart, InsightSubject},
        threshold::{Threshold, ThresholdSide, ThresholdUnit},
        view::InsightHolding,
    },
    valuation::Filter,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "conc.chain",
    title: "Concentration on one network",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Concentration),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "share",
    text: "Share on one network",
    unit: ThresholdUnit::Percent,
    side: ThresholdSide::Above,
    default: (70, 0),
    margin: (2, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let Some(gross) = context.view.gross()? else {
        return Ok(Evaluated::default());
    };
    let on_chain = |one: &InsightHolding| {
        let chain = one.chain();
        (!chain.is_exchange()).then(|| (chain.clone(), one.chain_name.clone()))
    };
    let mut found = Evaluated::default();
    for ((chain, name), value) in gross.by(on_chain, false)? {
        let filter = Filter {
            chain: Some(chain.clone()),
            ..Filter::default()
        };
        let share = ShareOf {
            subject: InsightSubject::new(chain.as_str(), &name),
            name: vec![InsightPart::Network {
                chain: chain.clone(),
                name,
            }],
            whole_name: "everything you own",
            part: value,
            part_figure: gross.sum(filter, |one| *one.chain() == chain),
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

//! One exchange has a large share of everything that is owned.

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
    id: "conc.venue",
    title: "Concentration at one exchange",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Concentration),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [threshold("share", 25), threshold("large_share", 50)];

const fn threshold(name: &'static str, percent: i128) -> Threshold {
    Threshold {
        name,
        text: "Share at one exchange",
        unit: ThresholdUnit::Percent,
        side: ThresholdSide::Above,
        default: (percent, 0),
        margin: (2, 0),
    }
}

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let Some(gross) = context.view.gross()? else {
        return Ok(Evaluated::default());
    };
    let at_exchange = |one: &InsightHolding| {
        let chain = one.chain();
        chain.is_exchange().then(|| (chain.clone(), one.chain_name.clone()))
    };
    let mut found = Evaluated::default();
    for ((chain, name), value) in gross.by(at_exchange, false)? {
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
        let levels = [
            (&THRESHOLDS[0], InsightSeverity::Low),
            (&THRESHOLDS[1], InsightSeverity::High),
        ];
        found.findings.extend(share_finding(context, share, &levels)?);
    }
    Ok(found)
}

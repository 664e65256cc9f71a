//! One asset is a large share of everything that is owned. Coins with the price of money are left to the rule about their issuers.

use crate::insight::{
    arithmetic::total,
    concentration::{ShareOf, share_finding},
    finding::{Evaluated, NotEvaluated},
    kind::{InsightSeverity, InsightType, RiskKind},
    known_coin::stable_coin,
    rule::{InsightRule, RuleContext},
    sentence::InsightSubject,
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "conc.asset",
    title: "Concentration in one asset",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Concentration),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [threshold("share", 40), threshold("large_share", 60)];

const fn threshold(name: &'static str, percent: i128) -> Threshold {
    Threshold {
        name,
        text: "Share of one asset",
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
    let assets = gross.assets()?;
    let whole = total(assets.iter().map(|asset| asset.value)).ok_or_else(NotEvaluated::too_long)?;
    let levels = [
        (&THRESHOLDS[0], InsightSeverity::Medium),
        (&THRESHOLDS[1], InsightSeverity::High),
    ];
    let mut found = Evaluated::default();
    for asset in assets.iter().filter(|asset| stable_coin(&asset.group).is_none()) {
        let Some(part) = context.view.asset_part(&asset.group) else {
            continue;
        };
        let share = ShareOf {
            subject: InsightSubject::new(&asset.group, gross.symbol(&asset.group)),
            name: vec![part],
            whole_name: "everything you own",
            part: asset.value,
            part_figure: asset.figure.clone(),
            whole,
            // What is owed in the coins that are owned is taken away here.
            whole_figure: gross.figure().filter(|_| whole == gross.total),
            caveats: gross.caveats.clone(),
            as_of: gross.oldest(),
        };
        found.findings.extend(share_finding(context, share, &levels)?);
    }
    Ok(found)
}

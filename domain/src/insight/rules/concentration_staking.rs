//! One operator holds most of what is staked, so that its mistakes are not spread.

use ports::{Amount, PositionKind, PositionPlace};

use crate::insight::{
    arithmetic::total,
    concentration::{ShareOf, share_finding},
    finding::{Evaluated, NotEvaluated},
    kind::{InsightSeverity, InsightType, RiskKind},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "conc.staking",
    title: "Concentration in one staking operator",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Staking),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [
    Threshold {
        name: "share",
        text: "Share of one operator in what you stake",
        unit: ThresholdUnit::Percent,
        side: ThresholdSide::Above,
        default: (60, 0),
        margin: (2, 0),
    },
    Threshold {
        name: "value",
        text: "Value staked with one operator",
        unit: ThresholdUnit::Dollars,
        side: ThresholdSide::Above,
        default: (5_000, 0),
        margin: (250, 0),
    },
];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let Some(gross) = context.view.gross()? else {
        return Ok(Evaluated::default());
    };
    let staked = gross.by(
        |one| one.place.clone().filter(|_| one.kind == PositionKind::Staked),
        false,
    )?;
    let whole = total(staked.iter().map(|(_, value)| *value)).ok_or_else(NotEvaluated::too_long)?;
    let large =
        |(place, value): &(PositionPlace, Amount)| context.limits.is_hit(&THRESHOLDS[1], *value, place.as_str());
    let mut found = Evaluated::default();
    for (place, value) in staked.into_iter().filter(large) {
        let share = ShareOf {
            subject: InsightSubject::new(place.as_str(), place.as_str()),
            name: vec![InsightPart::Protocol(place)],
            whole_name: "everything you stake",
            part: value,
            part_figure: None,
            whole,
            whole_figure: None,
            caveats: gross.caveats.clone(),
            as_of: gross.oldest(),
        };
        let levels = [(&THRESHOLDS[0], InsightSeverity::Low)];
        found.findings.extend(share_finding(context, share, &levels)?);
    }
    Ok(found)
}

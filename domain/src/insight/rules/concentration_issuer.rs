//! One issuer stands behind most coins with the price of money.

use ports::Amount;

use crate::insight::{
    arithmetic::total,
    concentration::{ShareOf, share_finding},
    finding::{Evaluated, NotEvaluated},
    kind::{InsightSeverity, InsightType, RiskKind},
    known_coin::stable_coin,
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "conc.issuer",
    title: "Concentration in one stablecoin issuer",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Concentration),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [
    Threshold {
        name: "share",
        text: "Share of one issuer in your stablecoins",
        unit: ThresholdUnit::Percent,
        side: ThresholdSide::Above,
        default: (60, 0),
        margin: (2, 0),
    },
    Threshold {
        name: "value",
        text: "Value of the stablecoins of one issuer",
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
    let by_issuer = gross.by(|one| stable_coin(&one.group).map(|coin| coin.issuer), false)?;
    let whole = total(by_issuer.iter().map(|(_, value)| *value)).ok_or_else(NotEvaluated::too_long)?;
    let large = |(issuer, value): &(&str, Amount)| context.limits.is_hit(&THRESHOLDS[1], *value, issuer);
    let mut found = Evaluated::default();
    for (issuer, value) in by_issuer.into_iter().filter(large) {
        let share = ShareOf {
            subject: InsightSubject::new(issuer, issuer),
            name: vec![InsightPart::text(format!("What {issuer} issues"))],
            whole_name: "your stablecoins",
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

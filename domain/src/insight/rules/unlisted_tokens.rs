//! Tokens that no list has are a noticeable share of everything that is owned.

use crate::insight::{
    concentration::{ShareOf, share_finding},
    finding::{Evaluated, NotEvaluated},
    kind::{InsightSeverity, InsightType, RiskKind},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::InsightHolding,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "discover.unlisted",
    title: "Tokens that no list has",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Discoverability),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [
    Threshold {
        name: "share",
        text: "Share of tokens that no list has",
        unit: ThresholdUnit::Percent,
        side: ThresholdSide::Above,
        default: (5, 0),
        margin: (1, 0),
    },
    Threshold {
        name: "value",
        text: "Value of tokens that no list has",
        unit: ThresholdUnit::Dollars,
        side: ThresholdSide::Above,
        default: (100, 0),
        margin: (5, 0),
    },
];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let Some(gross) = context.view.gross()? else {
        return Ok(Evaluated::default());
    };
    let is_unlisted = |one: &InsightHolding| !one.is_listed && one.is_idle() && !one.chain().is_exchange();
    let values = gross.by(|one| is_unlisted(one).then_some(()), false)?;
    let subject = InsightSubject::portfolio();
    let Some(((), value)) = values
        .first()
        .filter(|((), value)| context.limits.is_hit(&THRESHOLDS[1], *value, &subject.key))
    else {
        return Ok(Evaluated::default());
    };
    let share = ShareOf {
        subject,
        name: vec![InsightPart::text("The value of tokens that no list has")],
        whole_name: "everything you own",
        part: *value,
        part_figure: None,
        whole: gross.total,
        whole_figure: gross.figure(),
        caveats: gross.caveats.clone(),
        as_of: gross.oldest(),
    };
    let levels = [(&THRESHOLDS[0], InsightSeverity::Low)];
    Ok(Evaluated::of(share_finding(context, share, &levels)?))
}

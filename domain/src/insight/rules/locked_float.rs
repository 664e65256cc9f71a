//! Most of what is owned of an asset cannot be moved now: it is locked, arrives step by step, or was requested back and not paid yet.

use ports::protocol::PositionRole;

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
    id: "float.locked",
    title: "Asset that cannot be moved",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::TokenFloat),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [
    Threshold {
        name: "share",
        text: "Share of an asset that cannot be moved",
        unit: ThresholdUnit::Percent,
        side: ThresholdSide::Above,
        default: (50, 0),
        margin: (2, 0),
    },
    Threshold {
        name: "value",
        text: "Value of an asset that cannot be moved",
        unit: ThresholdUnit::Dollars,
        side: ThresholdSide::Above,
        default: (500, 0),
        margin: (25, 0),
    },
];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let Some(gross) = context.view.gross()? else {
        return Ok(Evaluated::default());
    };
    let all = gross.by(|one| Some(one.group.clone()), false)?;
    let mut found = Evaluated::default();
    for (group, value) in gross.by(|one| is_locked(one).then(|| one.group.clone()), false)? {
        let whole = all.iter().find(|(of, _)| *of == group).map(|(_, whole)| *whole);
        let is_large = context.limits.is_hit(&THRESHOLDS[1], value, &group);
        let (Some(whole), true, Some(part)) = (whole, is_large, context.view.asset_part(&group)) else {
            continue;
        };
        let share = ShareOf {
            subject: InsightSubject::new(&group, gross.symbol(&group)),
            name: vec![part, InsightPart::text(" that cannot be moved")],
            whole_name: "all of it that you own",
            part: value,
            part_figure: None,
            whole,
            whole_figure: None,
            caveats: Vec::new(),
            as_of: gross.oldest(),
        };
        let levels = [(&THRESHOLDS[0], InsightSeverity::Low)];
        found.findings.extend(share_finding(context, share, &levels)?);
    }
    Ok(found)
}

fn is_locked(holding: &InsightHolding) -> bool {
    let locked = [
        PositionRole::Locked,
        PositionRole::Vesting,
        PositionRole::PendingWithdrawal,
    ];
    holding.role.is_some_and(|role| locked.contains(&role))
}

//! One protocol has a large share of everything that is owned.

use ports::PositionPlace;

use crate::{
    insight::{
        concentration::{ShareOf, share_finding},
        finding::{Evaluated, NotEvaluated},
        kind::{InsightSeverity, InsightType, RiskKind},
        rule::{InsightRule, RuleContext},
        sentence::{InsightPart, InsightSubject},
        threshold::{Threshold, ThresholdSide, ThresholdUnit},
        view::gross::Gross,
    },
    valuation::{Filter, InProtocol, SheetSection},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "conc.protocol",
    title: "Concentration in one protocol",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Concentration),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "share",
    text: "Share in one protocol",
    unit: ThresholdUnit::Percent,
    side: ThresholdSide::Above,
    default: (30, 0),
    margin: (2, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let Some(gross) = context.view.gross()? else {
        return Ok(Evaluated::default());
    };
    let mut found = Evaluated::default();
    for (place, value) in gross.by(|one| one.place.clone(), false)? {
        let share = share(&gross, place, value);
        let levels = [(&THRESHOLDS[0], InsightSeverity::Medium)];
        found.findings.extend(share_finding(context, share, &levels)?);
    }
    Ok(found)
}

fn share(gross: &Gross<'_>, place: PositionPlace, value: ports::Amount) -> ShareOf {
    let filter = Filter {
        section: Some(SheetSection::of(InProtocol {
            place: place.clone(),
            item: None,
            leg: None,
        })),
        ..Filter::default()
    };
    ShareOf {
        subject: InsightSubject::new(place.as_str(), place.as_str()),
        part_figure: gross.sum(filter, |one| one.place.as_ref() == Some(&place)),
        name: vec![InsightPart::Protocol(place)],
        whole_name: "everything you own",
        part: value,
        whole: gross.total,
        whole_figure: gross.figure(),
        caveats: gross.caveats.clone(),
        as_of: gross.oldest(),
    }
}

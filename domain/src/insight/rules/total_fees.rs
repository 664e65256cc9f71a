//! Fees are a noticeable share of what was moved, or of the net worth.

use ports::Amount;

use crate::{
    insight::{
        arithmetic::{ArithmeticSign, ArithmeticTerm, of_percent, percent, steps},
        finding::{Evaluated, NotEvaluated, RuleFinding},
        kind::{InsightSeverity, InsightType},
        rule::{InsightRule, RuleContext},
        sentence::{InsightPart, InsightSubject},
        threshold::{Threshold, ThresholdSide, ThresholdUnit},
        view::spending::{FEE_DAYS, InsightSpending},
    },
    valuation::Filter,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "fees.total",
    title: "Fees",
    insight_type: InsightType::Cost,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 2] = [
    Threshold {
        name: "of_volume",
        text: "Fees of 30 days, of what was moved",
        unit: ThresholdUnit::Percent,
        side: ThresholdSide::Above,
        default: (1, 0),
        margin: (1, 1),
    },
    Threshold {
        name: "of_net_worth",
        text: "Fees of 30 days, of the net worth",
        unit: ThresholdUnit::Percent,
        side: ThresholdSide::Above,
        default: (5, 1),
        margin: (5, 2),
    },
];

/// What the fees are compared with.
struct FeeBase {
    threshold: &'static Threshold,
    words: &'static str,
    label: &'static str,
    whole: Amount,
    is_net_worth: bool,
}

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let spending = context.view.spending.as_ref().map_err(Clone::clone)?;
    // A share of a volume that is not known completely would be too high.
    let volume = Some(spending.volume).filter(|_| spending.unknown_volume == 0);
    let bases = [
        volume.map(|whole| FeeBase {
            threshold: &THRESHOLDS[0],
            words: " of what you moved.",
            label: "What was moved",
            whole,
            is_net_worth: false,
        }),
        context.view.net_worth.map(|whole| FeeBase {
            threshold: &THRESHOLDS[1],
            words: " of your net worth.",
            label: "Net worth",
            whole,
            is_net_worth: true,
        }),
    ];
    for base in bases.into_iter().flatten().filter(|base| base.whole > Amount::ZERO) {
        if let Some(found) = finding(context, spending, &base)? {
            return Ok(Evaluated::of([found]));
        }
    }
    let is_known = spending.is_complete && spending.unknown_fees == 0 && volume.is_some();
    if is_known {
        Ok(Evaluated::default())
    } else {
        Err(spending.unknown())
    }
}

fn finding(
    context: &RuleContext<'_>,
    spending: &InsightSpending,
    base: &FeeBase,
) -> Result<Option<RuleFinding>, NotEvaluated> {
    let Some(share) = percent(spending.fees, base.whole) else {
        return Ok(None);
    };
    let subject = InsightSubject::portfolio();
    if !context.limits.is_hit(base.threshold, share, &subject.key) {
        return Ok(None);
    }
    let limit = context.limits.limit(base.threshold);
    let allowed = of_percent(limit, base.whole).ok_or_else(NotEvaluated::too_long)?;
    Ok(Some(RuleFinding {
        severity: InsightSeverity::Low,
        subject,
        sentence: vec![
            InsightPart::text(format!("Fees of {FEE_DAYS} days were ")),
            InsightPart::Money(spending.fees),
            InsightPart::text(", "),
            InsightPart::Percent(share),
            InsightPart::text(base.words),
        ],
        figure: InsightPart::Percent(share),
        arithmetic: terms(context, (spending, base), share),
        threshold: base.threshold,
        limit,
        change: vec![
            InsightPart::text("At the threshold the fees would be "),
            InsightPart::Money(allowed),
            InsightPart::text("."),
        ],
        caveats: spending.caveats(spending.unknown_fees),
        as_of: Some(spending.until),
        at_stake: Some(spending.fees),
        level: steps(share, limit),
    }))
}

fn terms(
    context: &RuleContext<'_>,
    (spending, base): (&InsightSpending, &FeeBase),
    share: Amount,
) -> Vec<ArithmeticTerm> {
    let fees = ArithmeticTerm::new(ArithmeticSign::Given, "Fees", InsightPart::Money(spending.fees));
    let whole = ArithmeticTerm::new(ArithmeticSign::DividedBy, base.label, InsightPart::Money(base.whole));
    let total = context.view.sum(Filter::default());
    vec![
        fees.with_figure(spending.figure.clone()),
        whole.with_figure(total.filter(|_| base.is_net_worth)),
        ArithmeticTerm::new(ArithmeticSign::Times, "Percent", InsightPart::Number(Amount::HUNDRED)),
        ArithmeticTerm::new(ArithmeticSign::Equals, "Share", InsightPart::Percent(share)),
    ]
}

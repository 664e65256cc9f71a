//! The Herfindahl-Hirschman index: the sum of the squared shares. It is 1 for one asset and 0.1 for ten equal ones. Assets that stand
//! for the same coin, such as staked ether, count as one.

use ports::Amount;

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, steps, total},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType, RiskKind},
    known_coin::stable_coin,
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::gross::Gross,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "conc.hhi",
    title: "Concentration of the portfolio",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Concentration),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "index",
    text: "Sum of the squared shares",
    unit: ThresholdUnit::Number,
    side: ThresholdSide::Above,
    default: (25, 2),
    margin: (1, 2),
}];

/// How many shares are listed one by one.
const LISTED: usize = 5;

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let Some(gross) = context.view.gross()? else {
        return Ok(Evaluated::default());
    };
    let coins = gross.by(|one| Some(one.underlying.clone()), true)?;
    if coins.iter().all(|(coin, _)| stable_coin(coin).is_some()) {
        return Ok(Evaluated::default());
    }
    let squares = squares(&coins)?;
    let index = total(squares.iter().copied()).ok_or_else(NotEvaluated::too_long)?;
    let subject = InsightSubject::portfolio();
    if !context.limits.is_hit(&THRESHOLDS[0], index, &subject.key) {
        return Ok(Evaluated::default());
    }
    let equal = Amount::ONE.div(index).map_err(|_| NotEvaluated::too_long())?.rounded(1);
    let limit = context.limits.limit(&THRESHOLDS[0]);
    let needed = Amount::ONE.div(limit).map_err(|_| NotEvaluated::too_long())?.rounded(1);
    Ok(Evaluated::of([RuleFinding {
        severity: InsightSeverity::Medium,
        subject,
        sentence: vec![
            InsightPart::text("Your portfolio is as concentrated as one of "),
            InsightPart::Number(equal),
            InsightPart::text(" equal parts."),
        ],
        figure: InsightPart::Number(index),
        arithmetic: terms(&gross, &coins, &squares, index)?,
        threshold: &THRESHOLDS[0],
        limit,
        change: vec![
            InsightPart::text("As many coins of equal value as "),
            InsightPart::Number(needed),
            InsightPart::text(" would be at the threshold."),
        ],
        caveats: caveats(&gross, index)?,
        as_of: gross.oldest(),
        at_stake: Some(gross.total),
        level: steps(index, Amount::from_parts(1, 1)),
    }]))
}

/// Returns the square of each share, rounded.
fn squares(of: &[(String, Amount)]) -> Result<Vec<Amount>, NotEvaluated> {
    let whole = total(of.iter().map(|(_, value)| *value)).ok_or_else(NotEvaluated::too_long)?;
    let square = |value: Amount| {
        let share = value.div(whole).ok()?.rounded(8);
        Some(share.mul(share).ok()?.rounded(6))
    };
    let squares: Option<Vec<Amount>> = of.iter().map(|(_, value)| square(*value)).collect();
    squares.ok_or_else(NotEvaluated::too_long)
}

fn terms(
    gross: &Gross<'_>,
    coins: &[(String, Amount)],
    squares: &[Amount],
    index: Amount,
) -> Result<Vec<ArithmeticTerm>, NotEvaluated> {
    let mut terms: Vec<ArithmeticTerm> = Vec::new();
    for ((coin, _), square) in coins.iter().zip(squares).take(LISTED) {
        let sign = if terms.is_empty() {
            ArithmeticSign::Given
        } else {
            ArithmeticSign::Plus
        };
        let label = format!("Squared share of {}", gross.underlying_symbol(coin));
        terms.push(ArithmeticTerm::new(sign, label, InsightPart::Number(*square)));
    }
    let others = squares.get(LISTED..).unwrap_or_default();
    if !others.is_empty() {
        let rest = total(others.iter().copied()).ok_or_else(NotEvaluated::too_long)?;
        let label = format!("Squared shares of {} others", others.len());
        terms.push(ArithmeticTerm::new(
            ArithmeticSign::Plus,
            label,
            InsightPart::Number(rest),
        ));
    }
    terms.push(ArithmeticTerm::new(
        ArithmeticSign::Equals,
        "Index",
        InsightPart::Number(index),
    ));
    Ok(terms)
}

/// Returns what is left out, and the index without looking through receipts where that is another one.
fn caveats(gross: &Gross<'_>, index: Amount) -> Result<Vec<String>, NotEvaluated> {
    let raw = squares(&gross.by(|one| Some(one.group.clone()), true)?)?;
    let raw = total(raw).ok_or_else(NotEvaluated::too_long)?;
    let mut caveats = gross.caveats.clone();
    if raw != index {
        caveats.push(format!(
            "With staked and wrapped coins as assets of their own it is {raw}."
        ));
    }
    Ok(caveats)
}

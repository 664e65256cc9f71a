//! Stablecoins and money at exchanges lie idle.

use ports::Amount;

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, doublings, total},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    idle::{IdleCoin, idle},
    kind::{InsightSeverity, InsightType},
    known_coin::stable_coin,
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::InsightHolding,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "idle.cash",
    title: "Idle cash",
    insight_type: InsightType::Yield,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

/// For how many days it must lie.
pub const DAYS: u32 = 14;

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "value",
    text: "Stablecoins and money that earn nothing for 14 days",
    unit: ThresholdUnit::Dollars,
    side: ThresholdSide::Above,
    default: (500, 0),
    margin: (25, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let is_cash = |one: &InsightHolding| stable_coin(&one.group).is_some() || one.asset.currency_code().is_some();
    let mut coins = idle(context.view, DAYS, is_cash)?;
    coins.sort_by_key(|coin| std::cmp::Reverse(coin.value));
    let value = total(coins.iter().map(|coin| coin.value)).ok_or_else(NotEvaluated::too_long)?;
    let subject = InsightSubject::portfolio();
    if !context.limits.is_hit(&THRESHOLDS[0], value, &subject.key) {
        return Ok(Evaluated::default());
    }
    Ok(Evaluated::of([RuleFinding {
        severity: InsightSeverity::Low,
        subject,
        sentence: vec![
            InsightPart::Money(value),
            InsightPart::text(format!(" in stablecoins and money lies idle for {DAYS} days.")),
        ],
        figure: InsightPart::Money(value),
        arithmetic: terms(&coins, value),
        threshold: &THRESHOLDS[0],
        limit: context.limits.limit(&THRESHOLDS[0]),
        change: vec![InsightPart::text(
            "What is lent or deposited is not idle. That has risks of its own.",
        )],
        caveats: Vec::new(),
        as_of: context.view.oldest(coins.iter().map(|coin| coin.example)),
        at_stake: Some(value),
        level: doublings(value),
    }]))
}

fn terms(coins: &[IdleCoin<'_>], value: Amount) -> Vec<ArithmeticTerm> {
    let signs = std::iter::once(ArithmeticSign::Given).chain(std::iter::repeat(ArithmeticSign::Plus));
    let coin = |(coin, sign): (&IdleCoin<'_>, ArithmeticSign)| {
        let label = format!("{} {} held then and now", coin.quantity, coin.example.symbol);
        ArithmeticTerm::new(sign, label, InsightPart::Money(coin.value))
    };
    let mut terms: Vec<ArithmeticTerm> = coins.iter().zip(signs).map(coin).collect();
    terms.push(ArithmeticTerm::new(
        ArithmeticSign::Equals,
        "Idle",
        InsightPart::Money(value),
    ));
    terms
}

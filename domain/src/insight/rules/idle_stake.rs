//! Coins that could be staked lie idle.

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, doublings},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    idle::{IdleCoin, idle},
    kind::{InsightSeverity, InsightType},
    known_coin::is_stakeable,
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "idle.stake",
    title: "Coins that could be staked",
    insight_type: InsightType::Yield,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

/// For how many days it must lie.
pub const DAYS: u32 = 30;

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "value",
    text: "Value of a coin that is not staked for 30 days",
    unit: ThresholdUnit::Dollars,
    side: ThresholdSide::Above,
    default: (500, 0),
    margin: (25, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let coins = idle(context.view, DAYS, |one| is_stakeable(&one.group))?;
    let mut found = Evaluated::default();
    for coin in &coins {
        if context.limits.is_hit(&THRESHOLDS[0], coin.value, &coin.group) {
            found.findings.push(finding(context, coin)?);
        }
    }
    Ok(found)
}

fn finding(context: &RuleContext<'_>, coin: &IdleCoin<'_>) -> Result<RuleFinding, NotEvaluated> {
    let price = coin.value.div(coin.quantity).map_err(|_| NotEvaluated::too_long())?;
    let quantity = ArithmeticTerm::new(
        ArithmeticSign::Given,
        format!("{} held then and now", coin.example.symbol),
        InsightPart::Quantity(coin.quantity),
    );
    Ok(RuleFinding {
        severity: InsightSeverity::Low,
        subject: InsightSubject::new(&coin.group, &coin.example.symbol),
        sentence: vec![
            InsightPart::Money(coin.value),
            InsightPart::text(" in "),
            coin.example.part(),
            InsightPart::text(format!(" lies idle for {DAYS} days. It can be staked.")),
        ],
        figure: InsightPart::Money(coin.value),
        arithmetic: vec![
            quantity,
            ArithmeticTerm::new(ArithmeticSign::Times, "Price", InsightPart::Money(price)),
            ArithmeticTerm::new(ArithmeticSign::Equals, "Idle", InsightPart::Money(coin.value)),
        ],
        threshold: &THRESHOLDS[0],
        limit: context.limits.limit(&THRESHOLDS[0]),
        change: vec![InsightPart::text(
            "What is staked is not idle. Stakes can be lost when a validator misbehaves.",
        )],
        caveats: Vec::new(),
        as_of: context.view.oldest([coin.example]),
        at_stake: Some(coin.value),
        level: doublings(coin.value),
    })
}

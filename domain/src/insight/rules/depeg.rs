//! A coin that is meant to have the price of a dollar has another one, by two sources at least.

use std::collections::BTreeSet;

use ports::Amount;

use crate::{
    insight::{
        arithmetic::{ArithmeticSign, ArithmeticTerm, PLACES, total},
        finding::{Evaluated, NotEvaluated, RuleFinding},
        kind::{InsightSeverity, InsightType, RiskKind},
        known_coin::stable_coin,
        rule::{InsightRule, RuleContext},
        sentence::{InsightPart, InsightSubject},
        threshold::{Threshold, ThresholdSide, ThresholdUnit},
        view::{InsightHolding, InsightPrice},
    },
    valuation::FigurePath,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "peg.depeg",
    title: "Stablecoin off its peg",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::MarketCap),
    thresholds: &THRESHOLDS,
    is_confirmed: true,
    evaluate,
};

static THRESHOLDS: [Threshold; 4] = [
    threshold("low", 5),
    threshold("medium", 10),
    threshold("high", 30),
    threshold("critical", 50),
];

/// By the place of the threshold.
const SEVERITIES: [InsightSeverity; 4] = [
    InsightSeverity::Low,
    InsightSeverity::Medium,
    InsightSeverity::High,
    InsightSeverity::Critical,
];

const fn threshold(name: &'static str, tenths: i128) -> Threshold {
    Threshold {
        name,
        text: "Distance from the peg",
        unit: ThresholdUnit::Percent,
        side: ThresholdSide::AtLeast,
        default: (tenths, 1),
        margin: (1, 1),
    }
}

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let mut found = Evaluated::default();
    let mut seen = BTreeSet::new();
    let owned = context.view.valued().filter(|(_, value)| *value > Amount::ZERO);
    for (holding, _) in owned {
        let Some(coin) = stable_coin(&holding.group) else {
            continue;
        };
        if !seen.insert(&holding.asset) {
            continue;
        }
        let price = context.view.prices.get(&holding.asset).filter(|price| !price.is_manual);
        match price.filter(|price| price.quotes.len() > 1) {
            None => found.skipped.push(NotEvaluated::new(
                "one_source",
                format!("{} has no price by two sources.", holding.symbol),
            )),
            Some(_) if coin.peg != "USD" => found.skipped.push(NotEvaluated::new(
                "other_peg",
                format!(
                    "{} is pegged to {}, which is not compared yet.",
                    holding.symbol, coin.peg
                ),
            )),
            Some(price) => found.findings.extend(finding(context, holding, price)?),
        }
    }
    Ok(found)
}

/// Returns the second largest distance to the same side, in percent, with its source and price: what two sources confirm.
fn confirmed(price: &InsightPrice) -> Option<(Amount, &str, Amount)> {
    let distance = |dollars: &Amount| dollars.sub(Amount::ONE).ok()?.mul(Amount::HUNDRED).ok();
    let side = |is_below: bool| {
        let mut of: Vec<(Amount, &str, Amount)> = Vec::new();
        for (source, dollars) in &price.quotes {
            let distance = distance(dollars)?.rounded(PLACES);
            if distance.is_negative() == is_below {
                of.push((distance.abs(), source, *dollars));
            }
        }
        of.sort_by_key(|(distance, ..)| std::cmp::Reverse(*distance));
        of.into_iter().nth(1)
    };
    [side(true), side(false)]
        .into_iter()
        .flatten()
        .max_by_key(|(distance, ..)| *distance)
}

fn finding(
    context: &RuleContext<'_>,
    holding: &InsightHolding,
    price: &InsightPrice,
) -> Result<Option<RuleFinding>, NotEvaluated> {
    let Some((distance, source, dollars)) = confirmed(price) else {
        return Ok(None);
    };
    let subject = InsightSubject::new(
        holding.asset.as_str(),
        format!("{} on {}", holding.symbol, holding.chain_name),
    );
    let mut crossed = THRESHOLDS.iter().zip(SEVERITIES).enumerate().rev();
    let crossed = crossed.find(|(_, (threshold, _))| context.limits.is_hit(threshold, distance, &subject.key));
    let Some((place, (threshold, severity))) = crossed else {
        return Ok(None);
    };
    let signed = dollars.sub(Amount::ONE).and_then(|off| off.mul(Amount::HUNDRED));
    let signed = signed.map_err(|_| NotEvaluated::too_long())?.rounded(PLACES);
    let of_asset = context.view.valued().filter(|(one, _)| one.asset == holding.asset);
    let value = total(of_asset.map(|(_, value)| value));
    Ok(Some(RuleFinding {
        severity,
        subject,
        sentence: vec![
            holding.part(),
            InsightPart::text(" on "),
            holding.network(),
            InsightPart::text(" is "),
            InsightPart::Percent(signed),
            InsightPart::text(" off one dollar by at least two sources."),
        ],
        figure: InsightPart::Percent(signed),
        arithmetic: terms(context, (holding, price), (source, dollars), signed),
        threshold,
        limit: context.limits.limit(threshold),
        change: vec![InsightPart::text(
            "It is gone once two sources are closer to one dollar again.",
        )],
        caveats: Vec::new(),
        as_of: Some(price.as_of),
        at_stake: value,
        level: u32::try_from(place).unwrap_or_default(),
    }))
}

fn terms(
    context: &RuleContext<'_>,
    (holding, price): (&InsightHolding, &InsightPrice),
    (source, dollars): (&str, Amount),
    distance: Amount,
) -> Vec<ArithmeticTerm> {
    let stated = ArithmeticTerm::new(
        ArithmeticSign::Given,
        format!("Dollars for 1 {} at {source}", holding.symbol),
        InsightPart::Number(dollars),
    );
    let number = |sign, label: &str, value| ArithmeticTerm::new(sign, label, InsightPart::Number(value));
    let figure = context.view.figure(FigurePath::Price(holding.asset.clone()));
    let in_use = ArithmeticTerm::new(ArithmeticSign::Given, "Price in use", InsightPart::Money(price.price));
    vec![
        in_use.with_figure(Some(figure)),
        stated,
        number(ArithmeticSign::Minus, "Peg in dollars", Amount::ONE),
        number(ArithmeticSign::Times, "Percent", Amount::HUNDRED),
        ArithmeticTerm::new(ArithmeticSign::Equals, "Distance", InsightPart::Percent(distance)),
    ]
}

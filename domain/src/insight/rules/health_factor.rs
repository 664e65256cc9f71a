//! A loan can be liquidated soon. Only the health factor that the protocol itself states is used: one from our prices would differ.

use ports::Amount;

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, percent},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType, RiskKind},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
    view::InsightPosition,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "liq.hf",
    title: "Loan near its liquidation",
    insight_type: InsightType::Risk,
    risk: Some(RiskKind::Borrower),
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 4] = [
    threshold("low", 150),
    threshold("medium", 125),
    threshold("high", 110),
    threshold("critical", 105),
];

/// By the place of the threshold.
const SEVERITIES: [InsightSeverity; 4] = [
    InsightSeverity::Low,
    InsightSeverity::Medium,
    InsightSeverity::High,
    InsightSeverity::Critical,
];

const fn threshold(name: &'static str, hundredths: i128) -> Threshold {
    Threshold {
        name,
        text: "Health factor",
        unit: ThresholdUnit::Number,
        side: ThresholdSide::Below,
        default: (hundredths, 2),
        margin: (5, 2),
    }
}

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let mut found = Evaluated::default();
    for position in context.view.positions.iter().filter(|one| one.has_debt) {
        let name = name(position);
        match position.health {
            Some(health) => found.findings.extend(finding(context, position, (&name, health))?),
            None if position.is_old => found.skipped.push(NotEvaluated::new(
                "old_readings",
                format!("The reading of {name} is too old for a health factor."),
            )),
            None => found.skipped.push(NotEvaluated::new(
                "no_health_factor",
                format!("{name} states no health factor."),
            )),
        }
    }
    Ok(found)
}

fn name(position: &InsightPosition) -> String {
    let item = position
        .item
        .as_ref()
        .map_or_else(String::new, |item| format!(" {item}"));
    format!("{}{item} on {}", position.place, position.chain_name)
}

fn finding(
    context: &RuleContext<'_>,
    position: &InsightPosition,
    (name, health): (&str, Amount),
) -> Result<Option<RuleFinding>, NotEvaluated> {
    let item = position.item.as_deref().unwrap_or_default();
    let subject = InsightSubject::new(format!("{}|{}|{item}", position.account, position.place), name);
    let mut crossed = THRESHOLDS.iter().zip(SEVERITIES).rev();
    let crossed = crossed.find(|(threshold, _)| context.limits.is_hit(threshold, health, &subject.key));
    let Some((threshold, severity)) = crossed else {
        return Ok(None);
    };
    // What the collateral can fall by against the debt, cut so that it is never too much.
    let fall = health.sub(Amount::ONE).ok().and_then(|above| percent(above, health));
    let fall = fall.ok_or_else(NotEvaluated::too_long)?;
    let limit = context.limits.limit(threshold);
    Ok(Some(RuleFinding {
        severity,
        subject,
        sentence: vec![
            InsightPart::text("The loan in "),
            InsightPart::Protocol(position.place.clone()),
            InsightPart::text(" has a health factor of "),
            InsightPart::Number(health.rounded(2)),
            InsightPart::text(". It can be liquidated below 1."),
        ],
        figure: InsightPart::Number(health),
        arithmetic: terms(context, position, (health, fall)),
        threshold,
        limit,
        change: change(fall),
        caveats: Vec::new(),
        as_of: Some(position.as_of),
        at_stake: position.debt.map(Amount::abs),
        level: level(severity),
    }))
}

fn level(severity: InsightSeverity) -> u32 {
    let place = SEVERITIES.iter().position(|one| *one == severity);
    place.and_then(|place| u32::try_from(place).ok()).unwrap_or_default()
}

fn terms(
    context: &RuleContext<'_>,
    position: &InsightPosition,
    (health, fall): (Amount, Amount),
) -> Vec<ArithmeticTerm> {
    let value = position.value.map(|value| {
        let value = ArithmeticTerm::new(
            ArithmeticSign::Given,
            "Value of the position, less its debts",
            InsightPart::Money(value),
        );
        value.with_figure(context.view.sum(position.filter.clone()))
    });
    let stated = format!("Health factor by {}", position.place);
    let number = |sign, label: String, value| ArithmeticTerm::new(sign, label, InsightPart::Number(value));
    let terms = [
        number(ArithmeticSign::Given, stated, health),
        number(ArithmeticSign::Minus, "Liquidated below".to_owned(), Amount::ONE),
        number(ArithmeticSign::DividedBy, "Health factor".to_owned(), health),
        number(ArithmeticSign::Times, "Percent".to_owned(), Amount::HUNDRED),
        ArithmeticTerm::new(
            ArithmeticSign::Equals,
            "Fall of the collateral until then",
            InsightPart::Percent(fall),
        ),
    ];
    value.into_iter().chain(terms).collect()
}

fn change(fall: Amount) -> Vec<InsightPart> {
    if fall.is_negative() || fall.is_zero() {
        return vec![InsightPart::text(
            "It can be liquidated now. More collateral or less debt raises the factor.",
        )];
    }
    vec![
        InsightPart::text("If the collateral falls by "),
        InsightPart::Percent(fall.rounded(2)),
        InsightPart::text(" against the debt, it can be liquidated. More collateral or less debt raises the factor."),
    ]
}

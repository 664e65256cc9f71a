//! A contract acts for the key of an account (EIP-7702): it can move everything that the account holds.

use ports::Amount;

use crate::{
    approval::DelegationLine,
    insight::{
        approved_value::is_old,
        arithmetic::{ArithmeticSign, ArithmeticTerm, doublings, total},
        finding::{Evaluated, NotEvaluated, RuleFinding},
        kind::{InsightSeverity, InsightType},
        rule::{InsightRule, RuleContext},
        sentence::{InsightPart, InsightSubject},
        threshold::{Threshold, ThresholdSide, ThresholdUnit},
        view::InsightHolding,
    },
    valuation::Filter,
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "appr.delegation",
    title: "Accounts for which a contract acts",
    insight_type: InsightType::Risk,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "value",
    text: "Value in the account",
    unit: ThresholdUnit::Dollars,
    side: ThresholdSide::Above,
    default: (100, 0),
    margin: (10, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let mut found = Evaluated::default();
    for line in &context.view.approvals.delegations {
        if is_old(context.view, line.as_of) {
            let text = format!("{} on {} was read more than a day ago.", line.label, line.chain_name);
            found.skipped.push(NotEvaluated::new("old_readings", text));
            continue;
        }
        found.findings.extend(finding(context, line)?);
    }
    Ok(found)
}

fn finding(context: &RuleContext<'_>, line: &DelegationLine) -> Result<Option<RuleFinding>, NotEvaluated> {
    let (held, owed): (Vec<&InsightHolding>, Vec<&InsightHolding>) = context
        .view
        .holdings
        .iter()
        .filter(|one| one.account == line.account)
        .partition(|one| !one.is_debt());
    let value = total(held.iter().filter_map(|one| one.value())).ok_or_else(NotEvaluated::too_long)?;
    let key = format!("{}|{}", line.account, line.delegate);
    if !context.limits.is_hit(&THRESHOLDS[0], value, &key) {
        return Ok(None);
    }
    let place = format!("{} on {}", line.label, line.chain_name);
    let term = ArithmeticTerm::new(ArithmeticSign::Given, place.clone(), InsightPart::Money(value));
    // The sum of the account is less where something is owed.
    let whole = owed
        .is_empty()
        .then(|| whole(line))
        .and_then(|filter| context.view.sum(filter));
    let is_partial = held.iter().any(|one| one.value().is_none());
    let caveat = is_partial.then(|| "What has no usable price is left out.".to_owned());
    Ok(Some(RuleFinding {
        severity: severity(line),
        subject: InsightSubject::new(key, place),
        sentence: sentence(line, value),
        figure: InsightPart::Money(value),
        arithmetic: vec![term.with_figure(whole)],
        threshold: &THRESHOLDS[0],
        limit: context.limits.limit(&THRESHOLDS[0]),
        change: vec![InsightPart::text(
            "It is gone once no contract acts for the account any more. The wallet with which that was allowed can undo it.",
        )],
        caveats: caveat.into_iter().collect(),
        as_of: Some(line.as_of),
        at_stake: Some(value),
        level: doublings(value),
    }))
}

/// A contract that no list names is unknown, not bad.
fn severity(line: &DelegationLine) -> InsightSeverity {
    if line.owner.is_some() {
        InsightSeverity::Low
    } else {
        InsightSeverity::High
    }
}

fn sentence(line: &DelegationLine, value: Amount) -> Vec<InsightPart> {
    let name = line.owner.clone().unwrap_or_else(|| line.delegate.short());
    vec![
        InsightPart::text(format!("The contract {name} acts for {} on ", line.label)),
        InsightPart::Network {
            chain: line.account.chain.clone(),
            name: line.chain_name.clone(),
        },
        InsightPart::text(" (EIP-7702), and can move "),
        InsightPart::Money(value),
        InsightPart::text("."),
    ]
}

/// Selects everything in the account.
fn whole(line: &DelegationLine) -> Filter {
    Filter {
        chain: Some(line.account.chain.clone()),
        address: Some(line.account.address.clone()),
        ..Filter::default()
    }
}

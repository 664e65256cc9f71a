//! What rules about approvals have in common: the value that one spender can move.

use std::collections::BTreeMap;

use ports::{AccountId, Amount, AssetId, Timestamp};

use crate::{
    approval::{AllowanceLine, AllowanceRisk, SpenderLine},
    insight::{
        arithmetic::{ArithmeticSign, ArithmeticTerm, InsightFigure, doublings, total},
        finding::{Evaluated, NotEvaluated, RuleFinding},
        kind::InsightSeverity,
        rule::RuleContext,
        sentence::{InsightPart, InsightSubject},
        threshold::Threshold,
        view::{InsightView, OLD_INPUT},
    },
};

/// What a rule about approvals looks for.
pub(super) struct ApprovalSearch<'a> {
    pub threshold: &'static Threshold,
    /// Whether a spender is one of the rule.
    pub fits: fn(&SpenderLine) -> bool,
    /// Whether an allowance is one of the rule.
    pub counts: fn(&AllowanceLine) -> bool,
    pub severity: fn(&SpenderLine) -> InsightSeverity,
    /// What the spender can do, between its name and the value.
    pub can: &'a str,
    /// What follows the value.
    pub how: &'a str,
}

/// Evaluates a rule over every spender. What is old, and accounts whose approvals are not known, are stated.
pub(super) fn evaluate(context: &RuleContext<'_>, search: &ApprovalSearch<'_>) -> Result<Evaluated, NotEvaluated> {
    let view = context.view;
    let mut found = Evaluated {
        skipped: gaps(view),
        ..Evaluated::default()
    };
    let (mut unknown, mut old) = (0_usize, 0_usize);
    for spender in view.approvals.spenders.iter().filter(|one| (search.fits)(one)) {
        let lines = spender.allowances.iter().filter(|line| (search.counts)(line));
        let (old_lines, lines): (Vec<_>, Vec<_>) = lines.partition(|line| is_old(view, line.as_of));
        old += old_lines.len();
        unknown += lines.iter().filter(|line| is_unknown(line)).count();
        found.findings.extend(finding(context, search, (spender, &lines))?);
    }
    if unknown > 0 {
        let text = format!("The value of {} is not known.", counted(unknown, "approved token"));
        found.skipped.push(NotEvaluated::new("unpriced", text));
    }
    if old > 0 {
        let text = format!(
            "The readings or prices of {} are older than a day.",
            counted(old, "approval")
        );
        found.skipped.push(NotEvaluated::new("old_readings", text));
    }
    Ok(found)
}

/// Returns why the approvals of some accounts are not known.
pub(super) fn gaps(view: &InsightView) -> Vec<NotEvaluated> {
    let gaps = view.approvals.gaps.iter();
    gaps.map(|gap| NotEvaluated::new(gap.code, gap.text.clone())).collect()
}

/// Returns whether something was read too long ago to be used.
pub(super) fn is_old(view: &InsightView, as_of: Timestamp) -> bool {
    view.at.since(as_of) > OLD_INPUT
}

fn is_unknown(line: &AllowanceLine) -> bool {
    matches!(line.risk, AllowanceRisk::Unpriced | AllowanceRisk::UnreadBalance)
}

fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}

fn finding(
    context: &RuleContext<'_>,
    search: &ApprovalSearch<'_>,
    (spender, lines): (&SpenderLine, &[&AllowanceLine]),
) -> Result<Option<RuleFinding>, NotEvaluated> {
    let largest = largest(lines);
    let value = total(largest.values().map(|(_, value)| *value)).ok_or_else(NotEvaluated::too_long)?;
    let key = format!("{}|{}", spender.chain, spender.address);
    if !context.limits.is_hit(search.threshold, value, &key) {
        return Ok(None);
    }
    let name = spender.owner.clone().unwrap_or_else(|| spender.address.short());
    let network = InsightPart::Network {
        chain: spender.chain.clone(),
        name: spender.chain_name.clone(),
    };
    Ok(Some(RuleFinding {
        severity: (search.severity)(spender),
        subject: InsightSubject::new(key, format!("{name} on {}", spender.chain_name)),
        sentence: vec![
            InsightPart::text(format!("{name} on ")),
            network,
            InsightPart::text(search.can),
            InsightPart::Money(value),
            InsightPart::text(search.how),
        ],
        figure: InsightPart::Money(value),
        arithmetic: terms(&largest, value),
        threshold: search.threshold,
        limit: context.limits.limit(search.threshold),
        change: vec![InsightPart::text(
            "It is gone once the approval is taken back, or once the tokens are no longer in the account.",
        )],
        caveats: vec!["Permits that were only signed are on no network, so that they are not known.".to_owned()],
        as_of: lines.iter().map(|line| line.as_of).min(),
        at_stake: Some(value),
        level: doublings(value),
    }))
}

/// The allowance with the largest value of each token of each account.
type Largest<'a> = BTreeMap<(&'a AccountId, &'a AssetId), (&'a AllowanceLine, Amount)>;

fn largest<'a>(lines: &[&'a AllowanceLine]) -> Largest<'a> {
    let mut largest = Largest::new();
    for line in lines {
        let (Some(asset), AllowanceRisk::Known(value)) = (&line.asset, line.risk) else {
            continue;
        };
        let known = largest.entry((&line.account, asset)).or_insert((line, value));
        if value > known.1 {
            *known = (line, value);
        }
    }
    largest
}

fn terms(largest: &Largest<'_>, value: Amount) -> Vec<ArithmeticTerm> {
    let signs = std::iter::once(ArithmeticSign::Given).chain(std::iter::repeat(ArithmeticSign::Plus));
    let term = |((line, value), sign): (&(&AllowanceLine, Amount), ArithmeticSign)| {
        let label = format!("{} in {}", line.symbol, line.label);
        let figure = line.figure.clone().map(InsightFigure::Valuation);
        ArithmeticTerm::new(sign, label, InsightPart::Money(*value)).with_figure(figure)
    };
    let mut terms: Vec<ArithmeticTerm> = largest.values().zip(signs).map(term).collect();
    terms.push(ArithmeticTerm::new(
        ArithmeticSign::Equals,
        "Can be moved",
        InsightPart::Money(value),
    ));
    terms
}

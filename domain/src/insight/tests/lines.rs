//! Reads the table of cases. Each case is a line `case` with its name, lines about what is held, and lines of what is expected.

use std::time::Duration;

use ports::{Amount, PositionKind};

use super::approvals;
use super::case::{AT, Case, Expectation, Outcome, account, asset, holding};
use crate::{
    insight::{
        ChainSpending, EarlierHoldings, HoldingWorth, InsightCost, InsightPosition, InsightPrice, InsightSpending,
        NotEvaluated,
    },
    valuation::Filter,
};

/// Returns the cases of a table.
pub fn parse(table: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let lines = table
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        if let Some(name) = line.strip_prefix("case ") {
            cases.push(Case::new(name));
            continue;
        }
        let case = cases.last_mut().expect("a case before the first line");
        apply(case, &line.split_whitespace().collect::<Vec<_>>());
    }
    cases.into_iter().map(Case::finish).collect()
}

pub(super) fn amount(text: &str) -> Amount {
    text.parse().unwrap_or_else(|_| panic!("{text} is no amount"))
}

/// Splits the words `name=value` and single words, which have an empty value. An underscore is a space.
pub(super) fn options<'a>(words: &'a [&'a str]) -> impl Iterator<Item = (&'a str, String)> {
    words.iter().map(|word| {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        (name, value.replace('_', " "))
    })
}

fn apply(case: &mut Case, words: &[&str]) {
    match words {
        ["hold", group, chain, value, rest @ ..] => hold(case, (group, chain, value), rest),
        ["position", place, chain, rest @ ..] => position(case, (place, chain), rest),
        ["price", group, chain, rest @ ..] => price(case, (group, chain), rest),
        ["fees", fees, rest @ ..] => spending(case, fees, rest),
        ["mean_fee", chain, fee] => {
            let spending = case.view.spending.as_mut().unwrap();
            spending.mean_fee.insert(chain.parse().unwrap(), amount(fee));
        }
        ["paid", chain, rest @ ..] => paid(case, chain, rest),
        ["costs", "unknown"] => case.view.costs = Err(unknown()),
        ["cost", group, cost, gain, rest @ ..] => cost_of(case, (group, cost, gain), rest),
        ["earlier", days, rest @ ..] => earlier(case, days.parse().unwrap(), rest),
        ["unread", rest @ ..] => unread(case, rest),
        ["approve" | "delegate" | "approvals", ..] => approvals::apply(case, words),
        ["ending", chain] => {
            let why = "It is ending.".to_owned();
            case.view.ending.insert(chain.parse().unwrap(), why);
        }
        ["net", "unknown"] => case.view.net_worth = None,
        ["net", value] => case.view.net_worth = Some(amount(value)),
        ["spam", count] => case.view.spam = count.parse().unwrap(),
        ["missing", "unknown"] => case.view.missing_costs = Err(unknown()),
        ["missing", count] => case.view.missing_costs = Ok(count.parse().unwrap()),
        ["dollar", value] => case.view.dollar = Some(amount(value)),
        ["open" | "expect" | "none" | "skip", ..] => expectation(case, words),
        _ => panic!("{words:?} is no line of a case"),
    }
}

fn expectation(case: &mut Case, words: &[&str]) {
    match words {
        ["open", rule, subject] => {
            case.open.insert(((*rule).to_owned(), subject.replace('_', " ")));
        }
        ["expect", rule, subject, figure, severity] => {
            let found = Outcome::Found(subject.replace('_', " "), amount(figure), (*severity).to_owned());
            expect(case, rule, found);
        }
        ["none", rules @ ..] => {
            for rule in rules {
                expect(case, rule, Outcome::None);
            }
        }
        ["skip", code, rules @ ..] => {
            for rule in rules {
                expect(case, rule, Outcome::Skipped((*code).to_owned()));
            }
        }
        _ => panic!("{words:?} is no expectation"),
    }
}

fn unknown() -> NotEvaluated {
    NotEvaluated::new("history_incomplete", "Stated by the case.")
}

fn expect(case: &mut Case, rule: &str, outcome: Outcome) {
    let rule = rule.to_owned();
    case.expected.push(Expectation { rule, outcome });
}

pub(super) fn hours(text: &str) -> Duration {
    Duration::from_hours(text.parse().unwrap())
}

fn hold(case: &mut Case, (group, chain, value): (&str, &str, &str), rest: &[&str]) {
    let mut one = holding(group, chain, amount(value));
    for (name, value) in options(rest) {
        match name {
            "kind" => one.kind = value.parse::<PositionKind>().unwrap(),
            "place" => one.place = Some(value.parse().unwrap()),
            "role" => one.role = Some(value.replace(' ', "_").parse().unwrap()),
            "of" => one.underlying = value,
            "qty" => one.quantity = Some(amount(&value)),
            "age" => {
                one.as_of = AT.minus(hours(&value));
                one.worth = HoldingWorth::Old;
            }
            "unlocks" => one.unlocks_at = Some(AT.plus(hours(&value))),
            "unlocked" => one.unlocks_at = Some(AT.minus(hours(&value))),
            "unpriced" => one.worth = HoldingWorth::Unpriced,
            "unlisted" => one.is_listed = false,
            _ => panic!("{name} is no option of a holding"),
        }
    }
    if one.value().is_some_and(Amount::is_negative) {
        one.kind = PositionKind::Borrowed;
    }
    case.view.holdings.push(one);
}

fn position(case: &mut Case, (place, chain): (&str, &str), rest: &[&str]) {
    let mut one = InsightPosition {
        place: place.replace('_', " ").parse().unwrap(),
        account: account(chain),
        chain_name: chain.to_owned(),
        item: None,
        health: None,
        is_out_of_range: false,
        has_debt: false,
        value: Some(Amount::HUNDRED),
        debt: None,
        impaired: None,
        as_of: AT,
        is_old: false,
        filter: Filter::default(),
        protocol_filter: Filter::default(),
    };
    for (name, value) in options(rest) {
        match name {
            "health" => one.health = Some(amount(&value)),
            "debt" => (one.has_debt, one.debt) = (true, Some(amount(&value))),
            "value" => one.value = Some(amount(&value)),
            "unpriced" => one.value = None,
            "item" => one.item = Some(value),
            "old" => one.is_old = true,
            "outside" => one.is_out_of_range = true,
            "impaired" => one.impaired = Some("It is closed.".to_owned()),
            _ => panic!("{name} is no option of a position"),
        }
    }
    case.view.positions.push(one);
}

fn price(case: &mut Case, (group, chain): (&str, &str), rest: &[&str]) {
    let mut one = InsightPrice {
        price: Amount::ONE,
        as_of: AT,
        is_manual: false,
        quotes: Vec::new(),
    };
    for (name, value) in options(rest) {
        match name {
            "manual" => one.is_manual = true,
            source => one.quotes.push((source.to_owned(), amount(&value))),
        }
    }
    case.view.prices.insert(asset(group, chain), one);
}

fn spending(case: &mut Case, fees: &str, rest: &[&str]) {
    let mut one = InsightSpending {
        until: AT,
        fees: amount(fees),
        unknown_fees: 0,
        figure: None,
        volume: Amount::ZERO,
        unknown_volume: 0,
        failed: 0,
        failed_fees: Amount::ZERO,
        unknown_failed: 0,
        chains: Vec::new(),
        mean_fee: std::collections::BTreeMap::new(),
        is_complete: true,
    };
    for (name, value) in options(rest) {
        match name {
            "volume" => one.volume = amount(&value),
            "unknown_volume" => one.unknown_volume = value.parse().unwrap(),
            "unknown_fees" => one.unknown_fees = value.parse().unwrap(),
            "failed" => one.failed = value.parse().unwrap(),
            "failed_fees" => one.failed_fees = amount(&value),
            "unknown_failed" => one.unknown_failed = value.parse().unwrap(),
            "incomplete" => one.is_complete = false,
            _ => panic!("{name} is no option of fees"),
        }
    }
    case.view.spending = Ok(one);
}

/// Adds what was paid on a chain, of which the mean fee follows.
fn paid(case: &mut Case, chain: &str, rest: &[&str]) {
    let mut one = ChainSpending {
        chain: chain.parse().unwrap(),
        name: chain.to_owned(),
        parent: None,
        count: 0,
        fees: Amount::ZERO,
        unknown: 0,
    };
    for (name, value) in options(rest) {
        match name {
            "above" => one.parent = Some(value.parse().unwrap()),
            "count" => one.count = value.parse().unwrap(),
            "fees" => one.fees = amount(&value),
            "unknown" => one.unknown = value.parse().unwrap(),
            _ => panic!("{name} is no option of what was paid"),
        }
    }
    let spending = case.view.spending.as_mut().unwrap();
    let mean = one.fees.div(Amount::from(one.count)).unwrap();
    spending.mean_fee.insert(one.chain.clone(), mean);
    spending.chains.push(one);
}

fn cost_of(case: &mut Case, (group, cost, gain): (&str, &str, &str), rest: &[&str]) {
    let has = |word: &str| rest.contains(&word);
    let one = InsightCost {
        asset: asset(group, "eip155:1"),
        group: group.to_owned(),
        symbol: group.to_uppercase(),
        cost: amount(cost),
        gain: amount(gain),
        has_unknown: has("unknown"),
        is_assumed: has("assumed"),
        cost_figure: None,
        gain_figure: None,
    };
    case.view.costs.as_mut().unwrap().push(one);
}

/// Adds what was held days ago; without words, nothing was.
fn earlier(case: &mut Case, days: u32, rest: &[&str]) {
    let held = case.view.earlier.get_mut(&days).unwrap();
    if held.is_err() {
        *held = Ok(EarlierHoldings::default());
    }
    if let ([group, chain, quantity], Ok(held)) = (rest, held) {
        held.0
            .insert(((*group).to_owned(), chain.parse().unwrap()), amount(quantity));
    }
}

fn unread(case: &mut Case, rest: &[&str]) {
    let unread = &mut case.view.unread;
    for (name, value) in options(rest) {
        match name {
            "failed" => unread.failed = value.parse().unwrap(),
            "reading" => unread.reading = value.parse().unwrap(),
            "old" => unread.old.push((value, AT.minus(Duration::from_hours(25)))),
            "differing" => unread.differing = value.parse().unwrap(),
            _ => panic!("{name} is no option of what was not read"),
        }
    }
}

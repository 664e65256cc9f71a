//! Tests of rules: a table of cases, what the table must cover, and the arithmetic of every finding in it.

mod approvals;
mod case;
mod lifecycle;
mod lines;
mod thresholds;

use std::collections::{BTreeMap, BTreeSet};

use ports::Amount;

use self::case::{Case, Expectation};
use super::{ArithmeticSign, InsightReport, NotEvaluated, RULES, RiskKind, RuleChoices, RuleFinding, evaluate};

/// The cases.
const CASES: &str = include_str!("cases.txt");

fn report(case: &Case) -> InsightReport {
    evaluate(&case.view, &RuleChoices::default(), &case.open)
}

/// Returns everything that a rule found, also what is about too little money to be listed.
fn evaluated(case: &Case, rule: &str) -> Result<super::Evaluated, NotEvaluated> {
    let rule = RULES.into_iter().find(|one| one.id == rule).unwrap();
    let choices = RuleChoices::default();
    let limits = super::RuleLimits {
        rule: rule.id,
        dollar: case.view.dollar.unwrap_or(Amount::ONE),
        choices: &choices.limits,
        open: &case.open,
    };
    (rule.evaluate)(&super::RuleContext {
        view: &case.view,
        limits,
    })
}

fn matches(finding: &RuleFinding, (subject, figure, severity): (&str, Amount, &str)) -> bool {
    finding.subject.name == subject && finding.figure.amount() == Some(figure) && finding.severity.code() == severity
}

fn check(case: &Case, expectation: &Expectation) -> Result<(), String> {
    let found = evaluated(case, &expectation.rule);
    let codes: Vec<&str> = match &found {
        Ok(found) => found.skipped.iter().map(|one| one.code).collect(),
        Err(reason) => vec![reason.code],
    };
    let findings = found.as_ref().map_or(&[][..], |found| found.findings.as_slice());
    let is_met = match &expectation.outcome {
        case::Outcome::None => findings.is_empty() && codes.is_empty(),
        case::Outcome::Skipped(code) => codes.contains(&code.as_str()),
        case::Outcome::Found(subject, figure, severity) => {
            findings.iter().any(|one| matches(one, (subject, *figure, severity)))
        }
    };
    if is_met {
        Ok(())
    } else {
        Err(format!("{}: {expectation:?} but {found:#?}", case.name))
    }
}

#[test]
fn rules_find_what_the_cases_state() {
    let cases = lines::parse(CASES);
    let failed: Vec<String> = cases
        .iter()
        .flat_map(|case| case.expected.iter().filter_map(|one| check(case, one).err()))
        .collect();
    assert!(failed.is_empty(), "{} of them:\n{}", failed.len(), failed.join("\n"));
}

#[test]
fn every_rule_has_cases_with_and_without_a_finding() {
    let mut outcomes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for case in lines::parse(CASES) {
        for one in &case.expected {
            let outcome = match one.outcome {
                case::Outcome::None => "none",
                case::Outcome::Skipped(_) => "skipped",
                case::Outcome::Found(..) => "found",
            };
            outcomes.entry(one.rule.clone()).or_default().insert(outcome);
        }
    }
    for rule in RULES {
        let of = outcomes
            .get(rule.id)
            .unwrap_or_else(|| panic!("{} has no case", rule.id));
        assert!(of.contains("found") && of.contains("none"), "{}: {of:?}", rule.id);
    }
}

/// Computes terms from the left to the right, with the places of percentages.
fn computed(finding: &RuleFinding) -> Option<(Amount, Amount)> {
    let mut sum: Option<Amount> = None;
    for term in &finding.arithmetic {
        let value = term.value.amount();
        sum = match (term.sign, sum, value) {
            (ArithmeticSign::Given, _, value) => value,
            (ArithmeticSign::Equals, Some(sum), Some(value)) => return Some((sum, value)),
            (ArithmeticSign::Plus, Some(sum), Some(value)) => sum.add(value).ok(),
            (ArithmeticSign::Minus, Some(sum), Some(value)) => sum.sub(value).ok(),
            (ArithmeticSign::Times, Some(sum), Some(value)) => sum.mul(value).ok(),
            (ArithmeticSign::DividedBy, Some(sum), Some(value)) => sum.div(value).ok(),
            _ => None,
        };
    }
    None
}

#[test]
fn the_terms_of_every_finding_give_its_result() {
    let mut checked = 0;
    for case in lines::parse(CASES) {
        for rule in RULES {
            let found = evaluated(&case, rule.id).unwrap_or_default();
            for finding in &found.findings {
                let has_result = finding
                    .arithmetic
                    .iter()
                    .any(|term| term.sign == ArithmeticSign::Equals);
                if has_result {
                    let (sum, result) = computed(finding).unwrap_or_else(|| panic!("{}: {finding:#?}", case.name));
                    assert_eq!(sum.rounded(4), result.rounded(4), "{}: {finding:#?}", case.name);
                    checked += 1;
                }
                assert!(
                    !finding.arithmetic.is_empty() && !finding.change.is_empty(),
                    "{}",
                    rule.id
                );
                assert!(rule.thresholds.contains(finding.threshold), "{}", rule.id);
            }
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn every_kind_of_risk_has_a_rule_and_every_rule_a_name_of_its_own() {
    for kind in RiskKind::ALL {
        assert!(RULES.iter().any(|rule| rule.risk == Some(kind)), "{kind:?}");
    }
    let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), RULES.len());
    for rule in RULES {
        let names: BTreeSet<&str> = rule.thresholds.iter().map(|one| one.name).collect();
        assert_eq!(names.len(), rule.thresholds.len(), "{}", rule.id);
    }
}

#[test]
fn the_same_view_gives_the_same_report_and_the_worst_comes_first() {
    for case in lines::parse(CASES) {
        let (one, other) = (report(&case), report(&case));
        assert_eq!(format!("{one:?}"), format!("{other:?}"), "{}", case.name);
        let ranks: Vec<_> = one.insights.iter().map(|it| (it.finding.severity, it.score)).collect();
        assert!(
            ranks.windows(2).all(|pair| pair[0] >= pair[1]),
            "{}: {ranks:?}",
            case.name
        );
        let rules = one
            .not_evaluated
            .iter()
            .map(|(rule, _)| rule.id)
            .collect::<BTreeSet<_>>();
        assert!(
            usize::try_from(one.checked).unwrap() + rules.len() >= RULES.len(),
            "{}",
            case.name
        );
    }
}

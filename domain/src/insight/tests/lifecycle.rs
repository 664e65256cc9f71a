//! Tests of what becomes of insights from one evaluation to the next.

use std::time::Duration;

use ports::{InsightChoice, InsightState};

use super::{case::AT, lines};
use crate::insight::{
    RuleChoices, evaluate,
    lifecycle::{InsightLifecycle, advance, open_subjects},
};

const HALF: &str = "case half\nhold eth eip155:1 450\nhold usdc eip155:10 550";
const MORE: &str = "case more\nhold eth eip155:1 550\nhold usdc eip155:10 450";
const NEAR: &str = "case near\nhold eth eip155:1 390\nhold usdc eip155:10 610";
const LITTLE: &str = "case little\nhold eth eip155:1 100\nhold usdc eip155:10 900";
const UNREAD: &str = "case unread\nhold eth eip155:1 100\nunread failed=1";
const DEPEG: &str = "case depeg\nhold usdc eip155:1 1000\nprice usdc eip155:1 one=0.9 two=0.9";

/// What is remembered between evaluations.
#[derive(Default)]
struct Memory(Vec<InsightState>);

impl Memory {
    /// Evaluates a case some minutes after the start and remembers what follows.
    fn evaluate(&mut self, case: &str, minutes: u64) -> InsightLifecycle {
        let mut view = lines::parse(case).remove(0).view;
        view.at = AT.plus(Duration::from_mins(minutes));
        let report = evaluate(&view, &RuleChoices::default(), &open_subjects(&self.0));
        let next = advance(&self.0, &report);
        for changed in &next.changed {
            let known = self.place(&changed.rule, &changed.subject);
            let choice = known.and_then(|at| self.0[at].choice);
            if let Some(at) = known {
                self.0.remove(at);
            }
            self.0.push(InsightState {
                choice,
                ..changed.clone()
            });
        }
        for (rule, subject) in &next.lapsed {
            self.choose((rule, subject), None);
        }
        self.0
            .retain(|state| !next.gone.contains(&(state.rule.clone(), state.subject.clone())));
        next
    }

    fn place(&self, rule: &str, subject: &str) -> Option<usize> {
        self.0
            .iter()
            .position(|state| state.rule == rule && state.subject == subject)
    }

    fn choose(&mut self, (rule, subject): (&str, &str), choice: Option<InsightChoice>) {
        let at = self.place(rule, subject).unwrap();
        self.0[at].choice = choice;
    }

    /// Puts the share of ether away, for some minutes after the start or for good.
    fn put_away(&mut self, minutes: Option<u64>) {
        let level = self.0[self.place("conc.asset", "eth").unwrap()].level;
        let choice = InsightChoice {
            level,
            until: minutes.map(|minutes| AT.plus(Duration::from_mins(minutes))),
            decided_at: AT,
        };
        self.choose(("conc.asset", "eth"), Some(choice));
    }
}

fn lists(next: &InsightLifecycle, rule: &str) -> bool {
    next.listed.iter().any(|one| one.insight.rule.id == rule)
}

fn has_put_away(next: &InsightLifecycle, rule: &str) -> bool {
    next.put_away.iter().any(|one| one.insight.rule.id == rule)
}

#[test]
fn an_insight_is_known_since_it_was_found_first() {
    let mut memory = Memory::default();
    memory.evaluate(HALF, 0);
    let later = memory.evaluate(HALF, 60);
    let one = later
        .listed
        .iter()
        .find(|one| one.insight.rule.id == "conc.asset")
        .unwrap();
    assert_eq!(one.found_at, AT);
    assert!(
        memory.evaluate(HALF, 61).changed.is_empty(),
        "loading twice stores nothing"
    );
}

#[test]
fn what_was_put_away_for_a_time_is_listed_after_it() {
    let mut memory = Memory::default();
    memory.evaluate(HALF, 0);
    memory.put_away(Some(60));
    let during = memory.evaluate(HALF, 59);
    assert!(!lists(&during, "conc.asset") && has_put_away(&during, "conc.asset"));
    let after = memory.evaluate(HALF, 60);
    assert!(lists(&after, "conc.asset") && !after.lapsed.is_empty());
}

#[test]
fn what_is_not_a_problem_is_listed_again_only_when_it_is_worse() {
    let mut memory = Memory::default();
    memory.evaluate(HALF, 0);
    memory.put_away(None);
    assert!(has_put_away(&memory.evaluate(HALF, 100_000), "conc.asset"));
    let worse = memory.evaluate(MORE, 100_010);
    assert!(lists(&worse, "conc.asset"));
    let better = memory.evaluate(HALF, 100_020);
    assert!(
        lists(&better, "conc.asset"),
        "the decision was about the lower share only until it was worse"
    );
}

#[test]
fn an_insight_is_gone_after_two_evaluations_that_miss_it() {
    let mut memory = Memory::default();
    memory.evaluate(HALF, 0);
    assert!(!lists(&memory.evaluate(LITTLE, 20), "conc.asset"));
    assert!(memory.place("conc.asset", "eth").is_some(), "missed once");
    memory.evaluate(LITTLE, 21);
    assert!(
        memory.place("conc.asset", "eth").is_some(),
        "a page that is loaded twice is one evaluation"
    );
    memory.evaluate(LITTLE, 31);
    assert!(memory.place("conc.asset", "eth").is_none());
}

#[test]
fn what_cannot_be_evaluated_is_not_gone() {
    let mut memory = Memory::default();
    memory.evaluate(HALF, 0);
    for minutes in [20, 40, 60, 80] {
        memory.evaluate(UNREAD, minutes);
    }
    assert!(memory.place("conc.asset", "eth").is_some());
}

#[test]
fn a_decision_outlives_that_the_insight_is_gone() {
    let mut memory = Memory::default();
    memory.evaluate(HALF, 0);
    memory.put_away(None);
    for minutes in [20, 40, 60] {
        memory.evaluate(LITTLE, minutes);
    }
    assert!(has_put_away(&memory.evaluate(HALF, 80), "conc.asset"));
}

#[test]
fn a_reported_share_stays_listed_beside_its_threshold() {
    let mut memory = Memory::default();
    assert!(!lists(&memory.evaluate(NEAR, 0), "conc.asset"));
    memory.evaluate(HALF, 10);
    assert!(lists(&memory.evaluate(NEAR, 20), "conc.asset"));
}

#[test]
fn a_lost_peg_is_listed_once_a_second_evaluation_confirms_it() {
    let mut memory = Memory::default();
    let first = memory.evaluate(DEPEG, 0);
    assert!(!lists(&first, "peg.depeg") && first.unconfirmed == 1);
    assert!(!lists(&memory.evaluate(DEPEG, 9), "peg.depeg"));
    assert!(lists(&memory.evaluate(DEPEG, 10), "peg.depeg"));
}

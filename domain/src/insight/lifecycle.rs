//! What becomes of insights from one evaluation to the next: since when each is found, which are put away, and which are gone.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use ports::{InsightChoice, InsightState, Timestamp};

use crate::insight::{
    evaluate::{Insight, InsightReport},
    threshold::OpenSubjects,
};

/// Evaluations within this time count as one, so that loading a page twice confirms nothing.
const APART: Duration = Duration::from_mins(10);
/// An insight is gone after this many evaluations in a row that do not find it.
const GONE_AFTER: u32 = 2;

/// An insight with what is remembered of it.
#[derive(Clone, Debug)]
pub struct KnownInsight {
    /// The insight.
    pub insight: Insight,
    /// When it was found first.
    pub found_at: Timestamp,
    /// What the person decided, while it applies.
    pub choice: Option<InsightChoice>,
}

/// The insights of one evaluation, and what is remembered from now on.
#[derive(Clone, Debug, Default)]
pub struct InsightLifecycle {
    /// Those to list, the worst first.
    pub listed: Vec<KnownInsight>,
    /// Those that the person put away.
    pub put_away: Vec<KnownInsight>,
    /// How many more there are to list than the plan of the person lists.
    pub beyond_plan: u32,
    /// How many wait for a second evaluation that confirms them.
    pub unconfirmed: u32,
    /// What to store, without choices.
    pub changed: Vec<InsightState>,
    /// The choices to take back, by rule and subject: their time is over, or the insight is worse.
    pub lapsed: Vec<(String, String)>,
    /// What to forget, by rule and subject.
    pub gone: Vec<(String, String)>,
}

/// Returns the insights that earlier evaluations reported and that are not gone.
#[must_use]
pub fn open_subjects(states: &[InsightState]) -> OpenSubjects {
    let open = states.iter().filter(|state| state.missed < GONE_AFTER);
    open.map(|state| (state.rule.clone(), state.subject.clone())).collect()
}

/// Compares an evaluation with what is remembered.
#[must_use]
pub fn advance(states: &[InsightState], report: &InsightReport) -> InsightLifecycle {
    let key = |state: &InsightState| (state.rule.clone(), state.subject.clone());
    let known: BTreeMap<(String, String), &InsightState> = states.iter().map(|state| (key(state), state)).collect();
    let mut next = InsightLifecycle::default();
    let mut found: BTreeSet<(String, String)> = BTreeSet::new();
    for insight in &report.insights {
        let of = (insight.rule.id.to_owned(), insight.finding.subject.key.clone());
        next.add(known.get(&of).copied(), insight, report.at);
        found.insert(of);
    }
    let unknown: BTreeSet<&str> = report.not_evaluated.iter().map(|(rule, _)| rule.id).collect();
    // What could not be evaluated is not gone.
    let missed = states.iter().filter(|state| !unknown.contains(state.rule.as_str()));
    for state in missed.filter(|state| !found.contains(&key(state))) {
        next.miss(state, report.at);
    }
    next
}

impl InsightLifecycle {
    /// Returns the insights of an evaluation of which nothing is remembered. Those that need a second one are listed too, because there
    /// is none.
    #[must_use]
    pub fn once(report: &InsightReport) -> Self {
        let known = |insight: &Insight| KnownInsight {
            insight: insight.clone(),
            found_at: report.at,
            choice: None,
        };
        Self {
            listed: report.insights.iter().map(known).collect(),
            ..Self::default()
        }
    }

    /// Returns the same with this number of insights to list at most. What is remembered stays whole.
    #[must_use]
    pub fn limited(mut self, most: Option<usize>) -> Self {
        let all = self.listed.len();
        self.listed.truncate(most.unwrap_or(all));
        self.beyond_plan = u32::try_from(all - self.listed.len()).unwrap_or(u32::MAX);
        self
    }

    fn add(&mut self, known: Option<&InsightState>, insight: &Insight, at: Timestamp) {
        let state = found(known, insight, at);
        if known.is_some_and(|known| known.choice.is_some() && state.choice.is_none()) {
            self.lapsed.push((state.rule.clone(), state.subject.clone()));
        }
        let is_same = |known: &InsightState| {
            InsightState {
                choice: state.choice,
                ..known.clone()
            } == state
        };
        if !known.is_some_and(is_same) {
            self.changed.push(state.clone());
        }
        let is_confirmed = !insight.rule.is_confirmed || at.since(state.found_at) >= APART;
        if !is_confirmed {
            self.unconfirmed += 1;
            return;
        }
        let one = KnownInsight {
            insight: insight.clone(),
            found_at: state.found_at,
            choice: state.choice,
        };
        if one.choice.is_some() {
            self.put_away.push(one);
        } else {
            self.listed.push(one);
        }
    }

    fn miss(&mut self, state: &InsightState, at: Timestamp) {
        let has_choice = state
            .choice
            .is_some_and(|choice| choice.until.is_none_or(|until| until > at));
        let is_counted = state.missed == 0 || at.since(state.checked_at) >= APART;
        let missed = state.missed.saturating_add(u32::from(is_counted)).min(GONE_AFTER);
        if missed >= GONE_AFTER && !has_choice {
            self.gone.push((state.rule.clone(), state.subject.clone()));
        } else if missed != state.missed {
            self.changed.push(InsightState {
                missed,
                checked_at: at,
                ..state.clone()
            });
        }
    }
}

/// Returns what is remembered of an insight that was found.
fn found(known: Option<&InsightState>, insight: &Insight, at: Timestamp) -> InsightState {
    let level = insight.finding.level;
    let fresh = InsightState {
        rule: insight.rule.id.to_owned(),
        subject: insight.finding.subject.key.clone(),
        found_at: at,
        checked_at: at,
        level,
        missed: 0,
        choice: None,
    };
    let Some(known) = known else { return fresh };
    // One that was gone and returns is found anew; what the person decided about it stays.
    let found_at = if known.missed >= GONE_AFTER { at } else { known.found_at };
    let is_same = known.missed == 0 && known.level == level && at.since(known.checked_at) < APART;
    InsightState {
        found_at,
        checked_at: if is_same { known.checked_at } else { at },
        choice: known.choice.filter(|choice| applies(choice, level, at)),
        ..fresh
    }
}

/// Returns whether an insight stays put away: until its time is over, and only while it is no worse than it was.
fn applies(choice: &InsightChoice, level: u32, at: Timestamp) -> bool {
    level <= choice.level && choice.until.is_none_or(|until| until > at)
}

//! Evaluates all rules and orders what they find.

use ports::{Amount, Currency, Timestamp};

use crate::insight::{
    arithmetic::of_percent,
    finding::{NotEvaluated, RuleFinding},
    rule::{InsightRule, RuleContext},
    rules::RULES,
    threshold::{OpenSubjects, RuleChoices, RuleLimits, Threshold},
    view::InsightView,
};

/// Something that a rule found.
#[derive(Clone, Debug)]
pub struct Insight {
    /// The rule.
    pub rule: &'static InsightRule,
    /// What it found.
    pub finding: RuleFinding,
    /// Its weight in the order of insights.
    pub score: Amount,
}

/// The result of all rules.
#[derive(Clone, Debug)]
pub struct InsightReport {
    /// When they were evaluated.
    pub at: Timestamp,
    /// The currency of all money.
    pub currency: Currency,
    /// What they found, the worst first.
    pub insights: Vec<Insight>,
    /// How many more they found that are about too little money to be listed.
    pub minor: u32,
    /// How many rules were evaluated.
    pub checked: u32,
    /// One dollar in the currency; `None` without a rate.
    pub dollar: Option<Amount>,
    /// What the person changed of the rules.
    pub choices: RuleChoices,
    /// The rules that could not be evaluated, or not for all of their subjects, with the reason.
    pub not_evaluated: Vec<(&'static InsightRule, NotEvaluated)>,
}

/// The smallest amount of money, in dollars, that counts fully in the order.
const FULL_STAKE: u32 = 50;
/// The same in tenths of a percent of the net worth.
const FULL_STAKE_TENTHS: i128 = 5;
/// Insights with a lower score are not listed, in tenths.
const LEAST_SCORE_TENTHS: i128 = 2;

/// Evaluates all rules that the person did not turn off.
#[must_use]
pub fn evaluate(view: &InsightView, choices: &RuleChoices, open: &OpenSubjects) -> InsightReport {
    let mut report = InsightReport {
        at: view.at,
        currency: view.currency.clone(),
        insights: Vec::new(),
        minor: 0,
        checked: 0,
        dollar: view.dollar,
        choices: choices.clone(),
        not_evaluated: Vec::new(),
    };
    for rule in RULES.into_iter().filter(|rule| !choices.off.contains(rule.id)) {
        report.add(rule, view, (choices, open));
    }
    report.insights.sort_by(|one, other| {
        let rank = |insight: &Insight| (insight.finding.severity, insight.score);
        let names = |insight: &Insight| (insight.rule.id, insight.finding.subject.key.clone());
        rank(other).cmp(&rank(one)).then_with(|| names(one).cmp(&names(other)))
    });
    report
}

impl InsightReport {
    /// Returns a threshold in the unit of its rule; money in the currency, or in dollars without a rate.
    #[must_use]
    pub fn limit(&self, rule: &InsightRule, threshold: &Threshold) -> Amount {
        let limits = RuleLimits {
            rule: rule.id,
            dollar: self.dollar.unwrap_or(Amount::ONE),
            choices: &self.choices.limits,
            open: &OpenSubjects::new(),
        };
        limits.limit(threshold)
    }

    fn add(&mut self, rule: &'static InsightRule, view: &InsightView, (choices, open): (&RuleChoices, &OpenSubjects)) {
        let Some(dollar) = view.dollar else {
            let text = format!("No rate converts dollars to {}.", view.currency);
            self.not_evaluated.push((rule, NotEvaluated::new("no_rate", text)));
            return;
        };
        let limits = RuleLimits {
            rule: rule.id,
            dollar,
            choices: &choices.limits,
            open,
        };
        match (rule.evaluate)(&RuleContext { view, limits }) {
            Err(reason) => self.not_evaluated.push((rule, reason)),
            Ok(evaluated) => {
                self.checked += 1;
                let skipped = evaluated.skipped.into_iter().map(|reason| (rule, reason));
                self.not_evaluated.extend(skipped);
                for finding in evaluated.findings {
                    self.add_finding(rule, finding, (view, dollar));
                }
            }
        }
    }

    fn add_finding(
        &mut self,
        rule: &'static InsightRule,
        finding: RuleFinding,
        (view, dollar): (&InsightView, Amount),
    ) {
        let score = score(&finding, view, dollar);
        if score < Amount::from_parts(LEAST_SCORE_TENTHS, 1) {
            self.minor += 1;
            return;
        }
        self.insights.push(Insight { rule, finding, score });
    }
}

/// Returns the weight of an insight: that of its severity, and a part of it where little money is at stake.
fn score(finding: &RuleFinding, view: &InsightView, dollar: Amount) -> Amount {
    let weight = Amount::from(finding.severity.weight());
    let Some(at_stake) = finding.at_stake else {
        return weight;
    };
    let least = Amount::from(FULL_STAKE).mul(dollar).unwrap_or(dollar);
    let of_net_worth = view
        .net_worth
        .and_then(|all| of_percent(Amount::from_parts(FULL_STAKE_TENTHS, 1), all));
    let full = of_net_worth.map_or(least, |part| part.max(least));
    let part = at_stake.div(full).map_or(Amount::ONE, |part| part.min(Amount::ONE));
    weight.mul(part).map_or(weight, |score| score.rounded(4))
}

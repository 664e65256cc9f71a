//! Accounts that were not read for a day, and accounts whose history does not explain their balance.

use ports::{Amount, Timestamp};

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm},
    finding::{Evaluated, NotEvaluated, RuleFinding},
    kind::{InsightSeverity, InsightType},
    rule::{InsightRule, RuleContext},
    sentence::{InsightPart, InsightSubject},
    threshold::{Threshold, ThresholdSide, ThresholdUnit},
};

/// The rule.
pub const RULE: InsightRule = InsightRule {
    id: "stale.data",
    title: "Data that is old or does not add up",
    insight_type: InsightType::Risk,
    risk: None,
    thresholds: &THRESHOLDS,
    is_confirmed: false,
    evaluate,
};

static THRESHOLDS: [Threshold; 1] = [Threshold {
    name: "accounts",
    text: "Accounts",
    unit: ThresholdUnit::Number,
    side: ThresholdSide::AtLeast,
    default: (1, 0),
    margin: (0, 0),
}];

fn evaluate(context: &RuleContext<'_>) -> Result<Evaluated, NotEvaluated> {
    let unread = &context.view.unread;
    let not_read = u32::try_from(unread.old.len())
        .unwrap_or(u32::MAX)
        .saturating_add(unread.failed);
    let oldest = unread.old.iter().map(|(_, at)| *at).min();
    let mut names: Vec<String> = unread.old.iter().map(|(name, _)| name.clone()).collect();
    names.truncate(10);
    let old = CountedAccounts {
        key: "old",
        name: "Old readings",
        label: "Accounts that were not read for a day",
        count: not_read,
        words: " of your accounts were not read for a day or could not be read.",
        change: "It is gone once they are read again.",
        details: names,
        as_of: oldest,
    };
    let differing = CountedAccounts {
        key: "differing",
        name: "Histories that do not add up",
        label: "Accounts whose entries do not add up to the balance",
        count: unread.differing,
        words: " of your accounts have a history that does not add up to the balance.",
        change: "It is gone once their entries explain the balance.",
        details: Vec::new(),
        as_of: None,
    };
    Ok(Evaluated::of(
        [old, differing].into_iter().filter_map(|one| one.finding(context)),
    ))
}

/// A number of accounts.
struct CountedAccounts {
    key: &'static str,
    name: &'static str,
    label: &'static str,
    count: u32,
    words: &'static str,
    change: &'static str,
    details: Vec<String>,
    as_of: Option<Timestamp>,
}

impl CountedAccounts {
    fn finding(self, context: &RuleContext<'_>) -> Option<RuleFinding> {
        let count = Amount::from(self.count);
        let is_hit = context.limits.is_hit(&THRESHOLDS[0], count, self.key);
        is_hit.then(|| RuleFinding {
            severity: InsightSeverity::Low,
            subject: InsightSubject::new(self.key, self.name),
            sentence: vec![InsightPart::Number(count), InsightPart::text(self.words)],
            figure: InsightPart::Number(count),
            arithmetic: vec![ArithmeticTerm::new(
                ArithmeticSign::Given,
                self.label,
                InsightPart::Number(count),
            )],
            threshold: &THRESHOLDS[0],
            limit: context.limits.limit(&THRESHOLDS[0]),
            change: vec![InsightPart::text(self.change)],
            caveats: self.details,
            as_of: self.as_of,
            at_stake: None,
            level: self.count,
        })
    }
}

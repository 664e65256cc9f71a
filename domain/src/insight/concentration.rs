//! Findings about the share of one part in a whole, which several rules report.

use ports::Amount;

use crate::insight::{
    arithmetic::{ArithmeticSign, ArithmeticTerm, InsightFigure, of_percent, percent, steps},
    finding::{NotEvaluated, RuleFinding},
    kind::InsightSeverity,
    rule::RuleContext,
    sentence::{InsightPart, InsightSubject},
    threshold::Threshold,
};

/// Percent by which a share must grow to be worse than before.
const STEP: u32 = 10;

/// A part of a whole.
pub struct ShareOf {
    /// What the finding is about.
    pub subject: InsightSubject,
    /// The part as the start of a sentence.
    pub name: Vec<InsightPart>,
    /// What the part is a share of, as words.
    pub whole_name: &'static str,
    /// The part.
    pub part: Amount,
    /// The figure that explains the part.
    pub part_figure: Option<InsightFigure>,
    /// The whole.
    pub whole: Amount,
    /// The figure that explains the whole.
    pub whole_figure: Option<InsightFigure>,
    /// What is left out.
    pub caveats: Vec<String>,
    /// The oldest of the readings and prices.
    pub as_of: Option<ports::Timestamp>,
}

/// Returns the finding if a share crosses a threshold. The last threshold that it crosses decides how bad it is, so that they are given
/// in ascending order.
pub fn share_finding(
    context: &RuleContext<'_>,
    share: ShareOf,
    levels: &[(&'static Threshold, InsightSeverity)],
) -> Result<Option<RuleFinding>, NotEvaluated> {
    let Some(of_whole) = percent(share.part, share.whole) else {
        return Ok(None);
    };
    let key = &share.subject.key;
    let crossed = levels.iter().rev();
    let mut crossed = crossed.filter(|(threshold, _)| context.limits.is_hit(threshold, of_whole, key));
    let Some((threshold, severity)) = crossed.next() else {
        return Ok(None);
    };
    let limit = context.limits.limit(threshold);
    let allowed = of_percent(limit, share.whole).ok_or_else(NotEvaluated::too_long)?;
    let excess = share.part.sub(allowed).unwrap_or(Amount::ZERO);
    let mut sentence = share.name.clone();
    sentence.push(InsightPart::text(" is "));
    sentence.push(InsightPart::Percent(of_whole));
    sentence.push(InsightPart::text(format!(" of {}.", share.whole_name)));
    Ok(Some(RuleFinding {
        severity: *severity,
        sentence,
        figure: InsightPart::Percent(of_whole),
        arithmetic: terms(&share, of_whole),
        threshold,
        limit,
        change: vec![
            InsightPart::text("At the same total, "),
            InsightPart::Money(excess),
            InsightPart::text(" less of it would be "),
            InsightPart::Percent(limit),
            InsightPart::text("."),
        ],
        at_stake: Some(share.part),
        level: steps(of_whole, Amount::from(STEP)),
        subject: share.subject,
        caveats: share.caveats,
        as_of: share.as_of,
    }))
}

fn terms(share: &ShareOf, of_whole: Amount) -> Vec<ArithmeticTerm> {
    let part = ArithmeticTerm::new(ArithmeticSign::Given, "Its value", InsightPart::Money(share.part));
    let whole = ArithmeticTerm::new(
        ArithmeticSign::DividedBy,
        capitalized(share.whole_name),
        InsightPart::Money(share.whole),
    );
    vec![
        part.with_figure(share.part_figure.clone()),
        whole.with_figure(share.whole_figure.clone()),
        ArithmeticTerm::new(ArithmeticSign::Times, "Percent", InsightPart::Number(Amount::HUNDRED)),
        ArithmeticTerm::new(ArithmeticSign::Equals, "Share", InsightPart::Percent(of_whole)),
    ]
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

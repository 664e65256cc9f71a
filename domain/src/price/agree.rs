//! From quotes to a decision: a pure function.

use std::{collections::BTreeSet, time::Duration};

use ports::{Amount, ManualPrice, Quote, Ratio, SourceId, Timestamp, account::Failure, quote::Answer};

/// When quotes count and when they contradict each other. Part of every recipe by its version.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// A quote whose own time is older than this is not used.
    pub stale_after: Duration,
    /// Least confidence, in hundredths, that a source must state for its quote to be used.
    pub least_confidence_percent: u32,
    /// Two quotes that differ by more than this many hundredths of the lower one contradict each other.
    pub disagree_percent: u32,
}

impl Rules {
    /// The rules in force. Cut-offs of confidence: what public consumers of the same sources use (half).
    pub const CURRENT: Self = Self {
        stale_after: Duration::from_hours(24),
        least_confidence_percent: 50,
        disagree_percent: 25,
    };
    /// Version of the rules, named by recipes.
    pub const VERSION: u32 = 1;
}

/// What is decided about the price of one asset. There is no way from `Unpriced` to a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It has a price, which may be zero where every source that knows it says so.
    Priced(Priced),
    /// It has none, and why.
    Unpriced {
        /// Why.
        reason: Unpriced,
        /// The quotes that were looked at.
        considered: Vec<Considered>,
    },
}

/// A price that was decided, in dollars.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Priced {
    /// Dollars for one whole unit.
    pub value: Amount,
    /// How it came about.
    pub method: Method,
    /// (highest − lowest) / lowest of the quotes that count; `None` with fewer than two.
    pub spread: Option<Ratio>,
    /// The oldest source time among the quotes that count.
    pub as_of: Timestamp,
    /// The lowest confidence that a source stated.
    pub confidence: Option<Ratio>,
    /// Every quote that was looked at, with its verdict.
    pub considered: Vec<Considered>,
}

/// How a price came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// A person set it.
    Manual,
    /// The median of the quotes that count.
    Median,
}

/// A quote and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Considered {
    /// The quote.
    pub quote: Quote,
    /// What became of it.
    pub verdict: Verdict,
}

/// What became of a quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The median is this one (or the middle between this one and another).
    Chosen,
    /// It counts.
    Counted,
    /// Its own time is too long ago.
    TooOld,
    /// The source is not sure enough.
    Unsure,
    /// It contradicts the others.
    HeldBack,
    /// The source has no price.
    NotListed,
    /// What the source said cannot be a price.
    Unusable,
    /// It is not in dollars.
    OtherUnit,
}

/// Why an asset has no price. Different facts stay different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unpriced {
    /// Every source that was asked does not know it.
    NotListed,
    /// Sources contradict each other.
    Disagree {
        /// (highest − lowest) / lowest.
        spread: Ratio,
    },
    /// There are only quotes that are too old.
    OnlyStale {
        /// The newest of them.
        newest: Timestamp,
    },
    /// Only quotes that their source is not sure of.
    Unsure,
    /// Only answers that cannot be a price.
    Unusable,
    /// A source that could know has had too many questions.
    RateLimited,
    /// A source that could know does not answer.
    SourceFailed {
        /// Name for people.
        source: SourceId,
    },
    /// No source can be asked about it.
    Unsupported,
    /// The question is on its way.
    NotAskedYet,
}

/// A source that can be asked about the asset, and what went wrong with it, if anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Which source.
    pub source: SourceId,
    /// Its failure since it last answered.
    pub failure: Option<Failure>,
}

/// Decides the price of one asset at a moment. `quotes` holds at most the newest quote of each source; their order does
/// not matter.
#[must_use]
pub fn agree(
    quotes: &[Quote],
    manual: Option<&ManualPrice>,
    asked: &[Asked],
    at: Timestamp,
    rules: &Rules,
) -> Decision {
    let considered = considered(quotes, at, rules);
    match manual {
        Some(manual) => Decision::Priced(by_hand(manual, considered)),
        None => by_quotes(considered, asked, rules),
    }
}

fn considered(quotes: &[Quote], at: Timestamp, rules: &Rules) -> Vec<Considered> {
    let with_verdict = |quote: &Quote| Considered {
        quote: quote.clone(),
        verdict: verdict(quote, at, rules),
    };
    let mut considered: Vec<_> = quotes.iter().map(with_verdict).collect();
    considered.sort_by(|a, b| (&a.quote.source, a.quote.id).cmp(&(&b.quote.source, b.quote.id)));
    considered
}

fn by_hand(manual: &ManualPrice, considered: Vec<Considered>) -> Priced {
    Priced {
        value: manual.price,
        method: Method::Manual,
        spread: None,
        as_of: manual.set_at,
        confidence: None,
        considered,
    }
}

fn by_quotes(mut considered: Vec<Considered>, asked: &[Asked], rules: &Rules) -> Decision {
    let mut counted: Vec<(Amount, usize)> = considered
        .iter()
        .enumerate()
        .filter(|(_, one)| one.verdict == Verdict::Counted)
        .filter_map(|(at, one)| Some((value(&one.quote.answer)?, at)))
        .collect();
    counted.sort();
    if counted.is_empty() {
        let reason = why_none(&considered, asked);
        return Decision::Unpriced { reason, considered };
    }
    let Some(spread) = contradiction(&counted, rules) else {
        return median(&counted, considered);
    };
    for (_, at) in &counted {
        considered[*at].verdict = Verdict::HeldBack;
    }
    let reason = Unpriced::Disagree { spread };
    Decision::Unpriced { reason, considered }
}

fn verdict(quote: &Quote, at: Timestamp, rules: &Rules) -> Verdict {
    match &quote.answer {
        Answer::NotListed => Verdict::NotListed,
        Answer::Unusable { .. } => Verdict::Unusable,
        _ if quote.market.as_ref().is_some_and(|market| market.quoted_in.is_some()) => Verdict::OtherUnit,
        _ if at.since(quote.source_time) > rules.stale_after => Verdict::TooOld,
        Answer::Price {
            confidence: Some(sure), ..
        } if sure.percent(6) < Amount::from(rules.least_confidence_percent) => Verdict::Unsure,
        Answer::Price { .. } | Answer::WorthZero => Verdict::Counted,
    }
}

fn value(answer: &Answer) -> Option<Amount> {
    match answer {
        Answer::Price { price, .. } => Some(price.amount()),
        Answer::WorthZero => Some(Amount::ZERO),
        Answer::NotListed | Answer::Unusable { .. } => None,
    }
}

/// The spread of quotes that contradict each other. Zero against anything else always does.
fn contradiction(counted: &[(Amount, usize)], rules: &Rules) -> Option<Ratio> {
    let (lowest, highest) = (counted.first()?.0, counted.last()?.0);
    if lowest == highest {
        return None;
    }
    let spread = spread(lowest, highest).unwrap_or(Ratio::new(Amount::ONE));
    let apart = lowest.is_zero() || spread.percent(6) > Amount::from(rules.disagree_percent);
    apart.then_some(spread)
}

fn spread(lowest: Amount, highest: Amount) -> Option<Ratio> {
    Ratio::of(highest.sub(lowest).ok()?, lowest)
}

fn median(counted: &[(Amount, usize)], mut considered: Vec<Considered>) -> Decision {
    let middle = counted.len() / 2;
    let chosen = if counted.len() % 2 == 1 {
        &counted[middle..=middle]
    } else {
        &counted[middle - 1..=middle]
    };
    for (_, at) in chosen {
        considered[*at].verdict = Verdict::Chosen;
    }
    let value = match chosen {
        [(one, _)] => Some(*one),
        [(low, _), (high, _)] => low.add(*high).and_then(Amount::half).ok(),
        _ => None,
    };
    let of_counted = || counted.iter().map(|(_, at)| &considered[*at].quote);
    let as_of = of_counted().map(|quote| quote.source_time).min();
    let confidence = of_counted().filter_map(|quote| stated_confidence(&quote.answer)).min();
    let spread = match counted {
        [(lowest, _), .., (highest, _)] => spread(*lowest, *highest),
        _ => None,
    };
    match (value, as_of) {
        (Some(value), Some(as_of)) => Decision::Priced(Priced {
            value,
            method: Method::Median,
            spread,
            as_of,
            confidence,
            considered,
        }),
        // Two quotes whose middle needs more digits than are kept: they cannot be agreed upon.
        _ => Decision::Unpriced {
            reason: Unpriced::Disagree {
                spread: spread.unwrap_or(Ratio::new(Amount::ZERO)),
            },
            considered,
        },
    }
}

fn stated_confidence(answer: &Answer) -> Option<Ratio> {
    match answer {
        Answer::Price { confidence, .. } => *confidence,
        Answer::WorthZero | Answer::NotListed | Answer::Unusable { .. } => None,
    }
}

/// Why nothing counts, from the most telling fact to the least.
fn why_none(considered: &[Considered], asked: &[Asked]) -> Unpriced {
    let stale = considered
        .iter()
        .filter(|one| one.verdict == Verdict::TooOld)
        .map(|one| one.quote.source_time)
        .max();
    if let Some(newest) = stale {
        return Unpriced::OnlyStale { newest };
    }
    if considered.iter().any(|one| one.verdict == Verdict::Unsure) {
        return Unpriced::Unsure;
    }
    if considered.iter().any(|one| one.verdict == Verdict::Unusable) {
        return Unpriced::Unusable;
    }
    if asked.is_empty() {
        return Unpriced::Unsupported;
    }
    let answered: BTreeSet<&SourceId> = considered.iter().map(|one| &one.quote.source).collect();
    let silent = || asked.iter().filter(|one| !answered.contains(&one.source));
    if silent().any(|one| {
        one.failure
            .as_ref()
            .is_some_and(|failure| failure.code == "rate_limited")
    }) {
        return Unpriced::RateLimited;
    }
    if let Some(failed) = silent().find(|one| one.failure.is_some()) {
        return Unpriced::SourceFailed {
            source: failed.source.clone(),
        };
    }
    if silent().next().is_some() {
        Unpriced::NotAskedYet
    } else {
        Unpriced::NotListed
    }
}

#[cfg(test)]
mod tests;

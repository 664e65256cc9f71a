//! Decides a price from quotes. Pure functions.
//!
//! Quotes that repeat the same origin count once. The counted prices are sorted; the largest cluster of prices close to
//! each other is used if it is the majority, and the others are excluded as outliers. A price from one source alone is
//! compared with the last price that was agreed upon and with the amount held: above a limit, a second source is
//! needed. The result is the median of the cluster.

mod consensus;
mod origin;

use std::collections::BTreeSet;

use ports::{
    Amount, ManualPrice, Quote, Ratio, SourceId, Timestamp,
    quote::{AgreedPrice, Answer},
};

use crate::price::{Asked, Considered, Decision, Method, Priced, Rules, Unit, Unpriced, Verdict, Voice};
pub(super) use consensus::near;
use consensus::{leaps, together};

/// The input for deciding the price of one asset. The order of the quotes does not matter.
#[derive(Clone, Debug, Default)]
pub struct Question<'a> {
    /// Quotes converted to dollars, at most one per source.
    pub voices: Vec<Voice>,
    /// The user's manual price. It replaces every quote.
    pub manual: Option<&'a ManualPrice>,
    /// The sources that can be queried for this asset.
    pub asked: &'a [Asked],
    /// The last price that was agreed upon.
    pub last: Option<&'a AgreedPrice>,
    /// The amount held, in whole units, if known.
    pub held: Option<Amount>,
}

/// Decides the price of one asset from quotes in dollars, without an earlier price and without an amount held.
#[must_use]
pub fn agree(
    quotes: &[Quote],
    manual: Option<&ManualPrice>,
    asked: &[Asked],
    at: Timestamp,
    rules: &Rules,
) -> Decision {
    let question = Question {
        voices: quotes.iter().cloned().map(Voice::in_dollars).collect(),
        manual,
        asked,
        ..Question::default()
    };
    decide(question, at, rules)
}

/// Decides the price of one asset at a moment.
#[must_use]
pub fn decide(question: Question<'_>, at: Timestamp, rules: &Rules) -> Decision {
    let Question {
        voices,
        manual,
        asked,
        last,
        held,
    } = question;
    let considered = considered(voices, at, rules, held);
    match manual {
        Some(manual) => Decision::Priced(by_hand(manual, considered)),
        None => {
            let last = last.filter(|last| at.since(last.at) <= rules.remembered_for);
            by_voices(considered, asked, last, held, rules)
        }
    }
}

impl Voice {
    /// Wraps a quote of the asset itself. A quote in units of another asset has no dollar price yet.
    #[must_use]
    pub fn in_dollars(quote: Quote) -> Self {
        let unit = quote.market.as_ref().and_then(|market| market.quoted_in.clone());
        Self {
            unit: unit.map_or(Unit::Dollar, Unit::Unpriced),
            origin: quote.source.clone(),
            quote,
            redeemed: None,
        }
    }

    /// Converts an amount in the quote's unit to dollars.
    fn dollars(&self, amount: Amount) -> Option<Amount> {
        match &self.unit {
            Unit::Dollar => Some(amount),
            Unit::Priced(_, price) => amount.mul(*price).ok(),
            Unit::Unpriced(_) => None,
        }
    }

    /// Returns the dollars for one whole unit of the asset.
    fn value(&self) -> Option<Amount> {
        let said = match &self.quote.answer {
            Answer::Price { price, .. } => price.amount(),
            Answer::WorthZero => Amount::ZERO,
            Answer::NotListed | Answer::Unusable { .. } => return None,
        };
        let dollars = self.dollars(said)?;
        match &self.redeemed {
            Some((_, ratio)) => dollars.mul(*ratio).ok(),
            None => Some(dollars),
        }
    }

    fn verdict(&self, value: Option<Amount>, at: Timestamp, rules: &Rules) -> Verdict {
        match &self.quote.answer {
            Answer::NotListed => Verdict::NotListed,
            Answer::Unusable { .. } => Verdict::Unusable,
            _ if matches!(self.unit, Unit::Unpriced(_)) => Verdict::UnitUnpriced,
            _ if value.is_none() => Verdict::Unusable,
            _ if at.since(self.quote.source_time) > rules.stale_after => Verdict::TooOld,
            Answer::Price {
                confidence: Some(sure), ..
            } if sure.percent(6) < Amount::from(rules.least_confidence_percent) => Verdict::Unsure,
            Answer::Price { .. } | Answer::WorthZero => Verdict::Counted,
        }
    }

    /// Returns whether the market's volume is too small to price the amount held. Sources that state no volume are
    /// never thin.
    fn thin(&self, value: Amount, held: Option<Amount>, rules: &Rules) -> bool {
        let Some(volume) = self
            .quote
            .market
            .as_ref()
            .and_then(|market| self.dollars(market.volume))
        else {
            return false;
        };
        let worth = held.and_then(|held| held.mul(value).ok());
        let needed = worth
            .filter(|worth| *worth > Amount::from(rules.depth_matters_from))
            .map(|worth| worth.mul(Amount::from(rules.depth)).ok());
        volume < Amount::from(rules.least_volume)
            || needed.is_some_and(|needed| needed.is_none_or(|needed| volume < needed))
    }
}

fn considered(voices: Vec<Voice>, at: Timestamp, rules: &Rules, held: Option<Amount>) -> Vec<Considered> {
    let with_verdict = |voice: Voice| {
        let value = voice.value();
        let verdict = match voice.verdict(value, at, rules) {
            Verdict::Counted if value.is_some_and(|value| voice.thin(value, held, rules)) => Verdict::Thin,
            verdict => verdict,
        };
        Considered { voice, value, verdict }
    };
    let mut considered: Vec<_> = voices.into_iter().map(with_verdict).collect();
    considered.sort_by(|a, b| (&a.quote().source, a.quote().id).cmp(&(&b.quote().source, b.quote().id)));
    // An excluded quote does not make any other one look old.
    let newest = considered
        .iter()
        .filter(|one| one.counts())
        .map(|one| one.quote().source_time)
        .max();
    for one in considered.iter_mut().filter(|one| one.verdict == Verdict::Counted) {
        if newest.is_some_and(|newest| newest.since(one.voice.quote.source_time) > rules.behind_at_most) {
            one.verdict = Verdict::Behind;
        }
    }
    origin::deduplicate(&mut considered, rules);
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

fn by_voices(
    mut considered: Vec<Considered>,
    asked: &[Asked],
    last: Option<&AgreedPrice>,
    held: Option<Amount>,
    rules: &Rules,
) -> Decision {
    let mut counted: Vec<(Amount, usize)> = considered
        .iter()
        .enumerate()
        .filter(|(_, one)| one.counts())
        .filter_map(|(at, one)| Some((one.value?, at)))
        .collect();
    counted.sort();
    let [(lowest, _), ..] = counted.as_slice() else {
        let reason = why_none(&considered, asked);
        return Decision::Unpriced { reason, considered };
    };
    let highest = counted.last().map_or(*lowest, |(highest, _)| *highest);
    let spread = spread(*lowest, highest).unwrap_or(Ratio::new(Amount::ONE));
    let prices: Vec<Amount> = counted.iter().map(|(price, _)| *price).collect();
    // The last price decides between contradicting sources only if more than one source agreed on it. Otherwise a
    // source would confirm itself.
    let witness = last.filter(|last| last.sources > 1).map(|last| last.price.amount());
    let believed = together(&prices, rules.disagree_percent, witness);
    let range = believed.clone().unwrap_or_default();
    for (place, (_, at)) in counted.iter().enumerate() {
        if !range.contains(&place) {
            considered[*at].verdict = Verdict::HeldBack;
        }
    }
    if believed.is_none() {
        let reason = Unpriced::Disagree { spread };
        return Decision::Unpriced { reason, considered };
    }
    let believed = &counted[range];
    if let [(value, at)] = believed
        && let Some((verdict, reason)) = {
            let repeated = origin::is_repeated(&considered, &considered[*at], rules);
            doubted((*value, repeated), considered[*at].quote(), last, held, rules)
        }
    {
        considered[*at].verdict = verdict;
        return Decision::Unpriced { reason, considered };
    }
    median(believed, considered)
}

/// Returns why a price is not used that only one source states, or that other sources only repeat.
fn doubted(
    (said, repeated): (Amount, bool),
    quote: &Quote,
    last: Option<&AgreedPrice>,
    held: Option<Amount>,
    rules: &Rules,
) -> Option<(Verdict, Unpriced)> {
    if let Some(last) = last
        .map(|last| last.price.amount())
        .filter(|last| leaps(said, *last, rules.leap))
    {
        return Some((Verdict::Leap, Unpriced::Leap { said, last }));
    }
    // A price of zero makes any amount worth nothing, so the limits below would never apply: a zero price for a held
    // asset always needs confirmation.
    let matters = held.is_some_and(|held| {
        let worth = held.mul(said).ok();
        let is_lost = said.is_zero() && !held.is_zero();
        let enough = if repeated {
            rules.repeated_up_to
        } else {
            rules.alone_up_to
        };
        is_lost || worth.is_none_or(|worth| worth > Amount::from(enough))
    });
    let witnessed = last.is_some_and(|last| last.sources > 1 && !leaps(said, last.price.amount(), 2));
    let source = quote.source.clone();
    (matters && !witnessed).then_some((Verdict::Alone, Unpriced::Alone { source, said }))
}

fn spread(lowest: Amount, highest: Amount) -> Option<Ratio> {
    Ratio::of(highest.sub(lowest).ok()?, lowest)
}

fn median(believed: &[(Amount, usize)], mut considered: Vec<Considered>) -> Decision {
    let middle = believed.len() / 2;
    let chosen = if believed.len() % 2 == 1 {
        &believed[middle..=middle]
    } else {
        &believed[middle - 1..=middle]
    };
    for (_, at) in chosen {
        considered[*at].verdict = Verdict::Chosen;
    }
    let value = match chosen {
        [(one, _)] => Some(*one),
        [(low, _), (high, _)] => low.add(*high).and_then(Amount::half).ok(),
        _ => None,
    };
    let quotes = || believed.iter().map(|(_, at)| considered[*at].quote());
    let as_of = quotes().map(|quote| quote.source_time).min();
    let confidence = quotes().filter_map(|quote| stated_confidence(&quote.answer)).min();
    let spread = match believed {
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
        // The mean of the two middle quotes has more digits than can be stored, so there is no agreed price.
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

/// Returns why no quote counts, the most specific reason first.
fn why_none(considered: &[Considered], asked: &[Asked]) -> Unpriced {
    let is = |verdict: Verdict| considered.iter().any(|one| one.verdict == verdict);
    let stale = considered.iter().filter(|one| one.verdict == Verdict::TooOld);
    if is(Verdict::Thin) {
        return Unpriced::Thin;
    }
    if let Some(newest) = stale.map(|one| one.quote().source_time).max() {
        return Unpriced::OnlyStale { newest };
    }
    if is(Verdict::Unsure) {
        return Unpriced::Unsure;
    }
    if is(Verdict::Unusable) {
        return Unpriced::Unusable;
    }
    if is(Verdict::UnitUnpriced) {
        return Unpriced::UnitUnpriced;
    }
    if asked.is_empty() {
        return Unpriced::Unsupported;
    }
    why_silent(considered, asked)
}

/// Returns why the available sources have not answered.
fn why_silent(considered: &[Considered], asked: &[Asked]) -> Unpriced {
    let answered: BTreeSet<&SourceId> = considered.iter().map(|one| &one.quote().source).collect();
    let silent = || asked.iter().filter(|one| !answered.contains(&one.source));
    let limited = |one: &Asked| {
        one.failure
            .as_ref()
            .is_some_and(|failure| failure.code == "rate_limited")
    };
    if silent().any(limited) {
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

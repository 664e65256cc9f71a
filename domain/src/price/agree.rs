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
    quote::{AgreedPrice, QuoteAnswer},
};

use crate::price::{
    decision::{Considered, Decision, DollarQuote, Method, Priced, QuoteStatus, SourceStatus, Unit, Unpriced},
    rules::Rules,
};
pub(super) use consensus::near;
use consensus::{largest_cluster, leaps};

/// The input for deciding the price of one asset. The order of the quotes does not matter.
#[derive(Clone, Debug, Default)]
pub struct PricingInput<'a> {
    /// Quotes converted to dollars, at most one per source.
    pub dollar_quotes: Vec<DollarQuote>,
    /// The user's manual price. It replaces every quote.
    pub manual: Option<&'a ManualPrice>,
    /// The sources that can be queried for this asset.
    pub statuses: &'a [SourceStatus],
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
    statuses: &[SourceStatus],
    at: Timestamp,
    rules: &Rules,
) -> Decision {
    let input = PricingInput {
        dollar_quotes: quotes.iter().cloned().map(DollarQuote::in_dollars).collect(),
        manual,
        statuses,
        ..PricingInput::default()
    };
    decide(input, at, rules)
}

/// Decides the price of one asset at a moment.
#[must_use]
pub fn decide(input: PricingInput<'_>, at: Timestamp, rules: &Rules) -> Decision {
    let PricingInput {
        dollar_quotes,
        manual,
        statuses,
        last,
        held,
    } = input;
    let considered = considered(dollar_quotes, at, rules, held);
    match manual {
        Some(manual) => Decision::Priced(by_hand(manual, considered)),
        None => {
            let last = last.filter(|last| at.since(last.at) <= rules.remembered_for);
            from_quotes(considered, statuses, last, held, rules)
        }
    }
}

impl DollarQuote {
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
        let quoted = match &self.quote.answer {
            QuoteAnswer::Price { price, .. } => price.amount(),
            QuoteAnswer::WorthZero => Amount::ZERO,
            QuoteAnswer::NotListed | QuoteAnswer::Unusable { .. } => return None,
        };
        let dollars = self.dollars(quoted)?;
        match &self.redeemed {
            Some((_, ratio)) => dollars.mul(*ratio).ok(),
            None => Some(dollars),
        }
    }

    fn status(&self, value: Option<Amount>, at: Timestamp, rules: &Rules) -> QuoteStatus {
        match &self.quote.answer {
            QuoteAnswer::NotListed => QuoteStatus::NotListed,
            QuoteAnswer::Unusable { .. } => QuoteStatus::Unusable,
            _ if matches!(self.unit, Unit::Unpriced(_)) => QuoteStatus::UnitUnpriced,
            _ if value.is_none() => QuoteStatus::Unusable,
            _ if at.since(self.quote.source_time) > rules.stale_after => QuoteStatus::TooOld,
            QuoteAnswer::Price {
                confidence: Some(sure), ..
            } if sure.percent(6) < Amount::from(rules.least_confidence_percent) => QuoteStatus::Unsure,
            QuoteAnswer::Price { .. } | QuoteAnswer::WorthZero => QuoteStatus::Counted,
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

fn considered(dollar_quotes: Vec<DollarQuote>, at: Timestamp, rules: &Rules, held: Option<Amount>) -> Vec<Considered> {
    let with_status = |dollar_quote: DollarQuote| {
        let value = dollar_quote.value();
        let status = match dollar_quote.status(value, at, rules) {
            QuoteStatus::Counted if value.is_some_and(|value| dollar_quote.thin(value, held, rules)) => {
                QuoteStatus::Thin
            }
            status => status,
        };
        Considered {
            dollar_quote,
            value,
            status,
        }
    };
    let mut considered: Vec<_> = dollar_quotes.into_iter().map(with_status).collect();
    considered.sort_by(|a, b| (&a.quote().source, a.quote().id).cmp(&(&b.quote().source, b.quote().id)));
    // An excluded quote does not make any other one look old.
    let newest = considered
        .iter()
        .filter(|one| one.counts())
        .map(|one| one.quote().source_time)
        .max();
    for one in considered.iter_mut().filter(|one| one.status == QuoteStatus::Counted) {
        if newest.is_some_and(|newest| newest.since(one.dollar_quote.quote.source_time) > rules.behind_at_most) {
            one.status = QuoteStatus::Behind;
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

fn from_quotes(
    mut considered: Vec<Considered>,
    statuses: &[SourceStatus],
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
        let reason = why_none(&considered, statuses);
        return Decision::Unpriced { reason, considered };
    };
    let highest = counted.last().map_or(*lowest, |(highest, _)| *highest);
    let spread = spread(*lowest, highest).unwrap_or(Ratio::new(Amount::ONE));
    let prices: Vec<Amount> = counted.iter().map(|(price, _)| *price).collect();
    // The last price decides between contradicting sources only if more than one source agreed on it. Otherwise a
    // source would confirm itself.
    let witness = last.filter(|last| last.sources > 1).map(|last| last.price.amount());
    let believed = largest_cluster(&prices, rules.disagree_percent, witness);
    let range = believed.clone().unwrap_or_default();
    for (place, (_, at)) in counted.iter().enumerate() {
        if !range.contains(&place) {
            considered[*at].status = QuoteStatus::HeldBack;
        }
    }
    if believed.is_none() {
        let reason = Unpriced::Disagree { spread };
        return Decision::Unpriced { reason, considered };
    }
    let believed = &counted[range];
    if let [(value, at)] = believed
        && let Some((status, reason)) = {
            let repeated = origin::is_repeated(&considered, &considered[*at], rules);
            find_doubt((*value, repeated), considered[*at].quote(), last, held, rules)
        }
    {
        considered[*at].status = status;
        return Decision::Unpriced { reason, considered };
    }
    median(believed, considered)
}

/// Returns why a price is not used that only one source states, or that other sources only repeat.
fn find_doubt(
    (quoted, repeated): (Amount, bool),
    quote: &Quote,
    last: Option<&AgreedPrice>,
    held: Option<Amount>,
    rules: &Rules,
) -> Option<(QuoteStatus, Unpriced)> {
    if let Some(last) = last
        .map(|last| last.price.amount())
        .filter(|last| leaps(quoted, *last, rules.leap))
    {
        return Some((QuoteStatus::Leap, Unpriced::Leap { quoted, last }));
    }
    // A price of zero makes any amount worth nothing, so the limits below would never apply: a zero price for a held
    // asset always needs confirmation.
    let matters = held.is_some_and(|held| {
        let worth = held.mul(quoted).ok();
        let is_lost = quoted.is_zero() && !held.is_zero();
        let enough = if repeated {
            rules.repeated_up_to
        } else {
            rules.alone_up_to
        };
        is_lost || worth.is_none_or(|worth| worth > Amount::from(enough))
    });
    let witnessed = last.is_some_and(|last| last.sources > 1 && !leaps(quoted, last.price.amount(), 2));
    let source = quote.source.clone();
    (matters && !witnessed).then_some((QuoteStatus::Alone, Unpriced::Alone { source, quoted }))
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
        considered[*at].status = QuoteStatus::Chosen;
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

fn stated_confidence(answer: &QuoteAnswer) -> Option<Ratio> {
    match answer {
        QuoteAnswer::Price { confidence, .. } => *confidence,
        QuoteAnswer::WorthZero | QuoteAnswer::NotListed | QuoteAnswer::Unusable { .. } => None,
    }
}

/// Returns why no quote counts, the most specific reason first.
fn why_none(considered: &[Considered], statuses: &[SourceStatus]) -> Unpriced {
    let is = |status: QuoteStatus| considered.iter().any(|one| one.status == status);
    let stale = considered.iter().filter(|one| one.status == QuoteStatus::TooOld);
    if is(QuoteStatus::Thin) {
        return Unpriced::Thin;
    }
    if let Some(newest) = stale.map(|one| one.quote().source_time).max() {
        return Unpriced::OnlyStale { newest };
    }
    if is(QuoteStatus::Unsure) {
        return Unpriced::Unsure;
    }
    if is(QuoteStatus::Unusable) {
        return Unpriced::Unusable;
    }
    if is(QuoteStatus::UnitUnpriced) {
        return Unpriced::UnitUnpriced;
    }
    if statuses.is_empty() {
        return Unpriced::Unsupported;
    }
    why_unanswered(considered, statuses)
}

/// Returns why the available sources have not answered.
fn why_unanswered(considered: &[Considered], statuses: &[SourceStatus]) -> Unpriced {
    let answered: BTreeSet<&SourceId> = considered.iter().map(|one| &one.quote().source).collect();
    let unanswered = || statuses.iter().filter(|one| !answered.contains(&one.source));
    let limited = |one: &SourceStatus| {
        one.failure
            .as_ref()
            .is_some_and(|failure| failure.code == ports::failure::FailureCode::RateLimited)
    };
    if unanswered().any(limited) {
        return Unpriced::RateLimited;
    }
    if let Some(failed) = unanswered().find(|one| one.failure.is_some()) {
        return Unpriced::SourceFailed {
            source: failed.source.clone(),
        };
    }
    if unanswered().next().is_some() {
        Unpriced::NotAskedYet
    } else {
        Unpriced::NotListed
    }
}

#[cfg(test)]
mod tests;

//! Days as periods of the calendar, with now as the last day.

use std::{collections::BTreeSet, ops::Range};

use ports::{Amount, AssetId, ChainId, Day};

use super::{
    days::{DaySeries, DayValues},
    now::{CoinNow, ValueNow},
    scaled::{amount, scaled},
    series::ValueSeries,
};
use crate::{
    accounting::{Exact, PeriodLength},
    ledger::book::Book,
};

/// The most coins that are held now, but had no value on any day before, with a series of their own.
const MOST_NEW: usize = 8;

/// The periods of a chart.
pub struct Periods {
    /// The first day of each by the calendar.
    pub first_days: Vec<Day>,
    /// Which days each has, as places among all days; the place after the last day is now.
    ranges: Vec<Range<usize>>,
}

impl Periods {
    /// Arranges the days, and today where there is a value of now.
    pub fn of(days: &DayValues, length: PeriodLength, today: Option<Day>) -> Self {
        let count = i64::try_from(days.closing.len()).unwrap_or(0);
        let mut periods = Self {
            first_days: Vec::new(),
            ranges: Vec::new(),
        };
        let over = days
            .first
            .into_iter()
            .flat_map(|first| (0..count).map(move |place| first.plus(place)));
        let all = over.chain(today);
        for (place, day) in all.enumerate() {
            match periods.ranges.last_mut().zip(periods.first_days.last()) {
                Some((range, first)) if length.same(*first, day) => range.end = place + 1,
                _ => {
                    periods.first_days.push(length.start(day));
                    periods.ranges.push(place..place + 1);
                }
            }
        }
        periods
    }

    /// Returns something of the last day of each period but the current one.
    pub fn at_ends<T>(&self, of: impl Fn(usize) -> T) -> Vec<T> {
        let over = self.ranges.iter().take(self.ranges.len().saturating_sub(1));
        over.map(|range| of(range.end - 1)).collect()
    }

    /// Returns the coins in the order of their latest value, and after them the remaining ones of each chain.
    pub fn series(&self, days: &DayValues, now: &ValueNow, book: &Book) -> Vec<ValueSeries> {
        let mut named: BTreeSet<(&str, &ChainId)> = BTreeSet::new();
        let mut found: Vec<(i64, ValueSeries)> = Vec::new();
        let mut add = |days: &DaySeries, last: Option<i64>, places: u8| {
            if let Some(series) = self.one(days, last, places) {
                found.push((last.unwrap_or(0), named_by(series, book)));
            }
        };
        for one in &days.series {
            if let Some((group, _)) = &one.coin {
                named.insert((group, &one.chain));
                let key = (group.clone(), one.chain.clone());
                add(one, latest(now.coins.get(&key), days.places), days.places);
            }
        }
        let count = days.closing.len();
        for (group, chain, coin) in new_coins(now, &named) {
            named.insert((group, chain));
            let one = nothing_before(Some((group.clone(), coin.asset.clone())), chain, count);
            add(&one, latest(Some(coin), days.places), days.places);
        }
        let chains = days
            .series
            .iter()
            .filter(|one| one.coin.is_none())
            .map(|one| &one.chain);
        let chains: BTreeSet<&ChainId> = chains.chain(now.coins.keys().map(|(_, chain)| chain)).collect();
        for chain in chains {
            let others = now.coins.iter().filter(|((group, of), coin)| {
                of == chain && coin.value.is_some() && !named.contains(&(group.as_str(), of))
            });
            let others: Vec<&CoinNow> = others.map(|(_, coin)| coin).collect();
            let last = sum(&others, days.places);
            let known = days.series.iter().find(|one| one.coin.is_none() && one.chain == *chain);
            let one = known.cloned().unwrap_or_else(|| nothing_before(None, chain, count));
            let coins = one.coins.max(others.len());
            add(&DaySeries { coins, ..one }, last, days.places);
        }
        found.sort_by_key(|(last, series)| (series.asset.is_none(), std::cmp::Reverse(*last)));
        found.into_iter().map(|(_, series)| series).collect()
    }

    /// Returns a series by period, with its value of now; `None` where it is worth nothing in all of them.
    fn one(&self, days: &DaySeries, now: Option<i64>, places: u8) -> Option<ValueSeries> {
        let count = self.ranges.last()?.end - 1;
        let first = self.ranges.iter().position(|range| range.end > days.start)?;
        let at = |values: &[Option<i64>], place: usize| {
            if place == count {
                now
            } else {
                DaySeries::at(values, days.start, place)
            }
        };
        let own = self.ranges.get(first..)?;
        let mut closing: Vec<Option<i64>> = own.iter().map(|range| at(&days.closing, range.end - 1)).collect();
        let most = |range: &Range<usize>| range.clone().filter_map(|place| at(&days.largest, place)).max();
        let mut largest: Vec<Option<i64>> = own.iter().map(most).collect();
        let is_over = |place: &usize| closing.get(*place) == Some(&Some(0)) && largest.get(*place) == Some(&Some(0));
        let over = (0..closing.len()).rev().take_while(is_over).count();
        closing.truncate(closing.len() - over);
        largest.truncate(closing.len());
        let (group, asset) = days.coin.clone().unzip();
        let amounts = |parts: Vec<Option<i64>>| parts.into_iter().map(|one| Some(amount(one?, places))).collect();
        (!closing.is_empty()).then(|| ValueSeries {
            asset,
            coin: group.unwrap_or_default(),
            symbol: String::new(),
            name: String::new(),
            chain: days.chain.clone(),
            coins: days.coins,
            first,
            closing: amounts(closing),
            largest: amounts(largest),
        })
    }
}

/// Returns the largest value of each coin in each period, summed; `None` where the closing value is.
pub fn largest(series: &[ValueSeries], closing: &[Option<Amount>]) -> Vec<Option<Amount>> {
    let of_period = |(period, closing): (usize, &Option<Amount>)| {
        let closing = (*closing)?;
        let mut own = series.iter().filter_map(|one| {
            let at = period.checked_sub(one.first)?;
            one.largest.get(at).copied().flatten()
        });
        let sum = own.try_fold(Amount::ZERO, Amount::add).ok()?;
        Some(sum.max(closing))
    };
    closing.iter().enumerate().map(of_period).collect()
}

fn named_by(series: ValueSeries, book: &Book) -> ValueSeries {
    let metadata = series.asset.as_ref().and_then(|asset| book.assets.get(asset));
    let metadata = metadata.map(|asset| &asset.metadata);
    ValueSeries {
        symbol: metadata.map(|one| one.symbol.clone()).unwrap_or_default(),
        name: metadata.map(|one| one.name.clone()).unwrap_or_default(),
        ..series
    }
}

/// Returns what a coin is worth now: nothing where it is not held, and `None` where it has no price.
fn latest(coin: Option<&CoinNow>, places: u8) -> Option<i64> {
    match coin {
        None => Some(0),
        Some(coin) => scaled(Exact::try_from(coin.value?).ok()?, places),
    }
}

fn sum(coins: &[&CoinNow], places: u8) -> Option<i64> {
    coins
        .iter()
        .try_fold(0_i64, |sum, coin| sum.checked_add(latest(Some(coin), places)?))
}

/// Returns the most valuable coins that are held now and have no series yet.
fn new_coins<'a>(now: &'a ValueNow, named: &BTreeSet<(&str, &ChainId)>) -> Vec<(&'a String, &'a ChainId, &'a CoinNow)> {
    let new = now.coins.iter().filter(|((group, chain), coin)| {
        coin.value.is_some_and(|value| !value.is_zero()) && !named.contains(&(group.as_str(), chain))
    });
    let mut new: Vec<_> = new.map(|((group, chain), coin)| (group, chain, coin)).collect();
    new.sort_by_key(|(.., coin)| std::cmp::Reverse(coin.value));
    new.truncate(MOST_NEW);
    new
}

/// Returns a series without a value on any of the days.
fn nothing_before(coin: Option<(String, AssetId)>, chain: &ChainId, days: usize) -> DaySeries {
    DaySeries {
        coin,
        chain: chain.clone(),
        coins: 1,
        start: days,
        closing: Vec::new(),
        largest: Vec::new(),
    }
}

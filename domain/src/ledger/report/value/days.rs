//! The value of every day that is over.

use std::collections::{BTreeMap, BTreeSet};

use ports::{AccountId, AssetId, ChainId, Day, TimeZone};

use super::{
    closes::CoinCloses,
    coins::CoinIndex,
    day_run::{ClosedDay, Counted, DayRun, is_in_accounts},
    inputs::ValueBasis,
    scaled::{places, scaled},
};
use crate::accounting::{Exact, PartialSum};

/// The most coins with a series of their own. The remaining ones of each chain are one.
const MOST_SERIES: usize = 24;
/// A day is a gap where what has no price was worth at least this part of it at its last known price.
const GAP_PARTS: i128 = 100;

/// The values of all days that are over, from the first entry.
#[derive(Debug, Default)]
pub struct DayValues {
    /// The first day; `None` without entries.
    pub first: Option<Day>,
    /// The value of everything at the end of each day; `None` where what has no price would matter.
    pub closing: Vec<Option<Exact>>,
    /// How many coins are left out of it, because they have no price of that day.
    pub unpriced: Vec<u32>,
    /// What everything held cost at the end of each day; `None` where some wallets are left out, whose lots are not known apart.
    pub cost: Vec<Option<Exact>>,
    /// The same now.
    pub cost_now: Option<Exact>,
    /// The coins, and the remaining ones of each chain together.
    pub series: Vec<DaySeries>,
    /// How many coins never had a price and are left out.
    pub never_priced: usize,
    /// The coins that ever had one, by what they have in common on several chains, and chain.
    pub priced: BTreeSet<(String, ChainId)>,
    /// The places to which values of series are rounded.
    pub places: u8,
}

/// The values of a coin on one chain, or of several together.
#[derive(Clone, Debug)]
pub struct DaySeries {
    /// What the same coin on other chains has in common with it, and its asset; `None` for several coins.
    pub coin: Option<(String, AssetId)>,
    /// The chain.
    pub chain: ChainId,
    /// How many coins it sums.
    pub coins: usize,
    /// The first of its days, as a place among all days.
    pub start: usize,
    /// Its value at the end of each day; `None` where it has no price.
    pub closing: Vec<Option<i64>>,
    /// What the most that was held of it on a day is worth at the end of it.
    pub largest: Vec<Option<i64>>,
}

impl DayValues {
    /// Returns the numbers of the coins that ever had a price.
    pub fn priced_in(&self, index: &CoinIndex) -> BTreeSet<usize> {
        let coins = index.coins.iter().enumerate();
        let priced = coins.filter(|(_, coin)| self.priced.contains(&coin.key()));
        priced.map(|(number, _)| number).collect()
    }
}

/// Computes the values of all days that are over.
pub fn day_values((zone, from): (&TimeZone, &ValueBasis), index: &CoinIndex, closes: &CoinCloses) -> DayValues {
    let is_narrowed = from.accounts.is_some();
    let mut sum = DaySum::new(index, closes, is_narrowed, places(from.basis.currency()));
    let cost = held_days((zone, from), (index, closes.priced()), from.today, |day| sum.add(day));
    let priced = closes.priced().iter();
    DayValues {
        cost_now: cost.filter(|_| !is_narrowed),
        priced: priced.filter_map(|coin| Some(index.coins.get(*coin)?.key())).collect(),
        ..sum.into_values()
    }
}

/// Hands over what was held on each day before this one, and returns what everything held costs after all events of those days.
pub fn held_days(
    (zone, from): (&TimeZone, &ValueBasis),
    (index, priced): (&CoinIndex, &BTreeSet<usize>),
    until: Day,
    each: impl FnMut(&ClosedDay<'_>) + Send,
) -> Option<Exact> {
    let basis = &from.basis;
    let first = zone.day(basis.events.first()?.time);
    let numbers: Option<BTreeSet<u32>> = from.accounts.as_ref().map(|accounts| numbers(from, accounts));
    let coins = priced.iter().filter_map(|coin| index.coins.get(*coin));
    let pools: BTreeSet<u32> = coins
        .flat_map(|coin| &coin.members)
        .filter_map(|asset| basis.tables.ledger.pool(*asset))
        .filter(|pool| is_in_accounts(&basis.tables, *pool))
        .collect();
    let counted = Counted {
        zone,
        index,
        accounts: &|account| numbers.as_ref().is_none_or(|numbers| numbers.contains(&account)),
        pools: &|pool| pools.contains(&pool),
    };
    // Those of today follow the days that are over.
    let is_last = until >= from.today;
    let end = zone.start(until);
    let events = basis.events.partition_point(|event| is_last || event.time < end);
    let mut run = DayRun::new(counted, first, each);
    basis.replay_first(&from.book, events, &mut |state, event| {
        run.apply(&basis.tables, state, event);
    });
    run.close_before(until);
    run.cost()
}

/// Returns the numbers of these accounts in movements.
fn numbers(from: &ValueBasis, accounts: &BTreeSet<AccountId>) -> BTreeSet<u32> {
    let tables = &from.basis.tables;
    accounts.iter().filter_map(|account| tables.account(account)).collect()
}

/// The values of the days so far.
pub(super) struct DaySum<'a> {
    index: &'a CoinIndex,
    closes: &'a CoinCloses,
    /// Whether some accounts are left out.
    is_narrowed: bool,
    values: DayValues,
    coins: BTreeMap<usize, CoinValues>,
    /// The coins that were ever held.
    seen: BTreeSet<usize>,
}

/// The values of a coin so far.
#[derive(Default)]
struct CoinValues {
    start: usize,
    closing: Vec<Option<i64>>,
    largest: Vec<Option<i64>>,
    /// Its last known price.
    price: Option<Exact>,
}

impl<'a> DaySum<'a> {
    pub(super) fn new(index: &'a CoinIndex, closes: &'a CoinCloses, is_narrowed: bool, places: u8) -> Self {
        Self {
            index,
            closes,
            is_narrowed,
            values: DayValues {
                places,
                ..DayValues::default()
            },
            coins: BTreeMap::new(),
            seen: BTreeSet::new(),
        }
    }

    /// Adds a day that is over.
    pub(super) fn add(&mut self, day: &ClosedDay<'_>) {
        // The days before the first entry of chosen wallets are none of theirs.
        if self.is_narrowed && self.values.first.is_none() && day.coins.is_empty() {
            return;
        }
        self.values.first.get_or_insert(day.day);
        let place = self.values.closing.len();
        let (mut known, mut missing) = (PartialSum::ZERO, PartialSum::ZERO);
        for held in day.coins {
            self.seen.insert(held.coin);
            if !self.closes.priced().contains(&held.coin) {
                continue;
            }
            let price = self.closes.of(held.coin, day.day);
            let coin = self.coins.entry(held.coin).or_insert_with(|| CoinValues {
                start: place,
                ..CoinValues::default()
            });
            let worth = |quantity: Option<Exact>| {
                quantity
                    .zip(price)
                    .and_then(|(quantity, price)| quantity.mul(price).ok())
            };
            let closing = if held.quantity.is_some_and(Exact::is_zero) {
                Some(Exact::ZERO)
            } else {
                worth(held.quantity)
            };
            known.add(closing);
            if closing.is_none() {
                let last = held.quantity.zip(coin.price);
                missing.add(last.and_then(|(quantity, price)| quantity.mul(price).ok()));
            }
            coin.price = price.or(coin.price);
            coin.add(place, closing, worth(held.most), self.values.places);
        }
        let is_gap = is_gap(known.known, missing.known);
        self.values.closing.push((!is_gap).then_some(known.known));
        self.values.unpriced.push(known.left_out);
        self.values.cost.push(day.cost.filter(|_| !self.is_narrowed));
    }

    /// Returns the values, with a series for each coin that was worth most at any time.
    pub(super) fn into_values(self) -> DayValues {
        let Self {
            index,
            closes,
            mut values,
            coins,
            seen,
            ..
        } = self;
        values.never_priced = seen.iter().filter(|coin| !closes.priced().contains(*coin)).count();
        let mut found: Vec<(usize, CoinValues)> = coins.into_iter().collect();
        found.sort_by_key(|(coin, one)| (std::cmp::Reverse(one.peak()), *coin));
        let mut rest: BTreeMap<ChainId, DaySeries> = BTreeMap::new();
        for (place, (coin, one)) in found.into_iter().enumerate() {
            let Some(coin) = index.coins.get(coin) else { continue };
            let series = one.into_series(coin.chain.clone());
            if place < MOST_SERIES {
                let asset = coin.assets.first().cloned();
                values.series.push(DaySeries {
                    coin: asset.map(|asset| (coin.group.clone(), asset)),
                    ..series
                });
            } else {
                match rest.get_mut(&coin.chain) {
                    Some(rest) => rest.merge(&series),
                    None => {
                        rest.insert(coin.chain.clone(), series);
                    }
                }
            }
        }
        values.series.extend(rest.into_values());
        values
    }
}

/// Returns whether a day is a gap: whether what has no price was worth a part of it that matters.
fn is_gap(known: Exact, missing: Exact) -> bool {
    if missing.is_zero() {
        return false;
    }
    let whole = known.add(missing).ok();
    let parts = missing.mul(Exact::new(GAP_PARTS, 0)).ok();
    parts.zip(whole).is_none_or(|(parts, whole)| parts >= whole)
}

impl CoinValues {
    fn add(&mut self, place: usize, closing: Option<Exact>, largest: Option<Exact>, places: u8) {
        // Between two times at which it was held, it was worth nothing.
        let held = self.start + self.closing.len();
        self.closing
            .extend(std::iter::repeat_n(Some(0), place.saturating_sub(held)));
        self.largest
            .extend(std::iter::repeat_n(Some(0), place.saturating_sub(held)));
        let part = |value: Option<Exact>| value.and_then(|value| scaled(value, places));
        self.closing.push(part(closing));
        self.largest.push(part(largest));
    }

    fn peak(&self) -> i64 {
        self.largest.iter().flatten().copied().max().unwrap_or(0)
    }

    fn into_series(self, chain: ChainId) -> DaySeries {
        DaySeries {
            coin: None,
            chain,
            coins: 1,
            start: self.start,
            closing: self.closing,
            largest: self.largest,
        }
    }
}

impl DaySeries {
    /// Returns a value of a day by its place among all days; zero where nothing was held.
    pub fn at(values: &[Option<i64>], start: usize, place: usize) -> Option<i64> {
        let own = place.checked_sub(start).and_then(|at| values.get(at));
        own.copied().unwrap_or(Some(0))
    }

    /// Adds another series day by day. What has no price is left out, unless nothing has one.
    fn merge(&mut self, other: &Self) {
        let start = self.start.min(other.start);
        let end = |one: &Self| one.start + one.closing.len();
        let days = start..end(self).max(end(other));
        let sum = |own: &[Option<i64>], others: &[Option<i64>]| {
            let sum = |place| match (Self::at(own, self.start, place), Self::at(others, other.start, place)) {
                (Some(one), Some(other)) => one.checked_add(other),
                (one, other) => one.or(other),
            };
            days.clone().map(sum).collect::<Vec<_>>()
        };
        let (closing, largest) = (sum(&self.closing, &other.closing), sum(&self.largest, &other.largest));
        (self.start, self.closing, self.largest) = (start, closing, largest);
        self.coins += other.coins;
    }
}

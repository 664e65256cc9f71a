//! What an owner held at the end of each day, by replay.

use std::collections::BTreeMap;

use ports::{Day, TimeZone, Timestamp};

use super::coins::CoinIndex;
use crate::{
    accounting::{AssetForm, Exact, Movement},
    ledger::cost::{BookTables, EventMovements, ReplayState},
};

/// What was held of a coin on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldCoin {
    /// The coin.
    pub coin: usize,
    /// At the end of the day; `None` where the entries say that less than nothing was left, or a number did not fit.
    pub quantity: Option<Exact>,
    /// The most at any time of the day.
    pub most: Option<Exact>,
}

/// A day that is over.
#[derive(Debug)]
pub struct ClosedDay<'a> {
    /// The day.
    pub day: Day,
    /// What was held of each coin at any time of the day.
    pub coins: &'a [HeldCoin],
    /// What everything held cost; `None` where a number did not fit.
    pub cost: Option<Exact>,
}

/// Replays events and hands over each day that is over.
pub struct DayRun<'a, S> {
    zone: &'a TimeZone,
    index: &'a CoinIndex,
    /// Whether the movements of an account count.
    counts: &'a (dyn Fn(u32) -> bool + Sync),
    /// Whether the cost of a pool counts.
    costs: &'a (dyn Fn(u32) -> bool + Sync),
    /// The day that is not over yet, and when it is.
    next: Day,
    end: Timestamp,
    held: BTreeMap<usize, RunningCoin>,
    cost: RunningCost,
    sink: S,
}

/// What is held of a coin while a day lasts.
#[derive(Clone, Copy)]
struct RunningCoin {
    now: Option<Exact>,
    most: Option<Exact>,
}

/// The cost of everything held.
#[derive(Default)]
struct RunningCost {
    pools: BTreeMap<u32, Option<Exact>>,
    sum: Option<Exact>,
}

/// What counts in a replay.
#[derive(Clone, Copy)]
pub struct Counted<'a> {
    /// The zone in which days begin.
    pub zone: &'a TimeZone,
    /// The coins.
    pub index: &'a CoinIndex,
    /// Whether the movements of an account count.
    pub accounts: &'a (dyn Fn(u32) -> bool + Sync),
    /// Whether the cost of a pool counts.
    pub pools: &'a (dyn Fn(u32) -> bool + Sync),
}

impl<'a, S: FnMut(&ClosedDay<'_>)> DayRun<'a, S> {
    /// Begins with a day.
    pub fn new(counted: Counted<'a>, first: Day, sink: S) -> Self {
        Self {
            zone: counted.zone,
            index: counted.index,
            counts: counted.accounts,
            costs: counted.pools,
            next: first,
            end: counted.zone.start(first.plus(1)),
            held: BTreeMap::new(),
            cost: RunningCost {
                pools: BTreeMap::new(),
                sum: Some(Exact::ZERO),
            },
            sink,
        }
    }

    /// Applies an event, after which the pools hold this.
    pub fn apply(&mut self, tables: &BookTables, state: &ReplayState, event: &EventMovements) {
        let movements = || event.supplied.iter().chain(&event.moved);
        let Some(first) = movements().next() else { return };
        while first.time >= self.end {
            self.close_day();
        }
        let mut changed = Vec::new();
        for movement in movements().filter(|one| (self.counts)(one.account)) {
            if let Some(coin) = self.index.coin(movement.asset) {
                self.held.entry(coin).or_insert(RunningCoin::NOTHING).add(movement);
                changed.push(coin);
            }
        }
        // Within an event, what comes back counts once.
        for coin in changed {
            if let Some(running) = self.held.get_mut(&coin) {
                running.most = larger(running.most, running.now);
            }
        }
        let pools = movements().filter_map(|one| tables.ledger.pool(one.asset));
        for pool in pools.filter(|pool| (self.costs)(*pool)) {
            self.cost.set(pool, state.cost(pool));
        }
    }

    /// Closes all days before this one.
    pub fn close_before(&mut self, day: Day) {
        while self.next < day {
            self.close_day();
        }
    }

    /// Returns what everything held cost after the events so far.
    pub fn cost(&self) -> Option<Exact> {
        self.cost.sum
    }

    fn close_day(&mut self) {
        let coin = |(coin, one): (&usize, &RunningCoin)| HeldCoin {
            coin: *coin,
            quantity: one.now.filter(|now| !now.is_negative()),
            most: one.most,
        };
        let coins: Vec<HeldCoin> = self.held.iter().map(coin).collect();
        (self.sink)(&ClosedDay {
            day: self.next,
            coins: &coins,
            cost: self.cost.sum,
        });
        self.held.retain(|_, one| {
            one.most = one.now;
            one.now.is_none_or(|now| !now.is_zero())
        });
        self.next = self.next.plus(1);
        self.end = self.zone.start(self.next.plus(1));
    }
}

impl RunningCoin {
    const NOTHING: Self = Self {
        now: Some(Exact::ZERO),
        most: Some(Exact::ZERO),
    };

    fn add(&mut self, movement: &Movement) {
        let changed = |now: Exact| {
            if movement.arrives() {
                now.add(movement.quantity).ok()
            } else {
                now.sub(movement.quantity).ok()
            }
        };
        self.now = self.now.and_then(changed);
    }
}

impl RunningCost {
    fn set(&mut self, pool: u32, cost: Option<Exact>) {
        let before = self.pools.insert(pool, cost).unwrap_or(Some(Exact::ZERO));
        self.sum = match (self.sum, before, cost) {
            (Some(sum), Some(before), Some(cost)) => sum.sub(before).and_then(|rest| rest.add(cost)).ok(),
            _ => self.added_up(),
        };
    }

    fn added_up(&self) -> Option<Exact> {
        let mut costs = self.pools.values();
        costs.try_fold(Exact::ZERO, |sum, cost| sum.add((*cost)?).ok())
    }
}

fn larger(one: Option<Exact>, other: Option<Exact>) -> Option<Exact> {
    one.zip(other).map(|(one, other)| if other > one { other } else { one })
}

/// Returns whether what a pool holds is in the accounts: what is deposited without a token is not.
pub fn is_in_accounts(tables: &BookTables, pool: u32) -> bool {
    tables.ledger.form(pool) != AssetForm::Position
}

//! What the pools hold during a replay.

use std::collections::BTreeMap;

use ports::Amount;

use crate::{
    accounting::{
        Acquisition, BasisGap, BasisGapReason, BasisSink, CostBasis, Exact, GivenAway, Lot, MovementOrder, PartialSum,
        PoolKey, RealizedGain, Taken,
    },
    ledger::cost::{
        movements::EventMovements,
        packed_step::StepGap,
        steps::{HeldLots, StepGain, StepTable},
        tables::BookTables,
    },
};

/// What the pools hold during a replay, and what the current event did.
pub struct ReplayState {
    /// By pool; `None` where a number did not fit.
    pub held: BTreeMap<u32, Option<HeldLots>>,
    pub gains: Vec<(u32, StepGain)>,
    pub gaps: Vec<(u32, StepGap)>,
    /// By pool, the first event that acquired something at a cost that is unknown because an exchange rate is missing.
    pub unconverted: BTreeMap<u32, usize>,
    /// What is held at the end.
    pub open: OpenPools,
    /// The movement that acquired what was taken last at an unknown cost.
    unknown_origin: Option<MovementOrder>,
}

/// What a pool holds at the end of a replay, in all accounts and on the way between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenPool {
    /// The quantity of known cost.
    pub known: PartialSum,
    /// What it cost.
    pub cost: PartialSum,
    /// The part of the cost that is assumed, because it arrived from elsewhere.
    pub assumed: PartialSum,
    /// The quantity of unknown cost.
    pub unknown: PartialSum,
}

/// What every pool holds at the end of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenPools(pub BTreeMap<u32, OpenPool>);

impl OpenPools {
    /// Sums the open lots of each pool.
    pub fn of(basis: &CostBasis) -> Self {
        let mut pools: BTreeMap<u32, OpenPool> = BTreeMap::new();
        let open = basis
            .open_lots()
            .flat_map(|(key, lots)| lots.into_iter().map(move |lot| (key.pool, lot)));
        for (number, lot) in open.chain(basis.lots_in_transit().map(|(pool, lot)| (pool, *lot))) {
            let pool = pools.entry(number).or_default();
            match lot.total_cost() {
                Ok(Some(cost)) => {
                    pool.known.add_known(&lot.quantity);
                    pool.cost.add_known(&cost);
                    if lot.is_assumed {
                        pool.assumed.add_known(&cost);
                    }
                }
                Ok(None) | Err(_) => pool.unknown.add_known(&lot.quantity),
            }
        }
        Self(pools)
    }

    /// Returns the share of the cost of everything held that is assumed, from 0 to 1, rounded to four places; `None` where nothing has
    /// a known cost.
    pub fn assumed_share(&self) -> Option<Amount> {
        let total = |of: fn(&OpenPool) -> PartialSum| PartialSum::total(self.0.values().map(of)).known.amount();
        let whole = total(|pool| pool.cost);
        if whole.is_zero() {
            return None;
        }
        total(|pool| pool.assumed).div_rounded(whole, 4).ok()
    }
}

impl ReplayState {
    /// The state before the first event.
    pub const fn nothing() -> Self {
        Self {
            held: BTreeMap::new(),
            gains: Vec::new(),
            gaps: Vec::new(),
            unconverted: BTreeMap::new(),
            open: OpenPools(BTreeMap::new()),
            unknown_origin: None,
        }
    }

    /// Returns the state with what is held at the end.
    pub fn with_open(self, lots: &CostBasis) -> Self {
        Self {
            open: OpenPools::of(lots),
            ..self
        }
    }

    pub fn quantity(&self, pool: u32) -> Option<Exact> {
        match self.held.get(&pool) {
            None => Some(Exact::ZERO),
            Some(held) => held.and_then(|held| held.known.add(held.unknown).ok()),
        }
    }

    /// Returns what everything of known cost that a pool holds cost; `None` where a number did not fit.
    pub fn cost(&self, pool: u32) -> Option<Exact> {
        match self.held.get(&pool) {
            None => Some(Exact::ZERO),
            Some(held) => held.map(|held| held.cost),
        }
    }

    fn change(&mut self, pool: u32, change: impl FnOnce(HeldLots) -> Option<HeldLots>) {
        let held = self.held.entry(pool).or_insert(Some(HeldLots::NOTHING));
        *held = held.and_then(change);
    }

    pub fn end_event(&mut self) {
        self.gains.clear();
        self.gaps.clear();
    }
}

impl BasisSink for ReplayState {
    fn realized(&mut self, gain: &RealizedGain) {
        let of_step = StepGain {
            amount: gain.gain,
            is_assumed: !gain.assumed.is_zero(),
        };
        self.gains.push((gain.place.pool, of_step));
    }

    fn gap(&mut self, gap: &BasisGap) {
        if gap.reason == BasisGapReason::TooLarge {
            self.held.insert(gap.place.pool, None);
        }
        let gap = (
            gap.place.pool,
            StepGap {
                movement: gap.place.order,
                asset: gap.place.asset,
                quantity: gap.quantity,
                reason: gap.reason,
                origin: self
                    .unknown_origin
                    .filter(|_| gap.reason == BasisGapReason::UnknownCost),
            },
        );
        self.gaps.push(gap);
    }

    fn acquired(&mut self, _: &Acquisition) {}

    fn given_away(&mut self, _: &GivenAway) {}

    fn put(&mut self, key: PoolKey, lot: &Lot) {
        self.change(key.pool, |held| {
            Some(match lot.total_cost().ok()? {
                Some(cost) => HeldLots {
                    known: held.known.add(lot.quantity).ok()?,
                    cost: held.cost.add(cost).ok()?,
                    ..held
                },
                None => HeldLots {
                    unknown: held.unknown.add(lot.quantity).ok()?,
                    ..held
                },
            })
        });
    }

    fn took(&mut self, key: PoolKey, taken: &Taken) {
        self.unknown_origin = taken.unknown_origin;
        self.change(key.pool, |held| {
            Some(HeldLots {
                known: held.known.sub(taken.known).ok()?,
                cost: held.cost.sub(taken.cost).ok()?,
                unknown: held.unknown.sub(taken.unknown).ok()?,
            })
        });
    }
}

impl StepTable {
    /// Adds the steps of the event that was replayed last: one for each pool that it touched.
    pub fn add(&mut self, state: &ReplayState, event: &EventMovements, tables: &BookTables) {
        self.begin_event();
        let mut pools: Vec<u32> = Vec::new();
        for movement in event.moved.iter().chain(&event.supplied) {
            if let Some(pool) = tables.ledger.pool(movement.asset)
                && !pools.contains(&pool)
            {
                pools.push(pool);
            }
        }
        for pool in pools {
            let after = state.held.get(&pool).copied().unwrap_or(Some(HeldLots::NOTHING));
            let mut gains = state.gains.iter().filter(|(of, _)| *of == pool);
            let first = gains.next().map(|(_, gain)| *gain);
            let gain = first.and_then(|first| gains.try_fold(first, |sum, (_, gain)| sum.plus(*gain)));
            let gaps = state.gaps.iter().filter(|(of, _)| *of == pool);
            self.push(pool, after, gain, gaps.map(|(_, gap)| *gap).collect());
        }
    }
}

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
    /// What is held at the end at an assumed cost.
    pub assumed: AssumedCost,
    /// The movement that acquired what was taken last at an unknown cost.
    unknown_origin: Option<MovementOrder>,
}

/// How much of the cost of what is held is assumed, because it arrived from elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AssumedCost {
    /// The cost that is assumed.
    pub assumed: PartialSum,
    /// The cost of everything held, where it is known.
    pub whole: PartialSum,
}

impl AssumedCost {
    /// Sums the cost of the open lots.
    pub fn of(basis: &CostBasis) -> Self {
        let mut cost = Self::default();
        let open = basis.open_lots().flat_map(|(_, lots)| lots);
        for lot in open.chain(basis.lots_in_transit().map(|(_, lot)| *lot)) {
            let own = lot.total_cost().ok().flatten();
            cost.whole.add(own);
            if lot.is_assumed {
                cost.assumed.add(own);
            }
        }
        cost
    }

    /// Returns the share of the cost that is assumed, from 0 to 1, rounded to four places; `None` where nothing has a known cost.
    pub fn share(&self) -> Option<Amount> {
        let (assumed, whole) = (self.assumed.known.amount(), self.whole.known.amount());
        if whole.is_zero() {
            return None;
        }
        assumed.div_rounded(whole, 4).ok()
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
            assumed: AssumedCost {
                assumed: PartialSum::ZERO,
                whole: PartialSum::ZERO,
            },
            unknown_origin: None,
        }
    }

    /// Returns the state with what is held at the end at an assumed cost.
    pub fn with_assumed(self, lots: &CostBasis) -> Self {
        Self {
            assumed: AssumedCost::of(lots),
            ..self
        }
    }

    pub fn quantity(&self, pool: u32) -> Option<Exact> {
        match self.held.get(&pool) {
            None => Some(Exact::ZERO),
            Some(held) => held.and_then(|held| held.known.add(held.unknown).ok()),
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
            let gain = first.and_then(|first| {
                gains.try_fold(first, |sum, (_, gain)| {
                    Some(StepGain {
                        amount: sum.amount.add(gain.amount).ok()?,
                        is_assumed: sum.is_assumed || gain.is_assumed,
                    })
                })
            });
            let gaps = state.gaps.iter().filter(|(of, _)| *of == pool);
            self.push(pool, after, gain, gaps.map(|(_, gap)| *gap).collect());
        }
    }
}

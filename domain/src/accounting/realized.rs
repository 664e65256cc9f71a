//! Realized gains, summed.

use std::collections::BTreeMap;

use ports::annotation::EntryMark;

use crate::accounting::{
    basis_event::{Acquisition, BasisGap, BasisSink, GivenAway, RealizedGain},
    month::Month,
    month_rows::MonthRows,
    partial_sum::PartialSum,
    rows::{indexed, row},
};

/// What the disposals of a ledger realized, and what is left out of it.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct RealizedTotals {
    pools: Vec<PoolTotals>,
    gaps: Vec<BasisGap>,
}

/// The totals of one pool.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PoolTotals {
    /// The quantity disposed of at a known cost and price.
    pub quantity: PartialSum,
    /// What was received for it.
    pub proceeds: PartialSum,
    /// What it cost.
    pub cost: PartialSum,
    /// Proceeds minus cost. What is left out is a disposal, or a part of one, without a known cost or price.
    pub gain: PartialSum,
    /// The gain of each month.
    pub months: MonthRows<PartialSum>,
    /// The cost of everything acquired, with fees as configured.
    pub acquired: PartialSum,
    /// The value of what arrived without an exchange, by its mark. It is part of `acquired`.
    pub received: BTreeMap<EntryMark, PartialSum>,
    /// The cost of what was given away.
    pub given_away: PartialSum,
}

impl RealizedTotals {
    /// Returns the totals of every pool with anything in it.
    pub fn pools(&self) -> impl Iterator<Item = (u32, &PoolTotals)> {
        indexed(&self.pools).filter(|(_, totals)| **totals != PoolTotals::default())
    }

    /// Returns the totals of a pool, if it has any.
    #[must_use]
    pub fn of_pool(&self, pool: u32) -> Option<&PoolTotals> {
        self.pools.get(usize::try_from(pool).ok()?)
    }

    /// Returns the gaps in the order of the movements.
    #[must_use]
    pub fn gaps(&self) -> &[BasisGap] {
        &self.gaps
    }

    /// Returns the gain of all pools.
    #[must_use]
    pub fn gain(&self) -> PartialSum {
        PartialSum::total(self.pools.iter().map(|pool| pool.gain))
    }

    /// Returns the gain of every year with disposals.
    #[must_use]
    pub fn years(&self) -> BTreeMap<i32, PartialSum> {
        let mut years: BTreeMap<i32, PartialSum> = BTreeMap::new();
        for (month, gain) in self.pools.iter().flat_map(|pool| pool.months.iter()) {
            years.entry(month.year()).or_default().add_sum(*gain);
        }
        years
    }

    fn pool(&mut self, pool: u32) -> Option<&mut PoolTotals> {
        row(&mut self.pools, pool)
    }
}

impl BasisSink for RealizedTotals {
    fn realized(&mut self, gain: &RealizedGain) {
        let month = Month::at(gain.place.time);
        if let Some(pool) = self.pool(gain.place.pool) {
            pool.quantity.add_known(&gain.quantity);
            pool.proceeds.add_known(&gain.proceeds);
            pool.cost.add_known(&gain.cost);
            pool.gain.add_known(&gain.gain);
            if let Some(row) = pool.months.row(month) {
                row.add_known(&gain.gain);
            }
        }
    }

    fn gap(&mut self, gap: &BasisGap) {
        self.gaps.push(*gap);
        let month = Month::at(gap.place.time);
        if let Some(pool) = self.pool(gap.place.pool) {
            pool.gain.add(None);
            if let Some(row) = pool.months.row(month) {
                row.add(None);
            }
        }
    }

    fn acquired(&mut self, acquisition: &Acquisition) {
        if let Some(pool) = self.pool(acquisition.place.pool) {
            pool.acquired.add(acquisition.cost);
            if let Some(mark) = acquisition.mark {
                pool.received.entry(mark).or_default().add(acquisition.cost);
            }
        }
    }

    fn given_away(&mut self, given: &GivenAway) {
        if let Some(pool) = self.pool(given.place.pool) {
            pool.given_away.add_sum(given.cost);
        }
    }
}

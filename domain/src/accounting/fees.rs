//! Fees by month, chain and asset.

use std::collections::BTreeMap;

use crate::accounting::{
    month::Month,
    movement::{Movement, MovementRole},
    partial_sum::PartialSum,
    rows::{indexed, row},
    tables::LedgerTables,
};

/// The fees of one month, chain and asset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct FeeTotals {
    /// How many fees.
    pub count: u32,
    /// The quantity, in whole units.
    pub quantity: PartialSum,
    /// The value at the prices of the time. A fee without a price is left out.
    pub value: PartialSum,
}

/// The fees of every month, chain and asset.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct FeeTable {
    /// By asset.
    assets: Vec<Vec<(Month, Option<u32>, FeeTotals)>>,
}

impl FeeTable {
    /// Applies the movements of one event. Fees in money count too.
    pub fn apply(&mut self, tables: &LedgerTables, event: &[Movement]) {
        for movement in event.iter().filter(|it| it.role == MovementRole::Fee) {
            let Some(rows) = row(&mut self.assets, movement.asset) else {
                continue;
            };
            let (month, chain) = (Month::at(movement.time), tables.chain(movement.account));
            // Movements arrive by time, so that the row is among the last ones.
            let found = rows
                .iter()
                .rposition(|(of, on, _)| (*of, *on) == (month, chain) || *of < month);
            let found = found.filter(|at| rows.get(*at).is_some_and(|(of, ..)| *of == month));
            let at = found.unwrap_or_else(|| {
                rows.push((month, chain, FeeTotals::default()));
                rows.len() - 1
            });
            if let Some((.., totals)) = rows.get_mut(at) {
                totals.count = totals.count.saturating_add(1);
                totals.quantity.add(Some(movement.quantity));
                totals.value.add(movement.total().ok().flatten());
            }
        }
    }

    /// Returns the fees by asset, month and chain; the chain is `None` for accounts without one.
    pub fn rows(&self) -> impl Iterator<Item = (u32, Month, Option<u32>, &FeeTotals)> {
        indexed(&self.assets).flat_map(|(asset, rows)| {
            rows.iter()
                .map(move |(month, chain, totals)| (asset, *month, *chain, totals))
        })
    }

    /// Returns the fees of each month and asset on all chains.
    #[must_use]
    pub fn by_month(&self) -> BTreeMap<(Month, u32), FeeTotals> {
        let mut months: BTreeMap<(Month, u32), FeeTotals> = BTreeMap::new();
        for (asset, month, _, totals) in self.rows() {
            let sum = months.entry((month, asset)).or_default();
            sum.count = sum.count.saturating_add(totals.count);
            sum.quantity.add_sum(totals.quantity);
            sum.value.add_sum(totals.value);
        }
        months
    }
}

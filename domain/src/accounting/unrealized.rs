//! The gain that selling everything at given prices would realize, and profit and loss.

use std::collections::BTreeMap;

use crate::accounting::{cost_basis::CostBasis, exact::Exact, partial_sum::PartialSum, realized::RealizedTotals};

/// The open lots of one pool at a price.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnrealizedGain {
    /// The quantity held in lots of known cost. Lots of unknown cost are left out.
    pub quantity: PartialSum,
    /// Their cost.
    pub cost: PartialSum,
    /// Their value; left out where there is no price.
    pub value: PartialSum,
    /// Value minus cost.
    pub gain: PartialSum,
    /// The number of open lots, also of unknown cost.
    pub lots: u32,
}

/// Gains of a ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProfitAndLoss {
    /// The gain of all disposals.
    pub realized: PartialSum,
    /// The gain of everything held.
    pub unrealized: PartialSum,
    /// Both.
    pub total: PartialSum,
}

/// Values the open lots of every pool. `price` returns the price of a whole unit of a pool's asset; `None` where it is not
/// known.
pub fn unrealized(basis: &CostBasis, price: impl Fn(u32) -> Option<Exact>) -> BTreeMap<u32, UnrealizedGain> {
    let mut pools: BTreeMap<u32, UnrealizedGain> = BTreeMap::new();
    let held = basis
        .open_lots()
        .flat_map(|(key, lots)| lots.into_iter().map(move |lot| (key.pool, lot)));
    for (pool, lot) in held.chain(basis.lots_in_transit().map(|(pool, lot)| (pool, *lot))) {
        let gain = pools.entry(pool).or_default();
        gain.lots = gain.lots.saturating_add(1);
        let cost = lot.total_cost().ok().flatten();
        gain.cost.add(cost);
        gain.quantity.add(cost.and(Some(lot.quantity)));
    }
    for (pool, gain) in &mut pools {
        let value = price(*pool).and_then(|price| gain.quantity.known.mul(price).ok());
        gain.value.add(value);
        gain.value.left_out = gain.value.left_out.saturating_add(gain.quantity.left_out);
        gain.gain.add(value.and_then(|value| value.sub(gain.cost.known).ok()));
        gain.gain.left_out = gain.gain.left_out.saturating_add(gain.cost.left_out);
    }
    pools
}

/// Adds the realized and the unrealized gains.
#[must_use]
pub fn profit_and_loss(realized: &RealizedTotals, unrealized: &BTreeMap<u32, UnrealizedGain>) -> ProfitAndLoss {
    let (realized, unrealized) = (
        realized.gain(),
        PartialSum::total(unrealized.values().map(|pool| pool.gain)),
    );
    ProfitAndLoss {
        realized,
        unrealized,
        total: PartialSum::total([realized, unrealized]),
    }
}

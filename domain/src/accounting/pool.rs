//! Pools of lots, each in the order of its method.

use std::collections::{BinaryHeap, VecDeque, binary_heap::PeekMut};

use ports::{AmountError, LotMethod};

use crate::accounting::{
    average::AveragePool,
    exact::Exact,
    lot::{Lot, RankedLot},
    taken::Taken,
};

/// The lots of one asset, in all accounts or in one.
#[allow(
    clippy::large_enum_variant,
    reason = "there is one pool per asset and account, and a box would cost a jump for each movement"
)]
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum LotPool {
    /// Ordered by age, the oldest at the front. FIFO takes from there and LIFO from the other end.
    ByAge {
        /// The lots.
        lots: VecDeque<Lot>,
        /// Whether the newest leaves first.
        newest_first: bool,
    },
    /// Ordered by unit cost.
    ByCost(BinaryHeap<RankedLot>),
    /// One average.
    Average(AveragePool),
}

impl LotPool {
    /// Makes an empty pool.
    #[must_use]
    pub fn new(method: LotMethod) -> Self {
        let by_age = |newest_first| Self::ByAge {
            lots: VecDeque::new(),
            newest_first,
        };
        match method {
            LotMethod::Fifo => by_age(false),
            LotMethod::Lifo => by_age(true),
            LotMethod::Hifo => Self::ByCost(BinaryHeap::new()),
            LotMethod::Average => Self::Average(AveragePool::EMPTY),
        }
    }

    /// Adds a lot. One that another account acquired earlier takes its place by age.
    pub fn put(&mut self, lot: Lot) -> Result<(), AmountError> {
        match self {
            Self::ByAge { lots, .. } => match lots.back() {
                Some(newest) if newest.age() > lot.age() => {
                    lots.insert(lots.partition_point(|held| held.age() <= lot.age()), lot);
                }
                _ => lots.push_back(lot),
            },
            Self::ByCost(lots) => lots.push(RankedLot {
                unit: lot.unit_cost()?,
                lot,
            }),
            Self::Average(pool) => pool.put(lot)?,
        }
        Ok(())
    }

    /// Takes a quantity into `taken`. Returns what the pool does not hold.
    pub fn take(&mut self, quantity: Exact, taken: &mut Taken) -> Result<Exact, AmountError> {
        match self {
            Self::Average(pool) => pool.take(quantity, taken),
            Self::ByAge { lots, newest_first } => take_by_age(lots, *newest_first, quantity, taken),
            Self::ByCost(lots) => take_by_cost(lots, quantity, taken),
        }
    }

    /// Returns the open lots, the oldest first.
    #[must_use]
    pub fn lots(&self) -> Vec<Lot> {
        match self {
            Self::ByAge { lots, .. } => lots.iter().copied().collect(),
            Self::ByCost(ranked) => {
                let mut lots: Vec<Lot> = ranked.iter().map(|ranked| ranked.lot).collect();
                lots.sort_by_key(Lot::age);
                lots
            }
            Self::Average(pool) => pool.lots().collect(),
        }
    }
}

fn take_by_age(
    lots: &mut VecDeque<Lot>,
    newest_first: bool,
    quantity: Exact,
    taken: &mut Taken,
) -> Result<Exact, AmountError> {
    let mut wanted = quantity;
    while !wanted.is_zero() {
        let next = if newest_first {
            lots.back_mut()
        } else {
            lots.front_mut()
        };
        let Some(lot) = next else { break };
        if lot.quantity > wanted {
            taken.split(lot, wanted)?;
            return Ok(Exact::ZERO);
        }
        wanted.reduce(&lot.quantity)?;
        taken.add(lot, None)?;
        if newest_first {
            lots.pop_back();
        } else {
            lots.pop_front();
        }
    }
    Ok(wanted)
}

fn take_by_cost(lots: &mut BinaryHeap<RankedLot>, quantity: Exact, taken: &mut Taken) -> Result<Exact, AmountError> {
    let mut wanted = quantity;
    while !wanted.is_zero() {
        let Some(mut next) = lots.peek_mut() else { break };
        if next.lot.quantity > wanted {
            taken.split(&mut next.lot, wanted)?;
            return Ok(Exact::ZERO);
        }
        wanted.reduce(&next.lot.quantity)?;
        taken.add(&next.lot, None)?;
        PeekMut::pop(next);
    }
    Ok(wanted)
}

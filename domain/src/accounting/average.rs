//! The pool of the moving average.

use ports::AmountError;

use crate::accounting::{
    exact::Exact,
    lot::{Deposited, Lot, LotCost},
    taken::Taken,
};

/// A quantity with one average cost. Units of unknown cost are kept apart from the average and leave last.
///
/// A disposal removes cost × quantity disposed / quantity held, rounded half-even to 18 places, and all of the cost when
/// nothing of known cost remains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AveragePool {
    /// What has a known cost; `None` while there is nothing.
    known: Option<Lot>,
    /// What has no known cost.
    unknown: Option<Lot>,
}

impl AveragePool {
    /// A pool without lots.
    pub const EMPTY: Self = Self {
        known: None,
        unknown: None,
    };

    /// Adds a lot. The pool keeps the date of its oldest one.
    pub fn put(&mut self, lot: Lot) -> Result<(), AmountError> {
        let cost = lot.total_cost()?;
        let place = if cost.is_some() {
            &mut self.known
        } else {
            &mut self.unknown
        };
        let merged = match place {
            None => Lot {
                cost: cost.map_or(LotCost::Unknown, LotCost::Total),
                ..lot
            },
            Some(held) => {
                let (acquired, origin) = held.age().min(lot.age());
                let cost = match (held.cost, cost) {
                    (LotCost::Total(held), Some(cost)) => LotCost::Total(held.add(cost)?),
                    (cost, _) => cost,
                };
                let quantity = held.quantity.add(lot.quantity)?;
                Lot {
                    acquired,
                    origin,
                    quantity,
                    cost,
                    deposited: Deposited::merge(held.deposited, lot.deposited)?,
                    is_assumed: held.is_assumed || lot.is_assumed,
                }
            }
        };
        *place = Some(merged);
        Ok(())
    }

    /// Takes a quantity into `taken`. Returns what the pool does not hold.
    pub fn take(&mut self, quantity: Exact, taken: &mut Taken) -> Result<Exact, AmountError> {
        let mut wanted = quantity;
        for place in [&mut self.known, &mut self.unknown] {
            let Some(held) = place.as_mut().filter(|_| !wanted.is_zero()) else {
                continue;
            };
            let part = wanted.min(held.quantity);
            wanted = wanted.sub(part)?;
            taken.split(held, part)?;
            if held.quantity.is_zero() {
                *place = None;
            }
        }
        Ok(wanted)
    }

    /// Returns what it holds: one lot of known cost and one of unknown cost at most.
    pub fn lots(&self) -> impl Iterator<Item = Lot> {
        [self.known, self.unknown].into_iter().flatten()
    }
}

//! Lots: quantities that were acquired together.

use std::cmp::Ordering;

use ports::{AmountError, Timestamp};

use crate::accounting::{
    capitalise::known_fee,
    exact::Exact,
    movement::{Movement, MovementOrder, MovementValue},
    partial_sum::PartialSum,
};

/// What remains of one acquisition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Lot {
    /// When it was acquired. Transfers between own accounts do not change it.
    pub acquired: Timestamp,
    /// The movement that acquired it.
    pub origin: MovementOrder,
    /// The quantity that remains, in whole units.
    pub quantity: Exact,
    /// What it cost.
    pub cost: LotCost,
    /// What it was before it became a position; `None` where it was acquired as it is.
    pub deposited: Option<Deposited>,
    /// Whether its cost is assumed, because it arrived from elsewhere.
    pub is_assumed: bool,
}

/// What a lot was before it became a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Deposited {
    /// The pool that it was deposited from.
    pub pool: u32,
    /// The quantity that was deposited for what remains, in whole units of that pool.
    pub quantity: Exact,
}

impl Deposited {
    /// Returns what both together were; `None` where they were different things, because their average is neither.
    pub fn merge(one: Option<Self>, other: Option<Self>) -> Result<Option<Self>, AmountError> {
        match (one, other) {
            (Some(one), Some(other)) if one.pool == other.pool => Ok(Some(Self {
                pool: one.pool,
                quantity: one.quantity.add(other.quantity)?,
            })),
            _ => Ok(None),
        }
    }
}

/// What a lot cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum LotCost {
    /// The cost of one whole unit. The cost of every part is exact.
    Unit(Exact),
    /// The cost of all that remains. The cost of a part is rounded, and the rest keeps the remainder, so that nothing is
    /// lost.
    Total(Exact),
    /// Not known, which is not zero.
    Unknown,
}

impl Lot {
    /// Makes the lot of an acquisition, with the fees that it carries.
    pub(in crate::accounting) fn acquired_by(
        movement: &Movement,
        carried: Option<PartialSum>,
    ) -> Result<Self, AmountError> {
        let fee = known_fee(carried);
        let cost = match movement.value {
            MovementValue::UnitPrice(price) if fee.is_zero() => LotCost::Unit(price),
            _ => match movement.total()? {
                Some(total) => LotCost::Total(total.add(fee)?),
                None => LotCost::Unknown,
            },
        };
        Ok(Self {
            acquired: movement.time,
            origin: movement.order,
            quantity: movement.quantity,
            cost,
            deposited: None,
            is_assumed: movement.is_assumed,
        })
    }

    /// Returns the cost of what remains; `None` where it is not known.
    #[inline]
    pub fn total_cost(&self) -> Result<Option<Exact>, AmountError> {
        match self.cost {
            LotCost::Unit(unit) => self.quantity.mul(unit).map(Some),
            LotCost::Total(total) => Ok(Some(total)),
            LotCost::Unknown => Ok(None),
        }
    }

    /// Returns the cost of one whole unit, rounded half-even to 18 places where it is a quotient; `None` where it is not
    /// known.
    pub fn unit_cost(&self) -> Result<Option<Exact>, AmountError> {
        match self.cost {
            LotCost::Unit(unit) => Ok(Some(unit)),
            LotCost::Total(total) => total.share(Exact::ONE, self.quantity).map(Some),
            LotCost::Unknown => Ok(None),
        }
    }

    /// Takes a part off. `part` is at most the quantity. Returns the part as a lot of its own, and the cost and the quantity
    /// of what it is a share of, where its cost is a share.
    #[inline]
    pub fn split(&mut self, part: Exact) -> Result<(Self, Option<(Exact, Exact)>), AmountError> {
        let mut piece = *self;
        let mut share_of = None;
        if let LotCost::Total(total) = self.cost
            && part != self.quantity
        {
            let share = total.share(part, self.quantity)?;
            share_of = Some((total, self.quantity));
            self.cost = LotCost::Total(total.sub(share)?);
            piece.cost = LotCost::Total(share);
        }
        if let (Some(deposited), Some(of_piece)) = (&mut self.deposited, &mut piece.deposited)
            && part != self.quantity
        {
            of_piece.quantity = deposited.quantity.share(part, self.quantity)?;
            deposited.quantity.reduce(&of_piece.quantity)?;
        }
        self.quantity.reduce(&part)?;
        piece.quantity = part;
        Ok((piece, share_of))
    }

    /// Returns the lot with another quantity, at the same cost.
    pub(in crate::accounting) fn converted(self, quantity: Exact) -> Result<Self, AmountError> {
        let cost = self.total_cost()?.map_or(LotCost::Unknown, LotCost::Total);
        Ok(Self { quantity, cost, ..self })
    }

    /// Returns its place by age.
    #[must_use]
    pub fn age(&self) -> (Timestamp, MovementOrder) {
        (self.acquired, self.origin)
    }
}

/// A lot ordered by its unit cost: the highest first, the oldest first among equals, and unknown costs last.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct RankedLot {
    /// The unit cost when the lot was added.
    pub unit: Option<Exact>,
    /// The lot.
    pub lot: Lot,
}

impl Ord for RankedLot {
    fn cmp(&self, other: &Self) -> Ordering {
        self.unit
            .cmp(&other.unit)
            .then_with(|| other.lot.age().cmp(&self.lot.age()))
    }
}

impl PartialOrd for RankedLot {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for RankedLot {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for RankedLot {}

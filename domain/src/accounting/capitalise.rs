//! Fees that belong to the cost or the proceeds of what they were paid for.

use crate::accounting::{
    exact::Exact,
    movement::{Movement, MovementRole},
    partial_sum::PartialSum,
    tables::LedgerTables,
};

/// The fees of an event and the movement that carries them.
#[derive(Clone, Copy, Debug)]
pub struct CapitalisedFee {
    leg: u16,
    /// The value of the fees.
    fees: PartialSum,
}

impl CapitalisedFee {
    /// Returns the fees of an event; `None` where there are none, or nothing that could carry them.
    pub fn of(tables: &LedgerTables, event: &[Movement]) -> Option<Self> {
        let mut fees = event.iter().filter(|it| it.role == MovementRole::Fee).peekable();
        fees.peek()?;
        let first = |role| {
            let mut movements = event.iter();
            movements.find(|it| it.role == role && tables.pool(it.asset).is_some())
        };
        let carrier = first(MovementRole::In).or_else(|| first(MovementRole::Out))?;
        let mut sum = PartialSum::ZERO;
        fees.for_each(|fee| sum.add(fee.total().ok().flatten()));
        Some(Self {
            leg: carrier.order.leg,
            fees: sum,
        })
    }

    /// Returns the fees that a movement carries.
    pub fn carried_by(self, movement: &Movement) -> Option<PartialSum> {
        (self.leg == movement.order.leg).then_some(self.fees)
    }
}

/// The known part of carried fees; zero where a movement carries none.
pub fn known_fee(carried: Option<PartialSum>) -> Exact {
    carried.map_or(Exact::ZERO, |fees| fees.known)
}

//! Why the value or the cost of a movement is unknown.

use ports::{EntryId, annotation::AnnotationContent};

use crate::{
    accounting::{BasisGapReason, Movement, MovementOrder, MovementRole, MovementValue},
    ledger::{
        cost::{
            change::CostBasisText,
            entry_cost::CostBuilder,
            movements::{event_index, is_supplied},
            packed_step::StepGap,
            steps::{HeldLots, PoolStep},
        },
        table::pricing::no_price_then,
    },
    reason::Reason,
};

impl CostBuilder<'_> {
    /// Returns what a movement of an entry was valued at.
    pub(in crate::ledger) fn value_basis(&self, entry: &EntryId, movement: &Movement) -> CostBasisText {
        let at = self.time_of(entry).unwrap_or(movement.time);
        let Some(asset) = self.basis.tables.of_number(movement.asset) else {
            return CostBasisText::Unknown(no_price_then(at));
        };
        let builder = self.basis.builder(self.book);
        let entered = builder.cost_of(entry, &asset.asset);
        match (movement.value, entered) {
            (MovementValue::Total(_), Some(_)) => return CostBasisText::Entered,
            (MovementValue::Unknown, Some((_, currency))) if movement.role == MovementRole::In => {
                if let Some(missing) = self.basis.rates.missing_of_cost(currency, at) {
                    return CostBasisText::Unconverted(missing);
                }
            }
            _ => {}
        }
        match self.book.past.price(&asset.asset, at) {
            Ok((_, basis)) => match self.basis.rates.missing_of_price(at) {
                Some(missing) => CostBasisText::Unconverted(missing),
                None => CostBasisText::Price(basis),
            },
            Err(reason) => CostBasisText::Unknown(reason),
        }
    }

    /// Returns what the quantity of a gap was valued at when it was acquired at an unknown cost; `None` where that is not known.
    pub(super) fn acquired_at(&self, gap: &StepGap) -> Option<CostBasisText> {
        let origin = gap.origin?;
        let event = event_index(origin.event);
        if is_supplied(origin.event)
            && let Some(missing) = self.missing_rate(event)
        {
            return Some(CostBasisText::Unconverted(missing));
        }
        // What the person supplied is worth what it left for.
        let wanted = if is_supplied(origin.event) {
            gap.movement
        } else {
            origin
        };
        self.valued_at(event, wanted)
    }

    /// Returns why a quantity has no gain or no cost. A missing exchange rate is named.
    pub fn gap_reason(&self, gap: &StepGap) -> Reason {
        let event = event_index(gap.movement.event);
        let basis = match gap.reason {
            BasisGapReason::UnknownCost => self.acquired_at(gap),
            BasisGapReason::UnknownPrice => self.valued_at(event, gap.movement),
            BasisGapReason::UnknownFee => self.fee_valued_at(event),
            BasisGapReason::NoLot | BasisGapReason::NoDeparture | BasisGapReason::TooLarge => None,
        };
        match basis {
            Some(CostBasisText::Unconverted(missing)) => missing,
            _ => gap.reason.reason(),
        }
    }

    /// Returns the missing exchange rate because of which the cost of what a movement acquired is unknown; `None` where it is unknown
    /// for another reason.
    pub fn missing_rate_of(&self, origin: MovementOrder) -> Option<Reason> {
        let event = event_index(origin.event);
        if is_supplied(origin.event) {
            return self.missing_rate(event);
        }
        match self.valued_at(event, origin)? {
            CostBasisText::Unconverted(missing) => Some(missing),
            _ => None,
        }
    }

    /// Returns the missing exchange rate because of which a part of the cost or the gain of a pool is unknown.
    pub(super) fn missing_rate_of_step(&self, event: usize, step: &PoolStep) -> Option<Reason> {
        let is_unknown = |held: Option<HeldLots>| held.is_none_or(|held| !held.unknown.is_zero());
        let lacks_cost = step.gaps.iter().any(|gap| gap.reason == BasisGapReason::UnknownCost);
        let is_partly_unknown = lacks_cost || is_unknown(step.before) || is_unknown(step.after);
        let earlier = self.basis.unconverted(step.pool, event).filter(|_| is_partly_unknown);
        let own = || self.unconverted_now(event, step.pool);
        earlier.and_then(|event| self.missing_rate(event)).or_else(own)
    }

    /// Returns the missing exchange rate of an event.
    pub(super) fn missing_rate(&self, event: usize) -> Option<Reason> {
        let rates = &self.basis.rates;
        let entry = self.entry_of(event)?;
        let at = self.time_of(&entry)?;
        let entered = || {
            let mut annotations = self.book.annotations.get(&entry).into_iter().flatten();
            annotations.find_map(|one| match one {
                AnnotationContent::Cost { currency, .. } => rates.missing_of_cost(currency, at),
                _ => None,
            })
        };
        rates.missing_of_price(at).or_else(entered)
    }

    /// Returns the missing exchange rate because of which something of a pool that an event exchanged has no value.
    fn unconverted_now(&self, event: usize, pool: u32) -> Option<Reason> {
        let entry = self.entry_of(event)?;
        let movements = self.movements(event).moved;
        let exchanged = movements.iter().filter(|one| {
            self.basis.tables.ledger.pool(one.asset) == Some(pool)
                && one.value == MovementValue::Unknown
                && !one.role.is_carried()
        });
        exchanged
            .map(|one| self.value_basis(&entry, one))
            .find_map(|basis| match basis {
                CostBasisText::Unconverted(missing) => Some(missing),
                _ => None,
            })
    }

    /// Returns what a movement of an event was valued at.
    fn valued_at(&self, event: usize, order: MovementOrder) -> Option<CostBasisText> {
        let entry = self.entry_of(event)?;
        let movements = self.movements(event).moved;
        let movement = movements.iter().find(|one| one.order == order)?;
        Some(self.value_basis(&entry, movement))
    }

    /// Returns what the fee of an event of unknown value was valued at.
    fn fee_valued_at(&self, event: usize) -> Option<CostBasisText> {
        let entry = self.entry_of(event)?;
        let movements = self.movements(event).moved;
        let is_unknown = |one: &&Movement| one.role == MovementRole::Fee && one.value == MovementValue::Unknown;
        let fee = movements.iter().find(is_unknown)?;
        Some(self.value_basis(&entry, fee))
    }
}

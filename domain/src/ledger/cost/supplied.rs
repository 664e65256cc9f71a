//! What the person says about entries: marks, costs, and what was missing before a disposal.

use ports::{
    Amount, AssetId, Currency, Entry, EntryId, Timestamp,
    annotation::{AnnotationContent, EntryMark},
};

use crate::{
    accounting::{AssetForm, Exact, LedgerTables, Movement, MovementKind, MovementOrder, MovementRole, MovementValue},
    ledger::cost::{
        movements::{EventContext, MovementBuilder, number_legs},
        pairing::{LegAmount, Pairing},
    },
};

impl MovementBuilder<'_> {
    /// Returns what the person says about units that left without having arrived: what they cost, or that they were received as a
    /// gift, income or an airdrop. The latter cost what they were worth when they left, because the moment of their arrival is unknown.
    pub fn supplied_to(
        &self,
        context: &EventContext<'_>,
        pairing: &Pairing,
        moved: &[Movement],
        held: impl Fn(u32) -> Option<Exact>,
    ) -> Vec<Movement> {
        let mut supplied: Vec<Movement> = Vec::new();
        for (at, movement) in moved
            .iter()
            .enumerate()
            .filter(|(_, movement)| leaves(movement, &self.tables.ledger))
        {
            let Some(missing) = self.missing(moved, at, &held) else {
                continue;
            };
            if let Some((value, mark)) = self.supply(context, movement, pairing) {
                supplied.push(Movement {
                    order: MovementOrder {
                        event: context.number.saturating_sub(1),
                        ..movement.order
                    },
                    role: MovementRole::In,
                    kind: MovementKind::Deposit,
                    quantity: missing,
                    value,
                    mark,
                    transfer: None,
                    ..*movement
                });
            }
        }
        number_legs(&mut supplied);
        supplied
    }

    /// Returns what a pool does not hold of everything that leaves it, for the first movement that leaves it; `None` for the others,
    /// and where nothing is missing.
    fn missing(&self, moved: &[Movement], at: usize, held: &impl Fn(u32) -> Option<Exact>) -> Option<Exact> {
        let pool = self.tables.ledger.pool(moved.get(at)?.asset)?;
        let of_pool =
            |one: &&Movement| self.tables.ledger.pool(one.asset) == Some(pool) && leaves(one, &self.tables.ledger);
        if moved.iter().take(at).any(|one| of_pool(&one)) {
            return None;
        }
        let mut leaving = moved.iter().filter(of_pool);
        let leaving = leaving.try_fold(Exact::ZERO, |sum, one| sum.add(one.quantity).ok())?;
        let missing = leaving.sub(held(pool)?).ok()?;
        (!missing.is_zero() && !missing.is_negative()).then_some(missing)
    }

    /// Returns the value and the mark of what is missing from a disposal; `None` where the person says nothing about it.
    fn supply(
        &self,
        context: &EventContext<'_>,
        movement: &Movement,
        pairing: &Pairing,
    ) -> Option<(MovementValue, Option<EntryMark>)> {
        let asset = self.tables.of_number(movement.asset)?;
        let arrives = pairing.into.iter().any(|one| one.asset == movement.asset);
        if let (Some((amount, currency)), false) = (self.cost_of(&context.entry.id, &asset.asset), arrives) {
            let cost = self.rates.cost(amount, currency, context.time);
            return Some((cost.map_or(MovementValue::Unknown, MovementValue::Total), context.mark));
        }
        // A mark is about what left, and about the fee only where nothing else did.
        let is_fee = movement.role == MovementRole::Fee;
        let mark = context.mark.filter(|_| !is_fee || pairing.out.is_empty())?;
        let is_given = movement.mark == Some(EntryMark::Gift);
        let value = if is_given {
            MovementValue::Unknown
        } else {
            movement.value
        };
        Some((value, Some(mark).filter(|_| !is_given)))
    }

    /// Returns the person's mark of an entry.
    pub fn mark(&self, entry: &EntryId) -> Option<EntryMark> {
        self.book.annotations.get(entry)?.iter().find_map(|one| match one {
            AnnotationContent::Mark(mark) => Some(*mark),
            _ => None,
        })
    }

    /// Returns what the person entered as the cost of an asset of an entry.
    pub fn cost_of(&self, entry: &EntryId, asset: &AssetId) -> Option<(Amount, &Currency)> {
        self.book.annotations.get(entry)?.iter().find_map(|one| match one {
            AnnotationContent::Cost {
                asset: of,
                amount,
                currency,
            } if of == asset => Some((*amount, currency)),
            _ => None,
        })
    }

    /// Returns the entered cost of what arrived of an asset; `None` where the person entered none. One that cannot be converted is
    /// unknown, and no price takes its place. Of several tokens with ids, each cost the same.
    pub fn entered_cost(
        &self,
        entry: &Entry,
        amount: &LegAmount,
        into: &[LegAmount],
        at: Timestamp,
    ) -> Option<MovementValue> {
        let asset = &self.tables.of_number(amount.asset)?.asset;
        let (cost, currency) = self.cost_of(&entry.id, asset)?;
        let total = self.rates.cost(cost, currency, at);
        let share = total.and_then(|total| self.share(total, amount, into));
        Some(share.map_or(MovementValue::Unknown, MovementValue::Total))
    }

    /// Returns the part of an asset's cost that an amount has.
    fn share(&self, total: Exact, amount: &LegAmount, into: &[LegAmount]) -> Option<Exact> {
        let asset = &self.tables.of_number(amount.asset)?.asset;
        let is_same = |one: &&LegAmount| {
            self.tables
                .of_number(one.asset)
                .is_some_and(|other| other.asset == *asset)
        };
        let mut whole = into.iter().filter(is_same);
        let whole = whole.try_fold(Exact::ZERO, |sum, one| sum.add(one.quantity).ok())?;
        total.share(amount.quantity, whole).ok()
    }

    /// Returns the pools in which something was acquired at a cost that cannot be converted: it was entered, or its price is known.
    pub fn unconverted(&self, entry: &Entry, moved: &[Movement]) -> Vec<u32> {
        let acquired = moved
            .iter()
            .filter(|one| one.role == MovementRole::In && one.value == MovementValue::Unknown);
        let pools = acquired.filter_map(|one| {
            let asset = &self.tables.of_number(one.asset)?.asset;
            let is_known =
                self.cost_of(&entry.id, asset).is_some() || self.book.past.known_price(asset, entry.time).is_some();
            is_known.then(|| self.tables.ledger.pool(one.asset)).flatten()
        });
        pools.collect()
    }
}

/// Returns whether a movement needs lots. A position may have grown, and its token too.
fn leaves(movement: &Movement, tables: &LedgerTables) -> bool {
    match movement.role {
        MovementRole::Out | MovementRole::Fee => true,
        MovementRole::ConvertOut => tables.form(movement.asset) == AssetForm::Plain,
        _ => false,
    }
}

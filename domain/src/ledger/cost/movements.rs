//! The entries of a book as movements.

use ports::{
    ArrivalRule, CostRules, Timestamp,
    annotation::EntryMark,
    entry::{Entry, EntryKind, LegRole},
};

use crate::{
    accounting::{Exact, Movement, MovementKind, MovementOrder, MovementRole, MovementValue},
    ledger::{
        book::Book,
        cost::{
            pairing::{LegAmount, Pairing},
            plan::{EventPart, PlannedEvent, arrivals},
            position_lots::PositionIndex,
            rates::LedgerRates,
            tables::BookTables,
        },
        table::book_row::BookRow,
    },
};

/// The most amounts of one row that are carried over to other accounts; further ones count as disposals and acquisitions.
const MOST_CARRIED: u32 = 64;

/// Makes the movements of the events of a book.
#[derive(Clone, Copy)]
pub struct MovementBuilder<'a> {
    /// The book.
    pub book: &'a Book,
    /// What the numbers in movements stand for.
    pub tables: &'a BookTables,
    /// The deposits.
    pub positions: &'a PositionIndex,
    /// The rates of each day.
    pub rates: &'a LedgerRates,
    /// The rules.
    pub rules: CostRules,
}

/// The movements of one event.
#[derive(Debug, Default)]
pub struct EventMovements {
    /// What the person says was acquired before the event, because the entries do not show where it came from.
    pub supplied: Vec<Movement>,
    /// What the event moved.
    pub moved: Vec<Movement>,
    /// Whether the person said anything about its entry, so that something may have to be supplied.
    pub is_annotated: bool,
    /// The pools in which something was acquired at a cost that is unknown because an exchange rate is missing.
    pub unconverted: Vec<u32>,
}

/// What the movements of one event have in common.
#[derive(Clone, Copy)]
pub struct EventContext<'a> {
    /// The number of the event.
    pub number: u32,
    /// When.
    pub time: Timestamp,
    /// Its first entry.
    pub entry: &'a Entry,
    /// The person's mark of the entry.
    pub mark: Option<EntryMark>,
}

/// The number of an event in movements. The one before it is that of what the person supplied to it.
pub fn event_number(index: usize) -> u32 {
    u32::try_from(index)
        .unwrap_or(u32::MAX / 4)
        .saturating_mul(2)
        .saturating_add(1)
}

/// The place of an event with this number in the plan.
pub fn event_index(number: u32) -> usize {
    usize::try_from(number / 2).unwrap_or(usize::MAX)
}

/// Returns whether an event with this number is what the person supplied.
pub fn is_supplied(number: u32) -> bool {
    number.is_multiple_of(2)
}

impl MovementBuilder<'_> {
    /// Returns the entries of an event.
    pub fn entries(&self, event: &PlannedEvent) -> Vec<Entry> {
        let row = usize::try_from(event.row).ok().and_then(|row| self.book.rows.get(row));
        let entries = |row: &BookRow| self.paired(row, event.part).0.into_iter().cloned().collect();
        row.as_ref().map_or_else(Vec::new, entries)
    }

    /// Returns the movements of an event, without what the person supplied.
    pub fn event(&self, index: usize, event: &PlannedEvent) -> EventMovements {
        let row = usize::try_from(event.row).ok().and_then(|row| self.book.rows.get(row));
        let Some(row) = row else {
            return EventMovements::default();
        };
        let (entries, pairing) = self.paired(&row, event.part);
        let Some(context) = self.context(index, event, &entries) else {
            return EventMovements::default();
        };
        let mut moved = Vec::new();
        // A false log says that something left, and nothing did.
        if context.entry.kind != EntryKind::Spam {
            self.departures(&context, (&row, event), &pairing, &mut moved);
        }
        self.arrivals(&context, (&row, event), &pairing, &mut moved);
        self.conversions(&context, event, &pairing, &mut moved);
        self.fees(&context, &entries, &mut moved);
        number_legs(&mut moved);
        EventMovements {
            supplied: Vec::new(),
            unconverted: self.unconverted(context.entry, &moved),
            moved,
            is_annotated: self.book.annotations.contains_key(&context.entry.id),
        }
    }

    /// Adds what the person supplied to an event. `held` returns what a pool holds before it.
    pub fn supply_event(
        &self,
        index: usize,
        planned: &PlannedEvent,
        event: &mut EventMovements,
        held: impl Fn(u32) -> Option<Exact>,
    ) {
        let row = usize::try_from(planned.row)
            .ok()
            .and_then(|row| self.book.rows.get(row));
        let Some(row) = row else { return };
        let (entries, pairing) = self.paired(&row, planned.part);
        if let Some(context) = self.context(index, planned, &entries) {
            event.supplied = self.supplied_to(&context, &pairing, &event.moved, held);
            event
                .unconverted
                .extend(self.unconverted(context.entry, &event.supplied));
        }
    }

    fn context<'b>(&self, index: usize, event: &PlannedEvent, entries: &[&'b Entry]) -> Option<EventContext<'b>> {
        let entry = entries.first().copied()?;
        Some(EventContext {
            number: event_number(index),
            time: event.time,
            entry,
            mark: self.mark(&entry.id),
        })
    }

    fn departures(
        &self,
        context: &EventContext<'_>,
        (row, event): (&BookRow, &PlannedEvent),
        pairing: &Pairing,
        moved: &mut Vec<Movement>,
    ) {
        if event.part == EventPart::Row {
            for (number, carried) in (0..).zip(&pairing.carried) {
                let role = if number < MOST_CARRIED {
                    MovementRole::TransferOut
                } else {
                    MovementRole::Out
                };
                let movement = self.movement(context, &carried.left, role);
                moved.push(Movement {
                    kind: MovementKind::Transfer,
                    transfer: (number < MOST_CARRIED)
                        .then(|| self.transfer_number(event, number))
                        .flatten(),
                    ..movement
                });
            }
        }
        // What an account gives away without receiving anything is a gift if the person says so.
        let is_gift = context.mark == Some(EntryMark::Gift) && pairing.into.is_empty() && row.partner.is_none();
        for amount in &pairing.out {
            let mut movement = self.movement(context, amount, MovementRole::Out);
            movement.kind = flow_kind(pairing);
            movement.mark = is_gift.then_some(EntryMark::Gift);
            moved.push(movement);
        }
    }

    fn arrivals(
        &self,
        context: &EventContext<'_>,
        (row, event): (&BookRow, &PlannedEvent),
        pairing: &Pairing,
        moved: &mut Vec<Movement>,
    ) {
        let is_later = !arrivals(row).is_empty();
        let account = self.tables.account(&context.entry.id.account);
        for (number, carried) in (0..).zip(&pairing.carried) {
            let is_here = match event.part {
                EventPart::Row => !is_later,
                EventPart::Arrival(_) => Some(carried.arrived.account) == account,
            };
            if !is_here {
                continue;
            }
            let role = if number < MOST_CARRIED {
                MovementRole::TransferIn
            } else {
                MovementRole::In
            };
            let movement = self.movement(context, &carried.arrived, role);
            moved.push(Movement {
                kind: MovementKind::Transfer,
                transfer: (number < MOST_CARRIED)
                    .then(|| self.transfer_number(event, number))
                    .flatten(),
                ..movement
            });
        }
        for amount in &pairing.into {
            let mut movement = self.movement(context, amount, MovementRole::In);
            movement.kind = flow_kind(pairing);
            if pairing.out.is_empty() {
                let reward = pairing.pays_rewards.then_some(EntryMark::Income);
                movement.mark = received_as(context).or(reward);
                self.assume_cost(context, &mut movement);
            }
            if let Some(value) = self.entered_cost(context.entry, amount, &pairing.into, context.time) {
                (movement.value, movement.is_assumed) = (value, false);
            }
            moved.push(movement);
        }
    }

    /// Marks the value of what arrived from elsewhere as an assumption, or forgets it, as the rules say. What was earned or borrowed
    /// is worth its price.
    fn assume_cost(&self, context: &EventContext<'_>, movement: &mut Movement) {
        let is_from_elsewhere = movement.mark.is_none() && context.entry.kind != EntryKind::Borrow;
        if !is_from_elsewhere || movement.value == MovementValue::Unknown {
            return;
        }
        match self.rules.arrivals {
            ArrivalRule::Assumed => movement.is_assumed = true,
            ArrivalRule::Unknown => movement.value = MovementValue::Unknown,
        }
    }

    /// Adds both sides of what became something else.
    fn conversions(
        &self,
        context: &EventContext<'_>,
        event: &PlannedEvent,
        pairing: &Pairing,
        moved: &mut Vec<Movement>,
    ) {
        let carried = u32::try_from(pairing.carried.len()).unwrap_or(MOST_CARRIED);
        for (number, conversion) in (carried..MOST_CARRIED).zip(&pairing.conversions) {
            let side = |amount: &LegAmount, role| Movement {
                kind: conversion.kind,
                transfer: self.transfer_number(event, number),
                ..self.movement(context, amount, role)
            };
            let mut became = side(&conversion.became, MovementRole::ConvertIn);
            // What comes back from a deposit that is older than the history arrived from elsewhere.
            self.assume_cost(context, &mut became);
            let into = [conversion.became];
            if let Some(value) = self.entered_cost(context.entry, &conversion.became, &into, context.time) {
                (became.value, became.is_assumed) = (value, false);
            }
            moved.push(side(&conversion.left, MovementRole::ConvertOut));
            moved.push(became);
        }
    }

    /// Returns the number of what a row carries over: one that stays the same when further rows are added.
    fn transfer_number(&self, event: &PlannedEvent, carried: u32) -> Option<u32> {
        let entry = self.book.rows.number(usize::try_from(event.row).ok()?)?;
        Some(entry.saturating_mul(MOST_CARRIED).saturating_add(carried))
    }

    fn fees(&self, context: &EventContext<'_>, entries: &[&Entry], moved: &mut Vec<Movement>) {
        let fees = self.tables.amounts(entries, LegRole::Fee);
        moved.extend(fees.iter().map(|fee| self.movement(context, fee, MovementRole::Fee)));
    }

    fn movement(&self, context: &EventContext<'_>, amount: &LegAmount, role: MovementRole) -> Movement {
        Movement {
            time: context.time,
            order: MovementOrder {
                rank: 0,
                event: context.number,
                leg: 0,
            },
            account: amount.account,
            asset: amount.asset,
            role,
            kind: MovementKind::Call,
            quantity: amount.quantity,
            value: self.value(amount.asset, context.entry.time),
            mark: None,
            counterparty: None,
            transfer: None,
            is_assumed: false,
        }
    }

    /// Returns the price of a whole unit at a moment.
    fn value(&self, asset: u32, at: Timestamp) -> MovementValue {
        let price = self.tables.of_number(asset).and_then(|one| {
            let dollars = self.book.past.known_price(&one.asset, at)?;
            self.rates.price(dollars, at)
        });
        price.map_or(MovementValue::Unknown, MovementValue::UnitPrice)
    }
}

/// Returns why something arrived without an exchange: as the person says, else as the decoder recognized.
fn received_as(context: &EventContext<'_>) -> Option<EntryMark> {
    context.mark.or(match context.entry.kind {
        EntryKind::Airdrop => Some(EntryMark::Airdrop),
        EntryKind::Reward => Some(EntryMark::Income),
        _ => None,
    })
}

fn flow_kind(pairing: &Pairing) -> MovementKind {
    match (pairing.out.is_empty(), pairing.into.is_empty()) {
        (false, false) => MovementKind::Swap,
        (true, _) => MovementKind::Deposit,
        (_, true) => MovementKind::Withdraw,
    }
}

/// Numbers the movements of an event.
pub fn number_legs(movements: &mut [Movement]) {
    for (leg, movement) in (0..).zip(movements) {
        movement.order.leg = leg;
    }
}

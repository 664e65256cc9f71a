//! Many movements in little memory: 68 bytes each.

use std::collections::BTreeMap;

use ports::{Timestamp, annotation::EntryMark};

use crate::accounting::{
    exact::Exact,
    movement::{Movement, MovementKind, MovementOrder, MovementRole, MovementValue},
};

/// Stands for no counterparty and no transfer.
const NONE: u32 = u32::MAX;

/// Movements by column. Numbers that do not fit in 128 bits are kept apart.
#[derive(Clone, Debug, Default)]
pub struct MovementTable {
    rows: Vec<PackedMovement>,
    quantities: Vec<i128>,
    values: Vec<i128>,
    /// By twice the row's number, plus one for values.
    long: BTreeMap<usize, Exact>,
}

#[derive(Clone, Copy, Debug)]
struct PackedMovement {
    time: Timestamp,
    rank: u32,
    event: u32,
    account: u32,
    asset: u32,
    counterparty: u32,
    transfer: u32,
    leg: u16,
    quantity_places: u8,
    value_places: u8,
    form: PackedForm,
}

#[derive(Clone, Copy, Debug)]
struct PackedForm {
    role: MovementRole,
    kind: MovementKind,
    mark: Option<EntryMark>,
    value: ValueForm,
    is_assumed: bool,
}

#[derive(Clone, Copy, Debug)]
enum ValueForm {
    UnitPrice,
    Total,
    Unknown,
}

impl MovementTable {
    /// Makes an empty table with room for `rows` movements.
    #[must_use]
    pub fn with_capacity(rows: usize) -> Self {
        Self {
            rows: Vec::with_capacity(rows),
            quantities: Vec::with_capacity(rows),
            values: Vec::with_capacity(rows),
            long: BTreeMap::new(),
        }
    }

    /// Returns the number of movements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a movement.
    pub fn push(&mut self, movement: &Movement) {
        let (form, value) = match movement.value {
            MovementValue::UnitPrice(price) => (ValueForm::UnitPrice, price),
            MovementValue::Total(total) => (ValueForm::Total, total),
            MovementValue::Unknown => (ValueForm::Unknown, Exact::ZERO),
        };
        let at = self.rows.len() * 2;
        let (quantity, quantity_places) = self.packed(at, movement.quantity);
        let (value, value_places) = self.packed(at + 1, value);
        self.quantities.push(quantity);
        self.values.push(value);
        self.rows.push(PackedMovement {
            time: movement.time,
            rank: movement.order.rank,
            event: movement.order.event,
            account: movement.account,
            asset: movement.asset,
            counterparty: movement.counterparty.unwrap_or(NONE),
            transfer: movement.transfer.unwrap_or(NONE),
            leg: movement.order.leg,
            quantity_places,
            value_places,
            form: PackedForm {
                role: movement.role,
                kind: movement.kind,
                mark: movement.mark,
                value: form,
                is_assumed: movement.is_assumed,
            },
        });
    }

    /// Returns the movement of a row.
    #[must_use]
    pub fn get(&self, row: usize) -> Option<Movement> {
        let packed = self.rows.get(row)?;
        let value = || Some(self.number(row * 2 + 1, *self.values.get(row)?, packed.value_places));
        Some(Movement {
            time: packed.time,
            order: MovementOrder {
                rank: packed.rank,
                event: packed.event,
                leg: packed.leg,
            },
            account: packed.account,
            asset: packed.asset,
            role: packed.form.role,
            kind: packed.form.kind,
            quantity: self.number(row * 2, *self.quantities.get(row)?, packed.quantity_places),
            value: match packed.form.value {
                ValueForm::UnitPrice => MovementValue::UnitPrice(value()?),
                ValueForm::Total => MovementValue::Total(value()?),
                ValueForm::Unknown => MovementValue::Unknown,
            },
            mark: packed.form.mark,
            counterparty: Some(packed.counterparty).filter(|index| *index != NONE),
            transfer: Some(packed.transfer).filter(|number| *number != NONE),
            is_assumed: packed.form.is_assumed,
        })
    }

    /// Returns the movements in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = Movement> {
        (0..self.len()).filter_map(|row| self.get(row))
    }

    /// Hands over the events one after the other. Sorts the rows first where they are not sorted.
    pub fn for_each_event(&mut self, mut each: impl FnMut(&[Movement])) {
        let key = |row: &PackedMovement| (row.time, row.rank, row.event, row.leg);
        if !self.rows.is_sorted_by_key(key) {
            let mut sorted: Vec<Movement> = self.iter().collect();
            crate::accounting::movement::sort_movements(&mut sorted);
            let mut table = Self::with_capacity(sorted.len());
            for movement in &sorted {
                table.push(movement);
            }
            *self = table;
        }
        let mut event: Vec<Movement> = Vec::new();
        for movement in self.iter() {
            if event
                .last()
                .is_some_and(|last| last.order.event != movement.order.event)
            {
                each(&event);
                event.clear();
            }
            event.push(movement);
        }
        if !event.is_empty() {
            each(&event);
        }
    }

    fn packed(&mut self, at: usize, number: Exact) -> (i128, u8) {
        number.parts().unwrap_or_else(|| {
            self.long.insert(at, number);
            (0, 0)
        })
    }

    fn number(&self, at: usize, digits: i128, places: u8) -> Exact {
        match self.long.get(&at) {
            Some(long) if digits == 0 => *long,
            _ => Exact::new(digits, places),
        }
    }
}

//! Volume by counterparty.

use crate::accounting::{
    month::Month,
    month_rows::MonthRows,
    movement::{Movement, MovementKind, MovementRole},
    partial_sum::PartialSum,
    rows::{indexed, row},
    tables::LedgerTables,
};

/// What was exchanged with one counterparty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CounterpartyTotals {
    /// How many events.
    pub events: u32,
    /// The value of what went out by sales, swaps and withdrawals, and of what came in otherwise.
    pub volume: PartialSum,
    /// The value of the fees.
    pub fees: PartialSum,
}

/// The volume of every counterparty, in total and by month.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct CounterpartyTable {
    counterparties: Vec<CounterpartyRow>,
}

#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
struct CounterpartyRow {
    total: CounterpartyTotals,
    months: MonthRows<CounterpartyTotals>,
}

impl CounterpartyTable {
    /// Applies the movements of one event. The counterparty of an event is that of its first movement that has one.
    pub fn apply(&mut self, tables: &LedgerTables, event: &[Movement]) {
        let Some((first, counterparty)) = event.iter().find_map(|it| Some((it, it.counterparty?))) else {
            return;
        };
        let totals = totals(tables, event, first.kind);
        if let Some(row) = row(&mut self.counterparties, counterparty) {
            row.total.add(&totals);
            if let Some(month) = row.months.row(Month::at(first.time)) {
                month.add(&totals);
            }
        }
    }

    /// Returns the totals of every counterparty with events.
    pub fn totals(&self) -> impl Iterator<Item = (u32, &CounterpartyTotals)> {
        let rows = indexed(&self.counterparties).filter(|(_, row)| row.total.events > 0);
        rows.map(|(counterparty, row)| (counterparty, &row.total))
    }

    /// Returns the totals of every counterparty and month with events, by counterparty and month.
    pub fn months(&self) -> impl Iterator<Item = (u32, Month, &CounterpartyTotals)> {
        indexed(&self.counterparties).flat_map(|(counterparty, row)| {
            row.months
                .iter()
                .map(move |(month, totals)| (counterparty, month, totals))
        })
    }
}

impl CounterpartyTotals {
    fn add(&mut self, other: &Self) {
        self.events = self.events.saturating_add(other.events);
        self.volume.add_sum(other.volume);
        self.fees.add_sum(other.fees);
    }
}

/// Returns the role of the movements that count in the volume of an event of this kind.
#[must_use]
pub fn counted_role(kind: MovementKind) -> MovementRole {
    match kind {
        MovementKind::Sell | MovementKind::Swap | MovementKind::Withdraw => MovementRole::Out,
        MovementKind::Commit | MovementKind::Continue => MovementRole::ConvertOut,
        MovementKind::Redeem => MovementRole::ConvertIn,
        MovementKind::Buy | MovementKind::Deposit | MovementKind::Transfer | MovementKind::Call => MovementRole::In,
    }
}

fn totals(tables: &LedgerTables, event: &[Movement], kind: MovementKind) -> CounterpartyTotals {
    let counted = counted_role(kind);
    let mut totals = CounterpartyTotals {
        events: 1,
        ..CounterpartyTotals::default()
    };
    for movement in event {
        let value = || movement.total().ok().flatten();
        if movement.role == MovementRole::Fee {
            totals.fees.add(value());
        } else if movement.role == counted && tables.pool(movement.asset).is_some() {
            totals.volume.add(value());
        }
    }
    totals
}

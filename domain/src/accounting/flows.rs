//! Net flows: the value that entered and left the portfolio, by month and asset.

use crate::{
    accounting::{
        exact::Exact,
        month::Month,
        month_rows::MonthRows,
        movement::{Movement, MovementKind, MovementRole},
        partial_sum::PartialSum,
        record::{money, record_value},
        rows::{indexed, row},
        tables::LedgerTables,
    },
    trace::{Node, Operation, Trace},
};

/// The value that moved in one month, at the prices of the time. Fees are no flows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AssetFlow {
    /// What was bought or arrived from elsewhere.
    pub in_external: PartialSum,
    /// What was sold or left for elsewhere.
    pub out_external: PartialSum,
    /// What swaps brought.
    pub in_swap: PartialSum,
    /// What was given for it.
    pub out_swap: PartialSum,
    /// What moved between own accounts, counted once where it arrived. It is no flow and not part of the net.
    pub transferred: PartialSum,
}

/// The column of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FlowColumn {
    InExternal,
    OutExternal,
    InSwap,
    OutSwap,
    Transferred,
}

/// A part of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowSide {
    /// What came in.
    In,
    /// What went out.
    Out,
    /// What moved between own accounts, where it arrived.
    Transferred,
}

impl FlowSide {
    /// Returns the side of a movement; `None` for what is no flow.
    #[must_use]
    pub fn of(movement: &Movement) -> Option<Self> {
        Some(match FlowColumn::of(movement)? {
            FlowColumn::InExternal | FlowColumn::InSwap => Self::In,
            FlowColumn::OutExternal | FlowColumn::OutSwap => Self::Out,
            FlowColumn::Transferred => Self::Transferred,
        })
    }
}

impl FlowColumn {
    /// Returns the column of a movement; `None` for fees, for conversions, and for departures, which are counted where they arrive.
    fn of(movement: &Movement) -> Option<Self> {
        let is_swap = movement.kind == MovementKind::Swap;
        match movement.role {
            MovementRole::In if is_swap => Some(Self::InSwap),
            MovementRole::In => Some(Self::InExternal),
            MovementRole::Out if is_swap => Some(Self::OutSwap),
            MovementRole::Out => Some(Self::OutExternal),
            MovementRole::TransferIn => Some(Self::Transferred),
            MovementRole::TransferOut | MovementRole::ConvertOut | MovementRole::ConvertIn | MovementRole::Fee => None,
        }
    }

    fn cell(self, flow: &mut AssetFlow) -> &mut PartialSum {
        match self {
            Self::InExternal => &mut flow.in_external,
            Self::OutExternal => &mut flow.out_external,
            Self::InSwap => &mut flow.in_swap,
            Self::OutSwap => &mut flow.out_swap,
            Self::Transferred => &mut flow.transferred,
        }
    }
}

impl AssetFlow {
    /// Returns what came in minus what went out.
    #[must_use]
    pub fn net(&self) -> PartialSum {
        let negative = |sum: PartialSum| PartialSum {
            known: Exact::ZERO.sub(sum.known).unwrap_or(Exact::ZERO),
            left_out: sum.left_out + u32::from(Exact::ZERO.sub(sum.known).is_err()),
        };
        let out = [self.out_external, self.out_swap].map(negative);
        PartialSum::total([self.in_external, self.in_swap].into_iter().chain(out))
    }

    /// Returns everything that came in.
    #[must_use]
    pub fn inflows(&self) -> PartialSum {
        PartialSum::total([self.in_external, self.in_swap])
    }

    /// Returns everything that went out.
    #[must_use]
    pub fn outflows(&self) -> PartialSum {
        PartialSum::total([self.out_external, self.out_swap])
    }

    /// Counts a movement; one that is no flow changes nothing.
    pub fn count(&mut self, movement: &Movement) {
        if let Some(column) = FlowColumn::of(movement) {
            column.cell(self).add(movement.total().ok().flatten());
        }
    }

    /// Adds another flow.
    pub fn add_flow(&mut self, other: &Self) {
        self.in_external.add_sum(other.in_external);
        self.out_external.add_sum(other.out_external);
        self.in_swap.add_sum(other.in_swap);
        self.out_swap.add_sum(other.out_swap);
        self.transferred.add_sum(other.transferred);
    }

    /// Adds a movement, and records it if it is of the recorded direction.
    fn add<T: Trace>(&mut self, movement: &Movement, tables: &LedgerTables, trace: &mut T) {
        let Some(column) = FlowColumn::of(movement) else {
            return;
        };
        let value = movement.total().ok().flatten();
        column.cell(self).add(value);
        match value {
            Some(value) => record_value(movement, movement.quantity, value, "Movement", tables, trace),
            None => trace.leaf(|| money(Operation::Gap, "Movement without a price", tables)),
        }
    }
}

/// The flows of every month and asset.
#[derive(Clone, Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct FlowTable {
    assets: Vec<MonthRows<AssetFlow>>,
}

impl FlowTable {
    /// Applies the movements of one event. Money is left out.
    pub fn apply(&mut self, tables: &LedgerTables, event: &[Movement]) {
        for movement in event {
            if FlowColumn::of(movement).is_none() || tables.pool(movement.asset).is_none() {
                continue;
            }
            let months = row(&mut self.assets, movement.asset);
            if let Some(flow) = months.and_then(|months| months.row(Month::at(movement.time))) {
                flow.add(movement, tables, &mut crate::trace::NoTrace);
            }
        }
    }

    /// Returns the flows of every month and asset with any movement, by asset and month.
    pub fn rows(&self) -> impl Iterator<Item = (u32, Month, &AssetFlow)> {
        indexed(&self.assets).flat_map(|(asset, months)| months.iter().map(move |(month, flow)| (asset, month, flow)))
    }
}

/// Computes the net flow of an asset in a month and records it: everything that came in minus everything that went out.
/// What has no price is a gap in the record and left out of the sum.
pub fn trace_net_flow<T: Trace>(
    tables: &LedgerTables,
    movements: &[Movement],
    (asset, month): (u32, Month),
    trace: &mut T,
) -> PartialSum {
    let mut flow = AssetFlow::default();
    let of_cell = |movement: &&Movement| movement.asset == asset && Month::at(movement.time) == month;
    trace.open(|| money(Operation::Difference, "Net flow", tables));
    for (label, columns) in [
        ("In", [FlowColumn::InExternal, FlowColumn::InSwap]),
        ("Out", [FlowColumn::OutExternal, FlowColumn::OutSwap]),
    ] {
        trace.open(|| money(Operation::Sum, label, tables));
        let is_meant = |movement: &&Movement| FlowColumn::of(movement).is_some_and(|column| columns.contains(&column));
        for movement in movements.iter().filter(of_cell).filter(is_meant) {
            flow.add(movement, tables, trace);
        }
        trace.close(|node| node.value = node.recomputed());
    }
    let net = flow.net();
    trace.close(|node: &mut Node| node.value = Some(net.known.amount()));
    net
}

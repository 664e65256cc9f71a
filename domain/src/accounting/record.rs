//! The steps of a cost basis as they are recorded for explanations.

use ports::{AmountError, Day};

use crate::{
    accounting::{
        basis_event::{BasisGapReason, RealizedGain},
        capitalise::known_fee,
        disposal::Disposal,
        exact::Exact,
        lot::{Lot, LotCost},
        movement::{Movement, MovementOrder, MovementValue},
        rules::PoolKey,
        run::RecordedStep,
        tables::LedgerTables,
        taken::Piece,
    },
    trace::{InputPart, Measure, Node, Operation, Trace},
};

/// Records the gain of a disposal: its proceeds minus the cost of the lots that it took.
pub fn record_gain<T: Trace>(
    disposal: &Disposal<'_>,
    gain: &RealizedGain,
    gross: Exact,
    recording: RecordedStep,
    tables: &LedgerTables,
    trace: &mut T,
) -> Result<(), AmountError> {
    if !recording.has_gain(disposal.place.pool, disposal.movement.order) {
        return Ok(());
    }
    trace.open(|| money(Operation::Difference, "Realized gain", tables));
    record_proceeds(disposal, gain, gross, tables, trace);
    trace.open(|| money(Operation::Sum, "Cost", tables));
    for piece in &disposal.taken.pieces {
        record_piece(piece, disposal.place.asset, tables, trace)?;
    }
    trace.close(|node| node.value = Some(gain.cost.amount()));
    trace.close(|node| node.value = Some(gain.gain.amount()));
    Ok(())
}

fn record_proceeds<T: Trace>(
    disposal: &Disposal<'_>,
    gain: &RealizedGain,
    gross: Exact,
    tables: &LedgerTables,
    trace: &mut T,
) {
    let fee = known_fee(disposal.carried);
    if fee.is_zero() {
        return record_value(disposal.movement, gain.quantity, gross, "Proceeds", tables, trace);
    }
    trace.open(|| money(Operation::Difference, "Proceeds", tables));
    record_value(disposal.movement, gain.quantity, gross, "Value", tables, trace);
    trace.leaf(|| Node {
        value: Some(fee.amount()),
        ..money(Operation::Observation, "Fees", tables).of_input(disposal.movement.order.number(), InputPart::Fees)
    });
    trace.close(|node| node.value = Some(gain.proceeds.amount()));
}

/// Records the value of a movement, or of a part of it.
pub fn record_value<T: Trace>(
    movement: &Movement,
    part: Exact,
    value: Exact,
    label: &'static str,
    tables: &LedgerTables,
    trace: &mut T,
) {
    let dated = |node: Node| Node {
        observed_at: Some(movement.time),
        ..node
    };
    match movement.value {
        MovementValue::UnitPrice(price) => {
            trace.open(|| dated(money(Operation::Product, label, tables)));
            let number = movement.order.number();
            trace.leaf(|| quantity(part, movement.asset, "Quantity", tables).of_input(number, InputPart::Quantity));
            trace.leaf(|| Node {
                value: Some(price.amount()),
                ..money(Operation::Observation, "Price", tables)
                    .measuring(Measure::Price)
                    .of_input(number, InputPart::Price)
            });
            trace.close(|node| node.value = Some(value.amount()));
        }
        MovementValue::Total(total) if part != movement.quantity => {
            let place = ShareLabel {
                label,
                asset: movement.asset,
                origin: (movement.order, InputPart::Value),
                tables,
            };
            record_share(total, part, movement.quantity, value, &place, trace);
        }
        MovementValue::Total(_) | MovementValue::Unknown => trace.leaf(|| {
            dated(Node {
                value: Some(value.amount()),
                ..money(Operation::Observation, label, tables).of_input(movement.order.number(), InputPart::Value)
            })
        }),
    }
}

/// Records the cost of an acquisition where the pool is explained.
pub fn record_acquisition<T: Trace>(
    key: PoolKey,
    movement: &Movement,
    lot: &Lot,
    recording: RecordedStep,
    tables: &LedgerTables,
    trace: &mut T,
) -> Result<(), AmountError> {
    if recording == RecordedStep::Added(key) {
        record_piece(&(*lot).into(), movement.asset, tables, trace)?;
    }
    Ok(())
}

/// Records what was taken from a pool where the pool is explained.
pub fn record_pieces<T: Trace>(
    key: PoolKey,
    pieces: &[Piece],
    recording: RecordedStep,
    tables: &LedgerTables,
    trace: &mut T,
) -> Result<(), AmountError> {
    if recording == RecordedStep::Taken(key) {
        for piece in pieces {
            record_piece(piece, key.pool, tables, trace)?;
        }
    }
    Ok(())
}

/// Records the cost of a lot, or of a part of one.
pub fn record_piece<T: Trace>(
    piece: &Piece,
    asset: u32,
    tables: &LedgerTables,
    trace: &mut T,
) -> Result<(), AmountError> {
    let lot = &piece.lot;
    let cost = lot.total_cost()?;
    let number = lot.origin.number();
    let dated = |operation| Node {
        detail: Some(format!("acquired on {}", Day::of(lot.acquired))),
        observed_at: Some(lot.acquired),
        value: cost.map(Exact::amount),
        ..money(operation, "Lot", tables)
    };
    let held = || quantity(lot.quantity, asset, "Quantity", tables).of_input(number, InputPart::Quantity);
    match (lot.cost, piece.share_of) {
        (LotCost::Unit(unit), _) => {
            trace.open(|| dated(Operation::Product));
            trace.leaf(held);
            trace.leaf(|| Node {
                value: Some(unit.amount()),
                ..money(Operation::Observation, "Unit cost", tables)
                    .measuring(Measure::Price)
                    .of_input(number, InputPart::Price)
            });
            trace.close(|_| {});
        }
        (LotCost::Total(share), Some((total, whole))) => {
            let place = ShareLabel {
                label: "Share of the cost",
                asset,
                origin: (lot.origin, InputPart::Cost),
                tables,
            };
            record_share(total, lot.quantity, whole, share, &place, trace);
        }
        (LotCost::Total(_), None) => trace.leaf(|| dated(Operation::Observation).of_input(number, InputPart::Cost)),
        (LotCost::Unknown, _) => {
            trace.open(|| dated(Operation::Gap));
            trace.leaf(held);
            trace.close(|node| node.reason = Some(BasisGapReason::UnknownCost.reason()));
        }
    }
    Ok(())
}

/// What a share is labelled with.
struct ShareLabel<'a> {
    label: &'static str,
    asset: u32,
    /// The movement that the total is of.
    origin: (MovementOrder, InputPart),
    tables: &'a LedgerTables,
}

/// Records total × part / whole, rounded.
fn record_share<T: Trace>(
    total: Exact,
    part: Exact,
    whole: Exact,
    share: Exact,
    place: &ShareLabel<'_>,
    trace: &mut T,
) {
    let ShareLabel {
        label,
        asset,
        origin: (origin, of),
        tables,
    } = *place;
    trace.open(|| money(Operation::Rounded, label, tables));
    trace.open(|| money(Operation::Quotient, "Total × part / whole", tables));
    trace.open(|| money(Operation::Product, "Total × part", tables));
    trace.leaf(|| Node {
        value: Some(total.amount()),
        ..money(Operation::Observation, "Total", tables).of_input(origin.number(), of)
    });
    let number = origin.number();
    trace.leaf(|| quantity(part, asset, "Part", tables).of_input(number, InputPart::Quantity));
    trace.close(|node| node.value = node.recomputed());
    trace.leaf(|| quantity(whole, asset, "Whole", tables).of_input(number, InputPart::Quantity));
    trace.close(|node| node.value = node.recomputed());
    trace.close(|node| node.value = Some(share.amount()));
}

/// Makes a node that measures money.
pub fn money(operation: Operation, label: &str, tables: &LedgerTables) -> Node {
    Node::new(operation, label, tables.currency.as_str())
}

/// Makes a leaf that measures a quantity.
pub fn quantity(quantity: Exact, asset: u32, label: &str, tables: &LedgerTables) -> Node {
    Node {
        value: Some(quantity.amount()),
        ..Node::new(Operation::Observation, label, tables.symbol(asset)).measuring(Measure::Quantity)
    }
}

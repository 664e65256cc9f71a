//! Explanations: the same replay, with a trace of the figure's own steps.

use crate::{
    accounting::{
        basis_event::NoBasisSink,
        cost_basis::CostBasis,
        flows::trace_net_flow,
        lot::Lot,
        month::Month,
        movement::{Movement, MovementOrder, events},
        partial_sum::PartialSum,
        record::{money, record_piece},
        rules::{BasisRules, PoolKey},
        run::{BasisRun, RecordedStep},
        tables::LedgerTables,
    },
    trace::{NoTrace, Node, Operation, Trace, TraceTree},
};
use ports::LotMethod;

/// Explains the realized gain of one disposal; `None` where it has none. The movements are sorted.
#[must_use]
pub fn explain_gain(
    tables: &LedgerTables,
    movements: &[Movement],
    rules: BasisRules,
    disposal: MovementOrder,
) -> Option<Node> {
    let mut tree = TraceTree::default();
    let until = movements
        .iter()
        .position(|movement| movement.order.event == disposal.event)?;
    let (before, rest) = movements.split_at_checked(until)?;
    let mut basis = CostBasis::new(rules);
    replay(&mut basis, before, tables, &mut NoTrace, RecordedStep::Nothing);
    let event = events(rest).next()?;
    replay(&mut basis, event, tables, &mut tree, RecordedStep::Gain(disposal));
    tree.root()
}

/// Explains the cost of what a pool holds; `None` where a number did not fit. Lots of unknown cost are gaps. The movements
/// are sorted.
#[must_use]
pub fn explain_cost(tables: &LedgerTables, movements: &[Movement], rules: BasisRules, key: PoolKey) -> Option<Node> {
    let mut basis = CostBasis::new(rules);
    if rules.method == LotMethod::Average {
        return explain_average(tables, movements, basis, key);
    }
    replay(&mut basis, movements, tables, &mut NoTrace, RecordedStep::Nothing);
    let lots = (!basis.is_broken(key)).then(|| basis.lots_of(key))?;
    let mut tree = TraceTree::default();
    tree.open(|| money(Operation::Sum, "Cost basis", tables));
    for lot in &lots {
        record_piece(&(*lot).into(), key.pool, tables, &mut tree).ok()?;
    }
    tree.close(|node| node.value = Some(known_cost(&lots).known.amount()));
    tree.root()
}

/// Explains the cost of what a pool holds in all accounts and on the way between them; `None` where a number did not fit or nothing is
/// held. The movements are sorted.
#[must_use]
pub fn explain_pool_cost(tables: &LedgerTables, movements: &[Movement], rules: BasisRules, pool: u32) -> Option<Node> {
    let mut basis = CostBasis::new(rules);
    replay(&mut basis, movements, tables, &mut NoTrace, RecordedStep::Nothing);
    let keys = basis.open_lots().map(|(key, _)| key).filter(|key| key.pool == pool);
    let costs = keys.map(|key| explain_cost(tables, movements, rules, key));
    let mut nodes: Vec<Node> = costs.collect::<Option<_>>()?;
    for (_, lot) in basis.lots_in_transit().filter(|(of, _)| *of == pool) {
        let mut tree = TraceTree::default();
        record_piece(&(*lot).into(), pool, tables, &mut tree).ok()?;
        nodes.extend(tree.root());
    }
    if nodes.len() < 2 {
        return nodes.pop();
    }
    let mut sum = money(Operation::Sum, "Cost basis", tables);
    sum.children = nodes;
    sum.value = Some(sum.recomputed()?);
    Some(sum)
}

/// Explains the net flow of an asset in a month.
#[must_use]
pub fn explain_net_flow(tables: &LedgerTables, movements: &[Movement], asset: u32, month: Month) -> Option<Node> {
    let mut tree = TraceTree::default();
    trace_net_flow(tables, movements, (asset, month), &mut tree);
    tree.root()
}

/// The cost of a moving average is everything that was added minus everything that was taken.
fn explain_average(tables: &LedgerTables, movements: &[Movement], empty: CostBasis, key: PoolKey) -> Option<Node> {
    let mut tree = TraceTree::default();
    let mut basis = empty.clone();
    tree.open(|| money(Operation::Difference, "Cost basis", tables));
    for (label, recording) in [
        ("Acquired", RecordedStep::Added(key)),
        ("Disposed of", RecordedStep::Taken(key)),
    ] {
        basis = empty.clone();
        tree.open(|| money(Operation::Sum, label, tables));
        replay(&mut basis, movements, tables, &mut tree, recording);
        tree.close(|node| node.value = node.recomputed());
    }
    let lots = (!basis.is_broken(key)).then(|| basis.lots_of(key))?;
    tree.close(|node| node.value = Some(known_cost(&lots).known.amount()));
    tree.root()
}

/// Replays movements and records a step.
pub fn replay(
    basis: &mut CostBasis,
    movements: &[Movement],
    tables: &LedgerTables,
    trace: &mut impl Trace,
    recording: RecordedStep,
) {
    let mut run = BasisRun {
        tables,
        sink: &mut NoBasisSink,
        trace,
        recording,
    };
    events(movements).for_each(|event| basis.apply(event, &mut run));
}

/// Returns the known cost of lots.
fn known_cost(lots: &[Lot]) -> PartialSum {
    let mut sum = PartialSum::ZERO;
    lots.iter()
        .filter_map(|lot| lot.total_cost().ok().flatten())
        .for_each(|cost| sum.add(Some(cost)));
    sum
}

//! Explanations of reports: balances, fees, volumes, values over time, realized and unrealized gains.

use ports::{Day, Timestamp};

use crate::{
    accounting::{
        balances::ReplayedBalances,
        closes::ClosingPrices,
        cost_basis::CostBasis,
        counterparties::counted_role,
        exact::Exact,
        explain::replay,
        lot::Lot,
        month::Month,
        movement::{Movement, MovementRole, events},
        partial_sum::PartialSum,
        record::{money, quantity, record_piece, record_value},
        rules::BasisRules,
        run::RecordedStep,
        tables::LedgerTables,
    },
    trace::{InputPart, Measure, NoTrace, Node, Operation, Trace, TraceTree},
};

/// Explains the quantity of an asset at a moment, inclusive, in one account or in all: what arrived minus what left. `None` where a
/// number did not fit. The movements are sorted.
#[must_use]
pub fn explain_balance(
    tables: &LedgerTables,
    movements: &[Movement],
    (account, asset): (Option<u32>, u32),
    moment: Timestamp,
) -> Option<Node> {
    let until = movements.partition_point(|movement| movement.time <= moment);
    let is_own = |one: &&Movement| one.asset == asset && account.is_none_or(|account| one.account == account);
    let own = || movements.iter().take(until).filter(is_own);
    let side = |label: &str, arrives: bool| {
        let mut sum = Node::new(Operation::Sum, label, tables.symbol(asset)).measuring(Measure::Quantity);
        let parts = own().filter(|one| one.arrives() == arrives);
        sum.children = parts.map(|one| moved(tables, one)).collect();
        sum.value = sum.recomputed();
        sum
    };
    let mut node = Node::new(Operation::Difference, "Balance", tables.symbol(asset)).measuring(Measure::Quantity);
    node.children = vec![side("Arrived", true), side("Left", false)];
    node.value = Some(node.recomputed()?);
    Some(node)
}

/// Explains the fees that were paid in an asset in a month on a chain. Fees without a price are gaps.
#[must_use]
pub fn explain_fees(
    tables: &LedgerTables,
    movements: &[Movement],
    (asset, month, chain): (u32, Month, Option<u32>),
) -> Option<Node> {
    let is_meant = |one: &&Movement| {
        one.role == MovementRole::Fee
            && (one.asset, Month::at(one.time), tables.chain(one.account)) == (asset, month, chain)
    };
    value_sum("Fees", tables, movements.iter().filter(is_meant))
}

/// Explains the volume with a counterparty. Movements without a price are gaps. The movements are sorted.
#[must_use]
pub fn explain_volume(tables: &LedgerTables, movements: &[Movement], counterparty: u32) -> Option<Node> {
    let counted = events(movements).flat_map(|event| {
        let first = event.iter().find(|one| one.counterparty.is_some());
        let first = first.filter(|one| one.counterparty == Some(counterparty));
        let role = first.map(|one| counted_role(one.kind));
        let is_counted = move |one: &&Movement| Some(one.role) == role && tables.pool(one.asset).is_some();
        event.iter().filter(is_counted)
    });
    value_sum("Volume", tables, counted)
}

/// Explains the value of these movements: each at its own price. Movements without a price are gaps.
#[must_use]
pub fn explain_values<'a>(
    label: &str,
    tables: &LedgerTables,
    movements: impl Iterator<Item = &'a Movement>,
) -> Option<Node> {
    value_sum(label, tables, movements)
}

/// Explains the value of everything held at the end of a day, at closing prices. Assets without a price are gaps. The movements are
/// sorted.
#[must_use]
pub fn explain_day_value(
    tables: &LedgerTables,
    movements: &[Movement],
    day: Day,
    closes: &impl ClosingPrices,
) -> Option<Node> {
    let moment = Timestamp::from_millis(day.plus(1).start().millis() - 1);
    let mut sum = money(Operation::Sum, "Value", tables);
    let held = ReplayedBalances::at(tables, movements, moment);
    for (asset, balance) in held.totals() {
        if balance.is_some_and(Exact::is_zero) {
            continue;
        }
        let balance = explain_balance(tables, movements, (None, asset), moment);
        let price = closes.close(asset, day).map(|price| {
            let mut node = money(Operation::Observation, "Closing price", tables).measuring(Measure::Price);
            (node.value, node.observed_at) = (Some(price.amount()), Some(day.plus(1).start()));
            node
        });
        let (Some(balance), Some(price)) = (balance, price) else {
            sum.children.push(money(Operation::Gap, tables.symbol(asset), tables));
            continue;
        };
        let mut product = money(Operation::Product, tables.symbol(asset), tables);
        product.children = vec![balance, price];
        product.value = product.recomputed();
        if product.value.is_none() {
            product.operation = Operation::Gap;
        }
        sum.children.push(product);
    }
    sum.value = Some(sum.recomputed()?);
    Some(sum)
}

/// Explains the gain of all disposals of a pool; `None` where a number did not fit. The movements are sorted.
#[must_use]
pub fn explain_realized(tables: &LedgerTables, movements: &[Movement], rules: BasisRules, pool: u32) -> Option<Node> {
    let mut tree = TraceTree::default();
    tree.open(|| money(Operation::Sum, "Realized gain", tables));
    let mut basis = CostBasis::new(rules);
    replay(&mut basis, movements, tables, &mut tree, RecordedStep::Gains(pool));
    tree.close(|node| node.value = node.recomputed());
    tree.root().filter(|node| node.value.is_some())
}

/// Explains the gain that selling what a pool holds at a known cost would realize; `None` where a number did not fit. Lots of unknown
/// cost are gaps. The movements are sorted.
#[must_use]
pub fn explain_unrealized(
    tables: &LedgerTables,
    movements: &[Movement],
    rules: BasisRules,
    (pool, price): (u32, Exact),
) -> Option<Node> {
    let mut basis = CostBasis::new(rules);
    replay(&mut basis, movements, tables, &mut NoTrace, RecordedStep::Nothing);
    let open = basis.open_lots().filter(|(key, _)| key.pool == pool);
    let transit = basis.lots_in_transit().filter(|(of, _)| *of == pool);
    let lots: Vec<Lot> = open
        .flat_map(|(_, lots)| lots)
        .chain(transit.map(|(_, lot)| *lot))
        .collect();
    let mut held = PartialSum::ZERO;
    let mut tree = TraceTree::default();
    tree.open(|| money(Operation::Sum, "Cost", tables));
    for lot in &lots {
        let cost = lot.total_cost().ok()?;
        held.add(cost.and(Some(lot.quantity)));
        record_piece(&(*lot).into(), pool, tables, &mut tree).ok()?;
    }
    tree.close(|node| node.value = node.recomputed());
    let mut value = money(Operation::Product, "Value", tables);
    let mut unit = money(Operation::Observation, "Price", tables).measuring(Measure::Price);
    unit.value = Some(price.amount());
    value.children = vec![quantity(held.known, pool, "Quantity with a known cost", tables), unit];
    value.value = value.recomputed();
    let mut node = money(Operation::Difference, "Unrealized gain", tables);
    node.children = vec![value, tree.root()?];
    node.value = Some(node.recomputed()?);
    Some(node)
}

/// Returns the sum of the values of movements. Those without a price are gaps.
fn value_sum<'a>(label: &str, tables: &LedgerTables, movements: impl Iterator<Item = &'a Movement>) -> Option<Node> {
    let mut tree = TraceTree::default();
    tree.open(|| money(Operation::Sum, label, tables));
    for movement in movements {
        match movement.total().ok().flatten() {
            Some(value) => record_value(movement, movement.quantity, value, "Movement", tables, &mut tree),
            None => tree.leaf(|| money(Operation::Gap, "Movement without a price", tables)),
        }
    }
    tree.close(|node| node.value = node.recomputed());
    tree.root().filter(|node| node.value.is_some())
}

fn moved(tables: &LedgerTables, movement: &Movement) -> Node {
    let node = quantity(
        movement.quantity,
        movement.asset,
        tables.label(movement.account),
        tables,
    );
    Node {
        observed_at: Some(movement.time),
        ..node.of_input(movement.order.number(), InputPart::Quantity)
    }
}

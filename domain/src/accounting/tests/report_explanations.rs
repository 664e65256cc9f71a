use std::collections::BTreeMap;

use ports::{Amount, Day, Timestamp};
use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};

use crate::{
    accounting::{
        BasisRules, CloseTable, CounterpartyTable, Exact, FeeTable, FlowTable, Movement, PeriodLength,
        ReplayedBalances, ValueHistory, events, explain_balance, explain_cost, explain_day_value, explain_fees,
        explain_gain, explain_net_flow, explain_realized, explain_unrealized, explain_volume,
        tests::{
            random,
            support::{exact, replay, tables},
        },
        unrealized,
    },
    trace::Node,
};

/// The figures that are explained at least.
const FIGURES: usize = 1_000;

/// Counts explained figures by report.
#[derive(Default)]
struct Checked(BTreeMap<&'static str, usize>);

impl Checked {
    /// The explanation has the value of the report, and every step of the printed tree follows from its children.
    fn check(&mut self, report: &'static str, node: Option<Node>, value: Exact) {
        let node = node.unwrap_or_else(|| panic!("a figure of {report} has no explanation"));
        assert_eq!(node.recomputed(), Some(value.amount()), "{report}: {node:#?}");
        assert_steps(&node);
        *self.0.entry(report).or_default() += 1;
    }
}

fn assert_steps(node: &Node) {
    if node.counts() {
        assert_eq!(node.recomputed(), node.value, "{node:?}");
    }
    node.children.iter().for_each(assert_steps);
}

fn day_of(movement: &Movement) -> Day {
    Day::of(movement.time)
}

fn check_tables(movements: &[Movement], checked: &mut Checked) {
    let tables = tables();
    let (mut flows, mut fees, mut parties) = (FlowTable::default(), FeeTable::default(), CounterpartyTable::default());
    for event in events(movements) {
        flows.apply(&tables, event);
        fees.apply(&tables, event);
        parties.apply(&tables, event);
    }
    for (asset, month, flow) in flows.rows() {
        let node = explain_net_flow(&tables, movements, asset, month);
        checked.check("flows", node, flow.net().known);
    }
    for (asset, month, chain, totals) in fees.rows() {
        let node = explain_fees(&tables, movements, (asset, month, chain));
        checked.check("fees", node, totals.value.known);
    }
    for (party, totals) in parties.totals() {
        checked.check(
            "counterparties",
            explain_volume(&tables, movements, party),
            totals.volume.known,
        );
    }
}

fn check_balances(movements: &[Movement], checked: &mut Checked) {
    let (tables, last) = (tables(), movements.last().unwrap().time);
    for (account, asset, quantity) in ReplayedBalances::at(&tables, movements, last).rows() {
        let node = explain_balance(&tables, movements, (Some(account), asset), last);
        checked.check("balances", node, quantity.unwrap());
    }
}

fn check_values(movements: &[Movement], checked: &mut Checked) {
    let (tables, first, last) = (tables(), day_of(&movements[0]), day_of(movements.last().unwrap()));
    let mut closes = CloseTable::default();
    for (asset, price) in [(0, "40000.5"), (1, "2500.25")] {
        for day in first.number()..=last.number() {
            closes.set(asset, first.plus(day - first.number()), exact(price));
        }
    }
    let (mut history, mut balances) = (
        ValueHistory::of_totals(PeriodLength::Day, first),
        ReplayedBalances::default(),
    );
    for event in events(movements) {
        history.close_days_before(day_of(&event[0]), &balances, &closes);
        balances.apply(&tables, event);
    }
    for period in history.total().iter().step_by(9) {
        let node = explain_day_value(&tables, movements, period.last, &closes);
        checked.check("value history", node, period.closing.known);
    }
}

fn check_gains(movements: &[Movement], rules: BasisRules, checked: &mut Checked) {
    let (tables, price) = (tables(), exact("1234.5678"));
    let (basis, realized) = replay(&tables, movements, rules);
    for (pool, totals) in realized.pools() {
        let node = explain_realized(&tables, movements, rules, pool);
        checked.check("realized gain", node, totals.gain.known);
    }
    for (pool, gain) in unrealized(&basis, |_| Some(price)) {
        let node = explain_unrealized(&tables, movements, rules, (pool, price));
        checked.check("unrealized gain", node, gain.gain.known);
    }
    for (key, lots) in basis.open_lots() {
        let costs = lots.iter().filter_map(|lot| lot.total_cost().unwrap());
        let known = costs.fold(Exact::ZERO, |sum, cost| sum.add(cost).unwrap());
        checked.check("cost", explain_cost(&tables, movements, rules, key), known);
    }
    for movement in movements.iter().filter(|one| !one.arrives()).step_by(5) {
        if let Some(node) = explain_gain(&tables, movements, rules, movement.order) {
            let value: Exact = node.value.unwrap().try_into().unwrap();
            checked.check("gain of a disposal", Some(node), value);
        }
    }
}

#[test]
fn a_thousand_figures_of_all_reports_recompute_from_their_trees_alone() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut checked = Checked::default();
    while checked.0.values().sum::<usize>() < FIGURES || checked.0.values().any(|count| *count < 50) {
        let movements = random::ledger(40).new_tree(&mut runner).unwrap().current();
        let rules = random::rules().new_tree(&mut runner).unwrap().current();
        check_tables(&movements, &mut checked);
        check_balances(&movements, &mut checked);
        check_values(&movements, &mut checked);
        check_gains(&movements, rules, &mut checked);
    }
    assert_eq!(checked.0.len(), 9, "{:?}", checked.0);
}

#[test]
fn nothing_held_is_a_balance_of_zero() {
    let node = explain_balance(&tables(), &[], (Some(0), 0), Timestamp::from_seconds(0)).unwrap();
    assert_eq!(node.value, Some(Amount::ZERO));
}

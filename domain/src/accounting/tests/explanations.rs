use proptest::{prelude::*, test_runner::Config};

use crate::accounting::{Acquisition, BasisGap, BasisRun, GivenAway};
use crate::{
    accounting::{
        BasisSink, CostBasis, FlowTable, Movement, MovementRole, PoolKey, RealizedGain, RecordedStep, events,
        explain_cost, explain_gain, explain_net_flow,
        tests::{
            random,
            support::{replay, tables},
        },
    },
    trace::{NoTrace, Node, Operation},
};

/// All gains, one by one.
#[derive(Default)]
struct Gains(Vec<RealizedGain>);

impl BasisSink for Gains {
    fn realized(&mut self, gain: &RealizedGain) {
        self.0.push(*gain);
    }
    fn gap(&mut self, _: &BasisGap) {}
    fn acquired(&mut self, _: &Acquisition) {}
    fn given_away(&mut self, _: &GivenAway) {}
}

/// Every node with a value follows from its children.
fn assert_recomputes(node: &Node) {
    if node.counts() {
        assert_eq!(node.recomputed(), node.value, "{node:?}");
    }
    node.children.iter().for_each(assert_recomputes);
}

proptest! {
    #![proptest_config(Config { cases: 96, failure_persistence: None, ..Config::default() })]

    #[test]
    fn gains_recompute_from_their_trees_alone(movements in random::ledger(40), rules in random::rules()) {
        let (mut basis, mut gains, ledger) = (CostBasis::new(rules), Gains::default(), tables());
        let mut run = BasisRun {
            tables: &ledger,
            sink: &mut gains,
            trace: &mut NoTrace,
            recording: RecordedStep::Nothing,
        };
        events(&movements).for_each(|event| basis.apply(event, &mut run));
        for gain in gains.0.iter().step_by(3) {
            let is_transfer = |movement: &&Movement| movement.key() == (gain.place.time, gain.place.order);
            let movement = movements.iter().find(is_transfer).unwrap();
            let node = explain_gain(&ledger, &movements, rules, gain.place.order).unwrap();
            prop_assert_eq!(node.value, Some(gain.gain.amount()));
            prop_assert!(matches!(movement.role, MovementRole::Out | MovementRole::Fee));
            assert_recomputes(&node);
        }
    }

    #[test]
    fn costs_recompute_from_their_trees_alone(movements in random::ledger(40), rules in random::rules()) {
        let (basis, _) = replay(&tables(), &movements, rules);
        for (key, lots) in basis.open_lots() {
            let node = explain_cost(&tables(), &movements, rules, key).unwrap();
            let costs = lots.iter().filter_map(|lot| lot.total_cost().unwrap());
            let known = costs.fold(crate::accounting::Exact::ZERO, |sum, cost| sum.add(cost).unwrap());
            prop_assert_eq!(node.value, Some(known.amount()));
            assert_recomputes(&node);
        }
    }

    #[test]
    fn net_flows_recompute_from_their_trees_alone(movements in random::ledger(60)) {
        let mut flows = FlowTable::default();
        events(&movements).for_each(|event| flows.apply(&tables(), event));
        for (asset, month, flow) in flows.rows() {
            let node = explain_net_flow(&tables(), &movements, asset, month).unwrap();
            prop_assert_eq!(node.value, Some(flow.net().known.amount()));
            assert_recomputes(&node);
            let gaps = node.children.iter().flat_map(|side| &side.children).filter(|it| it.operation == Operation::Gap);
            prop_assert_eq!(u32::try_from(gaps.count()).unwrap(), flow.net().left_out);
        }
    }
}

#[test]
fn what_is_not_there_has_no_explanation() {
    let rules = crate::accounting::BasisRules::of(ports::LotMethod::Fifo);
    assert!(explain_gain(&tables(), &[], rules, crate::accounting::MovementOrder::default()).is_none());
    let key = PoolKey { pool: 0, account: 0 };
    let empty = explain_cost(&tables(), &[], rules, key).unwrap();
    assert_eq!(empty.value, Some(ports::Amount::ZERO));
}

use proptest::{prelude::*, test_runner::Config};

use crate::accounting::{
    BasisRules, CloseTable, Exact, LedgerReports, Movement, MovementRole, MovementTable, PartialSum, PeriodLength,
    RealizedTotals, ValueHistory, events, profit_and_loss, sort_movements,
    tests::{
        random,
        support::{START, exact, replay, tables},
    },
    unrealized,
};
use ports::{Day, FeeRule, LotMethod, LotScope, Timestamp};

fn sum(numbers: impl IntoIterator<Item = Exact>) -> Exact {
    numbers
        .into_iter()
        .fold(Exact::ZERO, |sum, number| sum.add(number).unwrap())
}

/// What left without lots, by pool.
fn missing(totals: &RealizedTotals, pool: u32) -> Exact {
    let gaps = totals.gaps().iter().filter(|gap| gap.place.pool == pool);
    sum(gaps
        .filter(|gap| gap.reason == crate::accounting::BasisGapReason::NoLot)
        .map(|gap| gap.quantity))
}

/// What accounts hold by adding and subtracting movements.
fn held(movements: &[Movement], pool: u32) -> Exact {
    let own = movements.iter().filter(|movement| movement.asset == pool);
    sum(own.map(|movement| {
        if movement.arrives() {
            movement.quantity
        } else {
            Exact::ZERO.sub(movement.quantity).unwrap()
        }
    }))
}

/// All reports as text, to compare them.
fn reports_of(movements: &[Movement], rules: &[BasisRules]) -> LedgerReports {
    let from = Day::of(Timestamp::from_seconds(START));
    let mut reports = LedgerReports::new(rules, vec![ValueHistory::of_assets(PeriodLength::Week, from)]);
    events(movements).for_each(|event| reports.apply(&tables(), &closes(), event));
    reports
}

fn closes() -> CloseTable {
    let mut closes = CloseTable::default();
    for offset in (0..400).filter(|offset| offset % 7 != 0) {
        let day = Day::of(Timestamp::from_seconds(START)).plus(offset);
        closes.set(0, day, Exact::new(i128::from(offset) + 1, 2));
        closes.set(1, day, Exact::new(7, 0));
    }
    closes
}

fn text(reports: &LedgerReports) -> String {
    serde_json::to_string(reports).unwrap()
}

fn all_rules() -> Vec<BasisRules> {
    let of_method = |method| {
        [LotScope::AllAccounts, LotScope::PerAccount].map(|scope| BasisRules {
            scope,
            fees: FeeRule::Capitalised,
            ..BasisRules::of(method)
        })
    };
    LotMethod::ALL.into_iter().flat_map(of_method).collect()
}

proptest! {
    #![proptest_config(Config { cases: 128, failure_persistence: None, ..Config::default() })]

    #[test]
    fn lots_add_up_to_holdings(movements in random::ledger(60), rules in random::rules()) {
        let (basis, totals) = replay(&tables(), &movements, rules);
        for pool in 0..3 {
            let open = basis.open_lots().filter(|(key, _)| key.pool == pool).flat_map(|(_, lots)| lots);
            let lots = sum(open.map(|lot| lot.quantity));
            // What left without lots is missing from the balance and not from the lots.
            prop_assert_eq!(lots, held(&movements, pool).add(missing(&totals, pool)).unwrap());
        }
    }

    /// Realized + unrealized = value held + proceeds − cost of acquisitions + cost of what was given away, where every cost
    /// and price is known.
    #[test]
    fn gains_are_value_and_proceeds_minus_cost(movements in random::ledger(60), rules in random::rules()) {
        let is_known = |movement: &Movement| movement.total() != Ok(None);
        let movements: Vec<Movement> = movements
            .chunk_by(|a, b| a.order.event == b.order.event)
            .filter(|event| event.iter().all(is_known))
            .flatten()
            .copied()
            .collect();
        let (basis, totals) = replay(&tables(), &movements, rules);
        // Beyond the lots there are gaps, which have no cost; they are left out on both sides.
        let held = unrealized(&basis, |pool| Some(Exact::new(i128::from(pool) + 3, 1)));
        prop_assume!(held.values().all(|own| own.cost.left_out == 0));
        let result = profit_and_loss(&totals, &held);
        let value = sum(held.values().map(|own| own.value.known));
        let pools: Vec<_> = totals.pools().map(|(_, own)| own).collect();
        let proceeds = sum(pools.iter().map(|own| own.proceeds.known));
        let given = sum(pools.iter().map(|own| own.given_away.known));
        let acquired = sum(pools.iter().map(|own| own.acquired.known));
        let expected = value.add(proceeds).unwrap().add(given).unwrap().sub(acquired).unwrap();
        prop_assert_eq!(result.total.known, expected);
    }

    #[test]
    fn the_order_of_arrival_is_irrelevant(movements in random::ledger(40), seed: u64) {
        let mut shuffled = movements.clone();
        let mut state = seed | 1;
        for at in (1..shuffled.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            shuffled.swap(at, usize::try_from(state >> 33).unwrap() % (at + 1));
        }
        let mut table = MovementTable::default();
        for movement in &shuffled {
            table.push(movement);
        }
        let mut counted = Vec::new();
        table.for_each_event(|event| counted.extend_from_slice(event));
        sort_movements(&mut shuffled);
        prop_assert_eq!(&shuffled, &movements);
        prop_assert_eq!(&counted, &movements);
    }

    #[test]
    fn a_saved_state_resumes_to_the_same_reports(movements in random::ledger(40), at in 0..40_usize) {
        let whole = reports_of(&movements, &all_rules());
        let split: Vec<&[Movement]> = events(&movements).collect();
        let at = at.min(split.len());
        let mut first = reports_of(&split[..at].concat(), &all_rules());
        first = serde_json::from_str(&text(&first)).unwrap();
        split[at..].iter().for_each(|event| first.apply(&tables(), &closes(), event));
        prop_assert_eq!(text(&first), text(&whole));
    }

    #[test]
    fn a_transfer_between_own_accounts_changes_no_total(movements in random::ledger(60), method in 0..4_usize) {
        let without: Vec<Movement> = movements.iter().filter(|movement| movement.transfer.is_none()).copied().collect();
        let of_transfer = |movement: &Movement| movement.transfer.is_some() && movement.role != MovementRole::Fee;
        let with: Vec<Movement> = movements
            .iter()
            .filter(|movement| movement.transfer.is_none() || of_transfer(movement))
            .copied()
            .collect();
        let rules = BasisRules::of(LotMethod::ALL[method]);
        let ((basis, totals), (plain, plain_totals)) = (replay(&tables(), &with, rules), replay(&tables(), &without, rules));
        prop_assert_eq!(serde_json::to_string(&totals).unwrap(), serde_json::to_string(&plain_totals).unwrap());
        prop_assert!(basis.open_lots().eq(plain.open_lots()));
    }
}

#[test]
fn a_partial_sum_counts_what_does_not_fit() {
    let mut total = PartialSum::ZERO;
    total.add(Some(exact(&"9".repeat(77))));
    total.add(Some(exact("0.1")));
    total.add(None);
    assert_eq!(total.left_out, 2);
}

//! Holdings that are not counted.

use super::*;

#[test]
fn a_holding_that_overflows_is_its_own_gap() {
    let rows = [(1, 1, 1, 10u128.pow(18), true), (1, 1, 2, 5, true)];
    let quoted = BTreeMap::from([((1, 1), vec![Some(2000)]), ((1, 2), vec![Some(1)])]);
    let mut inputs = inputs(&rows, &quoted, &[]);
    let most = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    inputs.accounts[0].snapshot.as_mut().unwrap().rows[1].raw = most.parse().unwrap();
    let price: Price = "1.37".parse().unwrap();
    let result = vec![Quote {
        answer: QuoteAnswer::Price {
            price,
            confidence: None,
        },
        ..quotes(&asset(1, 2), &vec![Some(1)])[0].clone()
    }];
    inputs
        .decisions
        .insert(asset(1, 2), agree(&result, None, &[], AT, &Rules::CURRENT));
    let folded = fold(&inputs, &Filter::default(), "", &mut NoTrace);
    assert_eq!(folded.known.to_string(), "2");
    let coverage = Coverage::of(&inputs, &folded);
    assert_eq!((coverage.priced, coverage.unpriced[0].gap.clone()), (1, Gap::Overflow));
}

/// The hostile token comes first in the sum, and its raw amount has as many digits as a chain can state.
#[test]
fn a_holding_with_too_many_places_affects_no_other() {
    let rows = [(1, 1, 0, 1, true), (1, 1, 1, 10u128.pow(27), true)];
    let quoted = BTreeMap::from([((1, 0), vec![Some(1000)]), ((1, 1), vec![Some(2001)])]);
    for places in [18, 36, 59, 60, 61, 70, 77, 255] {
        for raw in ["1".repeat(77), format!("1{}", "0".repeat(76)), "7".to_owned()] {
            let mut inputs = inputs(&rows, &quoted, &[]);
            let row = &mut inputs.accounts[0].snapshot.as_mut().unwrap().rows[0];
            (row.raw, row.decimals) = (raw.parse().unwrap(), Some(places));
            let folded = fold(&inputs, &Filter::default(), "", &mut NoTrace);
            let honest = folded.holdings.iter().find(|one| one.asset == asset(1, 1)).unwrap();
            let value = honest.valued().map(|valued| valued.amount().to_string());
            assert_eq!(value.as_deref(), Some("2001000000"), "{raw} with {places} places");
        }
    }
}

/// The quantity over all accounts decides whether one source is enough and whether a market is deep enough.
#[test]
fn quantities_are_summed_over_all_accounts() {
    let whole = 10u128.pow(18);
    let rows = [
        (1, 1, 1, whole, true),
        (2, 1, 1, 2 * whole, true),
        (3, 1, 1, 4 * whole, false),
        (1, 1, 2, 5, true),
    ];
    let accounts = inputs(&rows, &BTreeMap::new(), &[]).accounts;
    let snapshots = accounts.into_iter().filter_map(|one| one.snapshot);
    let snapshots = snapshots.map(|one| (one.id, one)).collect();
    let held = inputs::decimals::quantities(&snapshots, &BTreeMap::new(), &BTreeMap::new());
    let held: Vec<_> = held
        .into_iter()
        .map(|(asset, held)| (asset, held.to_string()))
        .collect();
    let expected = [(asset(1, 1), "3"), (asset(1, 2), "0.000000000000000005")];
    assert_eq!(held, expected.map(|(asset, held)| (asset, held.to_owned())));
}

#[test]
fn a_dead_entry_of_a_list_is_no_gap() {
    let rows = [(1, 1, 1, 10u128.pow(18), true)];
    let mut inputs = inputs(&rows, &BTreeMap::from([((1, 1), vec![Some(2000)])]), &[]);
    let dead = asset(1, 9);
    let snapshot = inputs.accounts[0].snapshot.as_mut().unwrap();
    snapshot.unreadable.push((dead.clone(), ports::chain::REVERTS.into()));
    let mut listed = inputs.assets[&asset(1, 1)].clone();
    (listed.id, listed.origin, listed.confirmed) = (dead.clone(), "list:somebody".into(), false);
    inputs.assets.insert(dead.clone(), listed);
    let gaps = |inputs: &Inputs| {
        Coverage::of(inputs, &fold(inputs, &Filter::default(), "", &mut NoTrace))
            .unpriced
            .len()
    };
    assert_eq!(gaps(&inputs), 0);
    inputs.assets.get_mut(&dead).unwrap().confirmed = true;
    assert_eq!(gaps(&inputs), 1, "once an account was seen to hold it, it is a gap");
}

#[test]
fn an_unknown_figure_has_no_rounding() {
    let known = FigurePath::Sum(Filter::default());
    let mut why = explain::build::explanation(
        &FigureId::new(ValuationId([0; 16]), Owner::User(id(1)), known),
        &inputs(&[], &BTreeMap::new(), &[]),
        Node::new(Operation::Sum, "Net worth", "USD"),
    );
    assert_eq!(why.rounding_difference(), None);
    assert!(!why.as_text().contains("Rounded"), "{}", why.as_text());
    why.exact = Some("1.0000000000000000015".parse().unwrap());
    assert_eq!(
        why.rounding_difference(),
        Some("0.0000000000000000005".parse().unwrap())
    );
}

/// The explanation of one asset held twice, next to another asset with a value.
fn beside(quoted: Vec<Option<u64>>, hidden: &[u8]) -> Node {
    let whole = 10u128.pow(18);
    let rows = [(1, 1, 1, whole, true), (2, 1, 1, whole, true), (1, 1, 2, whole, true)];
    let quoted = BTreeMap::from([((1, 1), quoted), ((1, 2), vec![Some(2000)])]);
    explain::build::written(&inputs(&rows, &quoted, hidden), &FigurePath::Sum(Filter::default())).unwrap()
}

#[test]
fn a_group_without_valued_holdings_has_no_value() {
    for (quoted, hidden, operation, value) in [
        (vec![Some(1000)], &[][..], Operation::Sum, Some("2")),
        (vec![Some(0), Some(0)], &[], Operation::Sum, Some("0")),
        (vec![None], &[], Operation::Gap, None),
        (vec![Some(1000)], &[1], Operation::Hidden, None),
    ] {
        let root = beside(quoted.clone(), hidden);
        let group = root.children.iter().find(|node| node.children.len() == 2).unwrap();
        let result = group.value.map(|value| value.to_string());
        assert_eq!(
            (group.operation, result.as_deref()),
            (operation, value),
            "{quoted:?} {hidden:?}"
        );
        assert_eq!(root.recomputed(), root.value);
        assert_eq!(group.counts(), value.is_some());
    }
}

/// The inputs of a figure may be gone when it is recomputed.
#[test]
fn an_empty_sum_is_zero_only_if_nothing_is_missing() {
    let value = |inputs: &Inputs| {
        let root = explain::build::written(inputs, &FigurePath::Sum(Filter::default())).unwrap();
        let result = explain::build::or_unknown(inputs, root);
        assert_eq!(result.recomputed(), result.value);
        result.value.map(|value| value.to_string())
    };
    let one = |quoted: Option<u64>, hidden: &[u8]| {
        let rows = [(1, 1, 1, 10u128.pow(18), true)];
        inputs(&rows, &BTreeMap::from([((1, 1), vec![quoted])]), hidden)
    };
    assert_eq!(value(&inputs(&[], &BTreeMap::new(), &[])).as_deref(), Some("0"));
    assert_eq!(value(&one(Some(3000), &[])).as_deref(), Some("3"));
    assert_eq!(value(&one(Some(3000), &[1])).as_deref(), Some("0"), "hidden");
    assert_eq!(value(&one(None, &[])), None);
    let mut unread = one(None, &[]);
    unread.accounts[0].snapshot = None;
    assert_eq!(value(&unread), None);
}

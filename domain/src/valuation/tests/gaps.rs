//! What is not counted.

use super::*;

#[test]
fn a_holding_that_overflows_is_its_own_gap() {
    let rows = [(1, 1, 1, 10u128.pow(18), true), (1, 1, 2, 5, true)];
    let said = BTreeMap::from([((1, 1), vec![Some(2000)]), ((1, 2), vec![Some(1)])]);
    let mut inputs = inputs(&rows, &said, &[]);
    let most = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
    inputs.accounts[0].snapshot.as_mut().unwrap().rows[1].raw = most.parse().unwrap();
    let price: Price = "1.37".parse().unwrap();
    let told = vec![Quote {
        answer: Answer::Price {
            price,
            confidence: None,
        },
        ..quotes(&asset(1, 2), &vec![Some(1)])[0].clone()
    }];
    inputs
        .decisions
        .insert(asset(1, 2), agree(&told, None, &[], AT, &Rules::CURRENT));
    let folded = fold(&inputs, &Filter::default(), "", &mut Silent);
    assert_eq!(folded.known.to_string(), "2");
    let coverage = Coverage::of(&inputs, &folded);
    assert_eq!((coverage.priced, coverage.unpriced[0].gap.clone()), (1, Gap::Overflow));
}

#[test]
fn a_dead_entry_of_a_list_is_nobodys_gap() {
    let rows = [(1, 1, 1, 10u128.pow(18), true)];
    let mut inputs = inputs(&rows, &BTreeMap::from([((1, 1), vec![Some(2000)])]), &[]);
    let dead = asset(1, 9);
    let snapshot = inputs.accounts[0].snapshot.as_mut().unwrap();
    snapshot.unreadable.push((dead.clone(), "it reverts".into()));
    let mut listed = inputs.assets[&asset(1, 1)].clone();
    (listed.id, listed.origin, listed.confirmed) = (dead.clone(), "list:somebody".into(), false);
    inputs.assets.insert(dead.clone(), listed);
    let gaps = |inputs: &Inputs| {
        Coverage::of(inputs, &fold(inputs, &Filter::default(), "", &mut Silent))
            .unpriced
            .len()
    };
    assert_eq!(gaps(&inputs), 0);
    inputs.assets.get_mut(&dead).unwrap().confirmed = true;
    assert_eq!(gaps(&inputs), 1, "once somebody was seen to hold it, it is missed");
}

#[test]
fn a_figure_that_is_not_known_has_no_rounding() {
    let known = FigurePath::Sum(Filter::default());
    let mut why = explain::explanation(
        FigureId::new(ValuationId([0; 16]), Owner::User(id(1)), known),
        &inputs(&[], &BTreeMap::new(), &[]),
        Node::new(Operation::Sum, "Net worth", "USD"),
        false,
    );
    assert_eq!(why.rounding_difference(), None);
    assert!(!why.as_text().contains("Rounded"), "{}", why.as_text());
    why.exact = Some("0.0000000000000000015".parse().unwrap());
    assert_eq!(
        why.rounding_difference(),
        Some("0.0000000000000000005".parse().unwrap())
    );
}

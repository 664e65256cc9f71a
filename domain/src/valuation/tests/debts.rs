//! Debts: they are subtracted from the total, are no part of what is divided, and are no dust.

use super::*;

const WHOLE: u128 = 10u128.pow(18);

/// A thousand of one asset, four hundred of it owed in a place, and five of another one.
fn borrowed() -> Inputs {
    let quoted = BTreeMap::from([((1, 1), vec![Some(1000)]), ((1, 2), vec![Some(1000)])]);
    let rows = [(1, 1, 1, 1000 * WHOLE, true), (1, 1, 2, 5 * WHOLE, true)];
    let debt = (1, 1, 1, 400 * WHOLE, true, 2, 1);
    inputs_with(&rows, &[debt], &quoted, &[])
}

#[test]
fn a_debt_is_a_part_of_its_asset() {
    let report = report(&borrowed());
    assert_eq!(report.total.unwrap().to_string(), "605");
    let line = &report.assets[0];
    let texts = |amount: Option<Amount>| amount.unwrap().to_string();
    assert_eq!((texts(line.amount), texts(line.value)), ("600".into(), "600".into()));
    let parts: Vec<_> = line
        .parts
        .iter()
        .map(|part| (texts(part.value), part.position.clone()))
        .collect();
    let place = ("Place 1".parse().unwrap(), PositionKind::Borrowed);
    assert_eq!(parts, [("1000".into(), None), ("-400".into(), Some(place))]);
    // Of the 1,005 that are owned.
    let shares: Vec<_> = line
        .parts
        .iter()
        .map(|part| part.share.map(|share| share.percent(1)))
        .collect();
    assert_eq!(shares, [Some("99.5".parse().unwrap()), None]);
    let kinds: Vec<_> = report.kinds.iter().map(|line| (line.kind, texts(line.value))).collect();
    assert_eq!(kinds[1], (PositionKind::Borrowed, "-400".into()));
}

#[test]
fn its_explanation_names_place_and_kind() {
    let inputs = borrowed();
    let filter = Filter {
        kind: Some(PositionKind::Borrowed),
        place: Some(PlaceSelection::Positions("Place 1".parse().unwrap())),
        ..Filter::default()
    };
    let root = explain::build::written(&inputs, &FigurePath::Sum(filter)).unwrap();
    assert_eq!(root.value.unwrap().to_string(), "-400");
    let product = &root.children[0];
    let detail = product.detail.as_deref().unwrap();
    assert!(detail.ends_with(", Place 1: borrowed"), "{detail}");
    let raw = product.children[0].raw.as_deref().unwrap();
    assert!(
        raw.contains(r#""position":{"kind":"Borrowed","place":"Place 1"}"#),
        "{raw}"
    );
    assert!(raw.contains(r#""balance":"-400000000000000000000""#), "{raw}");
}

/// Otherwise a loan of a million would be hidden with the dust.
#[test]
fn neither_a_debt_nor_what_it_almost_cancels_is_dust() {
    let quoted = BTreeMap::from([((1, 1), vec![Some(1000)])]);
    let debt = |raw| {
        inputs_with(
            &[(1, 1, 1, 1000 * WHOLE, true)],
            &[(1, 1, 1, raw, true, 2, 1)],
            &quoted,
            &[],
        )
    };
    let only_owed = inputs_with(&[], &[(1, 1, 1, 1000 * WHOLE, true, 2, 1)], &quoted, &[]);
    for inputs in [debt(1000 * WHOLE), debt(1000 * WHOLE - 1), only_owed] {
        let report = report(&inputs);
        assert!(!report.assets[0].dust);
        assert_eq!((report.dust.count, report.coverage.complete()), (0, true));
    }
}

proptest! {
    #![proptest_config(Config { cases: 64, failure_persistence: None, ..Config::default() })]

    #[test]
    fn what_is_owned_without_what_is_owed_is_the_total(inputs in case()) {
        let folded = fold(&inputs, &Filter::default(), "", &mut NoTrace);
        let values = || folded.holdings.iter().filter_map(Holding::valued).map(|valued| valued.amount());
        let sum = |is_owed: bool| values().filter(|value| value.is_negative() == is_owed).try_fold(Amount::ZERO, Amount::add).unwrap();
        prop_assert_eq!(folded.owned, Some(sum(false)));
        prop_assert_eq!(sum(false).add(sum(true)).unwrap(), folded.known);
        for holding in &folded.holdings {
            let is_owed = holding.quantity.is_some_and(Amount::is_negative);
            prop_assert!(!is_owed || holding.valued().is_none_or(|valued| valued.amount() <= Amount::ZERO));
            prop_assert!(!is_owed || holding.place.is_some(), "no balance is negative");
        }
    }

    /// The largest first, then debts, the largest of them last, then what has no value; shares of what is owned.
    #[test]
    fn assets_are_sorted_and_shares_are_parts_of_what_is_owned(inputs in case()) {
        let report = report(&inputs);
        let values: Vec<_> = report.assets.iter().map(|line| line.value).collect();
        prop_assert!(values.is_sorted_by(|a, b| a >= b));
        for line in &report.assets {
            let is_owed = line.value.is_some_and(Amount::is_negative);
            prop_assert!(!(is_owed && line.share.is_some()));
            let parts: Vec<_> = line.parts.iter().map(|part| part.value).collect();
            prop_assert!(parts.is_sorted_by(|a, b| a >= b));
            for (value, share) in line.parts.iter().map(|part| (part.value, part.share)) {
                prop_assert!(value.is_some_and(|value| !value.is_negative()) || share.is_none());
            }
        }
    }
}

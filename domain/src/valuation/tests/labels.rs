//! The labels of prices in explanations, and the names of spam, which are not repeated.

use super::*;

fn price_of(quoted: &[u64]) -> Node {
    let quoted = BTreeMap::from([((1, 1), quoted.iter().copied().map(Some).collect())]);
    let inputs = inputs(&[(1, 1, 1, 10u128.pow(18), true)], &quoted, &[]);
    explain::build::written(&inputs, &FigurePath::Price(asset(1, 1))).unwrap()
}

/// Two quotes have no middle one: their price is an average, and none of them is marked as chosen.
#[test]
fn a_median_needs_three_quotes() {
    for (quoted, label, operation, chosen) in [
        (vec![1000], "Price: one source", Operation::Average, 0),
        (vec![1000, 1010], "Price: average of 2 sources", Operation::Average, 0),
        (
            vec![1000, 1010, 1020],
            "Price: median of 3 sources",
            Operation::Median,
            1,
        ),
        (
            vec![1000, 1010, 1020, 1030],
            "Price: median of 4 sources",
            Operation::Median,
            2,
        ),
    ] {
        let node = price_of(&quoted);
        assert_eq!((node.label.as_str(), node.operation), (label, operation));
        assert_eq!(
            node.children.iter().filter(|quote| quote.chosen).count(),
            chosen,
            "{label}"
        );
        assert_eq!(node.recomputed(), node.value, "{label}");
        assert!(node.children.iter().all(|quote| quote.measure == Measure::Price));
    }
}

/// Quantity, price and rate are distinguished by their measure, even if the currency is the asset.
#[test]
fn factors_are_distinguished_in_every_currency() {
    let quoted = BTreeMap::from([((1, 1), vec![Some(1000)])]);
    let mut inputs = inputs(&[(1, 1, 1, 10u128.pow(18), true)], &quoted, &[]);
    let coin = inputs.decisions.get(&asset(1, 1)).cloned();
    for conversion in [
        Conversion::dollars(),
        Conversion::by_coin("BTC".parse().unwrap(), Some((asset(1, 1), coin))),
    ] {
        inputs.conversion = conversion;
        let root = explain::build::written(&inputs, &FigurePath::Sum(Filter::default())).unwrap();
        let measures: Vec<_> = root.children[0].children.iter().map(|factor| factor.measure).collect();
        assert_eq!(measures, [Measure::Quantity, Measure::Price, Measure::Rate]);
    }
}

fn raws<'a>(node: &'a Node, found: &mut Vec<&'a str>) {
    found.extend(node.raw.as_deref());
    node.children.iter().for_each(|child| raws(child, found));
}

/// The raw answer of each source is JSON and names its subject.
#[test]
fn raw_answers_are_json() {
    let quoted = BTreeMap::from([((1, 1), vec![Some(1000), Some(1010)])]);
    let inputs = inputs(&[(1, 1, 1, 10u128.pow(18), true)], &quoted, &[]);
    let root = explain::build::written(&inputs, &FigurePath::Sum(Filter::default())).unwrap();
    let mut found = Vec::new();
    raws(&root, &mut found);
    assert_eq!(found.len(), 3, "a balance and two quotes");
    for raw in found {
        let answer: serde_json::Value = serde_json::from_str(raw).unwrap();
        assert_eq!(answer["asset"], asset(1, 1).to_string());
        let quoted = [&answer["balance"], &answer["price"]];
        assert!(quoted.iter().any(|amount| amount.is_string()), "{raw}");
    }
}

fn collect_labels(node: &Node, found: &mut Vec<String>) {
    found.extend([node.label.clone(), node.unit.clone()]);
    found.extend(node.detail.clone());
    node.children.iter().for_each(|child| collect_labels(child, found));
}

/// The names of spam tokens advertise websites, so every text of an explanation that could be copied names them by
/// their contract.
#[test]
fn spam_is_not_named_in_explanations() {
    let rows = [(1, 1, 1, 10u128.pow(18), true), (1, 1, 2, 10u128.pow(18), true)];
    let quoted = BTreeMap::from([((1, 1), vec![Some(1000)])]);
    let mut inputs = inputs(&rows, &quoted, &[]);
    let bait = "Voucher at port-bonus.example";
    inputs.assets.get_mut(&asset(1, 2)).unwrap().metadata = Metadata::cleaned(bait, bait, Some(18));
    let result = |inputs: &Inputs| {
        let root = explain::build::written(inputs, &FigurePath::Sum(Filter::default())).unwrap();
        let mut found = Vec::new();
        collect_labels(&root, &mut found);
        found.join(" ")
    };
    assert!(
        result(&inputs).contains("port-bonus"),
        "a token that is not hidden has its name"
    );
    inputs.hidden.insert(asset(1, 2), HideRule::Spam);
    let spam = result(&inputs);
    assert!(!spam.contains("port-bonus") && spam.contains("Token 0x0202"), "{spam}");
    inputs.hidden.insert(asset(1, 2), HideRule::HiddenByYou);
    assert!(
        result(&inputs).contains("port-bonus"),
        "a token that the user hid has its name"
    );
}

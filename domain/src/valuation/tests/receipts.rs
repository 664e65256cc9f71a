//! Receipts in the rows of assets and in explanations.

use ports::{PositionKind, Receipt, Receipts};

use super::*;

/// One asset per chain is a receipt for a staked asset.
pub fn staked() -> Receipts {
    Receipts::new((1..4).map(|chain| receipt(chain, PositionKind::Staked, "staked")), [])
}

fn receipt(chain: u64, kind: PositionKind, words: &str) -> Receipt {
    Receipt {
        place: "Lido".parse().unwrap(),
        asset: asset(chain, 3),
        kind,
        of: asset(1, 200),
        words: words.to_owned(),
    }
}

/// Returns the receipt text of the row, of its parts on the chains 1 and 2, and of each part in the explanation.
fn quoted(receipts: Vec<Receipt>) -> (Option<String>, Vec<Option<String>>, Vec<String>) {
    let held = [(0, 1, 3, 1_000, true), (0, 2, 3, 500, true)];
    let result = [((1, 3), vec![Some(1000)]), ((2, 3), vec![Some(1000)])].into();
    let inputs = Inputs {
        receipts: Arc::new(Receipts::new(receipts, [])),
        ..inputs(&held, &result, &[])
    };
    let report = report(&inputs);
    let [line] = report.assets.as_slice() else {
        panic!("{} rows", report.assets.len());
    };
    let text = |receipt: &Option<Receipt>| receipt.as_ref().map(Receipt::text);
    let root = explain::build::written(&inputs, &FigurePath::Sum(Filter::default())).unwrap();
    let holdings = root.children.iter().flat_map(|group| &group.children);
    (
        text(&line.receipt),
        line.parts.iter().map(|part| text(&part.receipt)).collect(),
        holdings.filter_map(|node| node.detail.clone()).collect(),
    )
}

#[test]
fn a_row_is_a_receipt_if_all_its_parts_are_the_same_receipt() {
    let staked = |chain| receipt(chain, PositionKind::Staked, "ether that is staked with somebody");
    let text = Some("A receipt for ether that is staked with somebody.".to_owned());
    let whole = quoted(vec![staked(1), staked(2)]);
    assert_eq!((&whole.0, &whole.1), (&text, &vec![text.clone(), text.clone()]));
    let words = ", receipt for ether that is staked with somebody";
    assert_eq!(whole.2.iter().filter(|detail| detail.ends_with(words)).count(), 2);

    let half = quoted(vec![staked(1)]);
    assert_eq!((&half.0, &half.1), (&None, &vec![text.clone(), None]));
    assert_eq!(half.2.iter().filter(|detail| detail.ends_with(words)).count(), 1);

    let lent = receipt(2, PositionKind::Lent, "ether that is staked with somebody");
    assert_eq!(quoted(vec![staked(1), lent]).0, None, "of another kind");
    let elsewhere = receipt(2, PositionKind::Staked, "ether that is staked with another");
    assert_eq!(quoted(vec![staked(1), elsewhere]).0, None, "of something else");
}

#[test]
fn an_asset_that_is_no_known_receipt_has_no_receipt_text() {
    let (row, parts, details) = quoted(Vec::new());
    assert_eq!((row, parts), (None, vec![None, None]));
    assert!(details.iter().all(|detail| !detail.contains("receipt")));
}

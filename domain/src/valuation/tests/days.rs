//! The change since a day ago: of holdings with a value on both days, and of those that were added or removed.

use super::*;
use crate::valuation::{
    comparison::{comparable, difference, only},
    explain::change::DayComparison,
    report::{asset_line::asset_lines, ranking::groups},
};

const WHOLE: u128 = 10u128.pow(18);

/// Inputs with one wallet's holdings, written as `asset:quantity@dollars`, with `?` for an unpriced asset.
fn day(held: &str, hidden: &[u8]) -> Inputs {
    let (mut rows, mut quoted) = (Vec::new(), BTreeMap::new());
    for one in held.split_whitespace() {
        let (n, rest) = one.split_once(':').unwrap();
        let (many, price) = rest.split_once('@').unwrap();
        let n = n.parse().unwrap();
        rows.push((1, 1, n, many.parse::<u128>().unwrap() * WHOLE, true));
        quoted.insert((1, n), vec![price.parse::<u64>().ok().map(|dollars| dollars * 1000)]);
    }
    inputs(&rows, &quoted, hidden)
}

fn all(inputs: &Inputs) -> Folded {
    fold(inputs, &Filter::default(), "", &mut NoTrace)
}

/// Returns the change and the value that it is compared with.
fn change(now: &Inputs, then: &Inputs) -> Option<(String, String)> {
    let (now, then) = (all(now), all(then));
    let change = difference(&now, &then, &comparable(&now, &then))?;
    Some((change.0.to_string(), change.1.to_string()))
}

#[test]
fn added_and_removed_holdings_change_the_value_and_unpriced_ones_do_not() {
    for (now, then, hidden, changed, against, why) in [
        ("1:10@3", "1:10@2", None, "10", "20", "the price moved"),
        ("1:11@2", "1:10@2", None, "2", "20", "more is held"),
        ("1:10@2 2:1@3", "1:10@2", None, "3", "20", "it appeared"),
        ("1:10@2", "1:10@2 2:1@3", None, "-3", "23", "it is gone"),
        ("1:10@2", "", None, "20", "0", "there was nothing"),
        ("", "1:10@2", None, "-20", "20", "there is nothing"),
        (
            "1:10@2 2:1@3",
            "1:10@2 2:1@?",
            None,
            "0",
            "20",
            "its price then is unknown",
        ),
        (
            "1:10@2 2:1@?",
            "1:10@2 2:1@3",
            None,
            "0",
            "20",
            "its price now is unknown",
        ),
        (
            "1:10@2 2:1@?",
            "1:10@2",
            None,
            "0",
            "20",
            "the added asset has no price",
        ),
        ("1:10@2 2:1@3", "1:10@2 2:1@3", Some(2), "0", "20", "it is hidden now"),
    ] {
        let hidden: Vec<u8> = hidden.into_iter().collect();
        let expected = Some((changed.to_owned(), against.to_owned()));
        assert_eq!(change(&day(now, &hidden), &day(then, &[])), expected, "{why}");
    }
}

/// An asset held in two accounts, one of which has no known quantity, is not compared at all.
#[test]
fn a_partly_unknown_asset_is_not_compared() {
    let quoted = BTreeMap::from([((1, 1), vec![Some(2000)])]);
    let then = inputs(&[(1, 1, 1, WHOLE, true), (2, 1, 1, WHOLE, true)], &quoted, &[]);
    let now = inputs(&[(1, 1, 1, WHOLE, true), (2, 1, 1, WHOLE, false)], &quoted, &[]);
    assert_eq!(change(&now, &then), Some(("0".to_owned(), "0".to_owned())));
}

/// The change of a price does not depend on the quantity held. A price that is unknown on one of the days has no
/// change.
#[test]
fn a_price_change_is_a_fraction_of_the_price_then() {
    let prices =
        |first: u64, second: Option<u64>| BTreeMap::from([((1, 1), vec![Some(first)]), ((1, 2), vec![second])]);
    let then = inputs(
        &[(1, 1, 1, WHOLE, true), (1, 1, 2, WHOLE, true)],
        &prices(2_000, Some(1_000)),
        &[],
    );
    let now = inputs(
        &[(1, 1, 1, 3 * WHOLE, true), (1, 1, 2, WHOLE, true)],
        &prices(2_500, None),
        &[],
    );
    let (today, before) = (all(&now), all(&then));
    let moves = Moves::of((&now, &then), (&today, &before), &comparable(&today, &before));
    let changes: Vec<String> = moves
        .prices
        .values()
        .map(|share| share.percent(2).to_string())
        .collect();
    assert_eq!(changes, ["25"]);
}

proptest! {
    #![proptest_config(Config { cases: 64, failure_persistence: None, ..Config::default() })]

    /// The explanation of a change is a sum with one difference per group, computed from its own tree, and the listed
    /// moves are the largest of them.
    #[test]
    fn a_change_is_the_sum_of_what_moved(now in case(), then in case()) {
        let then = Inputs { conversion: now.conversion.clone(), ..then };
        let (today, before) = (all(&now), all(&then));
        let both = comparable(&today, &before);
        let (changed, _) = difference(&today, &before, &both).unwrap();
        let whole = DayComparison::of(&now, &then, &FigurePath::Change).unwrap();
        prop_assert_eq!(whole.tree.value, Some(changed));
        prop_assert_eq!(whole.tree.recomputed(), Some(changed));
        let moves = Moves::of((&now, &then), (&today, &before), &both);
        let moved = whole.tree.children.iter().filter(|node| node.value.is_some_and(|value| !value.is_zero()));
        prop_assert_eq!(moves.count, moved.count());
        let lines = asset_lines(&now, &today, &groups(&now, &today.holdings));
        for one in &moves.largest {
            let line = lines.iter().find(|line| line.group == one.group);
            prop_assert_eq!(one.price, line.and_then(|line| line.price), "one price on every screen");
            let path = FigurePath::GroupChange(one.group.clone());
            let own = DayComparison::of(&now, &then, &path).unwrap().tree;
            prop_assert_eq!((own.value, own.recomputed()), (Some(one.change), Some(one.change)));
        }
        let sizes: Vec<Amount> = whole.tree.children.iter().filter_map(|node| node.value).map(Amount::abs).collect();
        prop_assert_eq!(moves.largest.first().map(|one| one.change.abs()), sizes.into_iter().max().filter(|size| !size.is_zero()));
        let shown = today.holdings.iter().filter(|one| !is_hidden(one));
        let left_out = shown.filter(|one| !both.contains(&one.asset)).count();
        prop_assert_eq!(whole.not_compared.len(), left_out);
    }

    /// The change of a wallet is that of a portfolio with this wallet only.
    #[test]
    fn the_change_of_a_wallet_is_that_of_its_holdings(now in case(), then in case(), of in 0_u8..4) {
        let then = Inputs { conversion: now.conversion.clone(), ..then };
        let wallet = Filter { address: Some(Address::evm([of; 20])), ..Filter::default() };
        let [today, before] = [&now, &then].map(|inputs| fold(inputs, &wallet, "", &mut NoTrace));
        let both = comparable(&today, &before);
        let changed = difference(&today, &before, &both).unwrap();
        let own = DayComparison::of(&now, &then, &FigurePath::WalletChange(wallet)).unwrap();
        prop_assert_eq!((own.tree.value, own.tree.recomputed()), (Some(changed.0), Some(changed.0)));
        let shown = today.holdings.iter().filter(|one| !is_hidden(one));
        prop_assert_eq!(own.not_compared.len(), shown.filter(|one| !both.contains(&one.asset)).count());
    }

    /// The change is that of two valuations which hold only the compared assets, and both of these are complete.
    #[test]
    fn a_change_is_between_two_complete_valuations(now in case(), then in case()) {
        let then = Inputs { conversion: now.conversion.clone(), ..then };
        let (today, before) = (all(&now), all(&then));
        let both = comparable(&today, &before);
        let (changed, against) = difference(&today, &before, &both).unwrap();
        let [of_now, of_then] = [&now, &then].map(|inputs| all(&only(inputs, &both)));
        prop_assert!(of_now.holdings.iter().chain(&of_then.holdings).all(|one| one.valued().is_some()));
        prop_assert_eq!(of_then.known, against);
        prop_assert_eq!(of_now.known.sub(of_then.known).unwrap(), changed);
        let left_out = |folded: &Folded| folded.holdings.iter().filter(|one| !both.contains(&one.asset)).count();
        let seen = |folded: &Folded, of: &Folded| folded.holdings.len() == of.holdings.len() + left_out(folded);
        prop_assert!(seen(&today, &of_now) && seen(&before, &of_then));
    }
}

//! What changed since a day ago: of what has a value on both days, and of what came or went.

use super::*;
use crate::valuation::yesterday::{comparable, difference, only};

const WHOLE: u128 = 10u128.pow(18);

/// What one wallet holds: asset, how many, and what the sources say of it in thousandths.
fn day(held: &[(u8, u128, &[Option<u64>])], hidden: &[u8]) -> Inputs {
    let rows: Vec<Row> = held.iter().map(|(n, many, _)| (1, 1, *n, many * WHOLE, true)).collect();
    let said = held.iter().map(|(n, _, said)| ((1, *n), said.to_vec())).collect();
    inputs(&rows, &said, hidden)
}

fn all(inputs: &Inputs) -> Folded {
    fold(inputs, &Filter::default(), "", &mut Silent)
}

/// The change, and what it is measured against.
fn change(now: &Inputs, then: &Inputs) -> Option<(String, String)> {
    let (now, then) = (all(now), all(then));
    let change = difference(&now, &then, &comparable(&now, &then))?;
    Some((change.0.to_string(), change.1.to_string()))
}

#[test]
fn what_came_and_what_went_is_a_change_and_what_has_no_value_is_none() {
    let (two, three, nobody): (&[_], &[_], &[_]) = (&[Some(2000)], &[Some(3000)], &[None]);
    for (now, then, hidden_now, changed, against, why) in [
        (
            vec![(1, 10, three)],
            vec![(1, 10, two)],
            vec![],
            "10",
            "20",
            "the price moved",
        ),
        (
            vec![(1, 11, two)],
            vec![(1, 10, two)],
            vec![],
            "2",
            "20",
            "more is held",
        ),
        (
            vec![(1, 10, two), (2, 1, three)],
            vec![(1, 10, two)],
            vec![],
            "3",
            "20",
            "it appeared",
        ),
        (
            vec![(1, 10, two)],
            vec![(1, 10, two), (2, 1, three)],
            vec![],
            "-3",
            "23",
            "it is gone",
        ),
        (vec![(1, 10, two)], vec![], vec![], "20", "0", "there was nothing"),
        (vec![], vec![(1, 10, two)], vec![], "-20", "20", "there is nothing"),
        (
            vec![(1, 10, two), (2, 1, three)],
            vec![(1, 10, two), (2, 1, nobody)],
            vec![],
            "0",
            "20",
            "its price of then is not known",
        ),
        (
            vec![(1, 10, two), (2, 1, nobody)],
            vec![(1, 10, two), (2, 1, three)],
            vec![],
            "0",
            "20",
            "its price of now is not known",
        ),
        (
            vec![(1, 10, two), (2, 1, nobody)],
            vec![(1, 10, two)],
            vec![],
            "0",
            "20",
            "nobody prices what appeared",
        ),
        (
            vec![(1, 10, two), (2, 1, three)],
            vec![(1, 10, two), (2, 1, three)],
            vec![2],
            "0",
            "20",
            "it is hidden now",
        ),
    ] {
        let expected = Some((changed.to_owned(), against.to_owned()));
        assert_eq!(change(&day(&now, &hidden_now), &day(&then, &[])), expected, "{why}");
    }
}

/// An asset in two places, in one of which nobody can count it, is compared in neither.
#[test]
fn half_a_value_is_no_value_to_compare() {
    let said = BTreeMap::from([((1, 1), vec![Some(2000)])]);
    let then = inputs(&[(1, 1, 1, WHOLE, true), (2, 1, 1, WHOLE, true)], &said, &[]);
    let now = inputs(&[(1, 1, 1, WHOLE, true), (2, 1, 1, WHOLE, false)], &said, &[]);
    assert_eq!(change(&now, &then), Some(("0".to_owned(), "0".to_owned())));
}

proptest! {
    #![proptest_config(Config { cases: 64, failure_persistence: None, ..Config::default() })]

    /// The change is that of two valuations which hold nothing but what is compared, and each of those is whole.
    #[test]
    fn a_change_is_between_two_wholes(now in case(), then in case()) {
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

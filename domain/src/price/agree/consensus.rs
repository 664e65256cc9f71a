//! Finds the cluster of prices that agree.

use std::ops::Range;

use ports::Amount;

/// Returns the range of the largest cluster: the prices within `percent` of the lowest among them.
///
/// The cluster must hold more than half of all prices, or be the only one of the largest clusters that agrees with the
/// last agreed price. Otherwise the prices contradict each other and the result is `None`. `sorted` is ascending and
/// not empty.
pub(super) fn largest_cluster(sorted: &[Amount], percent: u32, last: Option<Amount>) -> Option<Range<usize>> {
    let hundredfold: Vec<Option<Amount>> = sorted.iter().map(|price| price.mul(Amount::HUNDRED).ok()).collect();
    let window = |from: usize| {
        let upper_bound = upper_bound(sorted[from], percent);
        let within = hundredfold[from..]
            .iter()
            .take_while(|price| price.is_some_and(|price| upper_bound.is_some_and(|upper_bound| price <= upper_bound)));
        from..from + within.count()
    };
    let mut largest: Vec<Range<usize>> = (0..sorted.len()).map(window).collect();
    let most = largest.iter().map(Range::len).max()?;
    largest.retain(|range| range.len() == most);
    match largest.as_slice() {
        [one] if most * 2 > sorted.len() => Some(one.clone()),
        candidates => {
            let last = last?;
            let mut near_last = candidates
                .iter()
                .filter(|range| holds(&sorted[(*range).clone()], last, percent));
            let one = near_last.next()?;
            near_last.next().is_none().then(|| one.clone())
        }
    }
}

/// Returns whether `high` is at most `percent` percent above `low`.
pub(in crate::price) fn near(low: Amount, high: Amount, percent: u32) -> bool {
    match (high.mul(Amount::HUNDRED), upper_bound(low, percent)) {
        (Ok(high), Some(upper_bound)) => high <= upper_bound,
        _ => false,
    }
}

/// Returns one hundred times the price that is `percent` percent above `low`.
fn upper_bound(low: Amount, percent: u32) -> Option<Amount> {
    low.mul(Amount::from(100 + percent)).ok()
}

/// Returns whether a price is within the range of `sorted`, or at most `percent` percent outside it.
fn holds(sorted: &[Amount], price: Amount, percent: u32) -> bool {
    match sorted {
        [] => false,
        [low, ..] if price < *low => near(price, *low, percent),
        [.., high] => near(*high, price, percent) || price <= *high,
    }
}

/// Returns whether the larger price is at least `times` times the smaller one.
pub(super) fn leaps(one: Amount, other: Amount, times: u32) -> bool {
    let reaches = |low: Amount, high: Amount| {
        low.mul(Amount::from(times))
            .is_ok_and(|upper_bound| high >= upper_bound)
    };
    let (low, high) = if one < other { (one, other) } else { (other, one) };
    low != high && reaches(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(prices: &[u32], last: Option<u32>) -> Option<Range<usize>> {
        let sorted: Vec<Amount> = prices.iter().copied().map(Amount::from).collect();
        largest_cluster(&sorted, 25, last.map(Amount::from))
    }

    #[test]
    fn the_majority_is_used_and_the_outlier_is_not() {
        assert_eq!(chosen(&[100], None), Some(0..1));
        assert_eq!(chosen(&[100, 125], None), Some(0..2));
        assert_eq!(chosen(&[100, 101, 1000], None), Some(0..2));
        assert_eq!(chosen(&[10, 100, 101], None), Some(1..3));
        assert_eq!(chosen(&[0, 100, 101, 102, 1020], None), Some(1..4));
        assert_eq!(chosen(&[0, 0, 5], None), Some(0..2), "two prices of zero agree");
    }

    #[test]
    fn without_a_majority_only_the_last_price_decides() {
        assert_eq!(chosen(&[100, 126], None), None);
        assert_eq!(chosen(&[100, 1000], Some(102)), Some(0..1));
        assert_eq!(chosen(&[100, 1000], Some(990)), Some(1..2));
        assert_eq!(chosen(&[100, 1000], Some(300)), None);
        assert_eq!(chosen(&[100, 101, 1000, 1001], None), None);
        assert_eq!(chosen(&[100, 101, 1000, 1001], Some(100)), Some(0..2));
        assert_eq!(chosen(&[1, 2, 4, 8], Some(4)), Some(2..3));
        assert_eq!(chosen(&[100, 124, 150], Some(120)), None, "it is within both pairs");
    }

    #[test]
    fn a_leap_goes_either_way() {
        let leap = |one: u32, other: u32| leaps(Amount::from(one), Amount::from(other), 5);
        assert!(leap(1, 5) && leap(5, 1) && leap(0, 1) && !leap(1, 4) && !leap(3, 3) && !leap(0, 0));
    }
}

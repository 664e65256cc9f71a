//! Points of a chart: `[[milliseconds, price], …]`.

use std::time::Duration;

use ports::{clock::Timestamp, json::Json};

/// Returns the point nearest to a moment within `around`. A chart in another unit of time, or of other days, has no
/// such point. Points whose time is not a number are skipped.
pub(super) fn nearest(points: &[Json], at: Timestamp, around: Duration) -> Option<(Timestamp, &Json)> {
    let readable = points.iter().filter_map(|point| match point.as_array()? {
        [moment, price] => Some((Timestamp::from_millis(moment.as_i64()?), price)),
        _ => None,
    });
    readable
        .filter(|(moment, _)| moment.since(at).max(at.since(*moment)) <= around)
        .min_by_key(|(moment, _)| moment.millis().abs_diff(at.millis()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_json::json;

    #[test]
    fn the_nearest_point_is_taken() {
        let points = json!([[1000, 1], [2000, 2], ["x", 3], [2500], 7, [4000, 4]]);
        let points = points.as_array().unwrap();
        for (at, price) in [(0, 1), (1499, 1), (1501, 2), (2600, 2), (9000, 4)] {
            let (_, found) = nearest(points, Timestamp::from_millis(at), Duration::from_secs(5)).unwrap();
            assert_eq!(*found, json!(price), "{at}");
        }
        assert_eq!(nearest(&[json!(1)], Timestamp::from_millis(0), Duration::MAX), None);
    }

    #[test]
    fn a_point_too_far_away_is_none() {
        let points = [json!([10_000, 1]), json!([1_790_000_000_000_000_i64, 2])];
        let price =
            |at| nearest(&points, Timestamp::from_millis(at), Duration::from_secs(2)).map(|(_, price)| price.clone());
        for (at, found) in [
            (7999, None),
            (8000, Some(json!(1))),
            (12_000, Some(json!(1))),
            (12_001, None),
        ] {
            assert_eq!(price(at), found, "{at}");
        }
        assert_eq!(price(1_790_000_000_000), None, "microseconds are no milliseconds");
    }
}

//! Points of a chart: `[[milliseconds, price], …]`.

use ports::clock::Timestamp;
use serde_json::Value;

/// The point nearest to a moment. Points whose time is not a number are passed over.
pub(super) fn nearest(points: &[Value], at: Timestamp) -> Option<(Timestamp, &Value)> {
    let readable = points.iter().filter_map(|point| match point.as_array()?.as_slice() {
        [moment, price] => Some((Timestamp::from_millis(moment.as_i64()?), price)),
        _ => None,
    });
    readable.min_by_key(|(moment, _)| moment.millis().abs_diff(at.millis()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_nearest_point_is_taken() {
        let points = json!([[1000, 1], [2000, 2], ["x", 3], [2500], 7, [4000, 4]]);
        let points = points.as_array().unwrap();
        for (at, price) in [(0, 1), (1499, 1), (1501, 2), (2600, 2), (9000, 4)] {
            let (_, found) = nearest(points, Timestamp::from_millis(at)).unwrap();
            assert_eq!(*found, json!(price), "{at}");
        }
        assert_eq!(nearest(&[json!(1)], Timestamp::from_millis(0)), None);
    }
}

//! Which days are over.

use std::time::Duration;

use ports::{Day, Timestamp};

/// A day's prices are requested this long after its end, when sources have its last candle.
const SETTLED: Duration = Duration::from_hours(1);

/// Returns the last day whose prices sources have.
pub fn last_over(now: Timestamp) -> Day {
    Day::of(now.minus(SETTLED)).plus(-1)
}

/// Returns when the prices of a day are first requested.
pub fn requested_from(day: Day) -> Timestamp {
    day.plus(1).start().plus(SETTLED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_requested_an_hour_after_its_end() {
        let day: Day = "2026-11-20".parse().unwrap();
        assert_eq!(requested_from(day).to_string(), "2026-11-21T01:00:00Z");
        assert_eq!(last_over(requested_from(day)), day);
        assert_eq!(
            last_over(requested_from(day).minus(Duration::from_millis(1))),
            day.plus(-1)
        );
    }
}

//! Which days are over.

use std::time::Duration;

use ports::{Day, PastPrice, Timestamp};

/// A day's prices are requested this long after its end, when sources have its last candle.
const SETTLED: Duration = Duration::from_hours(1);
/// How often a day is requested from a source that has no price of it, at most once a day. A source may publish late.
const REQUESTS: i64 = 7;

/// Returns the last day whose prices sources have.
pub fn last_over(now: Timestamp) -> Day {
    Day::of(now.minus(SETTLED)).plus(-1)
}

/// Returns when the prices of a day are first requested.
pub fn requested_from(day: Day) -> Timestamp {
    day.plus(1).start().plus(SETTLED)
}

/// Returns whether the answer of a source about a day still holds at `now`: a price always, and an answer without one if it is of
/// today or was read long after the day.
pub fn is_settled(answer: &PastPrice, now: Timestamp) -> bool {
    let last = last_over(now);
    let last_read = last_over(answer.read_at);
    let is_final = last_read.number() - answer.day.number() >= REQUESTS - 1;
    answer.price.is_some() || is_final || last_read >= last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::price::past::toy::row;

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

    /// Returns whether an answer about 2026-11-20 that was read at one time is settled at another.
    fn is_settled_at(price: Option<&str>, read_at: &str, now: &str) -> bool {
        let answer = PastPrice {
            read_at: read_at.parse().unwrap(),
            ..row("eip155:1/slip44:1", "2026-11-20", "bitstamp", price)
        };
        is_settled(&answer, now.parse().unwrap())
    }

    #[test]
    fn an_answer_without_a_price_is_requested_again_once_a_day_for_a_week() {
        let is_settled_at = |read_at, now| is_settled_at(None, read_at, now);
        assert!(is_settled_at("2026-11-21T02:00:00Z", "2026-11-21T23:00:00Z"));
        assert!(
            is_settled_at("2026-11-21T02:00:00Z", "2026-11-22T00:59:59Z"),
            "the next day is not over for an hour"
        );
        assert!(!is_settled_at("2026-11-21T02:00:00Z", "2026-11-22T01:00:00Z"));
        assert!(is_settled_at("2026-11-22T01:00:00Z", "2026-11-22T01:00:01Z"));
        assert!(
            !is_settled_at("2026-11-22T01:00:00Z", "2027-03-01T01:00:00Z"),
            "nobody asked for long"
        );
        assert!(!is_settled_at("2026-11-27T00:59:59Z", "2026-11-28T01:00:00Z"));
        assert!(
            is_settled_at("2026-11-27T01:00:00Z", "2026-11-28T01:00:00Z"),
            "no source is that late"
        );
    }

    #[test]
    fn a_price_is_settled() {
        assert!(is_settled_at(Some("1"), "2026-11-21T02:00:00Z", "2026-11-22T01:00:00Z"));
    }

    #[test]
    fn an_answer_of_a_clock_that_was_set_back_is_settled() {
        assert!(is_settled_at(None, "2026-11-23T02:00:00Z", "2026-11-22T01:00:00Z"));
    }
}

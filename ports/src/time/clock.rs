//! Time.

use std::{fmt, time::Duration};

/// A point in time: milliseconds since 1970, UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Timestamp(i64);

impl Timestamp {
    /// Makes a timestamp of milliseconds since 1970.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Makes a timestamp of seconds since 1970.
    #[must_use]
    pub const fn from_seconds(seconds: i64) -> Self {
        Self(seconds.saturating_mul(1000))
    }

    /// Returns the milliseconds since 1970.
    #[must_use]
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Returns the seconds since 1970.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// Returns the time `by` later.
    #[must_use]
    pub fn plus(self, by: Duration) -> Self {
        Self(self.0.saturating_add(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Returns the time `by` earlier.
    #[must_use]
    pub fn minus(self, by: Duration) -> Self {
        Self(self.0.saturating_sub(i64::try_from(by.as_millis()).unwrap_or(i64::MAX)))
    }

    /// Returns the time since `earlier`; zero where `earlier` is in the future.
    #[must_use]
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// Returns whether `earlier` was less than `by` ago. `false` for a time in the future, which comes from a wrong clock and
    /// must not block anything until then.
    #[must_use]
    pub fn within(self, by: Duration, earlier: Self) -> bool {
        earlier <= self && self.since(earlier) < by
    }

    /// Rounds down to a multiple of `by`; unchanged where `by` is zero.
    #[must_use]
    pub fn floor(self, by: Duration) -> Self {
        let step = i64::try_from(by.as_millis()).unwrap_or(i64::MAX).max(1);
        Self(self.0 - self.0.rem_euclid(step))
    }

    /// Returns the UTC day, `YYYY-MM-DD`.
    #[must_use]
    pub fn day(self) -> String {
        self.calendar().strftime("%F").to_string()
    }

    /// Returns the UTC day as people write it: `September 28, 2026`.
    #[must_use]
    pub fn long_day(self) -> String {
        self.calendar().strftime("%B %-d, %Y").to_string()
    }

    /// Returns the time for calendar arithmetic, or the nearest one within the years -9999 to 9999.
    fn calendar(self) -> jiff::Timestamp {
        let end = if self.0 < 0 {
            jiff::Timestamp::MIN
        } else {
            jiff::Timestamp::MAX
        };
        jiff::Timestamp::from_millisecond(self.0).unwrap_or(end)
    }
}

impl fmt::Display for Timestamp {
    /// Writes RFC 3339 in UTC, with milliseconds where they are not zero.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.calendar();
        if self.0 % 1000 == 0 {
            write!(f, "{time:.0}")
        } else {
            write!(f, "{time:.3}")
        }
    }
}

/// Why a text is not a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a time such as 2026-04-11T12:30:00Z")]
pub struct ParseTimestampError;

impl std::str::FromStr for Timestamp {
    type Err = ParseTimestampError;

    /// Parses RFC 3339.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let time: jiff::Timestamp = text.parse().map_err(|_| ParseTimestampError)?;
        Ok(Self(time.as_millisecond()))
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The clock. The domain uses no other one, so that tests can control the time.
pub trait Clock: Send + Sync {
    /// Returns the current time.
    fn now(&self) -> Timestamp;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_print_as_rfc_3339() {
        for (millis, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399_000, "2000-02-28T23:59:59Z"),
            (951_868_800_000, "2000-03-01T00:00:00Z"),
            (1_709_210_096_789, "2024-02-29T12:34:56.789Z"),
            (-1000, "1969-12-31T23:59:59Z"),
        ] {
            assert_eq!(Timestamp::from_millis(millis).to_string(), text);
        }
    }

    #[test]
    fn a_day_is_written_for_people() {
        assert_eq!(Timestamp::from_seconds(1_790_553_600).long_day(), "September 28, 2026");
        assert_eq!(Timestamp::from_seconds(0).long_day(), "January 1, 1970");
    }

    #[test]
    fn what_lies_ahead_was_not_lately() {
        let (now, minute) = (Timestamp::from_seconds(600), Duration::from_mins(1));
        for (seconds, lately) in [(540, false), (541, true), (600, true), (601, false), (99_999, false)] {
            assert_eq!(
                now.within(minute, Timestamp::from_seconds(seconds)),
                lately,
                "{seconds}"
            );
        }
    }

    #[test]
    fn steps_floor_downwards() {
        let minute = Duration::from_mins(1);
        assert_eq!(
            Timestamp::from_millis(119_999).floor(minute),
            Timestamp::from_millis(60_000)
        );
        assert_eq!(
            Timestamp::from_millis(60_000).floor(minute),
            Timestamp::from_millis(60_000)
        );
    }
}

//! Calendar days, UTC.

use std::{fmt, str::FromStr};

use jiff::{Span, civil::Date};

use crate::time::clock::Timestamp;

const MILLIS: i64 = 86_400_000;
const EPOCH: Date = Date::constant(1970, 1, 1);

/// A UTC day of the Gregorian calendar, counted from 1970-01-01.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Day(i64);

/// Why a text is not a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a day such as 2026-04-13")]
pub struct ParseDayError;

impl Day {
    /// Returns the day of a timestamp.
    #[must_use]
    pub const fn of(at: Timestamp) -> Self {
        Self(at.millis().div_euclid(MILLIS))
    }

    /// Returns its start.
    #[must_use]
    pub const fn start(self) -> Timestamp {
        Timestamp::from_millis(self.0.saturating_mul(MILLIS))
    }

    /// Returns the days since 1970-01-01.
    #[must_use]
    pub const fn number(self) -> i64 {
        self.0
    }

    /// Returns the day that many days later; earlier where negative.
    #[must_use]
    pub const fn plus(self, days: i64) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// Returns its year.
    #[must_use]
    pub fn year(self) -> i32 {
        self.date().year().into()
    }

    /// Returns the first day of its month.
    #[must_use]
    pub fn month_start(self) -> Self {
        self.plus(1 - i64::from(self.date().day()))
    }

    /// Returns the first day of its year.
    #[must_use]
    pub fn year_start(self) -> Self {
        self.plus(1 - i64::from(self.date().day_of_year()))
    }

    /// Returns whether it is a weekday, Monday to Friday.
    #[must_use]
    pub const fn is_weekday(self) -> bool {
        // 1970-01-01 was a Thursday.
        (self.0 + 3).rem_euclid(7) < 5
    }

    /// Returns the date, or the nearest one within the years -9999 to 9999.
    fn date(self) -> Date {
        let date = Span::new().try_days(self.0).and_then(|days| EPOCH.checked_add(days));
        date.unwrap_or(if self.0 < 0 { Date::MIN } else { Date::MAX })
    }
}

impl From<Day> for Date {
    fn from(day: Day) -> Self {
        day.date()
    }
}

impl FromStr for Day {
    type Err = ParseDayError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let date: Date = text.parse().map_err(|_| ParseDayError)?;
        let days = EPOCH.until(date).map_err(|_| ParseDayError)?.get_days();
        let found = Self(days.into());
        // Other forms of ISO 8601, such as 20260413 and years of six digits, are rejected.
        if text.len() == 10 && found.to_string() == text {
            Ok(found)
        } else {
            Err(ParseDayError)
        }
    }
}

impl TryFrom<String> for Day {
    type Error = ParseDayError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Day> for String {
    fn from(day: Day) -> Self {
        day.to_string()
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.date(), f)
    }
}

impl fmt::Debug for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_round_trip() {
        for (text, number, weekday) in [
            ("1970-01-01", 0, true),
            ("1999-01-04", 10_595, true),
            ("2000-02-29", 11_016, true),
            ("2026-04-11", 20_554, false),
            ("2026-04-12", 20_555, false),
            ("2026-04-13", 20_556, true),
        ] {
            let day: Day = text.parse().unwrap();
            assert_eq!((day.number(), day.to_string().as_str()), (number, text));
            assert_eq!(day.is_weekday(), weekday, "{text}");
            assert_eq!(Day::of(day.start()), day);
        }
        for number in -800_000..800_000 {
            let day = Day(number * 7);
            if (0..2_932_896).contains(&day.0) {
                assert_eq!(day.to_string().parse(), Ok(day));
            }
        }
    }

    #[test]
    fn what_is_no_day_is_refused() {
        for text in [
            "",
            "2026-02-29",
            "2026-13-01",
            "2026-00-10",
            "26-04-13",
            "2026-4-13",
            "2026-04-13T",
            "13 April 2026",
        ] {
            assert_eq!(text.parse::<Day>(), Err(ParseDayError), "{text}");
        }
    }
}

//! Months and other periods of the calendar, UTC.

use std::fmt;

use ports::{Day, Timestamp};

/// A month of the Gregorian calendar, UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct Month(i32);

impl Month {
    /// Returns the month of a day. Source: H. Hinnant, `civil_from_days`, chrono-Compatible Low-Level Date Algorithms.
    #[must_use]
    pub fn of(day: Day) -> Self {
        let shifted = day.number() + 719_468;
        let era = shifted.div_euclid(146_097);
        // Unsigned numbers of 32 bits are divided faster. Each report needs the month of each disposal.
        let of_era = u32::try_from(shifted.rem_euclid(146_097)).unwrap_or_default();
        let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        // Months counted from March.
        let month = (5 * of_year + 2) / 153;
        let months = era * 4800 + i64::from(year_of_era * 12 + month + 2);
        Self(i32::try_from(months).unwrap_or(if months < 0 { i32::MIN } else { i32::MAX }))
    }

    /// Returns the month of a moment.
    #[must_use]
    pub fn at(moment: Timestamp) -> Self {
        Self::of(Day::of(moment))
    }

    /// Returns the year.
    #[must_use]
    pub const fn year(self) -> i32 {
        self.0.div_euclid(12)
    }

    /// Returns the number in the year, from 1.
    #[must_use]
    pub const fn number(self) -> i32 {
        self.0.rem_euclid(12) + 1
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year(), self.number())
    }
}

impl fmt::Debug for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The length of the periods of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum PeriodLength {
    /// Days.
    Day,
    /// Weeks from Monday.
    Week,
    /// Calendar months.
    Month,
    /// Calendar years.
    Year,
}

impl PeriodLength {
    /// Returns the first day of the period with this day.
    #[must_use]
    pub fn start(self, day: Day) -> Day {
        match self {
            Self::Day => day,
            // 1970-01-01 was a Thursday.
            Self::Week => day.plus(-(day.number() + 3).rem_euclid(7)),
            Self::Month => day.month_start(),
            Self::Year => day.year_start(),
        }
    }

    /// Returns whether two days are in the same period.
    #[must_use]
    pub fn same(self, a: Day, b: Day) -> bool {
        match self {
            Self::Day => a == b,
            // 1970-01-01 was a Thursday.
            Self::Week => (a.number() + 3).div_euclid(7) == (b.number() + 3).div_euclid(7),
            Self::Month => Month::of(a) == Month::of(b),
            Self::Year => Month::of(a).year() == Month::of(b).year(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_is_the_first_part_of_the_date() {
        for number in (-200_000..200_000).step_by(7) {
            let day = Day::of(Timestamp::from_seconds(0)).plus(number);
            assert_eq!(Month::of(day).to_string(), day.to_string()[..day.to_string().len() - 3]);
        }
    }

    #[test]
    fn a_period_starts_with_its_first_day() {
        for (length, day, start) in [
            (PeriodLength::Day, "2024-12-31", "2024-12-31"),
            (PeriodLength::Week, "2025-01-05", "2024-12-30"),
            (PeriodLength::Month, "2024-02-29", "2024-02-01"),
            (PeriodLength::Year, "2024-02-29", "2024-01-01"),
        ] {
            let (day, start): (Day, Day) = (day.parse().unwrap(), start.parse().unwrap());
            assert_eq!(length.start(day), start);
            assert!(length.same(day, start) && !length.same(start.plus(-1), start));
        }
    }

    #[test]
    fn a_week_begins_on_monday() {
        let day = |text: &str| text.parse::<Day>().unwrap();
        assert!(PeriodLength::Week.same(day("2024-12-30"), day("2025-01-05")));
        assert!(!PeriodLength::Week.same(day("2025-01-05"), day("2025-01-06")));
        assert!(!PeriodLength::Year.same(day("2024-12-31"), day("2025-01-01")));
        assert!(PeriodLength::Month.same(day("2024-02-01"), day("2024-02-29")));
    }
}

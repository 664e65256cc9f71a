//! Time zones, by their names in the IANA database.

use std::{fmt, str::FromStr};

use jiff::tz;

use crate::time::{clock::Timestamp, day::Day};

/// The longest name of a zone that is looked up, in bytes.
const MOST_BYTES: usize = 60;

/// A time zone that the built-in copy of the IANA database knows, such as `Europe/Berlin`.
#[derive(Clone, PartialEq, Eq)]
pub struct TimeZone(tz::TimeZone);

/// Why a text is not a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a time zone such as Europe/Berlin")]
pub struct ParseTimeZoneError;

impl TimeZone {
    /// UTC.
    pub const UTC: Self = Self(tz::TimeZone::UTC);

    /// Returns its name in the IANA database.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// Returns the day of a moment in this zone.
    #[must_use]
    pub fn day(&self, at: Timestamp) -> Day {
        let offset = self.0.to_offset(calendar(at)).seconds();
        Day::of(Timestamp::from_millis(
            at.millis().saturating_add(i64::from(offset) * 1_000),
        ))
    }

    /// Returns a moment in ISO 8601, in the time of this zone with its offset from UTC, such as `2026-11-27T09:41:00+01:00`.
    #[must_use]
    pub fn text(&self, at: Timestamp) -> String {
        let offset = self.0.to_offset(calendar(at));
        let text = calendar(at).display_with_offset(offset).to_string();
        if *self == Self::UTC {
            text.replace("+00:00", "Z")
        } else {
            text
        }
    }

    /// Returns the first moment of a day in this zone.
    #[must_use]
    pub fn start(&self, day: Day) -> Timestamp {
        let midnight = jiff::civil::Date::from(day).at(0, 0, 0, 0);
        let found = self.0.to_ambiguous_timestamp(midnight).compatible();
        // A midnight that a change of the clocks skips is the moment of the change.
        found.map_or(day.start(), |found| Timestamp::from_millis(found.as_millisecond()))
    }
}

fn calendar(at: Timestamp) -> jiff::Timestamp {
    let end = if at.millis() < 0 {
        jiff::Timestamp::MIN
    } else {
        jiff::Timestamp::MAX
    };
    jiff::Timestamp::from_millisecond(at.millis()).unwrap_or(end)
}

impl FromStr for TimeZone {
    type Err = ParseTimeZoneError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > MOST_BYTES {
            return Err(ParseTimeZoneError);
        }
        if text == "UTC" {
            return Ok(Self::UTC);
        }
        let zone = tz::TimeZoneDatabase::bundled().get(text);
        zone.map(Self).map_err(|_| ParseTimeZoneError)
    }
}

impl fmt::Display for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn a_day_begins_when_it_begins_there() {
        for (zone, moment, day) in [
            ("UTC", "2025-12-31T23:30:00Z", "2025-12-31"),
            ("Europe/Berlin", "2025-12-31T23:30:00Z", "2026-01-01"),
            ("America/New_York", "2026-01-01T04:59:59Z", "2025-12-31"),
            ("Asia/Kolkata", "2026-01-01T18:30:00Z", "2026-01-02"),
        ] {
            let zone: TimeZone = zone.parse().unwrap();
            assert_eq!(zone.day(at(moment)).to_string(), day, "{zone}");
        }
    }

    #[test]
    fn the_start_of_a_day_is_its_first_moment_also_when_clocks_change() {
        for (zone, day, start) in [
            ("Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z"),
            ("Europe/Berlin", "2026-03-30", "2026-03-29T22:00:00Z"),
            // Clocks go from 24:00 to 1:00.
            ("America/Santiago", "2026-09-06", "2026-09-06T04:00:00Z"),
        ] {
            let zone: TimeZone = zone.parse().unwrap();
            let day = day.parse().unwrap();
            assert_eq!(zone.start(day), at(start), "{zone}");
            assert_eq!(zone.day(zone.start(day)), day);
        }
    }

    #[test]
    fn a_moment_is_written_in_the_time_of_its_zone_with_the_offset() {
        for (zone, text) in [
            ("UTC", "2026-03-29T00:59:59Z"),
            ("Europe/Berlin", "2026-03-29T01:59:59+01:00"),
            ("Asia/Kolkata", "2026-03-29T06:29:59+05:30"),
            ("America/New_York", "2026-03-28T20:59:59-04:00"),
        ] {
            let zone: TimeZone = zone.parse().unwrap();
            assert_eq!(zone.text(at("2026-03-29T00:59:59Z")), text);
            assert_eq!(at(text), at("2026-03-29T00:59:59Z"));
        }
    }

    #[test]
    fn other_texts_are_no_zones() {
        for text in [
            "",
            "Berlin",
            "UTC+1",
            "../etc/passwd",
            "Europe/Berlin\u{0}",
            &"A/".repeat(40),
        ] {
            assert_eq!(text.parse::<TimeZone>(), Err(ParseTimeZoneError), "{text}");
        }
        assert_eq!("europe/berlin".parse::<TimeZone>().unwrap().name(), "Europe/Berlin");
    }
}

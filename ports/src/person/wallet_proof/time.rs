//! The times in a sign-in message.

use std::{fmt, str::FromStr};

use crate::time::clock::Timestamp;

/// A time of a sign-in message: `date-time` of RFC 3339. Its text is kept, because the wallet signed that text: one moment can
/// be written in several ways.
///
/// Stricter than RFC 3339, as EIP-4361 messages are in practice: `T` and `Z` are capital letters, and a second has at most
/// nine decimals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageTime {
    text: String,
    at: Timestamp,
}

/// Why a text is not a time of a sign-in message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not a time such as 2026-04-11T12:30:00Z (RFC 3339)")]
pub struct ParseMessageTimeError;

impl MessageTime {
    /// Returns the time, in whole milliseconds.
    #[must_use]
    pub fn at(&self) -> Timestamp {
        self.at
    }

    /// Returns the text as it was signed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }
}

impl From<Timestamp> for MessageTime {
    /// Writes the time in UTC, with milliseconds where they are not zero.
    fn from(at: Timestamp) -> Self {
        Self {
            text: at.to_string(),
            at,
        }
    }
}

impl FromStr for MessageTime {
    type Err = ParseMessageTimeError;

    fn from_str(text: &str) -> Result<Self, ParseMessageTimeError> {
        // The parser of timestamps also reads other forms of ISO 8601, so that the form is checked first.
        let at = has_form(text).then(|| text.parse().ok()).flatten();
        let at = at.ok_or(ParseMessageTimeError)?;
        Ok(Self {
            text: text.to_owned(),
            at,
        })
    }
}

impl fmt::Display for MessageTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns whether a text has the form of an RFC 3339 `date-time`. Whether such a day and time exist is checked elsewhere.
fn has_form(text: &str) -> bool {
    let Some((moment, rest)) = text.split_at_checked("0000-00-00T00:00:00".len()) else {
        return false;
    };
    let zone = match rest.strip_prefix('.') {
        Some(fraction) => {
            let zone = fraction.trim_start_matches(|one: char| one.is_ascii_digit());
            if zone.len() == fraction.len() {
                return false;
            }
            zone
        }
        None => rest,
    };
    let is_offset = || matches!(zone.get(..1), Some("+" | "-")) && fits(zone.get(1..).unwrap_or_default(), "00:00");
    fits(moment, "0000-00-00T00:00:00") && (zone == "Z" || is_offset())
}

/// Returns whether a text equals the form, in which each `0` is any digit.
fn fits(text: &str, form: &str) -> bool {
    let is_alike = |(one, model): (u8, u8)| {
        if model == b'0' {
            one.is_ascii_digit()
        } else {
            one == model
        }
    };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(is_alike)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_keep_their_text_and_know_their_moment() {
        for (text, millis) in [
            ("2022-01-27T17:09:38.578Z", 1_643_303_378_578),
            ("2022-01-27T17:09:38Z", 1_643_303_378_000),
            ("2022-01-27T17:09:38.57861Z", 1_643_303_378_578),
            ("2022-01-27T18:09:38+01:00", 1_643_303_378_000),
            ("2022-01-27T12:09:38-05:00", 1_643_303_378_000),
        ] {
            let time: MessageTime = text.parse().unwrap();
            assert_eq!((time.as_str(), time.at().millis()), (text, millis));
        }
        let time = MessageTime::from(Timestamp::from_seconds(1_643_303_378));
        assert_eq!(time.as_str().parse(), Ok(time));
    }

    #[test]
    fn other_forms_and_days_that_do_not_exist_are_rejected() {
        for text in [
            "",
            "2022-01-27",
            "2022-01-27T17:09:38",
            "2022-01-27 17:09:38Z",
            "2022-01-27t17:09:38z",
            "2022-01-27T17:09:38.Z",
            "2022-01-27T17:09:38,5Z",
            "2022-01-27T17:09:38Z[UTC]",
            "2022-01-27T17:09:38+0100",
            "2022-01-27T17:09:38+01",
            "2022-01-27T17:09:38Z ",
            "2022-01-27T17:09Z",
            "2022-02-31T17:09:38Z",
            "2022-13-01T17:09:38Z",
            "2022-01-27T24:09:38Z",
            "2022-01-27T17:60:38Z",
            "20220127T170938Z",
            "+002022-01-27T17:09:38Z",
            "２０22-01-27T17:09:38Z",
            "Wed Oct 05 2011 16:48:00 GMT+0200 (CEST)",
        ] {
            assert_eq!(text.parse::<MessageTime>(), Err(ParseMessageTimeError), "{text}");
        }
    }
}

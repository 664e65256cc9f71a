//! The `Retry-After` header.

use std::time::{Duration, UNIX_EPOCH};

use ports::Timestamp;

/// Parses a `Retry-After` header (RFC 9110, 10.2.3): seconds or an HTTP date. Values above `longest` are limited to it, a
/// past date means now, and an invalid value counts as absent.
pub(super) fn parse(header: &str, now: Timestamp, longest: Duration) -> Option<Duration> {
    let header = header.trim();
    if !header.is_empty() && header.bytes().all(|b| b.is_ascii_digit()) {
        let seconds = header.parse().map_or(longest, Duration::from_secs);
        return Some(seconds.min(longest));
    }
    let date = httpdate::parse_http_date(header).ok()?;
    let since_epoch = date.duration_since(UNIX_EPOCH).ok()?;
    let at = Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).ok()?);
    Some(at.since(now).min(longest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_read_and_bounded() {
        let now = Timestamp::from_seconds(784_111_777); // Sun, 06 Nov 1994 08:49:37 GMT
        for (header, seconds) in [
            ("0", Some(0)),
            (" 120 ", Some(120)),
            ("99999999999999999999999999", Some(3600)),
            ("86400", Some(3600)),
            ("Sun, 06 Nov 1994 08:50:37 GMT", Some(60)),
            ("Sunday, 06-Nov-94 08:49:47 GMT", Some(10)),
            ("Sun Nov  6 08:49:47 1994", Some(10)),
            ("Sun, 06 Nov 1994 08:00:00 GMT", Some(0)),
            ("Fri, 31 Dec 9999 23:59:59 GMT", Some(3600)),
            ("-5", None),
            ("1.5", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(
                parse(header, now, Duration::from_hours(1)),
                seconds.map(Duration::from_secs),
                "{header}"
            );
        }
    }
}

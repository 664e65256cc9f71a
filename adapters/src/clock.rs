//! The system clock.

use std::time::{SystemTime, UNIX_EPOCH};

use ports::{Clock, Timestamp};

/// The system clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    /// Returns 1970 for a clock before 1970; calls are then answered with status 503.
    fn now(&self) -> Timestamp {
        #[expect(clippy::disallowed_methods, reason = "this is the clock that everything else asks")]
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

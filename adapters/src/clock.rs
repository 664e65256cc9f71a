//! The machine's clock.

use std::time::{SystemTime, UNIX_EPOCH};

use ports::{Clock, Timestamp};

/// What the machine says the time is.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    /// A clock before 1970 says 1970: calls are answered 503 then.
    fn now(&self) -> Timestamp {
        #[expect(clippy::disallowed_methods, reason = "this is the clock that everything else asks")]
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

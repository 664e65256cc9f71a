//! Time, ids and randomness of this machine.

use std::time::{SystemTime, UNIX_EPOCH};

use ports::{Clock, Entropy, Ids, Timestamp};
use rand::RngCore as _;
use uuid::Uuid;

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    /// A clock before 1970 says 1970.
    fn now(&self) -> Timestamp {
        #[expect(clippy::disallowed_methods, reason = "this is the clock that everything else asks")]
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// UUIDs of version 7: they sort by the time they were made.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimedIds;

impl Ids for TimedIds {
    fn next(&self) -> Uuid {
        #[expect(clippy::disallowed_methods, reason = "the time of an id is the machine's, as it is")]
        let is_dated = SystemTime::now() >= UNIX_EPOCH;
        if is_dated {
            #[expect(clippy::disallowed_methods, reason = "this is where ids come from")]
            Uuid::now_v7()
        } else {
            // Before 1970 there is no time that an id could hold: it is random behind the first moment there is.
            Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, 0, 0))
        }
    }
}

/// The random source of the system, through a generator that it seeds.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemEntropy;

impl Entropy for SystemEntropy {
    fn bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        #[expect(clippy::disallowed_methods, reason = "this is where randomness comes from")]
        rand::rng().fill_bytes(&mut bytes);
        bytes
    }
}

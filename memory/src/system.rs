//! The system's clock, ids and randomness.

use std::time::{SystemTime, UNIX_EPOCH};

use ports::{Clock, Entropy, Ids, Timestamp};
use rand::RngCore as _;
use uuid::Uuid;

/// The system clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmbeddedClock;

impl Clock for EmbeddedClock {
    /// Returns the Unix epoch if the system clock is before 1970.
    fn now(&self) -> Timestamp {
        #[expect(clippy::disallowed_methods, reason = "this is the clock that everything else asks")]
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::from_millis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

/// Generates version 7 UUIDs, which sort by creation time.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmbeddedIds;

impl Ids for EmbeddedIds {
    fn next(&self) -> Uuid {
        #[expect(clippy::disallowed_methods, reason = "the time of an id is the machine's, as it is")]
        let is_dated = SystemTime::now() >= UNIX_EPOCH;
        if is_dated {
            #[expect(clippy::disallowed_methods, reason = "this is where ids come from")]
            Uuid::now_v7()
        } else {
            // A version 7 UUID cannot hold a time before 1970, so the epoch is used; the rest is random.
            Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, 0, 0))
        }
    }
}

/// A random number generator that is seeded by the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct EmbeddedEntropy;

impl Entropy for EmbeddedEntropy {
    fn bytes(&self) -> [u8; 32] {
        let mut bytes = [0; 32];
        #[expect(clippy::disallowed_methods, reason = "this is where randomness comes from")]
        rand::rng().fill_bytes(&mut bytes);
        bytes
    }
}

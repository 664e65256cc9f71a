//! Row ids.

use std::time::{SystemTime, UNIX_EPOCH};

use ports::Ids;
use uuid::Uuid;

/// Generates UUIDs of version 7, which sort by creation time even within a millisecond.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimedIds;

impl Ids for TimedIds {
    fn next(&self) -> Uuid {
        #[expect(clippy::disallowed_methods, reason = "the time of an id is the machine's, as it is")]
        let is_dated = SystemTime::now() >= UNIX_EPOCH;
        id(is_dated)
    }
}

/// Makes an id. A clock before 1970 cannot be encoded, so the id then has the earliest time and is random otherwise.
fn id(is_dated: bool) -> Uuid {
    if is_dated {
        #[expect(clippy::disallowed_methods, reason = "this is where ids come from")]
        Uuid::now_v7()
    } else {
        Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, 0, 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_work_with_a_clock_before_1970() {
        let (one, other) = (id(false), id(false));
        assert_ne!(one, other);
        assert!(one < id(true) && other < id(true));
    }
}

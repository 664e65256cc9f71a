//! New row ids.

use std::time::{SystemTime, UNIX_EPOCH};

use ports::Ids;
use uuid::Uuid;

/// UUIDs of version 7: they sort by the time they were made, also within a millisecond.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimedIds;

impl Ids for TimedIds {
    fn next(&self) -> Uuid {
        #[expect(clippy::disallowed_methods, reason = "the time of an id is the machine's, as it is")]
        let is_dated = SystemTime::now() >= UNIX_EPOCH;
        id(is_dated)
    }
}

/// Before 1970 there is no time that an id could hold: it is random behind the first moment there is.
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
    fn a_clock_before_1970_has_ids_too() {
        let (one, other) = (id(false), id(false));
        assert_ne!(one, other);
        assert!(one < id(true) && other < id(true));
    }
}

//! New row ids.

use ports::Ids;
use uuid::Uuid;

/// UUIDs of version 7: they sort by the time they were made, also within a millisecond.
#[derive(Clone, Copy, Debug, Default)]
pub struct TimedIds;

impl Ids for TimedIds {
    fn next(&self) -> Uuid {
        #[expect(clippy::disallowed_methods, reason = "this is where ids come from")]
        Uuid::now_v7()
    }
}

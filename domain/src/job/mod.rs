//! Jobs: their kinds, and how they are enqueued. What a job does is in `sync/`.

mod kind;
mod past_quotes;
mod reverse_name;
mod want;

pub(crate) use kind::job;
pub use kind::{
    FIND_TOKENS, HOUSEKEEPING, LOOK_UP_REVERSE_NAME, OPEN_ACCOUNTS, QUOTES_AT, READ_ACCOUNT, READ_LISTS, READ_RATES,
    REFRESH_QUOTES, RESOLVE_NAME, ROUND, SCAN_KEY,
};
pub(crate) use past_quotes::{NEAR_MILLIS, PastQuotes, want_quotes_at};
pub(crate) use reverse_name::{REVERSE_AT_ONCE, REVERSE_EVERY, can_ask, want as want_reverse_names};
pub(crate) use want::{
    MERGE, READ_EVERY, READ_QUIET_EVERY, being_read, read_lately, want_at_once, want_quotes, want_reading, want_scan,
};

//! Jobs: their kinds, and how they are enqueued. What a job does is in `sync/handlers/`.

mod enqueue;
mod kind;
mod past_prices;
mod past_quotes;
mod reverse_name;

pub(crate) use enqueue::{
    MERGE, READ_EVERY, READ_QUIET_EVERY, ReadLately, being_read, enqueue_key_erasure, enqueue_needed_readings,
    enqueue_quotes, enqueue_readings, enqueue_scan, enqueue_whole_readings, quote_jobs, read_lately,
};
pub use kind::{
    ERASE_KEY, FIND_TOKENS, JobKind, KEY_UNDO, LOOK_UP_REVERSE_NAME, QUOTES_AT, READ_ACCOUNT, READ_ALLOWANCES,
    READ_HISTORY, READ_LISTS, READ_PAST_PRICES, READ_RECEIPTS, REDECODE, REFRESH_QUOTES, RESOLVE_NAME, SCAN_KEY,
    SEND_MAIL,
};
pub use past_prices::enqueue_past_prices;
pub(crate) use past_quotes::{NEAR_MILLIS, PastQuotes, enqueue_quotes_at, quotes_at};
pub(crate) use reverse_name::{REVERSE_BATCH, REVERSE_EVERY, has_name_service, want as enqueue_reverse_names};

//! Reading external data: the jobs, what each does, and their progress.
//!
//! A job is a use case that runs at a later time. Jobs are idempotent and safe to run twice, and a job is enqueued in
//! the same unit of work as the change that needs it.

mod board;
mod failure;
mod find_tokens;
mod key_status;
mod kind;
mod look_up_reverse_name;
mod open_accounts;
mod quotes_at;
mod read_account;
mod read_derived;
mod read_lists;
mod read_rates;
mod refresh_quotes;
mod resolve_name;
mod rounds;
mod scan_key;
mod status;
mod stopped;
mod view;
mod want;
mod work;

pub use board::ProgressBoard;
pub(crate) use failure::note;
pub use kind::{
    FIND_TOKENS, HOUSEKEEPING, LOOK_UP_REVERSE_NAME, OPEN_ACCOUNTS, QUOTES_AT, READ_ACCOUNT, READ_LISTS, READ_RATES,
    REFRESH_QUOTES, RESOLVE_NAME, ROUND, SCAN_KEY,
};
pub(crate) use look_up_reverse_name::{reverse_names, want as want_reverse_names};
pub(crate) use rounds::erase_unwatched;
pub(crate) use scan_key::want as want_scan;
pub use status::{Progresses, SyncCounts, SyncKind, SyncSource, SyncState, SyncStatus};
pub(crate) use want::{PastQuotes, read_lately, want_at_once, want_quotes_at, want_reading};
pub use work::{Performed, Work};

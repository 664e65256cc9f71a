//! Reading external data: the jobs, what each does, and their progress.
//!
//! A job is a use case that runs at a later time. Jobs are idempotent and safe to run twice, and a job is enqueued in
//! the same unit of work as the change that needs it.

mod board;
mod end_unread;
mod find_tokens;
mod job_error;
mod key_status;
mod line;
mod look_up_reverse_name;
mod open_accounts;
mod quotes_at;
mod read_account;
mod read_derived;
mod read_lists;
mod read_rates;
mod reader;
mod refresh_quotes;
mod resolve_name;
mod rounds;
mod scan_key;
mod status;
mod view;
mod work;

pub use board::ProgressBoard;
pub use line::{SyncCounts, SyncKind, SyncSource, SyncState, SyncStatus};
pub use status::Progresses;
pub use work::{JobOutcome, Jobs};

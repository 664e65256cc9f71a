//! Reading external data: the jobs, what each does, and their progress.
//!
//! A job is a use case that runs at a later time. Jobs are idempotent and safe to run twice, and a job is enqueued in
//! the same unit of work as the change that needs it.

mod board;
mod handlers;
mod history_board;
mod key_status;
mod line;
mod status;
mod view;
mod work;

pub use board::ProgressBoard;
pub use history_board::{HistorySourceLine, HistorySync};
pub(crate) use line::state as job_state;
pub use line::{SyncCounts, SyncKind, SyncSource, SyncState, SyncStatus};
pub use status::Progresses;
pub use work::{JobOutcome, Jobs};

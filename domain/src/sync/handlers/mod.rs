//! What each kind of job does. A new job is a file here and a line in `list.rs`; so is a new cleanup, with its file in the folder
//! of its feature.

mod end_unread;
mod erase_key;
mod find_moved_assets;
mod find_tokens;
mod handler;
mod history_readers;
mod housekeeping;
mod job_error;
mod list;
mod look_up_reverse_name;
mod open_accounts;
mod quotes_at;
mod read_account;
mod read_allowances;
mod read_derived;
mod read_history;
mod read_lists;
mod read_past_prices;
mod read_rates;
mod read_receipts;
mod reader;
mod redecode;
mod refresh_quotes;
mod resolve_name;
mod round;
mod scan_key;
mod send_mail;

pub use handler::{JobHandler, LEASE};
pub use job_error::JobError;
pub use list::{at_start, handler};
pub use read_rates::due as rates_due;
pub use refresh_quotes::now as refresh_now;

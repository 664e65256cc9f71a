//! Mails: their texts, how they are enqueued, and when a failed one is sent again. Sending is a job
//! (`sync/handlers/send_mail.rs`).

mod cleanup;
mod html;
mod left;
mod letter;
mod queue;
mod retry;
mod template;
mod text;

pub(crate) use cleanup::MailCleanup;
pub use queue::enqueue_mail;
pub(crate) use retry::next_attempt;
pub use template::{MailCode, MailLink, MailTemplate};

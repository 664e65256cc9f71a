//! Sending mails: through a mail server (SMTP), or into files of a folder.

mod failure;
mod message;
mod outbox;
mod sender;
mod server;
mod smtp;

pub use outbox::OutboxMailer;
pub use sender::{MailSender, ParseMailSenderError};
pub use server::{ParseSmtpServerError, SmtpEncryption, SmtpServer};
pub use smtp::{SmtpMailer, SmtpSetupError};

//! Why the ports could not be built.

use std::path::PathBuf;

use ports::StorageError;

use crate::{
    chain::rows::RowError,
    http_client::BuildError,
    label::LabelFileError,
    mail::{ParseMailSenderError, SmtpSetupError},
    storage::{KeyRotationError, OpenError},
};

/// Why the ports could not be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The master key cannot be replaced.
    #[error(transparent)]
    KeyRotation(#[from] KeyRotationError),
    /// The database rejects the list of tokens.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The outgoing client cannot start.
    #[error(transparent)]
    Client(#[from] BuildError),
    /// Exchanges cannot be recorded, or records cannot be read.
    #[error("the recorded answers: {0}")]
    Record(String),
    /// The operator's file of labels cannot be used.
    #[error(transparent)]
    Labels(#[from] LabelFileError),
    /// Mails cannot be sent as configured.
    #[error(transparent)]
    Mail(#[from] MailSetupError),
    /// The data in the program is invalid.
    #[error("{0}. This copy of Spyhop is damaged. Install it again")]
    Rows(#[from] RowError),
}

/// Why mails cannot be sent as configured.
#[derive(Debug, thiserror::Error)]
pub enum MailSetupError {
    /// The file of certificates cannot be read.
    #[error("SPYHOP_SMTP_CA: {} cannot be read: {why}", file.display())]
    Certificates {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        why: std::io::Error,
    },
    /// The mail server cannot be used.
    #[error("SPYHOP_SMTP_URL: {0}")]
    Server(#[from] SmtpSetupError),
    /// The host of the page cannot be part of an address.
    #[error("SPYHOP_MAIL_FROM: set it, because the host of SPYHOP_ORIGIN {0}")]
    Sender(#[from] ParseMailSenderError),
}

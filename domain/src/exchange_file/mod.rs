//! Files that exchanges export, imported into a user's accounts there for the past that no request reads.
//!
//! A file is stored as facts of a source of its own. Which of them count is decided by comparing them with what is read from the exchange
//! ([`ImportStatus`]), each time either has changed, so that nothing counts twice and a file that is removed leaves nothing behind.

mod error;
mod import;
mod list;
mod preview;
mod settle;
mod status;

use std::sync::Arc;

use ports::Ports;

pub use error::ExchangeFileError;
pub use import::FileImport;
pub use preview::{FilePreview, PreviewRow};
pub use status::ImportStatus;

pub(crate) use settle::settle;

/// Use cases on the files of a user's accounts at exchanges.
pub struct ExchangeFiles {
    ports: Arc<Ports>,
}

impl ExchangeFiles {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }
}

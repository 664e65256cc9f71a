//! Uploads of wallets, as CSV or text: a status for each row, and adding the selected rows.
//!
//! One line is one row, whatever its content, so an unclosed quote affects only its own line. Reading a file resolves
//! no names and stores nothing.

mod add;
mod headings;
mod parse_rows;
mod room;
mod row;
mod table;
mod text;

use std::sync::Arc;

use ports::{Ports, StorageError};

use crate::{caller::Caller, chain::ChainSupport, plan::Plan, user::UserError};

pub use add::{Added, UploadedWallet};
pub use room::Room;
pub use row::{Upload, UploadRow, UploadRowStatus};
pub use text::{MOST_LINES, TextEncoding, UnreadableUpload};

/// Use cases on uploads of wallets.
pub struct Uploads {
    ports: Arc<Ports>,
}

/// Why an upload failed.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] UnreadableUpload),
    /// There are more rows than the plan or the server allows; the limit as a sentence to show.
    #[error("{}", .0.text)]
    NoRoom(Room),
    /// The wallets were rejected.
    #[error(transparent)]
    User(#[from] UserError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Uploads {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// Reads a file and returns the status of each row. The rows are recognized by form only: no request is sent and
    /// nothing is stored.
    pub async fn read(&self, caller: &Caller, file: &[u8]) -> Result<Upload, UploadError> {
        let (text, encoding) = text::read(file)?;
        let table = table::read(&text)?;
        let user = self.ports.stores.users.find(caller.user).await?;
        let user = user.ok_or(UserError::NotFound)?;
        let wallets = self.ports.stores.wallets.of_user(caller.user).await?;
        let room = Room::of(
            &self.plan(),
            user.uploads,
            wallets.len(),
            self.ports.person_limits.wallets,
        );
        let support = ChainSupport::of(&self.ports);
        let rows = parse_rows::parse_rows(&self.ports.chains, &support, &wallets, &table, &room);
        Ok(Upload {
            rows,
            skipped: table.skipped,
            has_header: table.has_header,
            encoding,
            room,
        })
    }

    fn plan(&self) -> Plan {
        Plan::in_force(self.ports.plans_on)
    }
}

//! Files of wallets, CSV or text: a verdict for each row, and adding what is wanted of it.
//!
//! One line is one row, whatever stands in it: a quote that is never closed spoils its own line and no other. Nothing is
//! looked up while a file is read, and nothing is kept.

mod add;
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
pub use text::{MOST_LINES, UnreadableUpload};

/// Files of wallets.
pub struct Uploads {
    ports: Arc<Ports>,
}

/// Why an upload was not taken.
#[derive(Debug, thiserror::Error)]
pub enum UploadError {
    /// The file is not read.
    #[error(transparent)]
    Unreadable(#[from] UnreadableUpload),
    /// More than the plan allows; what it allows, in words.
    #[error("{}", .0.text)]
    NoRoom(Room),
    /// What adding wallets refuses.
    #[error(transparent)]
    User(#[from] UserError),
    /// Storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl Uploads {
    pub(crate) fn new(ports: Arc<Ports>) -> Self {
        Self { ports }
    }

    /// What a file says, with a verdict for each row. By form alone: nobody is asked and nothing is kept.
    pub async fn read(&self, caller: &Caller, file: &[u8]) -> Result<Upload, UploadError> {
        let table = table::read(text::read(file)?)?;
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
            room,
        })
    }

    fn plan(&self) -> Plan {
        Plan::in_force(self.ports.plans_on)
    }
}

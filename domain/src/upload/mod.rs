//! Uploads of wallets, as CSV or text: a status for each row, and adding the selected rows.
//!
//! One line is one row, whatever its content, so an unclosed quote affects only its own line. Reading a file resolves
//! no names and stores nothing.

mod add;
mod judge;
mod room;
mod table;
mod text;

use std::sync::Arc;

use ports::{Address, ChainId, Name, Ports, StorageError, WalletKind, wallet::Nickname, wallet::Problem};

use crate::{Caller, DetectionKind, UserError, chain::Reach, plan::Plan};

pub use add::{Added, UploadedWallet};
pub use room::Room;
pub use text::UnreadableUpload;

/// The most rows of one file.
pub const MOST_LINES: usize = 5000;

/// Use cases on uploads of wallets.
pub struct Uploads {
    ports: Arc<Ports>,
}

/// The content of an uploaded file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    /// One row for each line with content.
    pub rows: Vec<UploadRow>,
    /// Lines without content: blank lines, comments and the header.
    pub skipped: usize,
    /// Whether the first line is a header.
    pub has_header: bool,
    /// How many more rows can be added, and what the limit is.
    pub room: Room,
}

/// One line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadRow {
    /// Line number, starting at 1.
    pub line: u32,
    /// The text read as the address or name. Empty for a secret, which is never repeated.
    pub text: String,
    /// The kind of text.
    pub kind: DetectionKind,
    /// The canonical address.
    pub address: Option<Address>,
    /// The name. It is not resolved before it is added.
    pub name: Option<Name>,
    /// The nickname, if any.
    pub nickname: Option<Nickname>,
    /// The kind of wallet, if any.
    pub wallet: Option<WalletKind>,
    /// The chains on which the address is read.
    pub chains: Vec<ChainId>,
    /// Whether the row can be added.
    pub verdict: Verdict,
    /// Why it is not added: a stable code and a sentence to show.
    pub problem: Option<Problem>,
    /// What is ignored in the row, as a sentence to show.
    pub note: Option<String>,
}

/// Whether a row can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can be added.
    Add,
    /// The caller already has this wallet.
    AlreadyYours,
    /// An earlier line has the same address or name.
    Duplicate {
        /// The number of that line.
        of: u32,
    },
    /// It is valid, but there is no room for it.
    OverLimit,
    /// It is recognized, but this server does not read any of its chains.
    NotSupported,
    /// It is neither an address nor a name.
    Invalid,
    /// It contains a private key or recovery phrase, which is neither repeated nor stored.
    Secret,
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
        let reach = Reach::of(&self.ports);
        let rows = judge::judge(&self.ports.chains, &reach, &wallets, &table, &room);
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

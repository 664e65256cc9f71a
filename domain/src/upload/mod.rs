//! Files of wallets, CSV or text: a verdict for each row, and adding what is wanted of it.
//!
//! One line is one row, whatever stands in it: a quote that is never closed spoils its own line and no other. Nothing is
//! looked up while a file is read, and nothing is kept.

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

/// Rows of one file at most.
pub const MOST_LINES: usize = 5000;

/// Files of wallets.
pub struct Uploads {
    ports: Arc<Ports>,
}

/// What a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    /// A row for each line that holds something.
    pub rows: Vec<UploadRow>,
    /// Lines that hold nothing to read: blank ones, comments and the one with the names of the columns.
    pub skipped: usize,
    /// Whether the first line names the columns.
    pub has_header: bool,
    /// How many more rows may be added, and why no more.
    pub room: Room,
}

/// One line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UploadRow {
    /// From 1, as an editor counts.
    pub line: u32,
    /// What was read as the address or the name; empty for a secret, which is not repeated.
    pub text: String,
    /// What it is.
    pub kind: DetectionKind,
    /// The address, canonical.
    pub address: Option<Address>,
    /// The name. Where it points is not looked up before it is added.
    pub name: Option<Name>,
    /// The person's own word for it.
    pub nickname: Option<Nickname>,
    /// The kind of wallet.
    pub wallet: Option<WalletKind>,
    /// The chains it is read on.
    pub chains: Vec<ChainId>,
    /// What becomes of it.
    pub verdict: Verdict,
    /// Why it is not added: a stable code and a sentence for people.
    pub problem: Option<Problem>,
    /// What of it was left out, for people.
    pub note: Option<String>,
}

/// What becomes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can be added.
    Add,
    /// The caller has it.
    AlreadyYours,
    /// An earlier line says the same.
    Duplicate {
        /// That line.
        of: u32,
    },
    /// It can be added, and the plan allows no more.
    OverLimit,
    /// Recognised, and not read by this server.
    NotSupported,
    /// No address and no name.
    Invalid,
    /// A key or a seed: not repeated, kept nowhere.
    Secret,
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

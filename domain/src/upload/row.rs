//! The rows of a file of wallets, and what becomes of each.

use ports::{
    Address, ChainId, Name, WalletKind,
    wallet::{Nickname, Problem},
};

use crate::{chain::DetectionKind, upload::room::Room};

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
    pub status: UploadRowStatus,
    /// Why it is not added: a stable code and a sentence for people.
    pub problem: Option<Problem>,
    /// What of it was left out, for people.
    pub note: Option<String>,
}

/// What becomes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UploadRowStatus {
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

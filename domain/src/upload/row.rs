//! The rows of a file of wallets, and what becomes of each.

use ports::{
    Address, ChainId, Name, WalletKind,
    wallet::{Nickname, WalletProblem},
};

use crate::{
    chain::DetectionKind,
    upload::{room::Room, text::TextEncoding},
};

/// The content of an uploaded file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    /// One row for each line with content.
    pub rows: Vec<UploadRow>,
    /// Lines without content: blank lines, comments and the header.
    pub skipped: usize,
    /// Whether the first line is a header.
    pub has_header: bool,
    /// The encoding in which the file was read.
    pub encoding: TextEncoding,
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
    /// What it is.
    pub kind: DetectionKind,
    /// The canonical address.
    pub address: Option<Address>,
    /// The name. It is not resolved before it is added.
    pub name: Option<Name>,
    /// The nickname, if any.
    pub nickname: Option<Nickname>,
    /// The kind of wallet.
    pub wallet: Option<WalletKind>,
    /// The chains on which the address is read.
    pub chains: Vec<ChainId>,
    /// Whether the row can be added.
    pub status: UploadRowStatus,
    /// Why it is not added: a stable code and a sentence to show.
    pub problem: Option<WalletProblem>,
    /// What is ignored in the row, as a sentence to show.
    pub note: Option<String>,
}

/// Whether a row can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UploadRowStatus {
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

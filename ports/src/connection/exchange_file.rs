//! Files that exchanges export, for the past that no request reads.

use async_trait::async_trait;

use crate::{
    ids::{account::AccountId, source::SourceId},
    ledger::fact::{Fact, Stream},
    storage::StorageError,
    time::clock::Timestamp,
};

crate::id!(
    /// The id of an imported file.
    ExchangeFileId
);

impl ExchangeFileId {
    /// Returns the source of the facts that the file states.
    #[must_use]
    pub fn source(self) -> SourceId {
        SourceId::fixed("file").of(self.uuid())
    }
}

/// A form of the files of an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeFileForm {
    /// Its name as the exchange calls it, such as `Ledgers`.
    pub name: String,
    /// Where people get such a file, as a sentence.
    pub place: String,
}

/// A part of an account of which an exchange exports files of its own. Only the files of all parts have every change of the account.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FilePart {
    /// Its name, such as `funding`.
    pub name: String,
    /// How many parts an account has.
    pub of: u64,
}

/// What a file states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileContent {
    /// The name of its form.
    pub form: String,
    /// The lists that it replaces; empty where it has every change of the account.
    pub streams: Vec<Stream>,
    /// The part of the account of which it has every change; `None` where that is no part of one.
    pub part: Option<FilePart>,
    /// Its rows, in their order.
    pub rows: Vec<FileRow>,
}

/// A row of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// Its line in the file, from 1.
    pub line: u64,
    /// What the row states.
    pub read: RowReading,
}

/// What a row of a file states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowReading {
    /// A row of an event at the exchange.
    Fact(Box<Fact>),
    /// It changed nothing, such as a deposit that was rejected.
    NoChange,
    /// It cannot be read, for this reason: a sentence.
    Unreadable(String),
}

impl FileRow {
    /// Returns whether it cannot be read.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        matches!(self.read, RowReading::Unreadable(_))
    }
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileProblem {
    /// It is not text in UTF-8 or UTF-16, or no table.
    #[error("This is no CSV file. Spreadsheets and PDF files are not read: save or export it as CSV.")]
    NotTable,
    /// A quotation mark has no second one, so that rows would be lost.
    #[error(
        "A quotation mark in this file has no end, so that the rows after it cannot be read. Export the file again."
    )]
    OpenQuotation,
    /// It has no row below its header.
    #[error("This file has no rows.")]
    Empty,
    /// It has more rows than are read at once.
    #[error("This file has more than {most} rows. Export it in parts, such as one for each year.")]
    TooLong {
        /// How many are read.
        most: usize,
    },
    /// Its columns are those of no form that is known.
    #[error("{exchange} exports no such columns. These files are read: {forms}.")]
    UnknownForm {
        /// The exchange, for people.
        exchange: String,
        /// The names of the forms that are read, for people.
        forms: String,
    },
    /// Files of this exchange are not read.
    #[error("Files of {0} are not read yet.")]
    NotRead(String),
}

/// A file that was imported into an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeFile {
    /// Which file.
    pub id: ExchangeFileId,
    /// The account.
    pub account: AccountId,
    /// The name of its form.
    pub form: String,
    /// The lists that it replaces; empty for all of them.
    pub streams: Vec<Stream>,
    /// The part of the account of which it has every change; `None` where that is no part of one.
    pub part: Option<FilePart>,
    /// The first and the last moment of which it has everything, as its person stated.
    pub times: (Timestamp, Timestamp),
    /// How many of its rows changed the account.
    pub rows: u64,
    /// How many of its rows could not be read.
    pub unreadable: u64,
    /// Whether rows count also in times that are read from the exchange, where its lists do not have them.
    pub counts_unlisted: bool,
    /// When it was imported.
    pub imported_at: Timestamp,
}

impl ExchangeFile {
    /// Returns whether it stands for a list of the account.
    #[must_use]
    pub fn replaces(&self, stream: Stream) -> bool {
        self.streams.is_empty() || self.streams.contains(&stream)
    }
}

/// Reads which files were imported.
#[async_trait]
pub trait ExchangeFileReader: Send + Sync {
    /// Returns the files of these accounts, ordered by account, time of import and id.
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<ExchangeFile>, StorageError>;
}

/// Writes which files were imported.
#[async_trait]
pub trait ExchangeFileWriter: Send {
    /// Adds a file. One of an account that is not stored, and one whose id is taken, is a [`StorageError::Conflict`].
    async fn add(&mut self, file: &ExchangeFile) -> Result<(), StorageError>;

    /// Removes a file of an account. Returns `false` where there was none.
    async fn remove(&mut self, account: &AccountId, id: ExchangeFileId) -> Result<bool, StorageError>;
}

//! Requests and responses about files of exchanges.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::body::{FileField, MAX_EXPORT_BYTES};
use crate::wire::{AssetIdText, Decimal, Time};

/// The request of `preview-exchange-file`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PreviewExchangeFileRequest, example = json!({"exchange": "kraken", "account_name": "Main", "file": "dHhpZCxyZWZpZA=="}))]
pub struct PreviewFileRequest {
    /// The exchange.
    #[schema(example = "kraken")]
    pub exchange: String,
    /// The name of the account.
    #[schema(example = "Main")]
    pub account_name: String,
    /// The file: in JSON and forms as base64, in `multipart/form-data` as it is.
    #[schema(example = "dHhpZCxyZWZpZA==")]
    pub file: String,
    /// Whether the account does not exist yet: it consists of this file then, without a key.
    #[serde(default)]
    pub new_account: bool,
}

impl FileField for PreviewFileRequest {
    const MOST_BYTES: usize = MAX_EXPORT_BYTES;

    fn file(&self) -> &str {
        &self.file
    }
}

/// The request of `import-exchange-file`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ImportExchangeFileRequest, example = json!({"exchange": "kraken", "account_name": "Main", "file": "dHhpZCxyZWZpZA=="}))]
pub struct ImportFileRequest {
    /// The exchange.
    #[schema(example = "kraken")]
    pub exchange: String,
    /// The name of the account.
    #[schema(example = "Main")]
    pub account_name: String,
    /// The file: in JSON and forms as base64, in `multipart/form-data` as it is.
    #[schema(example = "dHhpZCxyZWZpZA==")]
    pub file: String,
    /// The first moment of which the file has everything, in Unix seconds; the default is its first row.
    #[schema(example = 1_546_300_800)]
    pub start_datetime: Option<i64>,
    /// The last moment of which the file has everything, in Unix seconds; the default is its last row.
    #[schema(example = 1_609_459_199)]
    pub end_datetime: Option<i64>,
    /// Whether rows count also in times that are read from the exchange, where its lists do not have them.
    #[serde(default)]
    pub count_unlisted: bool,
    /// Whether the account is opened with this file, without a key. Its name must be free.
    #[serde(default)]
    pub new_account: bool,
}

impl FileField for ImportFileRequest {
    const MOST_BYTES: usize = MAX_EXPORT_BYTES;

    fn file(&self) -> &str {
        &self.file
    }
}

/// The request of `get-exchange-files`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExchangeFilesRequest, example = json!({"exchange": "kraken", "account_name": "Main"}))]
pub struct AccountFilesRequest {
    /// The exchange.
    #[schema(example = "kraken")]
    pub exchange: String,
    /// The name of the account.
    #[schema(example = "Main")]
    pub account_name: String,
}

/// The request of `delete-exchange-file`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DeleteExchangeFileRequest, example = json!({"exchange": "kraken", "account_name": "Main", "id": "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c12"}))]
pub struct DeleteFileRequest {
    /// The exchange.
    #[schema(example = "kraken")]
    pub exchange: String,
    /// The name of the account.
    #[schema(example = "Main")]
    pub account_name: String,
    /// The file.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c12")]
    pub id: String,
}

/// What a file would change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeFilePreview)]
pub struct FilePreviewData {
    /// The form of the file, as the exchange calls it.
    #[schema(example = "Ledgers")]
    pub form: String,
    /// When its first row was that changed the account; null where no row did.
    pub starts_on: Option<Time>,
    /// When its last row was that changed the account; null where no row did.
    pub ends_on: Option<Time>,
    /// How many rows would count: they are read from nowhere else.
    #[schema(example = 120)]
    pub counting_count: i64,
    /// How many rows count already, because the exchange or another file has them.
    #[schema(example = 15)]
    pub listed_count: i64,
    /// How many rows are of times that are read from the exchange, whose lists do not have them.
    #[schema(example = 0)]
    pub unlisted_count: i64,
    /// How many rows changed nothing.
    #[schema(example = 2)]
    pub unchanging_count: i64,
    /// How many rows cannot be read.
    #[schema(example = 0)]
    pub unreadable_count: i64,
    /// Up to 50 rows of each verdict, in the order of the file.
    pub rows: Vec<FilePreviewRow>,
}

/// A row of a file.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeFileRow)]
pub struct FilePreviewRow {
    /// Its line in the file, from 1.
    #[schema(example = 2)]
    pub line: i64,
    /// What would become of it.
    pub verdict: FileVerdict,
    /// When it was; null where it changed nothing or cannot be read.
    pub timestamp: Option<Time>,
    /// The exchange's words for it.
    #[schema(example = "trade/tradespot")]
    pub words: Option<String>,
    /// What it changed.
    pub amounts: Vec<FileAmount>,
    /// Why it cannot be read; null where it can.
    #[schema(example = json!(null))]
    pub reason: Option<String>,
}

/// An amount that a row of a file changed.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeFileAmount)]
pub struct FileAmount {
    /// The asset.
    pub asset: AssetIdText,
    /// Its symbol.
    #[schema(example = "BTC")]
    pub symbol: String,
    /// The quantity; negative for what left the account.
    pub amount: Decimal,
    /// Whether it is a fee.
    pub is_fee: bool,
}

/// What would become of a row of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ExchangeFileVerdict)]
pub enum FileVerdict {
    /// It counts.
    Counts,
    /// It counts already.
    Listed,
    /// It is of a time that is read from the exchange, whose lists do not have it. It counts with `count_unlisted`.
    Unlisted,
    /// It changed nothing.
    NoChange,
    /// It cannot be read.
    Unreadable,
}

/// The files of an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeFilesData)]
pub struct AccountFilesData {
    /// In the order in which they were imported.
    pub files: Vec<AccountFileRow>,
}

/// A file that was imported.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeFile)]
pub struct AccountFileRow {
    /// By which `delete-exchange-file` names it.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c12")]
    pub id: String,
    /// The form of the file, as the exchange calls it.
    #[schema(example = "Ledgers")]
    pub form: String,
    /// The first moment of which it has everything.
    pub starts_on: Time,
    /// The last moment of which it has everything.
    pub ends_on: Time,
    /// How many of its rows changed the account, whether or not they are read from the exchange too.
    #[schema(example = 135)]
    pub row_count: i64,
    /// How many of its rows could not be read.
    #[schema(example = 0)]
    pub unreadable_count: i64,
    /// Whether rows count also in times that are read from the exchange, where its lists do not have them.
    pub count_unlisted: bool,
    /// When it was imported.
    pub imported_on: Time,
}

/// The result of `delete-exchange-file`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeleteExchangeFileData)]
pub struct DeletedFileData {
    /// The files that are left.
    pub files: Vec<AccountFileRow>,
}

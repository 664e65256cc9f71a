//! The requests and responses of the calls about uploads.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::body::SecretFields;
use crate::routes::chain::DetectionKind;
use crate::routes::user::{UserWallet, WalletKind};
use crate::wire::ChainIdText;

/// The request of `read-upload`, if the file is sent in a field.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"content": "address,nickname,kind\nvitalik.eth,Savings,ledger\n"}))]
pub struct ReadUploadRequest {
    /// The text of the file.
    #[schema(example = "vitalik.eth,Savings\n")]
    pub content: String,
}

impl SecretFields for ReadUploadRequest {
    const FIELDS: &'static [&'static str] = &["content"];
}

impl From<ReadUploadRequest> for String {
    fn from(request: ReadUploadRequest) -> Self {
        request.content
    }
}

/// The rows of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadUploadData {
    /// The rows, in the order of the file.
    pub rows: Vec<UploadRow>,
    /// The number of skipped lines: blank lines, comments and the header.
    #[schema(example = 1)]
    pub skipped: i64,
    /// Whether the first line is a header.
    pub has_header: bool,
    /// The encoding in which the file was read. A text in a field is always UTF-8.
    pub encoding: TextEncoding,
    pub room: UploadRoom,
}

/// An encoding of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum TextEncoding {
    #[serde(rename = "utf-8")]
    Utf8,
    #[serde(rename = "utf-16le")]
    Utf16Le,
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// It has no mark: any text that is not UTF-8 is read in it, so letters beside addresses can be wrong.
    #[serde(rename = "windows-1252")]
    Windows1252,
}

/// Whether a row can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum UploadRowStatus {
    /// It can be added.
    Add,
    /// The caller has this wallet already.
    AlreadyYours,
    /// An earlier line has the same wallet.
    Duplicate,
    /// It is valid, but the plan allows no more wallets.
    OverLimit,
    /// It is recognized, but this server does not read it.
    NotSupported,
    /// It is neither an address nor a name.
    Invalid,
    /// A private key or a recovery phrase, which is neither echoed nor stored.
    Secret,
}

/// One line of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadRow {
    /// The line number, from 1.
    #[schema(example = 2)]
    pub line: i64,
    /// The text of the address or name. Empty for a secret.
    #[schema(example = "vitalik.eth")]
    pub wallet_address: String,
    pub kind: DetectionKind,
    /// The canonical address. A name is not resolved before it is added.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: Option<String>,
    /// The name.
    #[schema(example = "vitalik.eth")]
    pub display_address: Option<String>,
    #[schema(example = "Savings")]
    pub nickname: Option<String>,
    pub wallet: Option<WalletKind>,
    /// The chains that it is read on.
    #[schema(example = json!(["eip155:1"]))]
    pub chains: Vec<ChainIdText>,
    /// The name of the first chain.
    #[schema(example = "Ethereum")]
    pub network: Option<String>,
    pub status: UploadRowStatus,
    /// The line with the same wallet.
    #[schema(example = 1)]
    pub duplicate_of: Option<i64>,
    /// Why it is not added, for programs.
    #[schema(example = "invalid_address")]
    pub reason_code: Option<String>,
    /// Why it is not added, for people.
    #[schema(example = "The checksum does not match: one letter is wrong.")]
    pub reason: Option<String>,
    /// What was left out of the row, for people.
    #[schema(example = "Without the nickname: A nickname can have up to 60 characters.")]
    pub note: Option<String>,
}

/// How many more rows may be added, and why.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadRoom {
    #[schema(example = 5)]
    pub left: i64,
    /// The limit that applies, for people.
    #[schema(example = "Your plan includes 5 addresses per upload")]
    pub text: String,
    /// The plan's limit; null if the list itself is full.
    #[schema(example = 5)]
    pub limit: Option<i64>,
    /// How many are in use.
    #[schema(example = 0)]
    pub used: Option<i64>,
    /// Which upgrade dialog to open.
    #[schema(example = 8)]
    pub upgrade_trigger: Option<i64>,
}

/// The request of `add-upload`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"rows": [{"wallet_address": "vitalik.eth", "nickname": "Savings", "wallet_id": "ledger"}]}))]
pub struct AddUploadRequest {
    /// At most 1,000 rows, which are added in this order.
    #[schema(max_items = 1000)]
    pub rows: Vec<WantedRow>,
}

/// A row to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallet_address": "vitalik.eth", "nickname": "Savings", "wallet_id": "ledger"}))]
pub struct WantedRow {
    /// An address or a name.
    #[schema(example = "vitalik.eth")]
    pub wallet_address: String,
    #[schema(example = "Savings")]
    pub nickname: Option<String>,
    /// The id of a kind of wallet (`get-all-wallets`).
    #[schema(example = "ledger")]
    pub wallet_id: Option<String>,
}

/// The result of adding rows.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddUploadData {
    /// The caller's wallets as they are now.
    pub user_wallets: Vec<UserWallet>,
    /// How many are new.
    #[schema(example = 1)]
    pub added: i64,
    /// How many the caller had already, or are duplicates.
    #[schema(example = 0)]
    pub known: i64,
    /// The rows that were left out.
    pub left_out: Vec<LeftOutRow>,
}

/// A row that was not added.
#[derive(Debug, Serialize, ToSchema)]
pub struct LeftOutRow {
    /// Its place in the request, from 0.
    #[schema(example = 3)]
    pub row: i64,
    /// Why, for programs.
    #[schema(example = "name_not_registered")]
    pub reason_code: String,
    /// Why, for people.
    #[schema(example = "This name is not registered.")]
    pub reason: String,
}

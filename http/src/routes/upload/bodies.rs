//! What the calls about files take and give.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::body::RecognizesSecrets;
use crate::routes::chain::DetectionKind;
use crate::routes::user::{UserWallet, WalletKind};
use crate::wire::Chain;

/// The request of `read-upload`, where the file stands in a field.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"content": "address,nickname,kind\nvitalik.eth,Savings,ledger\n"}))]
pub struct ReadUploadRequest {
    /// The text of the file.
    #[schema(example = "vitalik.eth,Savings\n")]
    pub content: String,
}

impl RecognizesSecrets for ReadUploadRequest {
    const FIELDS: &'static [&'static str] = &["content"];
}

impl From<ReadUploadRequest> for String {
    fn from(request: ReadUploadRequest) -> Self {
        request.content
    }
}

/// What a file says.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadUploadData {
    /// In the order of the file.
    pub rows: Vec<UploadRow>,
    /// Lines that hold nothing to read: blank ones, comments, the names of the columns.
    #[schema(example = 1)]
    pub skipped: i64,
    /// Whether the first line names the columns.
    pub has_header: bool,
    pub room: UploadRoom,
}

/// What becomes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It can be added.
    Add,
    /// The caller has it.
    AlreadyYours,
    /// An earlier line says the same.
    Duplicate,
    /// It can be added, and the plan allows no more.
    OverLimit,
    /// Recognised, and not read by this server.
    NotSupported,
    /// No address and no name.
    Invalid,
    /// A key or a seed: not repeated, kept nowhere.
    Secret,
}

/// One line of a file.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadRow {
    /// From 1.
    #[schema(example = 2)]
    pub line: i64,
    /// What was read as the address or the name. Empty for a secret.
    #[schema(example = "vitalik.eth")]
    pub wallet_address: String,
    pub kind: DetectionKind,
    /// The canonical address. A name's is not looked up before it is added.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: Option<String>,
    /// The name.
    #[schema(example = "vitalik.eth")]
    pub display_address: Option<String>,
    #[schema(example = "Savings")]
    pub nickname: Option<String>,
    pub wallet: Option<WalletKind>,
    /// The chains it is read on.
    #[schema(example = json!(["eip155:1"]))]
    pub chains: Vec<Chain>,
    /// The name of the first of them.
    #[schema(example = "Ethereum")]
    pub network: Option<String>,
    pub verdict: Verdict,
    /// The line that says the same.
    #[schema(example = 1)]
    pub duplicate_of: Option<i64>,
    /// Why it is not added, for programs.
    #[schema(example = "invalid_address")]
    pub reason_code: Option<String>,
    /// Why it is not added, for people.
    #[schema(example = "The checksum does not match: one letter is wrong.")]
    pub reason: Option<String>,
    /// What of it was left out, for people.
    #[schema(example = "Without the nickname: A nickname can have up to 60 characters.")]
    pub note: Option<String>,
}

/// How many more rows may be added, and what says so.
#[derive(Debug, Serialize, ToSchema)]
pub struct UploadRoom {
    #[schema(example = 5)]
    pub left: i64,
    /// What allows no more, for people.
    #[schema(example = "Your plan includes 5 addresses per upload")]
    pub text: String,
    /// The plan's limit; null where the list itself is full.
    #[schema(example = 5)]
    pub limit: Option<i64>,
    /// How many of them are in use.
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
    /// At most 1,000, in the order in which they are added.
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

/// What became of the rows.
#[derive(Debug, Serialize, ToSchema)]
pub struct AddUploadData {
    /// The caller's wallets as they are now.
    pub user_wallets: Vec<UserWallet>,
    /// How many are new.
    #[schema(example = 1)]
    pub added: i64,
    /// How many the caller had, or stand twice.
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

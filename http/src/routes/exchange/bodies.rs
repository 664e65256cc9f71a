//! Requests and responses about accounts at exchanges. None has a secret in its response.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::body::SecretFields;
use crate::wire::{Reason, Time};

/// The exchanges that this server reads.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExchangeProfilesData {
    /// In the order in which people choose from them.
    pub exchanges: Vec<ExchangeProfileRow>,
}

/// What people need to know to connect an account at an exchange.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeProfile)]
pub struct ExchangeProfileRow {
    /// The short name that calls accept.
    #[schema(example = "kraken")]
    pub exchange: String,
    /// Its name, for people.
    #[schema(example = "Kraken")]
    pub name: String,
    /// Its website.
    #[schema(example = "https://www.kraken.com")]
    pub website: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/exchanges/kraken.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// The fields of its keys.
    pub fields: Vec<ExchangeField>,
    /// How to make a read-only key there, step by step.
    #[schema(example = json!(["Open Settings, then API."]))]
    pub steps: Vec<String>,
    /// Where money may lie there that is not read.
    #[schema(example = json!(["Kraken Futures"]))]
    pub not_read: Vec<String>,
    /// The files of the exchange that are read; empty where none is.
    pub files: Vec<FileFormRow>,
    /// How people grant access on the page of the exchange in place of a key; null where this server cannot request it.
    pub oauth: Option<OAuthProfileRow>,
    /// Whether trades are listed for one market at a time there, so that accounts have a list of markets.
    #[schema(example = false)]
    pub has_markets: bool,
    /// How many accounts of the caller there are connected.
    #[schema(example = 1)]
    pub account_count: i64,
}

/// How people grant access on the page of an exchange.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OAuthProfile)]
pub struct OAuthProfileRow {
    /// What is requested.
    pub scopes: Vec<OAuthScopeRow>,
    /// What happens after the press, step by step.
    #[schema(example = json!(["Sign in to Coinbase in the window that opens."]))]
    pub steps: Vec<String>,
    /// When the access ends, as a sentence.
    #[schema(example = "You can end it at any time, here or at Coinbase.")]
    pub ending: String,
    /// Where the access is ended at the exchange, as a path through its menus. This server ends it there too when the account is removed, but
    /// cannot where the exchange does not answer.
    #[schema(example = "Coinbase - Settings - Security - Third-party apps")]
    pub menu: String,
    /// Where money may lie there that is not read with such an access, beside what no key reads.
    #[schema(example = json!(["Futures, which need an API key"]))]
    pub not_read: Vec<String>,
}

/// A scope of an access.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OAuthScope)]
pub struct OAuthScopeRow {
    /// The exchange's word for it.
    #[schema(example = "wallet:accounts:read")]
    pub name: String,
    /// What it allows, for people.
    #[schema(example = "See your balances")]
    pub label: String,
}

/// A form of the files of an exchange.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeFileForm)]
pub struct FileFormRow {
    /// Its name, as the exchange calls it.
    #[schema(example = "Ledgers")]
    pub name: String,
    /// Where people get such a file.
    #[schema(example = "At Kraken: your profile, Documents, New export, Ledgers, as CSV.")]
    pub place: String,
}

/// A field of a key.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExchangeField {
    /// Its name in the request of `add-update-user-account`.
    #[schema(example = "api_secret")]
    pub name: String,
    /// Its label, for people.
    #[schema(example = "API Secret")]
    pub label: String,
    /// Whether it is to be hidden while it is entered.
    pub secret: bool,
}

/// The request of `add-update-user-account`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"exchange": "kraken", "account_name": "Main", "api_key": "4hK2mQ8tYzB1nW6r", "api_secret": "C3xVdE7pL9sFgJ0aUiO5b2Xk"}))]
pub struct SaveExchangeAccountRequest {
    /// The exchange.
    #[schema(example = "kraken")]
    pub exchange: String,
    /// What the person calls the account, up to 60 characters. If an account there has this name already, its key is replaced.
    #[schema(example = "Main")]
    pub account_name: String,
    /// The part of the key that identifies it.
    #[schema(example = "4hK2mQ8tYzB1nW6r", max_length = 4096)]
    pub api_key: String,
    /// The part of the key that signs.
    #[schema(example = "C3xVdE7pL9sFgJ0aUiO5b2Xk", max_length = 4096)]
    pub api_secret: String,
    /// The phrase of the key, where the exchange has one.
    #[schema(example = "four words of yours", max_length = 4096)]
    pub api_passphrase: Option<String>,
    /// Whether the person knows what `warnings` say about the key.
    #[serde(default)]
    pub accept_warnings: bool,
}

impl SecretFields for SaveExchangeAccountRequest {
    // Keys of exchanges have the forms of private keys. The domain refuses recovery phrases in them.
    const FIELDS: &'static [&'static str] = &["api_key", "api_secret", "api_passphrase"];
}

/// The result of `add-update-user-account`.
#[derive(Debug, Serialize, ToSchema)]
pub struct SaveExchangeAccountData {
    /// The account; null where nothing was stored, because `warnings` were not accepted.
    pub user_account: Option<ExchangeAccountRow>,
    /// What the person is to know about the key before it is stored.
    pub warnings: Vec<KeyWarningRow>,
}

/// What the person is to know about a key.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = KeyWarning)]
pub struct KeyWarningRow {
    /// `rights_not_stated`, `any_address`, `ends_soon` or `history_limited`.
    #[schema(example = "any_address")]
    pub code: String,
    /// The same as a sentence.
    #[schema(example = "This key works from any address. Bind it to the address of this server.")]
    pub text: String,
}

/// The request of `get-user-account-by-exchange`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"exchange": "kraken"}))]
pub struct ExchangeAccountsRequest {
    /// Only accounts at this exchange; all by default.
    #[schema(example = "kraken")]
    pub exchange: Option<String>,
}

/// The caller's accounts at exchanges.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExchangeAccountsData {
    /// In the order in which they were connected.
    pub user_accounts: Vec<ExchangeAccountRow>,
}

/// An account of the caller at an exchange.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeAccount)]
pub struct ExchangeAccountRow {
    /// The exchange.
    #[schema(example = "kraken")]
    pub exchange: String,
    /// The name of the exchange, for people.
    #[schema(example = "Kraken")]
    pub exchange_name: String,
    /// What the person calls it.
    #[schema(example = "Main")]
    pub account_name: String,
    /// By which other calls name it, as they name a wallet.
    #[schema(example = "kraken.4hK2mQ8tYzB1nW6rC3xVdE")]
    pub wallet_address: String,
    /// Its key; null where there is none, or none any more.
    pub key: Option<ExchangeKeyRow>,
    /// Whether it is read.
    pub state: ExchangeAccountState,
    /// Why it is not read.
    pub reason: Option<Reason>,
    /// When it is tried again; null where nothing failed.
    pub retry_on: Option<Time>,
    /// When its balances were last read.
    pub read_on: Option<Time>,
}

/// Whether an account at an exchange is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExchangeAccountState {
    /// It is being read for the first time.
    Reading,
    /// It was read.
    Connected,
    /// The last reading failed; it is tried again.
    Failing,
    /// The exchange does not answer to the key.
    NeedsAttention,
    /// It consists of imported files and has no key. Nothing of it is read, and what it holds is not known.
    FromFiles,
}

/// A key of an exchange without what must stay secret.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeKey)]
pub struct ExchangeKeyRow {
    /// Whether it is an access that its owner granted on the page of the exchange.
    pub is_granted: bool,
    /// Its last four characters; empty for a short one, and of an access.
    #[schema(example = "nW6r")]
    pub key_end: String,
    /// Whether the exchange states what its keys may do.
    pub is_stated: bool,
    /// What it may do, in the exchange's words.
    #[schema(example = json!(["query-funds", "query-ledger"]))]
    pub rights: Vec<String>,
    /// Whether it works from some addresses only; null where the exchange does not say.
    pub is_bound: Option<bool>,
    /// These addresses.
    #[schema(example = json!(["203.0.113.24"]))]
    pub addresses: Vec<String>,
    /// When it ends; null where it does not, or the exchange does not say.
    pub ends_on: Option<Time>,
    /// What is to be known about it.
    pub warnings: Vec<KeyWarningRow>,
    /// When the exchange stated its rights.
    pub checked_on: Time,
    /// When it was entered.
    pub created_on: Time,
}

/// The request of `update-user-account-name`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"exchange": "kraken", "account_name": "Main", "new_account_name": "Savings"}))]
pub struct RenameExchangeAccountRequest {
    /// The exchange.
    #[schema(example = "kraken")]
    pub exchange: String,
    /// The name of the account.
    #[schema(example = "Main")]
    pub account_name: String,
    /// Its new name, up to 60 characters.
    #[schema(example = "Savings")]
    pub new_account_name: String,
}

/// The request of `delete-user-account` and `restore-user-account`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"exchange": "kraken", "account_name": "Main"}))]
pub struct ExchangeAccountRequest {
    /// The exchange.
    #[schema(example = "kraken")]
    pub exchange: String,
    /// The name of the account.
    #[schema(example = "Main")]
    pub account_name: String,
}

/// The result of `delete-user-account`.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeleteExchangeAccountData {
    /// How long `restore-user-account` takes it back, in seconds. Then the key is erased.
    #[schema(example = 10)]
    pub undo_seconds: i64,
}

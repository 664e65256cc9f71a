//! The requests and responses of the calls about users.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::mark;
use crate::routes::chain::{DetectedChain, DetectedKey};
use crate::routes::plan::Plan;
use crate::wire::{Time, World};

/// A kind of wallet: an app or device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WalletKind {
    #[schema(example = "metamask")]
    pub id: String,
    #[schema(example = "MetaMask")]
    pub name: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/wallets/metamask.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
}

impl From<ports::WalletKind> for WalletKind {
    fn from(kind: ports::WalletKind) -> Self {
        let mark = mark::of_wallet(kind);
        let ports::WalletKind { id, name } = kind;
        Self {
            mark,
            id: id.to_owned(),
            name: name.to_owned(),
        }
    }
}

/// A person's own row for an address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct UserWallet {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: String,
    /// The canonical address, or the entered text if nothing was recognized.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: String,
    /// The name the person gave, or the address's own name.
    #[schema(example = "vitalik.eth")]
    pub display_address: Option<String>,
    #[schema(example = "Savings")]
    pub nickname: Option<String>,
    /// The group that the person put it in; null if it is in none.
    #[schema(example = "Treasury")]
    pub group: Option<String>,
    pub wallet: Option<WalletKind>,
    /// False if no chain was recognized. The row is kept, with a reason.
    pub detected: bool,
    #[schema(example = "unsupported_chain")]
    pub reason_code: Option<String>,
    #[schema(example = "This address is recognised, and this server cannot read its chain yet.")]
    pub reason: Option<String>,
    pub chains: Vec<DetectedChain>,
    pub created_on: Time,
    /// The row's place in the person's order, from 0.
    #[schema(example = 0)]
    pub position: i64,
    /// When the name was last resolved.
    pub resolved_on: Option<Time>,
    /// The previous address of a name that now resolves to another one.
    #[schema(example = "0x225f137127d9067788314bc7fcc1f36746a3c3B5")]
    pub previous_address: Option<String>,
    /// For an extended public key: the state of the search for its addresses.
    pub extended_key: Option<WalletKey>,
}

/// The state of the search for the addresses of an extended public key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WalletKey {
    #[serde(flatten)]
    pub key: DetectedKey,
    /// Addresses that occur in a transaction.
    #[schema(example = 7)]
    pub addresses_used: i64,
    /// Addresses that were checked.
    #[schema(example = 40)]
    pub addresses_looked_at: i64,
    /// How many unused addresses in a row end the search: later addresses are not part of any total.
    #[schema(example = 20)]
    pub gap_limit: i64,
    /// Addresses that are watched: those that are used, and `gap_limit` after the last of these.
    #[schema(example = 47)]
    pub addresses_watched: i64,
    /// When the least recently read address was read; null until every address was.
    pub scanned_on: Option<Time>,
    /// Whether the limit of watched addresses is reached.
    pub is_full: bool,
}

/// A person, anonymous or registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct User {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: String,
    /// The slug of the share link, once the person shares.
    #[schema(example = "4hK2mQ8tYzB1nW6rC3xVdE")]
    pub link: Option<String>,
    #[schema(example = "Ada")]
    pub first_name: Option<String>,
    #[schema(example = "Lovelace")]
    pub last_name: Option<String>,
    #[schema(example = "ada@example.org")]
    pub email: Option<String>,
    /// A new e-mail address that is not proven yet.
    #[schema(example = "ada@example.com")]
    pub pending_email: Option<String>,
    #[schema(example = "+442071234567")]
    pub mobile: Option<String>,
    /// The address on the mailing list of the server's operator.
    #[schema(example = "ada@example.com")]
    pub mailing_list: Option<String>,
    /// The zone of days, months and years; null until it is chosen with `update-settings`, which means UTC.
    #[schema(example = "Europe/Berlin")]
    pub time_zone: Option<String>,
    /// The wallets with which the user signs in.
    pub sign_in_wallets: Vec<LinkedWallet>,
    pub anonymous: bool,
    /// Increases with each change of the wallets. `update-user-wallet` may send the expected one.
    #[schema(example = 1)]
    pub version: i64,
    pub user_wallets: Vec<UserWallet>,
    pub created_on: Time,
}

/// A wallet with which a user signs in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct LinkedWallet {
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: String,
    /// The chain on which a contract proved it; null where its key did, which is valid on all chains.
    #[schema(example = json!(null))]
    pub chain: Option<String>,
    /// When it was linked.
    pub linked_on: Time,
}

/// The chains of an address, and its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WalletChains {
    #[schema(example = "vitalik.eth")]
    pub display_address: Option<String>,
    pub chains: Vec<DetectedChain>,
}

/// The request of `create-user`. The list may be empty.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallet_addresses": ["vitalik.eth"], "wallet_address_nicknames": {"vitalik.eth": "Savings"}}))]
pub struct CreateUserRequest {
    /// Addresses and names, in order.
    #[serde(default)]
    #[schema(example = json!(["vitalik.eth"]))]
    pub wallet_addresses: Vec<String>,
    /// Nicknames by address, as written in `wallet_addresses`.
    #[serde(default)]
    #[schema(example = json!({"vitalik.eth": "Savings"}))]
    pub wallet_address_nicknames: BTreeMap<String, String>,
    /// The share link that the person came from. It has no effect.
    #[schema(example = "4hK2mQ8tYzB1nW6rC3xVdE")]
    pub link: Option<String>,
}

/// A new anonymous user and their session.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreateUserData {
    pub user: User,
    /// The session token. It is returned once and stored as a hash.
    #[schema(example = "spy_session_4hK2mQ8tYzB1nW6rC3xVdE7pL9sFgJ0aUiO5b2Xk")]
    pub token: String,
    /// By address.
    #[schema(example = json!({"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045": {"display_address": "vitalik.eth", "chains": []}}))]
    pub wallets: BTreeMap<String, WalletChains>,
    pub current_plan: Plan,
    pub world: World,
}

/// The request of `get-user`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct GetUserRequest {}

/// The caller.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetUserData {
    pub user: User,
    /// By address.
    #[schema(example = json!({"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045": {"display_address": "vitalik.eth", "chains": []}}))]
    pub wallets: BTreeMap<String, WalletChains>,
    pub current_plan: Plan,
    pub world: World,
}

/// The request of `update-user-wallet`: the whole list, in order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallet_addresses": ["vitalik.eth"], "wallet_address_nicknames": {"vitalik.eth": "Savings"}}))]
pub struct UpdateUserWalletRequest {
    /// The whole list, in order. Rows that are missing are removed.
    #[schema(example = json!(["vitalik.eth"]))]
    pub wallet_addresses: Vec<String>,
    /// Nicknames by address. Nicknames that are not listed are kept.
    #[serde(default)]
    #[schema(example = json!({"vitalik.eth": "Savings"}))]
    pub wallet_address_nicknames: BTreeMap<String, String>,
    /// Must be true to empty a list that is not empty.
    #[serde(default)]
    pub allow_empty: bool,
    /// If set, the response is 409 unless the user's `version` equals it.
    #[schema(example = 1)]
    pub expected_version: Option<i64>,
}

/// The request of `delete-user-wallet`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallet_address": "vitalik.eth"}))]
pub struct DeleteUserWalletRequest {
    /// The address or name of one of the caller's wallets.
    #[schema(example = "vitalik.eth")]
    pub wallet_address: String,
}

/// The caller with their current wallets.
#[derive(Debug, Serialize, ToSchema)]
pub struct UserWalletsData {
    pub user: User,
    /// By address.
    #[schema(example = json!({"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045": {"display_address": "vitalik.eth", "chains": []}}))]
    pub wallets: BTreeMap<String, WalletChains>,
}

/// The request of `sign-out`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct SignOutRequest {}

/// The request of `delete-user`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"confirmation": "delete"}))]
pub struct DeleteUserRequest {
    /// The word `delete`, typed by the person.
    #[schema(example = "delete")]
    pub confirmation: String,
}

/// The user was erased.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeleteUserData {
    /// Whether everything is erased already.
    pub deleted: bool,
    /// When a registered user will be erased, unless they sign in before; null where everything is erased already.
    pub delete_on: Option<Time>,
}

/// The session was ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct SignOutData {
    /// Always true.
    pub signed_out: bool,
}

/// The request of `list-sessions`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct ListSessionsRequest {}

/// A session of the caller.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SessionDetails)]
pub struct SessionRow {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: String,
    /// Whether it is the session of this call.
    pub current: bool,
    /// What it was opened on; null where unknown.
    #[schema(example = "Firefox on Linux")]
    pub device: Option<String>,
    /// The network that it was opened from; null where unknown.
    #[schema(example = "192.0.2.0/24")]
    pub network: Option<String>,
    pub created_on: Time,
    /// When it was last used, rounded to the hour.
    pub used_on: Time,
    /// When it ends unless it is used again before.
    pub expires_on: Time,
}

/// The caller's sessions.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListSessionsData {
    /// The last used first.
    pub sessions: Vec<SessionRow>,
}

/// The request of `revoke-session`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"others": true}))]
pub struct RevokeSessionRequest {
    /// The session to end.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: Option<String>,
    /// Ends all sessions except the one of this call, in place of one.
    #[serde(default)]
    #[schema(example = true)]
    pub others: bool,
}

/// Sessions were ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct RevokeSessionData {
    /// Always true.
    #[schema(example = true)]
    pub revoked: bool,
}

//! The requests and responses of the calls about wallets.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::WalletDayChange;
use crate::routes::user::{UserWallet, WalletChains, WalletKind};
use crate::wire::{ChainIdText, Coverage, Decimal, Figures, Limit, Start, Time};

/// The request of `get-balance`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct GetBalanceRequest {
    /// Only this chain, by its id or code.
    #[schema(example = "eip155:1")]
    pub chain: Option<String>,
    /// Only this wallet of the caller; the default is the whole portfolio.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    /// Only these wallets of the caller, as a portfolio with its own total, shares and change; the default is all wallets.
    /// Visitors cannot use it.
    #[serde(default)]
    #[schema(max_items = 1000, example = json!([]))]
    pub wallet_addresses: Vec<String>,
    /// Requests a new read, at most one per account in 30 seconds. The response does not wait for it.
    #[serde(default)]
    pub update_balance: bool,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
    /// The maximum number of asset rows, the most valuable first, with their prices; the default is all rows. Totals, coverage
    /// and the other lists are always complete.
    #[schema(nullable = false)]
    pub limit: Option<Limit>,
}

/// The chains of the caller's addresses.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetDetectedChainsData {
    #[schema(example = 1)]
    pub total_wallet_addresses: i64,
    /// By address.
    #[schema(example = json!({"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045": {"display_address": "vitalik.eth", "chains": []}}))]
    pub wallets: BTreeMap<String, WalletChains>,
}

/// The request of `search-wallet`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"start": 0, "limit": 10, "conditions": [{"key": "chain", "value": "eip155:1"}], "sorts": [{"key": "amount", "value": false}]}))]
pub struct SearchWalletRequest {
    #[serde(default)]
    pub start: Start,
    #[serde(default)]
    pub conditions: Vec<WalletCondition>,
    #[serde(default)]
    pub limit: Limit,
    #[serde(default)]
    pub sorts: Vec<WalletOrder>,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// A filter of `search-wallet`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WalletCondition {
    pub key: WalletConditionKey,
    /// For `chain`: the id or code of a chain.
    #[schema(example = "eip155:1")]
    pub value: String,
}

/// The filters of `search-wallet`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WalletConditionKey {
    /// Wallets with holdings on a chain.
    Chain,
}

/// An order of `search-wallet`; ties are broken by id.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WalletSort)]
pub struct WalletOrder {
    pub key: WalletSortKey,
    /// True for ascending. `direction` is accepted as a second name.
    #[serde(alias = "direction")]
    pub value: bool,
}

/// The sort keys of `search-wallet`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WalletSortKey {
    /// The wallet's value.
    Amount,
    /// The time it was added.
    CreatedOn,
    /// The nickname, name or address.
    Name,
}

/// One page of wallets.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchWalletData {
    pub user_wallets: Vec<WalletCard>,
    pub start: Start,
    /// The limit that was applied.
    pub limit: Limit,
    /// How many wallets match.
    #[schema(example = 3)]
    pub total_count: i64,
    #[schema(example = "6f1c0f6c6c1f4d3f9a550d8a6f1f2c11")]
    pub valuation_id: String,
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The value of all of the caller's wallets, regardless of the conditions; null until something was read.
    pub net_worth: Option<Decimal>,
    /// The coverage of the net worth.
    pub coverage: Coverage,
    /// The networks with holdings of any of the caller's wallets, regardless of the conditions.
    pub networks: Vec<WalletNetwork>,
    pub figures: Figures,
}

/// A chain on which wallets have holdings.
#[derive(Debug, Serialize, ToSchema)]
pub struct WalletNetwork {
    pub chain: ChainIdText,
    #[schema(example = "Ethereum")]
    pub name: String,
    #[schema(example = "#627eea")]
    pub color: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// The number of wallets.
    #[schema(example = 2)]
    pub wallets: i64,
}

/// A name that an address claims in the name service and that resolves back to the address. Anyone can claim a name and transfer
/// it, so it is shown next to the address and never instead of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReverseName {
    #[schema(example = "vitalik.eth")]
    pub name: String,
    /// When it was last confirmed.
    pub checked_on: Time,
}

impl ReverseName {
    /// Returns a reverse name, or `None` if there is none.
    pub fn of(found: Option<&ports::name::ReverseName>) -> Option<Self> {
        let ports::name::ReverseName {
            address: _,
            name,
            checked_at,
        } = found?;
        Some(Self {
            name: name.as_ref()?.to_string(),
            checked_on: (*checked_at).into(),
        })
    }
}

/// A wallet with its value.
#[derive(Debug, Serialize, ToSchema)]
pub struct WalletCard {
    #[serde(flatten)]
    pub wallet: UserWallet,
    /// The reverse name of the address, if the person entered no name; null until it was looked up, and if there is none.
    pub reverse_name: Option<ReverseName>,
    /// Null until something with a price was read.
    pub total_value: Option<Decimal>,
    /// Its change in 24 hours; null while nothing is known to be held, now and then.
    pub day_change: Option<WalletDayChange>,
    /// The chain with the highest value.
    pub wallet_metadata: Option<WalletMetadata>,
    /// How many holdings are priced.
    #[schema(example = 12)]
    pub priced: i64,
    /// How many holdings have no price.
    #[schema(example = 1)]
    pub unpriced: i64,
    /// How many accounts have not been read yet.
    #[schema(example = 0)]
    pub reading: i64,
    /// When the oldest reading of its accounts that hold something was made, or of all of them where none does; null until something
    /// was read.
    pub read_at: Option<Time>,
    pub values: Vec<ChainValue>,
}

/// The chain of a wallet with the highest value.
#[derive(Debug, Serialize, ToSchema)]
pub struct WalletMetadata {
    pub id: ChainIdText,
    #[schema(example = "Ethereum")]
    pub name: String,
    #[schema(example = "ETH")]
    pub symbol: String,
    #[schema(example = "#627eea")]
    pub color: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
}

/// The value of a wallet on one chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChainValue {
    pub chain: ChainIdText,
    #[schema(example = "Ethereum")]
    pub name: String,
    #[schema(example = "#627eea")]
    pub color: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    pub value: Option<Decimal>,
    /// Percent of the wallet's priced value.
    pub share: Option<Decimal>,
}

/// The request of `update-wallet`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallet_address": "vitalik.eth", "wallet_id": "metamask", "nickname": "Savings"}))]
pub struct UpdateWalletRequest {
    /// The address or name of one of the caller's wallets.
    #[schema(example = "vitalik.eth")]
    pub wallet_address: String,
    /// The id of a kind of wallet (`get-all-wallets`).
    #[schema(example = "metamask")]
    pub wallet_id: Option<String>,
    /// An empty text removes the nickname.
    #[schema(example = "Savings")]
    pub nickname: Option<String>,
    /// For an extended public key: how many unused addresses in a row end the search for its addresses, from 20 to 200. A higher
    /// limit searches for more; a lower one keeps the addresses that are watched.
    #[schema(example = 20)]
    pub gap_limit: Option<u32>,
}

/// The caller's wallets, in order.
#[derive(Debug, Serialize, ToSchema)]
pub struct UpdateWalletData {
    pub user_wallets: Vec<UserWallet>,
}

/// The kinds of wallets.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetAllWalletsData {
    pub wallets: Vec<WalletKind>,
}

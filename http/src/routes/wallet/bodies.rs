//! What the calls about a person's wallets take and give.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::OwnView;
use crate::routes::user::{UserWallet, WalletChains, WalletKind};
use crate::wire::{Asset, Chain, Coverage, Decimal, Figures, Limit, Reason, Start, Time};

/// The request of `get-balance`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct GetBalanceRequest {
    /// Only this chain: its id or its code.
    #[schema(example = "eip155:1")]
    pub chain: Option<String>,
    /// Only this wallet of the caller's own. Without it: the whole portfolio.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    /// Only these of the caller's wallets, as a portfolio of their own: its total, shares and change are of them. All of
    /// them without it. Visitors cannot choose.
    #[serde(default)]
    #[schema(max_items = 1000, example = json!([]))]
    pub wallet_addresses: Vec<String>,
    /// Asks for a fresh read (at most one per account in 30 seconds) and answers at once.
    #[serde(default)]
    pub update_balance: bool,
    /// ISO 4217; USD without it.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
    /// So many rows of assets with their prices, the most valuable first; without it all of them. Totals, coverage and
    /// the other lists are whole either way.
    #[schema(nullable = false)]
    pub limit: Option<Limit>,
}

/// Where the caller's addresses were found.
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
    pub sorts: Vec<WalletSort>,
    /// ISO 4217; USD without it.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// A filter of `search-wallet`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WalletCondition {
    pub key: WalletConditionKey,
    /// For `chain`: an id or a code.
    #[schema(example = "eip155:1")]
    pub value: String,
}

/// What `search-wallet` can filter by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WalletConditionKey {
    /// Wallets found on a chain.
    Chain,
}

/// An order of `search-wallet`; ties are broken by id.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WalletSort {
    pub key: WalletSortKey,
    /// True for ascending. `direction` is accepted as a second name.
    #[serde(alias = "direction")]
    pub value: bool,
}

/// What `search-wallet` can sort by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WalletSortKey {
    /// The wallet's value.
    Amount,
    /// When it was added.
    CreatedOn,
    /// Its nickname, name or address.
    Name,
}

/// One page of wallets.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchWalletData {
    pub user_wallets: Vec<WalletCard>,
    pub start: Start,
    /// The limit that was used.
    pub limit: Limit,
    /// How many wallets match.
    #[schema(example = 3)]
    pub total_count: i64,
    #[schema(example = "USD")]
    pub currency_code: String,
    /// What all of the caller's wallets are worth, whatever the conditions; null until something was read.
    pub net_worth: Option<Decimal>,
    /// Of the net worth.
    pub coverage: Coverage,
    /// Where any of the caller's wallets holds something, whatever the conditions.
    pub networks: Vec<WalletNetwork>,
    pub figures: Figures,
}

/// A chain on which wallets hold something.
#[derive(Debug, Serialize, ToSchema)]
pub struct WalletNetwork {
    pub chain: Chain,
    #[schema(example = "Ethereum")]
    pub name: String,
    #[schema(example = "#627eea")]
    pub color: String,
    /// The path of its mark on this server; null where it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// How many wallets.
    #[schema(example = 2)]
    pub wallets: i64,
}

/// A name that an address claims for itself in the name service and that points back to the address. Anyone can claim a name
/// and pass it on, so it stands beside the address and never instead of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReverseName {
    #[schema(example = "vitalik.eth")]
    pub name: String,
    /// When it was last confirmed.
    pub checked_on: Time,
}

impl ReverseName {
    /// A name as it leaves; `None` where there is none.
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
    /// The address's own name, where the person gave no name; null until it was looked up, and where it has none.
    pub reverse_name: Option<ReverseName>,
    /// Null until something priced was read.
    pub total_value: Option<Decimal>,
    /// The chain that stands for the wallet.
    pub wallet_metadata: Option<WalletMetadata>,
    /// How many holdings are priced.
    #[schema(example = 12)]
    pub priced: i64,
    /// How many holdings have no price.
    #[schema(example = 1)]
    pub unpriced: i64,
    /// How many accounts have not answered yet.
    #[schema(example = 0)]
    pub reading: i64,
    pub values: Vec<ChainValue>,
}

/// The chain that stands for a wallet.
#[derive(Debug, Serialize, ToSchema)]
pub struct WalletMetadata {
    pub id: Chain,
    #[schema(example = "Ethereum")]
    pub name: String,
    #[schema(example = "ETH")]
    pub symbol: String,
    #[schema(example = "#627eea")]
    pub color: String,
    /// The path of its mark on this server; null where it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
}

/// What a wallet is worth on one chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChainValue {
    pub chain: Chain,
    #[schema(example = "Ethereum")]
    pub name: String,
    #[schema(example = "#627eea")]
    pub color: String,
    /// The path of its mark on this server; null where it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    pub value: Option<Decimal>,
    /// Percent of what is priced in the wallet.
    pub share: Option<Decimal>,
}

/// The request of `update-wallet`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"wallet_address": "vitalik.eth", "wallet_id": "metamask", "nickname": "Savings"}))]
pub struct UpdateWalletRequest {
    /// An address or a name of the caller's own.
    #[schema(example = "vitalik.eth")]
    pub wallet_address: String,
    /// The id of a kind of wallet (`get-all-wallets`).
    #[schema(example = "metamask")]
    pub wallet_id: Option<String>,
    /// An empty text removes the nickname.
    #[schema(example = "Savings")]
    pub nickname: Option<String>,
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

/// The request of `get-yesterday-portfolio-balance`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct GetYesterdayBalanceRequest {
    /// ISO 4217; USD without it.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
    /// The portfolio that is shown: the change is then that of its total. The latest one without it. Visitors need none.
    #[schema(example = "6f1c0f6c6c1f4d3f9a550d8a6f1f2c11")]
    pub valuation_id: Option<String>,
    /// The wallets that the portfolio is over, as in the request of `get-balance`; all of them without it.
    #[serde(default)]
    #[schema(max_items = 1000, example = json!([]))]
    pub wallet_addresses: Vec<String>,
}

/// Where yesterday's figure comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BalanceBasis {
    /// The portfolio as it was stored 24 hours ago.
    Snapshot,
    /// Today's quantities at the prices of 24 hours ago.
    PriceMove,
}

/// By how much one asset changed the total in 24 hours.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetMove {
    /// The group of equal assets.
    #[schema(example = "eth")]
    pub group: String,
    pub asset: Asset,
    #[schema(example = "ETH")]
    pub symbol: String,
    #[schema(example = "Ether")]
    pub name: String,
    /// The path of its mark on this server; null where it has none, or where only its symbol is a known one.
    #[schema(example = "/marks/tokens/ETH.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// The price of one whole unit now.
    pub price: Option<Decimal>,
    pub change: Decimal,
    /// Percent of what it was worth.
    pub change_percent: Option<Decimal>,
}

/// The portfolio 24 hours ago, and what changed since.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetYesterdayBalanceData {
    pub view: OwnView,
    pub balance: Option<Decimal>,
    /// Now minus then. It speaks of `compared` of `total`.
    pub change: Option<Decimal>,
    pub change_percent: Option<Decimal>,
    /// Today's total.
    pub total: Option<Decimal>,
    /// The part of today's total that has a value on both days.
    pub compared: Option<Decimal>,
    /// How many priced holdings the change does not speak of. Its explanation names them.
    #[schema(example = 0)]
    pub not_compared: i64,
    /// Whether prices of then are being requested; the answer will speak of more.
    pub pending: bool,
    /// The assets that moved most, in money; three at most.
    pub moved: Vec<AssetMove>,
    /// How many assets moved.
    #[schema(example = 17)]
    pub moved_count: i64,
    /// Ten dollars in the currency: on a quiet day no asset moved by more.
    pub quiet_below: Option<Decimal>,
    /// By group of equal assets, the change of the price in percent.
    #[schema(example = json!({"eth": "1.25"}))]
    pub price_changes: BTreeMap<String, Decimal>,
    pub basis: Option<BalanceBasis>,
    /// Why there is no figure.
    pub reason: Option<Reason>,
    /// The moment compared with.
    pub at: Time,
    #[schema(example = "USD")]
    pub currency_code: String,
    pub coverage: Option<Coverage>,
    pub figures: Figures,
}

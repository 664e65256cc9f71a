//! What visitors see of a portfolio: types of their own, with a place for what may be seen and for nothing else.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    AssetMove, AssetOnChain, BalanceBasis, ChainValue, Dust, GetYesterdayBalanceData, KindRow, NetworkRow, Portfolio,
    PricedState, Receipt, Rest, ReverseName,
};
use crate::wire::{Asset, Chain, Decimal, Figures, Reason, Rows, Time, Unconverted};

/// The person's own portfolio, or what a visitor may see of one. `view` says which.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Balance {
    /// Under a session.
    Own(Box<Portfolio>),
    /// Under the token of a look.
    Shared(Box<SharedPortfolio>),
}

/// The person's own day, or what a visitor may see of one. `view` says which.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum DayBalance {
    /// Under a session.
    Own(Box<GetYesterdayBalanceData>),
    /// Under the token of a look.
    Shared(Box<SharedDay>),
}

/// The answer is the person's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OwnView {
    /// A person looks at their own.
    #[default]
    Own,
}

/// The answer is a visitor's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SharedView {
    /// A visitor looks at what is shared.
    #[default]
    Shared,
}

/// A valued portfolio for a visitor. Prices are those of the sources, and nothing is hidden but spam.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedPortfolio {
    pub view: SharedView,
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The moment that the oldest balance in it is of, which is the time of its block; null until something was read.
    pub as_of: Option<Time>,
    /// Null until something was read, and while nothing of what is held has a price.
    pub total: Option<Decimal>,
    pub coverage: SharedCoverage,
    pub user_wallet: SharedAssets,
    /// Prices by asset.
    #[schema(example = json!({"eip155:1/slip44:60": {"price": "2500.5", "currency_code": "USD", "as_of": "2025-09-08T12:30:00Z", "sources": 2, "spread": "0.001", "confidence": "0.99"}}))]
    pub asset_prices: BTreeMap<String, SharedPrice>,
    pub networks: Vec<NetworkRow>,
    /// By kind of position, such as staked.
    pub kinds: Vec<KindRow>,
    pub wallets: Vec<SharedWalletRow>,
    pub figures: Figures,
}

/// The rows of a shared portfolio.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedAssets {
    /// The most valuable first.
    #[schema(value_type = Vec<SharedAssetRow>)]
    pub assets: Rows<SharedAssetRow>,
    /// How many there are, with those beyond the limit.
    #[schema(example = 12)]
    pub count: i64,
    /// The assets beyond those that have a name of their own where shares are shown.
    pub rest: Option<Rest>,
    pub dust: Dust,
}

/// One asset over all chains and wallets.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedAssetRow {
    /// The group of equal assets (ETH and WETH, USDC across chains).
    #[schema(example = "eth")]
    pub group: String,
    /// The asset of the largest part.
    pub asset: Asset,
    #[schema(example = "ETH")]
    pub symbol: String,
    #[schema(example = "Ether")]
    pub name: String,
    /// The path of its mark on this server; null where it has none, or where only its symbol is a known one.
    #[schema(example = "/marks/tokens/ETH.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// What position elsewhere it is the receipt of; null where nothing is known of one.
    pub receipt: Option<Receipt>,
    pub amount: Option<Decimal>,
    pub value: Option<Decimal>,
    pub price: Option<Decimal>,
    /// Percent of what is priced.
    pub share: Option<Decimal>,
    pub state: PricedState,
    pub reasons: Vec<Reason>,
    /// A known value under 1 USD. An unpriced row is never dust.
    pub dust: bool,
    pub parts: Vec<SharedAssetPart>,
    /// The places beyond the named ones.
    pub rest: Option<Rest>,
    /// By chain; empty where all of it lies on one.
    pub chains: Vec<AssetOnChain>,
    /// What is odd about it, such as a symbol that looks like a well-known one.
    pub flags: Vec<Reason>,
}

/// One asset of one wallet on one chain.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedAssetPart {
    pub asset: Asset,
    /// Its own, where a row holds assets that are the same thing.
    #[schema(example = "WETH")]
    pub symbol: String,
    /// What position elsewhere it is the receipt of; null where nothing is known of one.
    pub receipt: Option<Receipt>,
    pub chain: Chain,
    #[schema(example = "Ethereum")]
    pub chain_name: String,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: String,
    /// Name or shortened address.
    #[schema(example = "vitalik.eth")]
    pub wallet_label: String,
    pub amount: Option<Decimal>,
    /// The chain's own integer, where the token's decimals are unknown.
    #[schema(example = "1000000")]
    pub raw_amount: Option<String>,
    pub price: Option<Decimal>,
    pub value: Option<Decimal>,
    /// Percent of what is priced.
    pub share: Option<Decimal>,
    /// Why there is no value.
    pub reason: Option<Reason>,
    pub as_of: Time,
    /// The block at which it was read.
    #[schema(example = 23_318_442)]
    pub block: Option<i64>,
    /// Whether it is a coin, or a token that a list names.
    pub listed: bool,
    pub stale: bool,
    #[schema(example = "https://etherscan.io/address/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub explorer_url: Option<String>,
}

/// A price and how sure it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedPrice {
    pub price: Decimal,
    #[schema(example = "USD")]
    pub currency_code: String,
    pub as_of: Time,
    /// How many sources agreed.
    #[schema(example = 2)]
    pub sources: i64,
    /// The distance of the sources, as a part of the price.
    pub spread: Option<Decimal>,
    pub confidence: Option<Decimal>,
}

/// What one wallet is worth.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedWalletRow {
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: String,
    #[schema(example = "vitalik.eth")]
    pub display_address: Option<String>,
    /// The address's own name, where its owner gave no name; null on the page of a public address.
    pub reverse_name: Option<ReverseName>,
    /// Name or shortened address; nicknames are not shown.
    #[schema(example = "vitalik.eth")]
    pub label: String,
    pub value: Option<Decimal>,
    /// Percent of what is priced.
    pub share: Option<Decimal>,
    /// How many holdings are priced.
    #[schema(example = 12)]
    pub priced: i64,
    /// How many holdings have no price.
    #[schema(example = 1)]
    pub unpriced: i64,
    /// How many accounts have not answered yet.
    #[schema(example = 0)]
    pub reading: i64,
    pub chains: Vec<ChainValue>,
}

/// What a sum of money covers: how much is missing and where, not what a source said in its failure.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedCoverage {
    /// The sum of everything that is priced; null where nothing of it can be shown in the currency.
    pub known: Option<Decimal>,
    /// How many holdings are priced.
    #[schema(example = 89)]
    pub priced: i64,
    /// Holdings without a price, with their quantities.
    pub unpriced: Vec<SharedGap>,
    /// Sources that failed; what they would have said is missing or old.
    pub failed: Vec<SharedFailure>,
    /// Sources whose last good answer is old.
    pub stale: Vec<SharedStale>,
    /// How many holdings are left out as spam.
    #[schema(example = 3)]
    pub hidden: i64,
    /// How many accounts have not answered yet, or wait for a token list that belongs to their first reading.
    #[schema(example = 0)]
    pub reading: i64,
    /// Priced holdings that cannot be shown in the currency; null when all can.
    pub unconverted: Option<Unconverted>,
    /// How many of the owner's wallets are not read.
    #[schema(example = 0)]
    pub unread: i64,
    /// Networks on which not everything is looked for.
    pub not_looked_for: Vec<SharedNotLookedFor>,
    /// False whenever a list above is not empty, a wallet is not read, or something is still being read.
    pub complete: bool,
}

/// A network on which not everything is looked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedNotLookedFor {
    pub chain: Chain,
    #[schema(example = "Kava")]
    pub chain_name: String,
}

/// A holding that is counted and not summed.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedGap {
    pub asset: Asset,
    #[schema(example = "MYST")]
    pub symbol: String,
    #[schema(example = "Mystery Token")]
    pub name: String,
    pub chain: Chain,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: String,
    /// Null where the token's decimals are unknown; then `raw_amount` is set.
    pub amount: Option<Decimal>,
    /// The chain's own integer, where the decimals are unknown.
    #[schema(example = "1000000")]
    pub raw_amount: Option<String>,
    pub reason: Reason,
}

/// A source that failed.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedFailure {
    #[schema(example = "Ethereum node")]
    pub name: String,
    pub chain: Option<Chain>,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    /// The time of the last good answer, if there ever was one.
    pub last_good: Option<Time>,
}

/// A source whose last good answer is old.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedStale {
    #[schema(example = "Ethereum node")]
    pub name: String,
    pub as_of: Time,
    pub chain: Option<Chain>,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
}

/// A shared portfolio 24 hours ago, and what changed since.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedDay {
    pub view: SharedView,
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
    pub figures: Figures,
}

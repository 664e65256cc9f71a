//! The valued portfolio as it leaves the server.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::OwnView;
use super::bodies::{ChainValue, ReverseName};
use crate::wire::{Asset, AssumedDecimals, Chain, Coverage, Decimal, Figures, HiddenRow, Reason, Rows, Time};

/// A valued portfolio: what is known, what is not, and an id for each figure.
#[derive(Debug, Serialize, ToSchema)]
pub struct Portfolio {
    pub view: OwnView,
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub valuation_id: String,
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The moment that the oldest balance in it is of, which is the time of its block; null until something was read.
    pub as_of: Option<Time>,
    /// When the oldest balance in it was read; null until something was read.
    pub read_at: Option<Time>,
    /// Whether a read is under way.
    pub refreshing: bool,
    /// Null until something was read, and while nothing of what is held has a price.
    pub total: Option<Decimal>,
    pub coverage: Coverage,
    pub user_wallet: PortfolioAssets,
    /// Prices by asset.
    #[schema(example = json!({"eip155:1/slip44:60": {"price": "2500.5", "currency_code": "USD", "as_of": "2025-09-08T12:30:00Z", "sources": 2, "spread": "0.001", "confidence": "0.99", "manual": false}}))]
    pub asset_prices: BTreeMap<String, AssetPrice>,
    pub networks: Vec<NetworkRow>,
    /// By kind of position, such as staked.
    pub kinds: Vec<KindRow>,
    /// Networks on which every address was looked for, and nothing was found but what is hidden.
    pub quiet_networks: Vec<QuietNetwork>,
    pub wallets: Vec<WalletRow>,
    pub hidden: Vec<HiddenRow>,
    pub figures: Figures,
}

/// The rows of a portfolio.
#[derive(Debug, Serialize, ToSchema)]
pub struct PortfolioAssets {
    /// The most valuable first.
    #[schema(value_type = Vec<AssetRow>)]
    pub assets: Rows<AssetRow>,
    /// How many there are, with those beyond the limit.
    #[schema(example = 12)]
    pub count: i64,
    /// The assets beyond the most valuable ones, together; null when there are no more.
    pub rest: Option<Rest>,
    pub dust: Dust,
    /// Whether the caller watches at least one address.
    pub active: bool,
    /// When a read last changed something.
    pub modified_on: Option<Time>,
}

/// A network on which nothing was found, or nothing but what is hidden.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuietNetwork {
    pub chain: Chain,
    #[schema(example = "linea")]
    pub code: String,
    #[schema(example = "Linea")]
    pub name: String,
    #[schema(example = "#134264")]
    pub color: String,
    /// The path of its mark on this server; null where it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// Addresses that were looked for.
    #[schema(example = 2)]
    pub accounts: i64,
    /// Whether only activity was looked for in some of them: none of the coin, nothing sent, and tokens not asked about.
    pub probed: bool,
    /// When the oldest of the looks was.
    pub checked_on: Time,
    /// At which block.
    #[schema(example = 21_450_000)]
    pub block: i64,
}

/// What a ranking by value leaves over, together. Only what has a value counts.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rest {
    /// Beyond so many.
    #[schema(example = 7)]
    pub after: i64,
    /// How many are left over.
    #[schema(example = 12)]
    pub count: i64,
    pub value: Option<Decimal>,
    /// Percent of what is priced.
    pub share: Option<Decimal>,
}

/// The rows that are dust, together.
#[derive(Debug, Serialize, ToSchema)]
pub struct Dust {
    #[schema(example = 3)]
    pub count: i64,
    /// Null when there is no dust.
    pub value: Option<Decimal>,
}

/// Whether an asset's parts have prices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PricedState {
    /// Every part.
    Priced,
    /// Some parts.
    PartlyPriced,
    /// No part.
    Unpriced,
}

/// What an asset stands for that lies elsewhere. It has a price of its own, and is not the asset that it stands for.
#[derive(Debug, Serialize, ToSchema)]
pub struct Receipt {
    /// The kind of position: Regular 10, Staked 20, Borrowed 30, Lent 40, Supplied 50, Pool 60, Reward 70, Farm 80.
    #[schema(example = 20)]
    pub kind: i64,
    /// The kind's name.
    #[schema(example = "Staked")]
    pub name: String,
    /// The asset that is in the position.
    pub of: Asset,
    /// A sentence for people.
    #[schema(example = "A receipt for ether that is staked with Lido.")]
    pub text: String,
}

/// One asset over all chains and wallets.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetRow {
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
    /// What is odd about it, such as a symbol that looks like a well-known one.
    pub flags: Vec<Reason>,
    /// Whether the person set the price.
    pub manual_price: bool,
    /// The most valuable first.
    pub parts: Vec<AssetPart>,
    /// The parts beyond the most valuable ones, together; null when there are no more.
    pub rest: Option<Rest>,
    /// The row as far as it lies on each chain; empty where all of it lies on one.
    pub chains: Vec<AssetOnChain>,
}

/// What of an asset lies on one chain, over all wallets.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetOnChain {
    pub chain: Chain,
    /// The asset of the largest part there.
    pub asset: Asset,
    pub amount: Option<Decimal>,
    pub value: Option<Decimal>,
    pub price: Option<Decimal>,
    /// Percent of what is priced.
    pub share: Option<Decimal>,
    pub state: PricedState,
    pub reasons: Vec<Reason>,
}

/// One asset of one wallet on one chain.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetPart {
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
    /// Nickname, name or shortened address.
    #[schema(example = "Savings")]
    pub wallet_label: String,
    pub amount: Option<Decimal>,
    /// The chain's own integer, where the token's decimals are unknown.
    #[schema(example = "1000000")]
    pub raw_amount: Option<String>,
    /// The decimals that a list states, where the token's contract states none.
    pub assumed_decimals: Option<AssumedDecimals>,
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
    /// Whether the person added it by its contract address.
    pub added: bool,
    /// Whether it is a coin, or a token that a list names.
    pub listed: bool,
    pub stale: bool,
    #[schema(example = "https://etherscan.io/address/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub explorer_url: Option<String>,
}

/// A price and how sure it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetPrice {
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
    /// Whether the person set it.
    pub manual: bool,
}

/// What the portfolio is worth on one chain.
#[derive(Debug, Serialize, ToSchema)]
pub struct NetworkRow {
    pub chain: Chain,
    #[schema(example = "ethereum")]
    pub code: String,
    #[schema(example = "Ethereum")]
    pub name: String,
    #[schema(example = "#627eea")]
    pub color: String,
    /// The path of its mark on this server; null where it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
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
}

/// What one wallet is worth.
#[derive(Debug, Serialize, ToSchema)]
pub struct WalletRow {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: String,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: String,
    #[schema(example = "vitalik.eth")]
    pub display_address: Option<String>,
    /// The address's own name, where the person gave no name; null until it was looked up, and where it has none.
    pub reverse_name: Option<ReverseName>,
    #[schema(example = "Savings")]
    pub nickname: Option<String>,
    /// Nickname, name or shortened address.
    #[schema(example = "Savings")]
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

/// What the portfolio is worth in one kind of position.
#[derive(Debug, Serialize, ToSchema)]
pub struct KindRow {
    /// The kind: Regular 10, Staked 20, Borrowed 30, Lent 40, Supplied 50, Pool 60, Reward 70, Farm 80. What is no receipt of
    /// a position elsewhere is Regular.
    #[schema(example = 10)]
    pub kind: i64,
    /// The kind's name.
    #[schema(example = "Regular")]
    pub name: String,
    pub value: Option<Decimal>,
    /// Percent of what is priced.
    pub share: Option<Decimal>,
    /// How many holdings are priced.
    #[schema(example = 12)]
    pub priced: i64,
    /// How many holdings have no price.
    #[schema(example = 0)]
    pub unpriced: i64,
}

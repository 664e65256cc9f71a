//! The valued portfolio on the wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bodies::{ChainValue, ReverseName};
use super::{OwnView, Receipt, SharedAssetPart};
use crate::wire::{
    AssetIdText, AssumedDecimals, ChainIdText, Coverage, Decimal, Figures, HiddenRow, Reason, Rows, Time,
};

/// A valued portfolio: what is known, what is unknown, and an id for each figure.
#[derive(Debug, Serialize, ToSchema)]
pub struct Portfolio {
    pub view: OwnView,
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub valuation_id: String,
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The time of the oldest balance in it, which is the time of its block; null until something was read.
    pub as_of: Option<Time>,
    /// When the oldest balance in it was read; null until something was read.
    pub read_at: Option<Time>,
    /// Whether a read is in progress.
    pub refreshing: bool,
    /// Null until something was read, and while no holding has a price.
    pub total: Option<Decimal>,
    pub coverage: Coverage,
    pub user_wallet: PortfolioAssets,
    /// Prices by asset.
    #[schema(example = json!({"eip155:1/slip44:60": {"price": "2500.5", "currency_code": "USD", "as_of": "2025-09-08T12:30:00Z", "sources": 2, "spread": "0.001", "confidence": "0.99", "manual": false}}))]
    pub asset_prices: BTreeMap<String, AssetPrice>,
    pub networks: Vec<NetworkRow>,
    /// By kind of position, such as staked.
    pub kinds: Vec<KindRow>,
    /// Networks on which every address was read and has no holdings, or only hidden ones.
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
    /// How many there are, including those beyond the limit.
    #[schema(example = 12)]
    pub count: i64,
    /// The sum of the assets below the most valuable ones; null if there are no more.
    pub rest: Option<Rest>,
    pub dust: Dust,
    /// Whether the caller watches at least one address.
    pub active: bool,
    /// When a read last changed something.
    pub modified_on: Option<Time>,
}

/// A network without holdings, or with only hidden ones.
#[derive(Debug, Serialize, ToSchema)]
pub struct QuietNetwork {
    pub chain: ChainIdText,
    #[schema(example = "linea")]
    pub code: String,
    #[schema(example = "Linea")]
    pub name: String,
    #[schema(example = "#134264")]
    pub color: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// How many addresses were read.
    #[schema(example = 2)]
    pub accounts: i64,
    /// Whether some of them were only checked for activity: they have no coins and sent no transactions, and no tokens were queried.
    pub probed: bool,
    /// When the least recently read address was read.
    pub checked_on: Time,
    /// The block of that read.
    #[schema(example = 21_450_000)]
    pub block: i64,
}

/// The sum of the rows below the top of a ranking by value. Only rows with a value count.
#[derive(Debug, Serialize, ToSchema)]
pub struct Rest {
    /// The number of rows at the top.
    #[schema(example = 7)]
    pub after: i64,
    /// The number of rows in the sum.
    #[schema(example = 12)]
    pub count: i64,
    pub value: Option<Decimal>,
    /// Percent of the priced total.
    pub share: Option<Decimal>,
}

/// The sum of the rows that are dust.
#[derive(Debug, Serialize, ToSchema)]
pub struct Dust {
    #[schema(example = 3)]
    pub count: i64,
    /// Null if there is no dust.
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

/// One asset over all chains and wallets.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetRow {
    /// The group of equal assets (ETH and WETH, USDC across chains).
    #[schema(example = "eth")]
    pub group: String,
    /// The asset of the largest part.
    pub asset: AssetIdText,
    #[schema(example = "ETH")]
    pub symbol: String,
    #[schema(example = "Ether")]
    pub name: String,
    /// The path of its mark on this server; null if it has none. A token that only shares the symbol of a known one has none.
    #[schema(example = "/marks/tokens/ETH.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// The position that it is the receipt of; null if none is known.
    pub receipt: Option<Receipt>,
    pub amount: Option<Decimal>,
    pub value: Option<Decimal>,
    pub price: Option<Decimal>,
    /// Percent of the priced total.
    pub share: Option<Decimal>,
    pub state: PricedState,
    pub reasons: Vec<Reason>,
    /// A known value under 1 USD. An unpriced row is never dust.
    pub dust: bool,
    /// Warnings, such as a symbol that resembles a well-known one.
    pub flags: Vec<Reason>,
    /// Whether it is the person's own price.
    pub manual_price: bool,
    /// The most valuable first.
    pub parts: Vec<AssetPart>,
    /// The sum of the parts below the most valuable ones; null if there are no more.
    pub rest: Option<Rest>,
    /// The part of the row on each chain; empty if all of it is on one chain.
    pub chains: Vec<AssetOnChain>,
}

/// The part of an asset on one chain, over all wallets.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetOnChain {
    pub chain: ChainIdText,
    /// The asset of the largest part there.
    pub asset: AssetIdText,
    pub amount: Option<Decimal>,
    pub value: Option<Decimal>,
    pub price: Option<Decimal>,
    /// Percent of the priced total.
    pub share: Option<Decimal>,
    pub state: PricedState,
    pub reasons: Vec<Reason>,
}

/// One asset of one wallet on one chain, with what only its owner sees.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetPart {
    #[serde(flatten)]
    pub shown: SharedAssetPart,
    /// The decimals that a list states, if the token's contract states none.
    pub assumed_decimals: Option<AssumedDecimals>,
    /// Whether the person added it by its contract address.
    pub added: bool,
}

/// A price and its confidence.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetPrice {
    pub price: Decimal,
    #[schema(example = "USD")]
    pub currency_code: String,
    pub as_of: Time,
    /// How many sources agreed.
    #[schema(example = 2)]
    pub sources: i64,
    /// The spread of the sources, as a fraction of the price.
    pub spread: Option<Decimal>,
    pub confidence: Option<Decimal>,
    /// Whether it is the person's own price.
    pub manual: bool,
}

/// The value of the portfolio on one chain.
#[derive(Debug, Serialize, ToSchema)]
pub struct NetworkRow {
    pub chain: ChainIdText,
    #[schema(example = "ethereum")]
    pub code: String,
    #[schema(example = "Ethereum")]
    pub name: String,
    #[schema(example = "#627eea")]
    pub color: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/networks/ethereum.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    pub value: Option<Decimal>,
    /// Percent of the priced total.
    pub share: Option<Decimal>,
    /// How many holdings are priced.
    #[schema(example = 12)]
    pub priced: i64,
    /// How many holdings have no price.
    #[schema(example = 1)]
    pub unpriced: i64,
    /// How many accounts have not been read yet.
    #[schema(example = 0)]
    pub reading: i64,
}

/// The value of one wallet.
#[derive(Debug, Serialize, ToSchema)]
pub struct WalletRow {
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub id: String,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: String,
    #[schema(example = "vitalik.eth")]
    pub display_address: Option<String>,
    /// The reverse name of the address, if the person entered no name; null until it was looked up, and if there is none.
    pub reverse_name: Option<ReverseName>,
    #[schema(example = "Savings")]
    pub nickname: Option<String>,
    /// The nickname, the name or the shortened address.
    #[schema(example = "Savings")]
    pub label: String,
    pub value: Option<Decimal>,
    /// Percent of the priced total.
    pub share: Option<Decimal>,
    /// How many holdings are priced.
    #[schema(example = 12)]
    pub priced: i64,
    /// How many holdings have no price.
    #[schema(example = 1)]
    pub unpriced: i64,
    /// How many accounts have not been read yet.
    #[schema(example = 0)]
    pub reading: i64,
    pub chains: Vec<ChainValue>,
}

/// The value of the portfolio in one kind of position.
#[derive(Debug, Serialize, ToSchema)]
pub struct KindRow {
    /// The kind: Regular 10, Staked 20, Borrowed 30, Lent 40, Supplied 50, Pool 60, Reward 70, Farm 80. An asset that is
    /// not a receipt is Regular.
    #[schema(example = 10)]
    pub kind: i64,
    /// The kind's name.
    #[schema(example = "Regular")]
    pub name: String,
    pub value: Option<Decimal>,
    /// Percent of the priced total.
    pub share: Option<Decimal>,
    /// How many holdings are priced.
    #[schema(example = 12)]
    pub priced: i64,
    /// How many holdings have no price.
    #[schema(example = 0)]
    pub unpriced: i64,
}

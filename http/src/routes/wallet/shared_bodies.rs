//! What visitors see of a portfolio. These types have fields only for what visitors may see, and no others.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    AssetMove, AssetOnChain, BalanceBasis, ChainValue, Dust, GetYesterdayBalanceData, KindRow, NetworkRow, Portfolio,
    PricedState, Receipt, Rest, ReverseName, SharedAssetPart, SharedView,
};
use crate::wire::{AssetIdText, ChainIdText, Decimal, Figures, Reason, Rows, Time, Unconverted};

/// The caller's own portfolio, or what a visitor may see of one, as `view` states.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Balance {
    /// With a session.
    Own(Box<Portfolio>),
    /// With a share session.
    Shared(Box<SharedPortfolio>),
}

/// The caller's own change in 24 hours, or what a visitor may see of one, as `view` states.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum DayBalance {
    /// With a session.
    Own(Box<GetYesterdayBalanceData>),
    /// With a share session.
    Shared(Box<SharedDay>),
}

/// A valued portfolio for a visitor. All prices are those of sources, and only spam is hidden.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedPortfolio {
    pub view: SharedView,
    #[schema(example = "6f1c0f6c6c1f4d3f9a550d8a6f1f2c11")]
    pub valuation_id: String,
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The time of the oldest balance in it, which is the time of its block; null until something was read.
    pub as_of: Option<Time>,
    /// Null until something was read, and while no holding has a price.
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
    /// How many there are, including those beyond the limit.
    #[schema(example = 12)]
    pub count: i64,
    /// The sum of the assets below the most valuable ones; null if there are no more.
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
    pub parts: Vec<SharedAssetPart>,
    /// The sum of the parts below the most valuable ones; null if there are no more.
    pub rest: Option<Rest>,
    /// The part of the row on each chain; empty if all of it is on one chain.
    pub chains: Vec<AssetOnChain>,
    /// Warnings, such as a symbol that resembles a well-known one.
    pub flags: Vec<Reason>,
}

/// A price and its confidence.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedPrice {
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
}

/// The value of one wallet.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedWalletRow {
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub address: String,
    #[schema(example = "vitalik.eth")]
    pub display_address: Option<String>,
    /// The reverse name of the address, if its owner entered no name; null for a public address.
    pub reverse_name: Option<ReverseName>,
    /// The name or the shortened address; nicknames are not shared.
    #[schema(example = "vitalik.eth")]
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

/// What a sum of money covers: what is missing and where, without the error messages of sources.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedCoverage {
    /// The sum of everything that is priced; null if none of it can be shown in the currency.
    pub known: Option<Decimal>,
    /// How many holdings are priced.
    #[schema(example = 89)]
    pub priced: i64,
    /// Holdings without a price, with their quantities.
    pub unpriced: Vec<SharedGap>,
    /// Sources that failed; their data is missing or old.
    pub failed: Vec<SharedFailure>,
    /// Sources whose last successful response is old.
    pub stale: Vec<SharedStale>,
    /// How many holdings are left out as spam.
    #[schema(example = 3)]
    pub hidden: i64,
    /// How many accounts have not been read yet, or wait for a token list that is part of their first read.
    #[schema(example = 0)]
    pub reading: i64,
    /// Priced holdings that cannot be shown in the currency; null when all can.
    pub unconverted: Option<Unconverted>,
    /// How many of the owner's wallets are not read.
    #[schema(example = 0)]
    pub unread: i64,
    /// Networks on which not everything is looked for.
    pub not_looked_for: Vec<SharedNotLookedFor>,
    /// False if a list above is not empty, a wallet is not read, or something is still being read.
    pub complete: bool,
}

/// A network on which not everything is looked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedNotLookedFor {
    pub chain: ChainIdText,
    #[schema(example = "Kava")]
    pub chain_name: String,
    /// The protocol there that could not be read; null where tokens are not detected.
    #[schema(example = json!(null))]
    pub protocol: Option<String>,
}

/// A holding that is counted but not part of the sum.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedGap {
    pub asset: AssetIdText,
    #[schema(example = "MYST")]
    pub symbol: String,
    #[schema(example = "Mystery Token")]
    pub name: String,
    pub chain: ChainIdText,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: String,
    /// Null if the token's decimals are unknown; then `raw_amount` is set.
    pub amount: Option<Decimal>,
    /// The amount in the smallest unit, if the decimals are unknown.
    #[schema(example = "1000000")]
    pub raw_amount: Option<String>,
    pub reason: Reason,
}

/// A source that failed.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedFailure {
    #[schema(example = "Ethereum node")]
    pub name: String,
    pub chain: Option<ChainIdText>,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
    /// The time of the last successful response, if there was one.
    pub last_good: Option<Time>,
}

/// A source whose last successful response is old.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedStale {
    #[schema(example = "Ethereum node")]
    pub name: String,
    pub as_of: Time,
    pub chain: Option<ChainIdText>,
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: Option<String>,
}

/// A shared portfolio 24 hours ago, and what changed since.
#[derive(Debug, Serialize, ToSchema)]
pub struct SharedDay {
    pub view: SharedView,
    /// The valuation whose change this is: the requested one, or the latest one if that no longer exists.
    #[schema(example = "6f1c0f6c6c1f4d3f9a550d8a6f1f2c11")]
    pub valuation_id: String,
    pub balance: Option<Decimal>,
    /// The value now minus the value then. It covers `compared` of `total`.
    pub change: Option<Decimal>,
    pub change_percent: Option<Decimal>,
    /// Today's total.
    pub total: Option<Decimal>,
    /// The part of today's total that has a value on both days.
    pub compared: Option<Decimal>,
    /// How many priced holdings the change does not cover. Its explanation lists them.
    #[schema(example = 0)]
    pub not_compared: i64,
    /// Whether prices of that time are still being requested; the change will then cover more.
    pub pending: bool,
    /// The assets whose value changed most; at most three.
    pub moved: Vec<AssetMove>,
    /// How many assets changed in value.
    #[schema(example = 17)]
    pub moved_count: i64,
    /// Ten US dollars in the currency. On a quiet day no asset changed by more.
    pub quiet_below: Option<Decimal>,
    /// The change of the price in percent, by group of equal assets.
    #[schema(example = json!({"eth": "1.25"}))]
    pub price_changes: BTreeMap<String, Decimal>,
    pub basis: Option<BalanceBasis>,
    /// Why there is no figure.
    pub reason: Option<Reason>,
    /// The time that is compared with.
    pub at: Time,
    #[schema(example = "USD")]
    pub currency_code: String,
    pub figures: Figures,
}

//! The requests and responses of the calls about positions in protocols. Owner and visitor get the same body.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{AssetIdText, ChainIdText, Decimal, Figures, Reason, Time};

/// The request of `get-protocol-balance`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct ProtocolBalanceRequest {
    /// The address or the name of one of the wallets; the default is all wallets.
    #[schema(example = "vitalik.eth")]
    pub wallet_address: Option<String>,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// The request of `get-defi-balance-sheet`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct DefiBalanceSheetRequest {
    /// The wallets that count, as in the request of `get-balance`; the default is all wallets.
    #[serde(default)]
    #[schema(max_items = 1000, example = json!([]))]
    pub wallet_addresses: Vec<String>,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// What is owned and owed in protocols.
#[derive(Debug, Serialize, ToSchema)]
pub struct DefiBalanceSheetData {
    /// The known value by the number of the type: 20 Staked, 30 Borrowed, 40 Lent, 50 Supplied, 60 Pool, 70 Reward, 80 Farm. That of 30
    /// is debt and negative, the others are credit. A type without a known value is left out.
    #[schema(value_type = BTreeMap<String, Decimal>, example = json!({"30": "-500", "50": "1500"}))]
    pub balance_sheet: BTreeMap<String, Decimal>,
    /// How everything adds up.
    pub sheet: DefiSheet,
    /// The id of the valuation.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub valuation_id: String,
    /// The currency of values.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// Figure ids by JSON pointer, for `explain-figure`.
    pub figures: Figures,
}

/// The positions of wallets in protocols.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolBalanceData {
    /// One card for each account in each protocol, the most valuable first, those without a value last.
    pub user_wallet: Vec<ProtocolCard>,
    /// How everything adds up.
    pub sheet: DefiSheet,
    /// Whether a read is in progress.
    pub refreshing: bool,
    /// The id of the valuation.
    #[schema(example = "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")]
    pub valuation_id: String,
    /// The currency of values.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// Figure ids by JSON pointer, for `explain-figure`.
    pub figures: Figures,
}

/// How wallets, exchanges and positions in protocols add up to the known net worth.
#[derive(Debug, Serialize, ToSchema)]
pub struct DefiSheet {
    /// The known value of balances that are no receipts of positions; null if there is none.
    pub wallets: Option<Decimal>,
    /// The known value at exchanges, less what is borrowed there; null if there is none.
    pub exchanges: Option<Decimal>,
    /// The known value of what is owned in protocols; null if there is none.
    pub credit: Option<Decimal>,
    /// The known value of what is owed to protocols, negative; null if there is none.
    pub debt: Option<Decimal>,
    /// Credit less debt; null if neither is known.
    pub net: Option<Decimal>,
    /// By type, in the order of their numbers.
    pub types: Vec<DefiType>,
    /// How many positions each amount of which has a value.
    #[schema(example = 11)]
    pub valued: i64,
    /// How many positions have an amount without a value, or could be read in part only.
    #[schema(example = 1)]
    pub unvalued: i64,
    /// The protocols in which positions were looked for.
    pub looked_for: ProtocolsLookedFor,
    /// Protocols that could not be read, or in part only. What an account has there is unknown.
    pub unread: Vec<UnreadProtocolRow>,
    /// How many accounts have not answered yet.
    #[schema(example = 0)]
    pub reading: i64,
}

/// What is held in protocols in one way.
#[derive(Debug, Serialize, ToSchema)]
pub struct DefiType {
    /// The type: Staked 20, Borrowed 30, Lent 40, Supplied 50, Pool 60, Reward 70, Farm 80.
    #[schema(example = 30)]
    pub id: i64,
    /// Its name.
    #[schema(example = "Borrowed")]
    pub name: String,
    /// The known value; null if nothing of it has a value.
    pub total: Option<Decimal>,
    /// Percent of the credit, or of the debt.
    pub share: Option<Decimal>,
    /// How many amounts have no value.
    #[schema(example = 0)]
    pub unpriced: i64,
}

/// The protocols in which positions were looked for. Receipts in wallets are found without reading their protocol.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolsLookedFor {
    /// How many protocols.
    #[schema(example = 43)]
    pub protocols: i64,
    /// On how many networks.
    #[schema(example = 14)]
    pub chains: i64,
    /// When the oldest of the readings was made; null until something was read.
    pub read_on: Option<Time>,
}

/// A protocol that could not be read.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UnreadProtocolRow {
    /// Its name.
    #[schema(example = "Moonwell")]
    pub name: String,
    /// The network.
    pub chain: ChainIdText,
    /// Its name.
    #[schema(example = "Base")]
    pub chain_name: String,
    /// Why, as a sentence; null for visitors.
    #[schema(example = "Moonwell could not be read: the comptroller lists no markets.")]
    pub text: Option<String>,
}

/// What an account has in a protocol.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolCard {
    /// The protocol.
    #[schema(example = "Aave v3 Core")]
    pub name: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = json!(null))]
    pub mark: Option<String>,
    /// Its website; null for the issuer of a receipt that was found in a wallet.
    #[schema(example = "https://aave.com")]
    pub website: Option<String>,
    /// Why it is closed, or that it lost money of its users; null where nothing is known against it.
    #[schema(example = json!(null))]
    pub warning: Option<String>,
    /// The network.
    pub chain: ChainIdText,
    /// Its name.
    #[schema(example = "Ethereum")]
    pub chain_name: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = json!(null))]
    pub chain_mark: Option<String>,
    /// The address of the account.
    #[schema(example = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub wallet_address: String,
    /// The label of the wallet.
    #[schema(example = "vitalik.eth")]
    pub wallet_label: String,
    /// The known value, less debts; null if nothing has a value.
    pub total: Option<Decimal>,
    /// The known value of what is owed, negative; null without debts.
    pub debt: Option<Decimal>,
    /// Percent of the net value of all protocols; null if either is negative.
    pub share: Option<Decimal>,
    /// The positions, the most valuable first.
    pub positions: Vec<ProtocolPositionRow>,
    /// When the block of the reading was mined.
    pub as_of: Time,
    /// The block of the reading.
    #[schema(example = 23_883_562)]
    pub block: i64,
    /// Whether that reading is old, or a later one failed.
    pub stale: bool,
}

/// One position: the amounts that belong together, such as the collateral and the debt of a loan.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolPositionRow {
    /// Which of the account's positions in the protocol; null where it can have one only.
    #[schema(example = "#481204")]
    pub item: Option<String>,
    /// The known value, less debts; null if nothing has a value.
    pub total: Option<Decimal>,
    /// The health factor that the protocol itself states: below 1 the position can be liquidated. Null where it states none, without
    /// debts, and while the reading is old.
    pub health_factor: Option<Decimal>,
    /// What could not be read of the position, each as a sentence.
    #[schema(example = json!([]))]
    pub unread: Vec<String>,
    /// The amounts, the most valuable first; rewards last.
    pub rows: Vec<ProtocolAmountRow>,
}

/// What an amount does in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AmountRole {
    /// Supplied and no security for a debt.
    Supply,
    /// Supplied as the security for a debt.
    Collateral,
    /// Borrowed.
    Borrow,
    /// Part of the liquidity of a pool.
    Liquidity,
    /// Staked, to be withdrawn at any time.
    Stake,
    /// Locked until a time.
    Locked,
    /// Received step by step until a time.
    Vesting,
    /// No longer staked, to be withdrawn now.
    Claimable,
    /// Earned and not yet claimed.
    Reward,
    /// Requested back and not yet paid.
    PendingWithdrawal,
}

/// One amount of a position, or the balance of a receipt.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProtocolAmountRow {
    /// The asset.
    pub asset: AssetIdText,
    /// Its symbol.
    #[schema(example = "USDC")]
    pub symbol: String,
    /// Its name.
    #[schema(example = "USD Coin")]
    pub name: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = json!(null))]
    pub mark: Option<String>,
    /// The type: Staked 20, Borrowed 30, Lent 40, Supplied 50, Pool 60, Reward 70, Farm 80.
    #[schema(example = 30)]
    pub type_id: i64,
    /// Its name.
    #[schema(example = "Borrowed")]
    pub type_name: String,
    /// What it does in the position; null for the balance of a receipt.
    pub role: Option<AmountRole>,
    /// The amount in whole units, negative for what is owed; null if the decimals are unknown.
    pub balance: Option<Decimal>,
    /// The amount in the smallest unit, if that in whole units is unknown.
    #[schema(example = json!(null))]
    pub raw_amount: Option<String>,
    /// The price of one whole unit; null if unknown.
    pub price: Option<Decimal>,
    /// The value, negative for what is owed; null if unknown.
    pub value: Option<Decimal>,
    /// Why it has no value; null if it has one.
    pub reason: Option<Reason>,
    /// When it can be withdrawn; null where that is possible at any time or unknown.
    pub unlocks_on: Option<Time>,
    /// What was called to read it: the function of a contract; null for the balance of a receipt.
    #[schema(example = "getUserReserveData(address,address)")]
    pub function: Option<String>,
    /// The contract that stated it; null for the balance of a receipt.
    #[schema(example = "0x7B4EB56E7CD4b454BA8ff71E4518426369a138a3")]
    pub contract: Option<String>,
}

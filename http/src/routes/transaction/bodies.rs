//! The requests and responses of the calls about transactions.

use std::collections::BTreeMap;

use domain::ledger::PriceToday;
use ports::{AssetId, Currency};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::body::HashFields;
use crate::routes::entry::{PartyRow, TransactionRow};
use crate::routes::wallet::OwnView;
use crate::wire::{AssetIdText, ChainIdText, Decimal, Figures, Limit, Start, Time};

/// The request of `search-transaction`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"start": 0, "limit": 10, "conditions": [{"key": "year", "value": "2026"}], "sorts": [{"key": "time", "value": false}]}))]
pub struct SearchTransactionRequest {
    #[serde(default)]
    pub start: Start,
    /// The `entry` of the row before the first one. It counts instead of `start` while the search finds it, so that a page follows the one
    /// before it also where rows were added meanwhile; `start` of the answer says where that is.
    #[schema(
        example = "ZWlwMTU1OjE6MHhkOGRBNkJGMjY5NjRhRjlEN2VFZDllMDNFNTM0MTVEMzdhQTk2MDQ1LzB4NWM1MDRlZDQzMmNiNTExMzhiY2YwOWFhNWU4YTQxMGRkNGExZTIwNGVmODRiZmVkMWJlMTZkZmJhMWIyMjA2MA"
    )]
    pub after: Option<String>,
    /// Conditions with different keys are combined; those with the same key are alternatives.
    #[serde(default)]
    pub conditions: Vec<TransactionCondition>,
    #[serde(default)]
    pub limit: Limit,
    /// The default is by time, the newest first.
    #[serde(default)]
    pub sorts: Vec<TransactionOrder>,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

impl HashFields for SearchTransactionRequest {
    const NOTES: &'static [&'static str] = &["conditions"];
}

/// A filter of `search-transaction`. Filters of different keys all apply. Several of one key are alternatives; of `search`, `from`, `to` and
/// `dust` the last one applies.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TransactionCondition {
    pub key: TransactionConditionKey,
    /// An empty value and `all` are no condition.
    #[schema(example = "2026")]
    pub value: String,
}

/// The filters of `search-transaction`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TransactionConditionKey {
    /// Part of a label, an address, a transaction, a symbol or the name of a kind.
    Search,
    /// A year, in the caller's time zone.
    Year,
    /// An asset or a group of assets, as `get-transaction-asset-filter` lists them.
    Asset,
    /// A method by its number: 10, 20, 30 or 40.
    Method,
    /// The address of one of the caller's wallets.
    Wallet,
    /// The id or code of a chain.
    Chain,
    /// A finer kind, such as `swap`, or `own_transfer`. Plain transfers between own accounts are of that one alone.
    Kind,
    /// The earliest time, in seconds since 1970 or RFC 3339.
    From,
    /// The latest time, in seconds since 1970 or RFC 3339.
    To,
    /// `true` leaves out rows that were worth less than one dollar.
    Dust,
}

/// An order of `search-transaction`; ties are broken by time and id.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TransactionSort)]
pub struct TransactionOrder {
    pub key: TransactionSortKey,
    /// True for ascending. `direction` is accepted as a second name.
    #[serde(alias = "direction")]
    pub value: bool,
}

/// The sort keys of `search-transaction`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TransactionSortKey {
    /// The time of the block.
    #[default]
    Time,
    /// Who gave.
    From,
    /// Who received.
    To,
    /// The symbol of the first amount.
    Asset,
    /// The value in dollars at the row's own day; unknown values come last. `usdValue` is accepted as a second name.
    #[serde(alias = "usdValue")]
    UsdValue,
    /// The method.
    Method,
}

/// One page of transactions.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchTransactionData {
    pub view: OwnView,
    pub results: Vec<TransactionRow>,
    pub start: Start,
    /// The limit that was applied.
    pub limit: Limit,
    /// How many rows match.
    #[schema(example = 2418)]
    pub total_count: i64,
    /// How many rows match but are left out because they were worth less than one dollar.
    #[schema(example = 312)]
    pub dust_hidden: i64,
    #[schema(example = "USD")]
    pub currency_code: String,
    /// Today's prices of the assets in the rows, by asset. Assets without a known price are left out.
    pub asset_prices: BTreeMap<String, TransactionAssetPrice>,
    /// How much of the history is known.
    pub coverage: HistoryCoverageBody,
    /// What waits for a block in the wallets and networks of the conditions, whatever the other conditions. It is in no balance and in no
    /// total. Only sources of Bitcoin-like networks list it. An account with a public link does not show it.
    pub waiting: Vec<WaitingTransactionRow>,
    /// How many more wait that the sources state without listing them; a transaction of several accounts counts for each.
    #[schema(example = 0)]
    pub waiting_unlisted: i64,
    /// Changes whenever a row is added, changed or removed.
    #[schema(example = "12.7.1")]
    pub revision: String,
    pub figures: Figures,
}

/// A transaction of one of the caller's wallets that waits for a block.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WaitingTransaction)]
pub struct WaitingTransactionRow {
    /// The wallet that it concerns; of an extended key one of its addresses.
    pub wallet: PartyRow,
    /// The network.
    pub chain: ChainIdText,
    /// The name of the network.
    #[schema(example = "Bitcoin")]
    pub chain_name: String,
    /// The path of the network's mark on this server; null if it has none.
    #[schema(example = "/marks/networks/bitcoin.5d2b0c1f9e8a7b64.svg")]
    pub chain_mark: Option<String>,
    /// The id of the transaction on its network.
    #[schema(example = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b")]
    pub transaction: String,
    /// Its page at the network's explorer.
    #[schema(example = "https://mempool.space/tx/4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b")]
    pub explorer_url: Option<String>,
    /// The native asset of the network.
    pub asset: AssetIdText,
    /// Its symbol.
    #[schema(example = "BTC")]
    pub symbol: String,
    /// What the wallet will have more in whole units once it is in a block, below zero where less; null where that is not known.
    pub change: Option<Decimal>,
    /// When a source first listed it here.
    pub seen_at: Time,
    /// When the account was last read.
    pub as_of: Time,
}

/// Today's price of an asset.
#[derive(Debug, Serialize, ToSchema)]
pub struct TransactionAssetPrice {
    /// Of one whole unit.
    pub price: Decimal,
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The time of the oldest quote.
    pub as_of: Time,
}

/// Returns the prices of a page, by asset.
pub(super) fn asset_prices(
    prices: &BTreeMap<AssetId, PriceToday>,
    currency: &Currency,
) -> BTreeMap<String, TransactionAssetPrice> {
    let price = |(asset, price): (&AssetId, &PriceToday)| {
        let row = TransactionAssetPrice {
            price: Decimal::money(price.price),
            currency_code: currency.to_string(),
            as_of: price.as_of.into(),
        };
        (asset.to_string(), row)
    };
    prices.iter().map(price).collect()
}

/// How much of the history of the caller's accounts is known.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HistoryCoverage)]
pub struct HistoryCoverageBody {
    /// Whether the history of everything that it should cover is known: each wallet and each account was read, and each account with
    /// activity to its end. Everything computed from a history that is not complete may
    /// change.
    pub complete: bool,
    /// Since when the history of every account is known: the earliest transaction, or the start of what is known where a source serves only
    /// the newest part of an account; null before any was read.
    pub known_since: Option<Time>,
    /// The number of accounts with activity, and of those of which it is not known whether they have some.
    #[schema(example = 12)]
    pub accounts: i64,
    /// How many of them are neither waiting nor being read.
    #[schema(example = 10)]
    pub accounts_done: i64,
    /// The number of stored facts.
    #[schema(example = 2418)]
    pub entries: i64,
    /// The number of facts that the sources state; null where a source does not state it.
    #[schema(example = 3100)]
    pub total: Option<i64>,
    /// What is missing.
    pub gaps: Vec<HistoryGapRow>,
    /// Each of these accounts.
    pub accounts_status: Vec<AccountHistoryRow>,
}

/// A part of the history that is missing.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HistoryGap)]
pub struct HistoryGapRow {
    /// A stable code.
    #[schema(example = "internal_transfers")]
    pub kind: String,
    /// What is missing and why.
    #[schema(example = "Coins that contracts sent or received on Scroll are not reported by any source here.")]
    pub text: String,
    /// What closes it; null where nothing is known to.
    #[schema(example = "Configure an Etherscan or Blockscout key, or your own node with traces.")]
    pub remedy: Option<String>,
    /// How many accounts it affects; 0 where a wallet has none.
    #[schema(example = 1)]
    pub accounts: i64,
}

/// How far the history of an account is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AccountHistoryState {
    /// Nothing was read so far.
    Waiting,
    /// It is being read.
    Reading,
    /// All of it is known.
    Whole,
    /// It is read, but a part of it is missing.
    Partial,
    /// Reading stopped at the cap; `lift-cap` continues it.
    Capped,
    /// The last attempt failed; it is tried again.
    Failed,
    /// No source covers the chain.
    NoSource,
    /// The network has not answered, so that it is not known whether the account has transactions.
    NotRead,
}

/// How far the history of one account is read.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AccountHistory)]
pub struct AccountHistoryRow {
    /// The account's CAIP-10 id.
    #[schema(example = "eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045")]
    pub account: String,
    #[schema(example = "vitalik.eth")]
    pub name: String,
    #[schema(example = "Ethereum")]
    pub chain_name: String,
    pub state: AccountHistoryState,
    /// The number of stored facts.
    #[schema(example = 412)]
    pub facts: i64,
    /// The number of facts that the source states; null where it does not.
    #[schema(example = 538)]
    pub total: Option<i64>,
    /// How far reading is, in percent of the blocks; null before it begins.
    #[schema(example = 61)]
    pub percent: Option<i64>,
    /// The time of the earliest fact.
    pub oldest: Option<Time>,
    /// The number of facts at which reading stopped; null unless it did.
    #[schema(example = 100_000)]
    pub cap: Option<i64>,
    /// The last failure.
    #[schema(example = "Etherscan is not answering right now.")]
    pub error: Option<String>,
    /// When it is tried again.
    pub next_attempt: Option<Time>,
}

/// The values that transactions can be filtered by.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetTransactionFilterData {
    /// The newest year first.
    pub year_filter: Vec<FilterOptionRow>,
    /// The methods.
    pub method_filters: Vec<FilterOptionRow>,
    /// The assets, the most frequent one first; assets of one group are one option.
    pub asset_filters: Vec<FilterOptionRow>,
    /// The caller's wallets.
    pub wallet_filters: Vec<FilterOptionRow>,
    /// The networks.
    pub chain_filters: Vec<FilterOptionRow>,
    /// The kinds, the most frequent one first.
    pub kind_filters: Vec<FilterOptionRow>,
}

/// The assets that transactions can be filtered by.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetTransactionAssetFilterData {
    /// The most frequent one first.
    pub assets: Vec<FilterOptionRow>,
}

/// A value that transactions can be filtered by.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FilterOption)]
pub struct FilterOptionRow {
    /// The value of the condition.
    #[schema(example = "2026")]
    pub value: String,
    /// The text to show.
    #[schema(example = "2026")]
    pub label: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/tokens/eth.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// How many transactions have it.
    #[schema(example = 684)]
    pub count: i64,
}

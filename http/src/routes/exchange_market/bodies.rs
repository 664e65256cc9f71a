//! Requests and responses about markets of exchanges.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::Time;

/// The request of `get-exchange-markets`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExchangeMarketsRequest, example = json!({"exchange": "binance", "account_name": "Main"}))]
pub struct AccountMarketsRequest {
    /// The exchange.
    #[schema(example = "binance")]
    pub exchange: String,
    /// The name of the account.
    #[schema(example = "Main")]
    pub account_name: String,
}

/// The request of `add-exchange-market` and `delete-exchange-market`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExchangeMarketRequest, example = json!({"exchange": "binance", "account_name": "Main", "market": "LINKEUR"}))]
pub struct AccountMarketRequest {
    /// The exchange.
    #[schema(example = "binance")]
    pub exchange: String,
    /// The name of the account.
    #[schema(example = "Main")]
    pub account_name: String,
    /// The name of the market, or both assets with a slash between them.
    #[schema(example = "LINK/EUR")]
    pub market: String,
}

/// The request of `update-exchange-market`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = UpdateExchangeMarketRequest,
    example = json!({"exchange": "binance", "account_name": "Main", "market": "LINKEUR", "is_left_out": true}))]
pub struct UpdateMarketRequest {
    /// The exchange.
    #[schema(example = "binance")]
    pub exchange: String,
    /// The name of the account.
    #[schema(example = "Main")]
    pub account_name: String,
    /// The name of the market.
    #[schema(example = "LINKEUR")]
    pub market: String,
    /// Whether its trades are not read any more.
    #[schema(example = true)]
    pub is_left_out: bool,
}

/// Why a market is requested.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ExchangeMarketOrigin)]
pub enum MarketReason {
    /// A balance of the account has one of its assets.
    Balance,
    /// A list of the history has one of its assets.
    List,
    /// The person added it.
    Person,
}

/// How far a market is read.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ExchangeMarketState)]
pub enum MarketReadState {
    /// Its trades were never read to their end.
    Unread,
    /// Its trades were read to their end.
    Read,
    /// The exchange has no such market, or none any more.
    Unknown,
    /// The person left it out.
    LeftOut,
}

/// A market of an account.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeMarketRow)]
pub struct AccountMarketRow {
    /// Its name at the exchange.
    #[schema(example = "LINKEUR")]
    pub market: String,
    /// The code of what is traded there.
    #[schema(example = "LINK")]
    pub base: String,
    /// The code of what it is paid with.
    #[schema(example = "EUR")]
    pub quote: String,
    /// Why it is requested.
    pub origin: MarketReason,
    /// Whether the exchange listed it as open for trades when that was last requested.
    #[schema(example = true)]
    pub is_open: bool,
    /// How far it is read.
    pub state: MarketReadState,
    /// Whether trades of it may be missing, so that the history is not whole.
    #[schema(example = false)]
    pub is_missing: bool,
    /// How many trades it gave.
    #[schema(example = 12)]
    pub trade_count: i64,
    /// When its trades were last read to their end; null before the first time.
    pub read_on: Option<Time>,
    /// When it was requested or added for the first time.
    pub added_on: Time,
}

/// The result of `get-exchange-markets` and `delete-exchange-market`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExchangeMarketsData)]
pub struct AccountMarketsData {
    /// The markets in the order of their names.
    pub markets: Vec<AccountMarketRow>,
    /// When the trades of all of them were last read to their end; null before the first time, and while they are read.
    pub read_on: Option<Time>,
}

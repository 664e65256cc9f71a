//! The requests and responses of the calls about the value over time. Owner and visitor get the same body.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::routes::report::{PartialTotal, ReportChain, ReportCoverageBody};
use crate::wire::{AssetIdText, Decimal, Figures, Reason, Time};

/// How days are grouped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum GroupCriteria {
    /// Each day.
    #[default]
    Day,
    /// Calendar months.
    Month,
    /// Calendar years.
    Year,
}

/// The request of `get-asset-value-graph`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"group_criteria": "month"}))]
pub struct AssetValueRequest {
    /// The wallets that count, as in the request of `get-balance`; the default is all wallets.
    #[serde(default)]
    #[schema(max_items = 1000, example = json!([]))]
    pub wallet_addresses: Vec<String>,
    /// How days are grouped.
    #[serde(default)]
    pub group_criteria: GroupCriteria,
    /// The currency of values; USD by default.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// The value of a portfolio over time.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetValueGraphData {
    /// The values.
    pub asset_value_data: AssetValueColumns,
    /// How days are grouped.
    pub group_criteria: GroupCriteria,
    /// The currency of values.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The zone in which days begin. Closing prices are those of UTC days.
    #[schema(example = "Europe/Berlin")]
    pub time_zone: String,
    /// Whether the history of every account is read and no price is awaited. Until then ask again.
    pub data_loaded: bool,
    /// How many assets never had a price and are left out.
    #[schema(example = 4)]
    pub never_priced: i64,
    /// How much of the history it covers.
    pub coverage: ReportCoverageBody,
}

/// Values in columns: the same place in each list is the same period.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetValueColumns {
    /// The first day of each period, the oldest first, without holes. The first has the first transaction, the last is the current
    /// one.
    #[schema(example = json!(["2025-08-01", "2025-09-01"]))]
    pub days: Vec<String>,
    /// The value at the end of each period, and of the last one now. Null where what has no price would matter: at least a hundredth
    /// of the value at its last known price.
    #[schema(value_type = Vec<Option<Decimal>>, example = json!(["5876.25", "6251.25"]))]
    pub closing: Vec<Option<Decimal>>,
    /// The largest value of each token in the period, summed: the most that was held on a day, at its closing price.
    #[schema(value_type = Vec<Option<Decimal>>, example = json!(["5998.75", "6251.25"]))]
    pub largest: Vec<Option<Decimal>>,
    /// How many held tokens are left out of each value, because they have no price of that time.
    #[schema(example = json!([0, 1]))]
    pub unpriced: Vec<i64>,
    /// What everything held cost at the end of each period; null where some wallets are left out, whose lots are not known apart.
    #[schema(value_type = Vec<Option<Decimal>>, example = json!(["5000", "5000"]))]
    pub cost_basis: Vec<Option<Decimal>>,
    /// The tokens, the highest latest value first, and after them the remaining ones of each chain together.
    pub assets: Vec<AssetValueSeries>,
}

/// The value of a token on one chain over time, or of several together. Values are rounded to cents, in coins to eight places.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetValueSeries {
    /// The asset; null for several.
    pub asset: Option<AssetIdText>,
    /// The same for the same coin on several chains; empty for several.
    #[schema(example = "eth")]
    pub coin: String,
    /// Its symbol; empty where unknown.
    #[schema(example = "ETH")]
    pub symbol: String,
    /// Its name; empty where unknown.
    #[schema(example = "Ether")]
    pub name: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/tokens/ETH.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// Its chain.
    pub chain: ReportChain,
    /// How many tokens it sums.
    #[schema(example = 1)]
    pub asset_count: i64,
    /// The place of its first period. Its lists begin there, and end when it is no longer held.
    #[schema(example = 0)]
    pub first: i64,
    /// The value at the end of each period; null where it has no price.
    #[schema(value_type = Vec<Option<Decimal>>, example = json!(["5876.25", "6251.25"]))]
    pub closing: Vec<Option<Decimal>>,
    /// The largest value in each period.
    #[schema(value_type = Vec<Option<Decimal>>, example = json!(["5998.75", "6251.25"]))]
    pub largest: Vec<Option<Decimal>>,
}

/// The request of `get-asset-value-period`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"first_day": "2025-09-08", "last_day": "2025-09-08"}))]
pub struct AssetValuePeriodRequest {
    /// The first day, in the caller's zone.
    #[schema(example = "2025-09-08", max_length = 10)]
    pub first_day: String,
    /// The last one. A period that reaches into today ends now.
    #[schema(example = "2025-09-08", max_length = 10)]
    pub last_day: String,
    /// The wallets that count, as in the request of `get-balance`; the default is all wallets.
    #[serde(default)]
    #[schema(max_items = 1000, example = json!([]))]
    pub wallet_addresses: Vec<String>,
    /// The currency of values; USD by default.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// What was held in a period.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetValuePeriodData {
    /// The first day.
    #[schema(example = "2025-09-08")]
    pub first_day: String,
    /// The last one.
    #[schema(example = "2025-09-08")]
    pub last_day: String,
    /// When it begins, for the condition `from` of `search-transaction`.
    pub from: Time,
    /// Its last moment, for the condition `to`.
    pub to: Time,
    /// The value at its end.
    pub closing: PartialTotal,
    /// The largest value of each token on a day of it, summed.
    pub largest: PartialTotal,
    /// What everything held cost at its end; null where some wallets are left out.
    pub cost_basis: Option<Decimal>,
    /// The tokens, the most valuable first.
    pub rows: Vec<AssetValuePeriodRow>,
    /// How many further tokens are not listed.
    #[schema(example = 0)]
    pub unlisted: i64,
    /// The currency of values.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// How much of the history it covers.
    pub coverage: ReportCoverageBody,
    /// The ids under which the figures are explained; empty for visitors, and where some wallets are left out.
    pub figures: Figures,
}

/// The request of `get-asset-value-change`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"first_day": "2025-09-08", "last_day": "2026-09-07"}))]
pub struct AssetValueChangeRequest {
    /// The first day whose movements count, in the caller's zone. The change is that since the end of the day before.
    #[schema(example = "2025-09-08", max_length = 10)]
    pub first_day: String,
    /// The last one. A span that reaches into today ends now.
    #[schema(example = "2026-09-07", max_length = 10)]
    pub last_day: String,
    /// The currency of values; USD by default.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// How the value of everything changed in a span of days: `opening` + `net_flow` + `gain` = `closing`.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetValueChangeData {
    /// The first day.
    #[schema(example = "2025-09-08")]
    pub first_day: String,
    /// The last one.
    #[schema(example = "2026-09-07")]
    pub last_day: String,
    /// The value at the end of the day before the first one.
    pub opening: PartialTotal,
    /// What came in less what went out, each valued at its own time.
    pub net_flow: PartialTotal,
    /// The rest of the change: what prices and rewards brought, less fees. Its `left_out` counts what the three others leave out.
    pub gain: PartialTotal,
    /// The value at the end of the last day, or now.
    pub closing: PartialTotal,
    /// The currency of values.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// How much of the history it covers.
    pub coverage: ReportCoverageBody,
    /// The ids under which the figures are explained; empty for visitors.
    pub figures: Figures,
}

/// What was held of a token on one chain in a period.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetValuePeriodRow {
    /// The asset.
    pub asset: AssetIdText,
    /// The same for the same coin on several chains.
    #[schema(example = "eth")]
    pub coin: String,
    /// Its symbol; empty where unknown.
    #[schema(example = "ETH")]
    pub symbol: String,
    /// Its name; empty where unknown.
    #[schema(example = "Ether")]
    pub name: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/tokens/ETH.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// Its chain.
    pub chain: ReportChain,
    /// The quantity at the end; null where the entries say that less than nothing was left.
    pub count: Option<Decimal>,
    /// The largest quantity at any time.
    pub max_count: Option<Decimal>,
    /// The price at the end; null where it is not known.
    pub price: Option<Decimal>,
    /// The value at the end.
    pub value: Option<Decimal>,
    /// The largest value on a day.
    pub max_value: Option<Decimal>,
    /// Why there is no value, or that a part of it has none.
    pub reason: Option<Reason>,
}

/// The events of the market.
#[derive(Debug, Serialize, ToSchema)]
pub struct GetAllEventsData {
    /// The events, the oldest first.
    pub events: Vec<MarketEventRow>,
}

/// An event of the market that charts show.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MarketEvent)]
pub struct MarketEventRow {
    /// A stable name.
    #[serde(rename = "_id")]
    #[schema(example = "merge")]
    pub id: String,
    /// What happened, in a few words.
    #[schema(example = "Ethereum moves to proof of stake (The Merge)")]
    pub title: String,
    /// The day, UTC.
    #[schema(example = "2022-09-15")]
    pub day: String,
    /// The start of the day.
    pub timestamp: Time,
    /// What kind of event it is: `halving`, `upgrade`, `failure` or `market`.
    #[schema(example = "upgrade")]
    pub kind: String,
    /// Whether a chart of many years shows it.
    pub is_highlighted: bool,
    /// The chain that it is about; null where it is about none.
    pub chain: Option<ReportChain>,
    /// What states the day: an address, a block, or the number of a case or a release.
    #[schema(example = "https://ethereum.org/ethereum-forks/")]
    pub source: String,
}

//! The requests and responses of the calls about flows and fees. Owner and visitor get the same body.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::routes::report::{PartialTotal, ReportChain, ReportCoverageBody};
use crate::wire::{AssetIdText, Decimal, Figures, Time};

/// The request of `get-profit-loss` and `get-asset-profit-loss`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct ProfitLossRequest {
    /// The first second, since 1970; everything before the end by default.
    #[schema(example = 1_700_000_000)]
    pub start_datetime: Option<i64>,
    /// The last second; now by default.
    #[schema(example = 1_760_000_000)]
    pub end_datetime: Option<i64>,
    /// Only movements on these chains; all by default.
    #[serde(default)]
    #[schema(max_items = 100, example = json!([]))]
    pub chains: Vec<String>,
    /// Only these coins, by `coin`; all by default.
    #[serde(default)]
    #[schema(max_items = 1000, example = json!([]))]
    pub asset_ids: Vec<String>,
    /// The currency of values; USD by default.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// The request of `get-gas-fee-overtime`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct GasFeeRequest {
    /// The first moment in milliseconds since 1970; everything before the end by default.
    #[schema(example = 1_700_000_000_000_i64)]
    pub start_datetime: Option<i64>,
    /// The last moment in milliseconds; now by default.
    #[schema(example = 1_760_000_000_000_i64)]
    pub end_datetime: Option<i64>,
    /// The currency of values; USD by default.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// What came in and what went out, coin by coin.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetProfitLossData {
    /// The flows.
    pub profit_loss: AssetProfitLoss,
    /// What they cover.
    #[serde(flatten)]
    pub scope: FlowScope,
}

/// What came in and what went out, period by period.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfitLossData {
    /// The flows.
    pub profit_loss: ProfitLoss,
    /// The length of the periods: `day` up to a month, else `month`.
    #[schema(example = "month")]
    pub group_criteria: String,
    /// What they cover.
    #[serde(flatten)]
    pub scope: FlowScope,
}

/// What flows cover.
#[derive(Debug, Serialize, ToSchema)]
pub struct FlowScope {
    /// The first moment; null for everything before the end.
    pub start: Option<Time>,
    /// The last one.
    pub end: Time,
    /// The zone in which days begin.
    #[schema(example = "Europe/Berlin")]
    pub time_zone: String,
    /// The currency of values.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// The chains of the history, whatever the request.
    pub chains: Vec<ReportChain>,
    /// How much of the history it covers.
    pub coverage: ReportCoverageBody,
    /// The ids under which the figures are explained; empty for visitors, and where several chains or coins are chosen.
    pub figures: Figures,
}

/// What came in and what went out of each coin, at the prices of the time. Fees are no flows.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetProfitLoss {
    /// The coins, the one with the larger of in and out first.
    pub assets: Vec<AssetProfitLossRow>,
    /// How many tokens of unknown issuers without any known value are left out.
    #[schema(example = 4)]
    pub unlisted: i64,
    /// Everything.
    #[serde(flatten)]
    pub total: FlowTotals,
}

/// What came in and what went out of a coin.
#[derive(Debug, Serialize, ToSchema)]
pub struct AssetProfitLossRow {
    /// The same for the same coin on several chains.
    #[schema(example = "eth")]
    pub coin: String,
    /// The asset that was used first.
    pub asset: AssetIdText,
    /// Its symbol; empty where unknown.
    #[schema(example = "ETH")]
    pub symbol: String,
    /// Its name; empty where unknown.
    #[schema(example = "Ether")]
    pub name: String,
    /// The path of its mark on this server; null if it has none.
    #[schema(example = "/marks/tokens/ETH.5d2b0c1f9e8a7b64.svg")]
    pub mark: Option<String>,
    /// How many movements it sums, own transfers included.
    #[schema(example = 12)]
    pub count: i64,
    /// The flows.
    #[serde(flatten)]
    pub total: FlowTotals,
}

/// Flows at the prices of the time.
#[derive(Debug, Serialize, ToSchema)]
pub struct FlowTotals {
    /// What came in.
    pub inflows: PartialTotal,
    /// What went out.
    pub outflows: PartialTotal,
    /// What came in less what went out.
    pub net: PartialTotal,
    /// What moved between own accounts. It is in no other figure.
    pub transferred: PartialTotal,
}

/// What came in and what went out by period.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfitLoss {
    /// Every period from the first to the last moment.
    pub periods: Vec<ProfitLossPeriod>,
    /// Everything.
    #[serde(flatten)]
    pub total: FlowTotals,
}

/// What came in and what went out in a period.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProfitLossPeriod {
    /// Its first day by the calendar.
    #[schema(example = "2025-09-01")]
    pub first_day: String,
    /// The flows.
    #[serde(flatten)]
    pub total: FlowTotals,
}

/// The fees over time.
#[derive(Debug, Serialize, ToSchema)]
pub struct GasFeeData {
    /// The fees by period and chain, the oldest first; only those with fees.
    pub gas_fee_overtime: Vec<GasFeeRow>,
    /// The fees by chain, the largest first.
    pub chains: Vec<ChainFeeRow>,
    /// The first day of every period from the first to the last moment.
    #[schema(example = json!(["2025-08-01", "2025-09-01"]))]
    pub days: Vec<String>,
    /// The value of all fees at the prices of the time.
    pub total_fees: PartialTotal,
    /// How many fees.
    #[schema(example = 96)]
    pub total_count: i64,
    /// The length of the periods: `day` up to a month, else `month`.
    #[schema(example = "month")]
    pub group_criteria: String,
    /// Today's price of each asset in which fees were paid, by asset.
    pub asset_prices: BTreeMap<String, Decimal>,
    /// The first moment; null for everything before the end.
    pub start: Option<Time>,
    /// The last one.
    pub end: Time,
    /// The zone in which days begin.
    #[schema(example = "Europe/Berlin")]
    pub time_zone: String,
    /// The currency of values.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// How much of the history it covers.
    pub coverage: ReportCoverageBody,
    /// The ids under which the figures are explained; empty for visitors.
    pub figures: Figures,
}

/// The fees of a chain in a period.
#[derive(Debug, Serialize, ToSchema)]
pub struct GasFeeRow {
    /// The first day of the period by the calendar.
    #[schema(example = "2025-09-01")]
    pub first_day: String,
    /// The fees.
    #[serde(flatten)]
    pub fees: ChainFeeRow,
}

/// The fees of a chain.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChainFeeRow {
    /// The chain.
    pub chain: ReportChain,
    /// The symbol of the asset in which most of them were paid.
    #[schema(example = "ETH")]
    pub symbol: String,
    /// How many fees.
    #[schema(example = 12)]
    pub count: i64,
    /// What was paid of that asset. Fees in other assets are left out of it.
    pub total_fees_amount: PartialTotal,
    /// The value of all of them at the prices of the time.
    pub total_fees: PartialTotal,
}

//! The request and response of the call about counterparties. Owner and visitor get the same body.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bodies::FlowScope;
use crate::routes::report::{PartialTotal, ReportChain};

/// The request of `get-counter-party-volume-traded`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct CounterPartyRequest {
    /// The first second, since 1970; everything before the end by default.
    #[schema(example = 1_700_000_000)]
    pub start_datetime: Option<i64>,
    /// The last second; now by default.
    #[schema(example = 1_760_000_000)]
    pub end_datetime: Option<i64>,
    /// Only entries on these chains; all by default.
    #[serde(default)]
    #[schema(max_items = 100, example = json!([]))]
    pub chains: Vec<String>,
    /// The currency of values; USD by default.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

/// With which services value was exchanged.
#[derive(Debug, Serialize, ToSchema)]
pub struct CounterPartyData {
    /// The services, the largest volume first.
    pub counter_party_volume_traded: Vec<CounterPartyRow>,
    /// What was exchanged with addresses that neither a list nor the caller names. It is in no other figure.
    pub unlabelled: UnlabelledVolume,
    /// What was exchanged with all services.
    #[serde(flatten)]
    pub total: VolumeTotals,
    /// The first day of every period from the first to the last moment.
    #[schema(example = json!(["2025-08-01", "2025-09-01"]))]
    pub days: Vec<String>,
    /// The length of the periods: `day` up to a month, else `month`.
    #[schema(example = "month")]
    pub group_criteria: String,
    /// What it covers.
    #[serde(flatten)]
    pub scope: FlowScope,
}

/// What was exchanged with a service.
#[derive(Debug, Serialize, ToSchema)]
pub struct CounterPartyRow {
    /// The service, as the caller names it, else as the list does. Addresses with one name are one service.
    #[schema(example = "Uniswap")]
    pub name: String,
    /// What kind of service it is; null where no list says so.
    #[schema(example = "dex")]
    pub kind: Option<String>,
    /// The list that names it, with its revision; null where only the caller does.
    #[schema(example = "uniswap-labs/default-token-list 12.1.0")]
    pub source: Option<String>,
    /// The day of that revision.
    #[schema(example = "2025-09-01")]
    pub source_date: Option<String>,
    /// Everything.
    #[serde(flatten)]
    pub total: VolumeTotals,
    /// By period, the oldest first; only those with any.
    pub periods: Vec<VolumePeriod>,
    /// By what was given and got, the largest volume first.
    pub pairs: Vec<VolumePair>,
    /// By contract, the largest volume first.
    pub contracts: Vec<VolumeContract>,
}

/// What was exchanged, at the prices of the time.
#[derive(Debug, Serialize, ToSchema)]
pub struct VolumeTotals {
    /// The value of what went out by sales, swaps and withdrawals, and of what came in otherwise.
    pub total_volume: PartialTotal,
    /// The value of the fees.
    pub total_fees: PartialTotal,
    /// How many entries.
    #[schema(example = 96)]
    pub total_count: i64,
}

/// What was exchanged in a period.
#[derive(Debug, Serialize, ToSchema)]
pub struct VolumePeriod {
    /// Its first day by the calendar.
    #[schema(example = "2025-09-01")]
    pub first_day: String,
    /// What was exchanged.
    #[serde(flatten)]
    pub total: VolumeTotals,
}

/// What was exchanged for what.
#[derive(Debug, Serialize, ToSchema)]
pub struct VolumePair {
    /// The symbol of what was given; empty where nothing was.
    #[schema(example = "USDC")]
    pub given: String,
    /// The symbol of what was got; empty where nothing was.
    #[schema(example = "ETH")]
    pub got: String,
    /// What was exchanged.
    #[serde(flatten)]
    pub total: VolumeTotals,
}

/// What was exchanged with a contract.
#[derive(Debug, Serialize, ToSchema)]
pub struct VolumeContract {
    /// Its chain.
    pub chain: ReportChain,
    /// Its address.
    #[schema(example = "0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45")]
    pub address: String,
    /// Whether the caller named it; never for visitors.
    pub own_label: bool,
    /// What was exchanged.
    #[serde(flatten)]
    pub total: VolumeTotals,
}

/// What was exchanged with addresses that no list names.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnlabelledVolume {
    /// How many addresses.
    #[schema(example = 22)]
    pub addresses: i64,
    /// What was exchanged.
    #[serde(flatten)]
    pub total: VolumeTotals,
}

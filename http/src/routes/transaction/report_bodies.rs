//! The requests and responses of the calls about everything that a search finds.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{FilterOptionRow, TransactionCondition};
use crate::body::HashFields;
use crate::routes::report::{PartialTotal, ReportCoverageBody};

/// The request of `get-transaction-sums`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"conditions": [{"key": "year", "value": "2026"}]}))]
pub struct TransactionSumsRequest {
    /// As in `search-transaction`.
    #[serde(default)]
    pub conditions: Vec<TransactionCondition>,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

impl HashFields for TransactionSumsRequest {
    const NOTES: &'static [&'static str] = &["conditions"];
}

/// The request of `export-transactions`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD", "start_datetime": 1_761_696_000, "end_datetime": 1_764_374_400}))]
pub struct ExportTransactionsRequest {
    /// As in `search-transaction`.
    #[serde(default)]
    pub conditions: Vec<TransactionCondition>,
    /// ISO 4217; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
    /// The first moment, in Unix seconds; the default is the first transaction.
    #[schema(example = 1_761_696_000)]
    pub start_datetime: Option<i64>,
    /// The last moment, in Unix seconds; the default is now.
    #[schema(example = 1_764_374_400)]
    pub end_datetime: Option<i64>,
}

impl HashFields for ExportTransactionsRequest {
    const NOTES: &'static [&'static str] = &["conditions"];
}

/// What the transactions of a search add up to, at the prices of their own days.
#[derive(Debug, Serialize, ToSchema)]
pub struct TransactionSumsData {
    /// How many transactions.
    #[schema(example = 61)]
    pub total_count: i64,
    /// What came in.
    pub inflows: PartialTotal,
    /// What went out.
    pub outflows: PartialTotal,
    /// The fees.
    pub fees: PartialTotal,
    /// What disposals realized; a disposal without a known cost or price is left out.
    pub realized: PartialTotal,
    /// How many are transfers between own accounts.
    #[schema(example = 9)]
    pub own_transfers: i64,
    /// How many of these went from one network to another.
    #[schema(example = 2)]
    pub bridges: i64,
    /// The kinds of all transactions that the other conditions find, the most frequent one first.
    pub kind_filters: Vec<FilterOptionRow>,
    /// The currency of the sums.
    #[schema(example = "USD")]
    pub currency_code: String,
    /// How much of the history it covers.
    pub coverage: ReportCoverageBody,
}

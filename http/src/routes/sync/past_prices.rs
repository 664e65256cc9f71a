//! How far the prices of past days are.

use domain::ledger;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::Reason;

/// The currency in which past days are valued.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "BTC"}))]
pub struct GetPastPriceStatusRequest {
    /// A coin needs its own price on each day too. US dollars by default.
    #[serde(default)]
    #[schema(example = "BTC")]
    pub currency_code: Option<String>,
}

/// How far the prices of past days are: one price of each asset and each day or moment at which transactions need it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PastPriceStatus {
    /// How many there are.
    #[schema(example = 320)]
    pub total: i64,
    /// How many are known, or are on no source.
    #[schema(example = 300)]
    pub done: i64,
    /// How many are requested, or will be.
    #[schema(example = 15)]
    pub waiting: i64,
    /// How many could not be read. They are requested again.
    #[schema(example = 5)]
    pub failed: i64,
    /// Why some could not be read, at most ten reasons.
    pub failures: Vec<Reason>,
}

impl From<ledger::PastPriceStatus> for PastPriceStatus {
    fn from(status: ledger::PastPriceStatus) -> Self {
        let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let ledger::PastPriceStatus {
            total,
            done,
            waiting,
            failed,
            failures,
        } = status;
        Self {
            total: count(total),
            done: count(done),
            waiting: count(waiting),
            failed: count(failed),
            failures: failures.into_iter().map(Into::into).collect(),
        }
    }
}

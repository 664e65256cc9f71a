//! The requests and responses of the calls about health.

use domain::valuation::HeldPrice;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::issue::{HealthIssue, IssueCounts, Severity};
use crate::routes::chain::SourceKind;
use crate::wire::{AssetIdText, Reason, ReasonCode, Time, World};

/// The request of `get-data-health`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct GetDataHealthRequest {
    /// ISO 4217: the currency of the figures that the issues are about; the default is USD.
    #[schema(example = "USD")]
    pub currency_code: Option<String>,
}

impl From<ports::job::JobCounts> for JobCounts {
    fn from(jobs: ports::job::JobCounts) -> Self {
        let ports::job::JobCounts {
            waiting,
            running,
            failed,
            dead,
        } = jobs;
        let count = |jobs: u64| i64::try_from(jobs).unwrap_or(i64::MAX);
        Self {
            waiting: count(waiting),
            running: count(running),
            failed: count(failed),
            dead: count(dead),
        }
    }
}

impl From<HeldPrice> for HeldPriceRow {
    fn from(held: HeldPrice) -> Self {
        let HeldPrice {
            asset,
            symbol,
            name,
            counted,
            reason,
            fix,
        } = held;
        let Reason { code, text } = reason.into();
        Self {
            asset: (&asset).into(),
            symbol,
            name,
            severity: if counted { Severity::Warn } else { Severity::Bad },
            reason: code,
            text,
            fix: fix.to_owned(),
        }
    }
}

impl From<domain::SourceHealth> for SourceHealth {
    fn from(source: domain::SourceHealth) -> Self {
        let domain::SourceHealth {
            id,
            name,
            kind,
            host,
            severity,
            used,
            ok_at,
            failure,
            affects,
            fix,
        } = source;
        let state = match &failure {
            None if used => SourceCondition::Ok,
            None => SourceCondition::Unused,
            Some(failure) if failure.code == "rate_limited" => SourceCondition::RateLimited,
            Some(failure) if failure.code == "key_required" => SourceCondition::KeyRequired,
            Some(_) => SourceCondition::Failing,
        };
        Self {
            id,
            name,
            kind: kind.into(),
            host,
            state,
            severity: severity.into(),
            last_ok_on: ok_at.map(Into::into),
            retry_at: failure.as_ref().and_then(|failure| failure.retry_at).map(Into::into),
            last_error: failure.map(Into::into),
            affects,
            fix,
        }
    }
}

/// Whether the process is ready.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    pub ready: bool,
    pub checks: Vec<ReadinessCheck>,
}

/// One condition of readiness.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadinessCheck {
    #[schema(example = "storage")]
    pub name: String,
    pub ok: bool,
    #[schema(example = "The database takes writes.")]
    pub text: String,
}

/// The state of sources, jobs and storage, and the issues of the caller's figures.
#[derive(Debug, Serialize, ToSchema)]
pub struct DataHealth {
    pub world: World,
    pub sources: Vec<SourceHealth>,
    /// The issues of the caller's figures, the most severe first; at most 200.
    pub issues: Vec<HealthIssue>,
    pub issue_counts: IssueCounts,
    /// The time of the figures.
    pub as_of: Time,
    /// Prices of the caller's assets that are held back, or for which a quote is excluded as an outlier.
    pub held_prices: Vec<HeldPriceRow>,
    pub jobs: JobCounts,
    pub storage: StorageHealth,
}

/// The state of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SourceState)]
pub enum SourceCondition {
    /// It responds.
    Ok,
    /// It fails.
    Failing,
    /// It is rate limited.
    RateLimited,
    /// It requires a key, and none is configured.
    KeyRequired,
    /// It has not been queried.
    Unused,
}

/// One source, and what it affects.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceHealth {
    #[schema(example = "coingecko")]
    pub id: String,
    #[schema(example = "CoinGecko")]
    pub name: String,
    pub kind: SourceKind,
    #[schema(example = "api.coingecko.com")]
    pub host: Option<String>,
    pub state: SourceCondition,
    pub severity: Severity,
    pub last_ok_on: Option<Time>,
    pub last_error: Option<Reason>,
    pub retry_at: Option<Time>,
    /// What is affected if it fails.
    #[schema(example = "Affects prices and all totals.")]
    pub affects: String,
    /// What to do about it.
    #[schema(example = "Set a key in the configuration.")]
    pub fix: Option<String>,
}

/// A price that is held back, or for which a quote is excluded as an outlier.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeldPriceRow {
    pub asset: AssetIdText,
    #[schema(example = "UNI")]
    pub symbol: String,
    #[schema(example = "Uniswap")]
    pub name: String,
    pub severity: Severity,
    pub reason: ReasonCode,
    #[schema(example = "only DefiLlama has a price, and too much is held for one source")]
    pub text: String,
    /// What to do about it.
    #[schema(example = "Set the price you could sell it for.")]
    pub fix: String,
}

/// The number of jobs in each state.
#[derive(Debug, Serialize, ToSchema)]
pub struct JobCounts {
    #[schema(example = 0)]
    pub waiting: i64,
    #[schema(example = 1)]
    pub running: i64,
    #[schema(example = 0)]
    pub failed: i64,
    #[schema(example = 0)]
    pub dead: i64,
}

/// The database, and whether it responds.
#[derive(Debug, Serialize, ToSchema)]
pub struct StorageHealth {
    pub kind: StorageKind,
    pub ok: bool,
}

/// The kinds of databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StorageKind {
    /// The embedded database.
    Sqlite,
    /// A database server, which several processes can share.
    Postgres,
}

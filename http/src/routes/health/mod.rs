//! Health: of the data, for people; of the process, for whoever runs it.

mod issue;

pub use issue::{HealthIssue, IssueCounts};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::wire::{Asset, Reason, ReasonCode, Time, World};
use domain::valuation::HeldPrice;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call, Calls};
use crate::body::Body;
use crate::caller::Caller;
use crate::desk::Desk;
use crate::envelope::{Answer, Envelope, answers};
use crate::routes::chain::SourceKind;
use crate::wire::currency;

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default().add(Call::read(Access::AnyUser), routes!(get_data_health))
}

/// The probes of the process, outside `/api`.
pub fn probes() -> Calls {
    Calls::default()
        .add(Call::probe(), routes!(healthz))
        .add(Call::probe(), routes!(readyz))
}

/// What can be trusted right now: sources, jobs, storage.
///
/// Sources and jobs are the server's; issues are about the caller's own figures, each with what helps.
#[utoipa::path(post, path = "/common/health/get-data-health", tag = "health", operation_id = "getDataHealth",
    request_body(content = Option<GetDataHealthRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetDataHealthAnswer)))]
async fn get_data_health(
    State(app): State<App>,
    Caller(caller): Caller,
    _desk: Desk,
    Body(request): Body<GetDataHealthRequest>,
) -> Answer<DataHealth> {
    let currency = currency(request.currency_code.as_deref())?;
    let health = app.tracker().health().data().await?;
    let domain::PersonHealth {
        issues,
        held_prices,
        at,
    } = app.tracker().health().of(&caller, currency).await?;
    let domain::DataHealth {
        sources,
        jobs,
        storage,
        storage_ok,
    } = health;
    Ok(Envelope::of(DataHealth {
        world: app.world(),
        sources: sources.into_iter().map(Into::into).collect(),
        issue_counts: IssueCounts::of(&issues),
        issues: issues.iter().take(MOST_ISSUES).map(Into::into).collect(),
        as_of: at.into(),
        held_prices: held_prices.into_iter().map(Into::into).collect(),
        jobs: jobs.into(),
        storage: StorageHealth {
            kind: if storage == "postgres" {
                StorageKind::Postgres
            } else {
                StorageKind::Sqlite
            },
            ok: storage_ok,
        },
    }))
}

/// The request of `get-data-health`.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"currency_code": "USD"}))]
pub struct GetDataHealthRequest {
    /// ISO 4217, the currency whose figures the issues are about; USD without it.
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

/// Issues of one answer at most.
const MOST_ISSUES: usize = 200;

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
            None if used => SourceState::Ok,
            None => SourceState::Unused,
            Some(failure) if failure.code == ports::failure::FailureCode::RateLimited => SourceState::Resting,
            Some(failure) if failure.code == ports::failure::FailureCode::KeyRequired => SourceState::WantsKey,
            Some(_) => SourceState::Failing,
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

/// The process is alive.
///
/// It asks nothing of the database. Restart the process where it does not answer.
#[utoipa::path(get, path = "/healthz", tag = "health", operation_id = "getHealth",
    responses((status = 200, description = "It is alive.", body = String, content_type = "text/plain", example = "ok")))]
async fn healthz() -> &'static str {
    "ok"
}

/// The process can do its work: the database takes writes, the clock has a date, and it is not stopping.
///
/// Send it no requests while it answers 503; each failed check says why.
#[utoipa::path(get, path = "/readyz", tag = "health", operation_id = "getReadiness",
    responses((status = 200, description = "It is ready.", body = Readiness), (status = 503, description = "It is not.", body = Readiness)))]
async fn readyz(State(app): State<App>) -> (StatusCode, Json<Readiness>) {
    let draining = *app.draining().borrow();
    let storage = app.tracker().health().storage().await;
    if let Err(error) = &storage {
        tracing::warn!(%error, "not ready");
    }
    let checks = vec![
        check(
            "serving",
            !draining,
            "The server takes calls.",
            "The server is stopping.",
        ),
        check(
            "storage",
            storage.is_ok(),
            "The database takes writes.",
            "The database does not take writes.",
        ),
        check(
            "clock",
            app.has_date(),
            "The clock has a date.",
            "The server's clock is wrong: it is before 1970.",
        ),
    ];
    let ready = checks.iter().all(|check| check.ok);
    let status = if ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (status, Json(Readiness { ready, checks }))
}

fn check(name: &str, ok: bool, yes: &str, no: &str) -> ReadinessCheck {
    ReadinessCheck {
        name: name.to_owned(),
        ok,
        text: if ok { yes } else { no }.to_owned(),
    }
}

answers! {
    GetDataHealthAnswer = DataHealth,
}

/// Whether the process can do its work.
#[derive(Debug, Serialize, ToSchema)]
pub struct Readiness {
    pub ready: bool,
    pub checks: Vec<ReadinessCheck>,
}

/// One thing that must be right.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadinessCheck {
    #[schema(example = "storage")]
    pub name: String,
    pub ok: bool,
    #[schema(example = "The database takes writes.")]
    pub text: String,
}

/// What can be trusted right now.
#[derive(Debug, Serialize, ToSchema)]
pub struct DataHealth {
    pub world: World,
    pub sources: Vec<SourceHealth>,
    /// What the caller's own figures lack, the worst first; at most 200.
    pub issues: Vec<HealthIssue>,
    pub issue_counts: IssueCounts,
    /// Of when this is.
    pub as_of: Time,
    /// Prices of what the caller holds that are held back, or that hold a quote back.
    pub held_prices: Vec<HeldPriceRow>,
    pub jobs: JobCounts,
    pub storage: StorageHealth,
}

/// How a source is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceState {
    /// It answers.
    Ok,
    /// It fails.
    Failing,
    /// It asked us to wait.
    Resting,
    /// It answers only those who have a key, and none is set.
    WantsKey,
    /// It has not been asked.
    Unused,
}

/// How much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Nothing to do.
    Ok,
    /// Something is old or missing.
    Warn,
    /// Figures are missing.
    Bad,
}

/// One source, and what depends on it.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceHealth {
    #[schema(example = "coingecko")]
    pub id: String,
    #[schema(example = "CoinGecko")]
    pub name: String,
    pub kind: SourceKind,
    #[schema(example = "api.coingecko.com")]
    pub host: Option<String>,
    pub state: SourceState,
    pub severity: Severity,
    pub last_ok_on: Option<Time>,
    pub last_error: Option<Reason>,
    pub retry_at: Option<Time>,
    /// What suffers when it fails.
    #[schema(example = "Prices of tokens")]
    pub affects: String,
    /// What to do about it.
    #[schema(example = "Set a key in the configuration.")]
    pub fix: Option<String>,
}

/// A price that is not believed, or that does not believe a quote.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeldPriceRow {
    pub asset: Asset,
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

/// How many jobs stand where.
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

/// Which database, and whether it answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct StorageHealth {
    pub kind: StorageKind,
    pub ok: bool,
}

/// The kinds of databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StorageKind {
    /// The embedded one.
    Sqlite,
    /// For many nodes.
    Postgres,
}

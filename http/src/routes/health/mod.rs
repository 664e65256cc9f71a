//! The health of the data, for people, and of the process, for operators.

mod bodies;
mod issue;

pub use bodies::*;
pub use issue::IssueCounts;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::{DiskRoom, LEAST_ROOM};
use ports::{ApiKeyScope, StorageError};
use utoipa_axum::routes;

use crate::App;
use crate::access::{Access, Call};
use crate::body::Body;
use crate::caller::ReadingCaller;
use crate::calls::Calls;
use crate::envelope::{Answer, Envelope, answers};
use crate::wire::currency;

/// The calls of this file.
pub fn router() -> Calls {
    Calls::default().add(
        Call::read(Access::AnyUser).scope(ApiKeyScope::Health).computes(),
        routes!(get_data_health),
    )
}

/// The most issues of one response.
const MAX_ISSUES: usize = 200;

/// The probes of the process, outside `/api`.
pub fn probes() -> Calls {
    Calls::default()
        .add(Call::probe(), routes!(healthz))
        .add(Call::probe(), routes!(readyz))
}

/// Returns the state of sources, jobs and storage, and the issues of the caller's figures.
///
/// Sources and jobs are those of the server. Each issue has a remedy.
#[utoipa::path(post, path = "/common/health/get-data-health", tag = "health", operation_id = "getDataHealth",
    request_body(content = Option<GetDataHealthRequest>, content_type = "application/json"),
    responses((status = 200, description = "Done.", body = GetDataHealthAnswer)))]
async fn get_data_health(
    State(app): State<App>,
    ReadingCaller(caller): ReadingCaller,
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
        issues: issues.iter().take(MAX_ISSUES).map(Into::into).collect(),
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

/// Reports that the process is alive.
///
/// It does not use the database. Restart the process if it does not respond.
#[utoipa::path(get, path = "/healthz", tag = "health", operation_id = "getHealth",
    responses((status = 200, description = "It is alive.", body = String, content_type = "text/plain", example = "ok")))]
async fn healthz() -> &'static str {
    "ok"
}

/// Reports whether the process is ready: the database accepts writes, its disk has room, the keys open what is stored, the clock is set, and it is not stopping.
///
/// Send it no requests while it returns 503. Each failed check has the reason.
#[utoipa::path(get, path = "/readyz", tag = "health", operation_id = "getReadiness",
    responses((status = 200, description = "It is ready.", body = Readiness), (status = 503, description = "It is not.", body = Readiness)))]
async fn readyz(State(app): State<App>) -> (StatusCode, Json<Readiness>) {
    let serving = check(
        "serving",
        !*app.draining().borrow(),
        "The server takes calls.",
        "The server is stopping.",
    );
    let [storage, disk, keys] = database_checks(&app).await;
    let clock = check(
        "clock",
        app.has_date(),
        "The clock has a date.",
        "The server's clock is wrong: it is before 1970.",
    );
    let checks = vec![serving, storage, disk, keys, clock];
    let ready = checks.iter().all(|check| check.ok);
    let status = if ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (status, Json(Readiness { ready, checks }))
}

/// Checks that the database takes writes, that its disk has room, and that the keys of this process open what is stored in it.
async fn database_checks(app: &App) -> [ReadinessCheck; 3] {
    let storage = app.tracker().health().storage().await;
    let room = app.tracker().health().room().await;
    // Where the database fails, the stored keys cannot be read either.
    let keys = match &storage {
        Ok(()) => app.tracker().health().keys().await,
        Err(_) => Ok(()),
    };
    let failures = [storage.as_ref().err(), room.as_ref().err(), keys.as_ref().err()];
    for error in failures.into_iter().flatten() {
        tracing::warn!(%error, "not ready");
    }
    [
        check(
            "storage",
            storage.is_ok(),
            "The database takes writes.",
            "The database does not take writes.",
        ),
        disk(&room),
        check(
            "keys",
            storage.is_ok() && keys.is_ok(),
            "The keys open what is stored.",
            "The keys of this server do not open what is stored.",
        ),
    ]
}

fn disk(room: &Result<DiskRoom, StorageError>) -> ReadinessCheck {
    let enough = match room {
        Ok(DiskRoom::NotAFile) => "The database is not a file on a disk of this machine.",
        Ok(DiskRoom::Enough | DiskRoom::Scarce) | Err(_) => "The disk of the database has room.",
    };
    let scarce = format!(
        "The disk of the database has less than {} MB left.",
        LEAST_ROOM / (1024 * 1024)
    );
    let unknown = "How much room the disk of the database has is unknown.";
    let ok = matches!(room, Ok(DiskRoom::Enough | DiskRoom::NotAFile));
    check("disk", ok, enough, if room.is_ok() { &scarce } else { unknown })
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

//! The HTTP API of Spyhop. It only translates: it parses requests, calls the domain and serializes the results in one envelope.

mod access;
mod admission;
mod app;
mod body;
mod caller;
mod calls;
mod client;
mod client_address;
mod compression;
mod csv_file;
mod describe;
mod device;
mod envelope;
mod guard;
mod headers;
mod host;
mod limit;
mod mark;
mod origin;
mod page;
mod problem;
mod progress;
mod request_id;
mod routes;
mod server;
mod temp_login;
mod wire;
mod world;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, OnceLock};

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router, middleware};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tower::ServiceExt;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_swagger_ui::SwaggerUi;

pub use access::Access;
pub use admission::{Admission, on_own_thread};
pub use app::{App, Settings, Timeouts};
pub use client::{ParseNetworkError, Peer, ProxyNetwork};
pub use limit::{Limits, LimitsError, ParseRateError};
pub use origin::{Origin, ParseOriginError};
pub use server::serve;
pub use temp_login::TempLoginPassword;
pub use world::{LiveConnector, LiveWorld};

/// The schemas that no handler refers to.
#[derive(OpenApi)]
#[openapi(components(schemas(problem::ProblemBody, routes::sync::PortfolioChanged)))]
struct Description;

/// Returns the OpenAPI document. It needs no configuration and does no I/O.
pub fn openapi() -> &'static Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(|| describe::complete(api().into_openapi()));
    &DOCUMENT
}

/// Returns the rate limits that the calls declare, with the rates that a configuration sets.
pub fn rate_limits(changes: &BTreeMap<String, String>) -> Result<Limits, LimitsError> {
    static CALLS: LazyLock<Vec<&'static limit::CallLimit>> = LazyLock::new(|| routes::all().limits().to_vec());
    Limits::new(&CALLS, changes)
}

/// Serves the OpenAPI document, serialized once, with an `ETag`.
async fn description(request: HeaderMap) -> Response {
    static SERIALIZED: LazyLock<(Bytes, String)> = LazyLock::new(|| {
        let text = openapi().to_string();
        let tag = format!("W/\"{}\"", hex::encode(&Sha256::digest(&text)[..16]));
        (text.into(), tag)
    });
    let (text, tag) = &*SERIALIZED;
    let mut response = page::with_etag(tag, &request, || text.clone());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .nest("/api", routes::all().into_router())
        .merge(routes::health::probes().into_router())
}

/// Returns the router of everything that is served. If people may leave the demo, each request is served by the world that is
/// current when it arrives.
pub fn router(app: App) -> Router {
    let first = world_router(app.clone());
    if !app.live_switch().is_available() {
        return first;
    }
    let next = Arc::new(OnceLock::new());
    let served = move |request: Request| {
        let next = || {
            app.live_switch()
                .opened()
                .map(|live| next.get_or_init(|| world_router(live)).clone())
        };
        next().unwrap_or_else(|| first.clone()).oneshot(request)
    };
    Router::new().fallback_service(tower::service_fn(served))
}

/// Serves the script that starts Swagger UI. It replaces the bundled one, because this server's policy requires Trusted Types.
async fn docs_start() -> impl IntoResponse {
    let kind = [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")];
    (kind, include_str!("docs/swagger-initializer.js"))
}

/// Returns the router of one world with all its layers, the outermost last.
fn world_router(app: App) -> Router {
    let (calls, _) = api().split_for_parts();
    calls
        .layer(compression::short_responses())
        .layer(compression::responses())
        .route("/api/openapi.json", get(description))
        .route("/docs/swagger-initializer.js", get(docs_start))
        .merge(SwaggerUi::new("/docs").config(utoipa_swagger_ui::Config::from("/api/openapi.json")))
        .fallback(page::serve)
        .method_not_allowed_fallback(async || problem::Problem::MethodNotAllowed)
        .with_state(app.clone())
        .layer(middleware::from_fn(request_id::catch_panic))
        .layer(Extension(app.clone()))
        .layer(middleware::from_fn_with_state(app.clone(), client_address::identify))
        .layer(middleware::from_fn_with_state(app.clone(), host::check))
        .layer(middleware::from_fn_with_state(app.clone(), headers::secure))
        .layer(middleware::from_fn_with_state(app, request_id::add))
        .layer(compression::files())
}

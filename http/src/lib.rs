//! The HTTP door of Spyhop: translation only. Calls are parsed, handed to the domain, and answered in one envelope.

mod access;
mod app;
mod body;
mod caller;
mod client;
mod describe;
mod desk;
mod envelope;
mod guard;
mod headers;
mod host;
mod limit;
mod mark;
mod page;
mod pieces;
mod problem;
mod progress;
mod request_id;
mod routes;
mod seats;
mod server;
mod squeezing;
mod stall;
mod turn;
mod wire;
mod world;

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
pub use app::{App, Patience, Settings};
pub use client::{Network, ParseNetworkError, Peer};
pub use host::{Origin, ParseOriginError};
pub use limit::{Limits, LimitsError, ParseRateError};
pub use seats::Seats;
pub use server::serve;
pub use world::{LiveWorld, WayToLive};

/// The schemas that no handler names.
#[derive(OpenApi)]
#[openapi(components(schemas(problem::Refusal, routes::sync::PortfolioChanged)))]
struct Description;

/// The OpenAPI document. Making it needs no input or output.
pub fn openapi() -> &'static Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(|| describe::complete(api().into_openapi()));
    &DOCUMENT
}

/// The OpenAPI document, serialized once, with an `ETag`.
async fn description(asked: HeaderMap) -> Response {
    static WRITTEN: LazyLock<(Bytes, String)> = LazyLock::new(|| {
        let text = openapi().to_string();
        let tag = format!("W/\"{}\"", hex::encode(&Sha256::digest(&text)[..16]));
        (text.into(), tag)
    });
    let (text, tag) = &*WRITTEN;
    let mut response = page::unless_known(tag, &asked, || text.clone());
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

/// Everything that is served. Where people may leave for another world, a request meets the one that is served when it
/// arrives, and ends in it.
pub fn router(app: App) -> Router {
    let first = of_world(app.clone());
    if !app.exit().is_there() {
        return first;
    }
    let next = Arc::new(OnceLock::new());
    let served = move |request: Request| {
        let next = || {
            app.exit()
                .next()
                .map(|live| next.get_or_init(|| of_world(live)).clone())
        };
        next().unwrap_or_else(|| first.clone()).oneshot(request)
    };
    Router::new().fallback_service(tower::service_fn(served))
}

/// Starts the page of the API's documentation. Ours, because the page requires Trusted Types.
async fn docs_start() -> impl IntoResponse {
    let kind = [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")];
    (kind, include_str!("docs/swagger-initializer.js"))
}

/// One world with every layer, the outermost last.
fn of_world(app: App) -> Router {
    let (calls, _) = api().split_for_parts();
    calls
        .layer(squeezing::short_calls())
        .layer(squeezing::calls())
        .route("/api/openapi.json", get(description))
        .route("/docs/swagger-initializer.js", get(docs_start))
        .merge(SwaggerUi::new("/docs").config(utoipa_swagger_ui::Config::from("/api/openapi.json")))
        .fallback(page::serve)
        .method_not_allowed_fallback(async || problem::Problem::MethodNotAllowed)
        .with_state(app.clone())
        .layer(middleware::from_fn(request_id::catch))
        .layer(Extension(app.clone()))
        .layer(middleware::from_fn_with_state(app.clone(), client::identify))
        .layer(middleware::from_fn_with_state(app.clone(), host::check))
        .layer(middleware::from_fn_with_state(app.clone(), headers::secure))
        .layer(middleware::from_fn_with_state(app, request_id::stamp))
        .layer(squeezing::files())
}

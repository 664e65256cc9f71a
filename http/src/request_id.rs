//! An id for every request, which is in its response, in its problem and in the log.

use std::panic::AssertUnwindSafe;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;

use crate::App;
use crate::problem::Problem;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Middleware that gives the request an id, writes the body of a problem and logs one line. The line contains nothing of the
/// request: it has the route's pattern instead of the path, because a path may contain an address.
pub async fn add(State(app): State<App>, request: Request, next: Next) -> Response {
    let id = app.ids().next().to_string();
    let (method, began) = (request.method().clone(), app.clock().now());
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("-", MatchedPath::as_str)
        .to_owned();
    let response = next.run(request).await;
    let mut response = with_problem_body(response, &id, &method);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HEADER, value);
    }
    let millis = u64::try_from(app.clock().now().since(began).as_millis()).unwrap_or(u64::MAX);
    let status = response.status();
    if status.is_server_error() {
        tracing::warn!(request_id = %id, %method, route, status = status.as_u16(), millis, "failed");
    } else {
        tracing::debug!(request_id = %id, %method, route, status = status.as_u16(), millis, "answered");
    }
    response
}

/// Middleware that turns a panic of a handler into a problem, which has all headers and reveals nothing about the cause.
pub async fn catch_panic(request: Request, next: Next) -> Response {
    AssertUnwindSafe(next.run(request))
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Problem::Internal.into_response())
}

/// Writes the body of a problem, which needs the id of the request.
fn with_problem_body(mut response: Response, id: &str, method: &Method) -> Response {
    let Some(problem) = response.extensions_mut().remove::<Problem>() else {
        return response;
    };
    let Ok(text) = serde_json::to_vec(&problem.body(id)) else {
        return response;
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.remove(header::CONTENT_LENGTH);
    if method != Method::HEAD {
        *response.body_mut() = text.into();
    }
    response
}

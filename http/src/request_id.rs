//! A name for every request: in its answer, in its refusal, and in the log.

use std::panic::AssertUnwindSafe;

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;

use crate::App;
use crate::problem::Problem;

const HEADER: HeaderName = HeaderName::from_static("x-request-id");

/// Names the request, writes the body of a refusal, and logs one line without any part of what was asked: the path is
/// the route's pattern, because a path may hold an address.
pub async fn stamp(State(app): State<App>, request: Request, next: Next) -> Response {
    let id = app.ids().next().to_string();
    let (method, began) = (request.method().clone(), app.clock().now());
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or("-", MatchedPath::as_str)
        .to_owned();
    let response = next.run(request).await;
    let mut response = with_body(response, &id, &method);
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

/// Turns a panic of a handler into a refusal, so that it has all the headers and says nothing of the inside.
pub async fn catch(request: Request, next: Next) -> Response {
    AssertUnwindSafe(next.run(request))
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Problem::Internal.into_response())
}

/// A refusal gets its envelope here, where the request's name is known.
fn with_body(mut response: Response, id: &str, method: &Method) -> Response {
    let Some(problem) = response.extensions_mut().remove::<Problem>() else {
        return response;
    };
    let Ok(text) = serde_json::to_vec(&problem.refusal(id)) else {
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

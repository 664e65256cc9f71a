//! Checks the host and the origin of requests. Only the configured host and the names of this machine are accepted, so that a
//! page elsewhere cannot send requests by pointing its own name here (DNS rebinding). Requests from pages of other origins are
//! rejected too, unless the configuration allows the origin.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::app::Settings;
use crate::problem::Problem;

/// Middleware that rejects requests for another host and from pages of another origin, and adds the CORS headers for the own
/// origin and the allowed ones.
pub async fn check(State(app): State<App>, request: Request, next: Next) -> Response {
    let origin = &app.settings().origin;
    let Some(host) = host_of(&request).filter(|host| host == origin.host() || is_loopback(host)) else {
        return Problem::field(
            "host",
            format!(
                "This server does not use this name. Open {}, or set SPYHOP_ORIGIN to the name you use.",
                origin.as_str()
            ),
        )
        .into_response();
    };
    let allowed = allowed_origin(&request, app.settings(), &host);
    if allowed.is_none() && is_sent_by_another_site(&request) {
        return Problem::OriginNotAllowed.into_response();
    }
    let preflight =
        request.method() == Method::OPTIONS && request.headers().contains_key("access-control-request-method");
    let mut response = match (preflight, &allowed) {
        (true, Some(_)) => StatusCode::NO_CONTENT.into_response(),
        _ => next.run(request).await,
    };
    if let Some(allowed) = allowed {
        allow(response.headers_mut(), allowed, preflight);
    }
    response
}

/// Returns the host of a request, in lower case. Returns `None` if there are two `Host` headers or the target names another host:
/// a proxy in front of this server might then interpret the request differently.
fn host_of(request: &Request) -> Option<String> {
    let mut headers = request.headers().get_all(header::HOST).iter();
    let (first, second) = (headers.next(), headers.next());
    let target = request
        .uri()
        .authority()
        .map(|authority| authority.as_str().to_ascii_lowercase());
    let Some(first) = first else { return target };
    let first = first.to_str().ok()?.to_ascii_lowercase();
    let agree = second.is_none() && target.is_none_or(|target| target == first);
    agree.then_some(first)
}

/// Whether the browser reports that a page of another site sent the request: by `Origin`, or by `Sec-Fetch-Site` if the request
/// may change something, because a form can be sent without `Origin`. Following a link from another site is a `GET` without
/// `Origin`.
fn is_sent_by_another_site(request: &Request) -> bool {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let elsewhere = |site: &HeaderValue| site == "cross-site" || site == "same-site";
    request.headers().contains_key(header::ORIGIN)
        || (changes && request.headers().get("sec-fetch-site").is_some_and(elsewhere))
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

/// Returns the `Origin` of the request if it is this server's own or, for API calls, an allowed one.
fn allowed_origin(request: &Request, settings: &Settings, host: &str) -> Option<HeaderValue> {
    let mut headers = request.headers().get_all(header::ORIGIN).iter();
    let (Some(first), None) = (headers.next(), headers.next()) else {
        return None;
    };
    let text = first.to_str().ok()?;
    let own = text == settings.origin.as_str() || (is_loopback(host) && text.strip_prefix("http://") == Some(host));
    let is_call = request.uri().path().starts_with("/api/");
    let allowed = is_call && settings.allowed_origins.iter().any(|origin| origin.as_str() == text);
    (own || allowed).then(|| first.clone())
}

/// Adds the CORS headers. `Access-Control-Allow-Credentials` is not needed: sessions are bearer tokens, not cookies.
fn allow(headers: &mut HeaderMap, origin: HeaderValue, preflight: bool) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("x-request-id, retry-after, ratelimit, ratelimit-policy, www-authenticate"),
    );
    headers.append(header::VARY, HeaderValue::from_static("origin"));
    if preflight {
        headers.insert(
            header::ACCESS_CONTROL_ALLOW_METHODS,
            HeaderValue::from_static("GET, POST"),
        );
        headers.insert(
            header::ACCESS_CONTROL_ALLOW_HEADERS,
            HeaderValue::from_static("authorization, content-type, idempotency-key, last-event-id"),
        );
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loopback_names_with_any_port_and_nothing_that_looks_like_them() {
        for host in ["localhost", "localhost:4747", "127.0.0.1:1", "[::1]", "[::1]:4747"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "evil.example",
            "localhost:",
            "127.0.0.1:4747:1",
            "",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}

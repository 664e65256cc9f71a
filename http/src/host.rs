//! Where this server may be reached: the configured origin and the names of this machine itself. Another name that
//! points here is refused, so that no page elsewhere can speak to it by renaming itself (DNS rebinding).

use std::str::FromStr;

use axum::extract::{Request, State};
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::App;
use crate::problem::Problem;

/// `scheme://host[:port]`, as browsers write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

/// Why a text is not an origin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("is not an origin; write the address without a path, such as https://spyhop.example.org")]
pub struct ParseOriginError;

impl FromStr for Origin {
    type Err = ParseOriginError;

    fn from_str(text: &str) -> Result<Self, ParseOriginError> {
        let text = text.trim().trim_end_matches('/').to_ascii_lowercase();
        let uri: Uri = text.parse().map_err(|_| ParseOriginError)?;
        let bare = matches!(uri.path_and_query().map(PathAndQuery::as_str), None | Some("" | "/"));
        let scheme = matches!(uri.scheme_str(), Some("http" | "https"));
        let plain = uri
            .authority()
            .is_some_and(|authority| !authority.as_str().contains('@'));
        if bare && scheme && plain {
            Ok(Self(text))
        } else {
            Err(ParseOriginError)
        }
    }
}

impl Origin {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn host(&self) -> &str {
        self.0.split_once("://").map_or("", |(_, host)| host)
    }
}

/// Refuses requests under a foreign name and from foreign pages, and lets the page of the own origin read across ports of
/// one name.
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
    let own = own_origin(request.headers(), origin, &host);
    if own.is_none() && is_sent_by_a_page(&request) {
        let text = "Pages of other sites can't call this server.";
        return Problem::field("origin", text).into_response();
    }
    let preflight =
        request.method() == Method::OPTIONS && request.headers().contains_key("access-control-request-method");
    let mut response = match (preflight, &own) {
        (true, Some(_)) => StatusCode::NO_CONTENT.into_response(),
        _ => next.run(request).await,
    };
    if let Some(own) = own {
        allow(response.headers_mut(), own, preflight);
    }
    response
}

/// The one name of the request. Two of them, or a target that names another one, are a disagreement between this server
/// and whatever stands before it, and no name at all.
fn host_of(request: &Request) -> Option<String> {
    let mut stated = request.headers().get_all(header::HOST).iter();
    let (first, second) = (stated.next(), stated.next());
    let target = request
        .uri()
        .authority()
        .map(|authority| authority.as_str().to_ascii_lowercase());
    let Some(first) = first else { return target };
    let first = first.to_str().ok()?.to_ascii_lowercase();
    let agree = second.is_none() && target.is_none_or(|target| target == first);
    agree.then_some(first)
}

/// Whether a page makes the browser send something that may change something: a form of any site can do that unasked, and
/// then says where it comes from.
fn is_sent_by_a_page(request: &Request) -> bool {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let elsewhere = |site: &HeaderValue| site == "cross-site" || site == "same-site";
    changes
        && (request.headers().contains_key(header::ORIGIN)
            || request.headers().get("sec-fetch-site").is_some_and(elsewhere))
}

fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

/// The `Origin` of the request, where it is this server's own.
fn own_origin(headers: &HeaderMap, origin: &Origin, host: &str) -> Option<HeaderValue> {
    let stated = headers.get(header::ORIGIN)?;
    let text = stated.to_str().ok()?;
    let same = text == origin.as_str() || (is_loopback(host) && text.strip_prefix("http://") == Some(host));
    same.then(|| stated.clone())
}

fn allow(headers: &mut HeaderMap, own: HeaderValue, preflight: bool) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, own);
    headers.insert(
        header::ACCESS_CONTROL_EXPOSE_HEADERS,
        HeaderValue::from_static("x-request-id, retry-after"),
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

    #[test]
    fn origins_are_bare() {
        assert_eq!(
            "https://Spyhop.example.org/".parse::<Origin>().unwrap().as_str(),
            "https://spyhop.example.org"
        );
        for text in [
            "spyhop.example.org",
            "https://a/b",
            "ftp://a",
            "https://u@a",
            "https://a?x",
            "",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(ParseOriginError), "{text}");
        }
    }
}

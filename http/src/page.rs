//! The page: the built front end, embedded in the binary.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ports::WorldKind;
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::App;
use crate::problem::Problem;

/// The files of `frontend/dist`; `build.rs` makes the folder where nobody built the page yet.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../frontend/dist"]
struct Files;

/// The addresses that the page itself draws. Everything else is not found.
const CLIENT_ROUTES: [&str; 6] = ["/", "/welcome", "/home", "/wallets", "/privacy", "/health"];

const NOT_BUILT: &str = "Spyhop is running. This binary was built without its page: run `make run`, or build the front end \
    (npm ci && npm run build --workspaces) and then the server again. The API is described at /docs.\n";

/// Answers every path that is no call: a file, the page, or a refusal.
pub async fn serve(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Problem::NotFound.into_response();
    }
    let path = request.uri().path();
    if path == "/robots.txt" {
        return "User-agent: *\nDisallow: /\n".into_response();
    }
    if CLIENT_ROUTES.contains(&path) {
        return index(&app, StatusCode::OK);
    }
    match Files::get(path.trim_start_matches('/')) {
        Some(file) if path != "/index.html" => asset(path, file, request.headers()),
        _ if wants_page(&request) => index(&app, StatusCode::NOT_FOUND),
        _ => Problem::NotFound.into_response(),
    }
}

/// A browser that opens a page gets the page's own not-found; a program gets the envelope.
fn wants_page(request: &Request) -> bool {
    let accepted = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    !request.uri().path().starts_with("/api/") && accepted.contains("text/html")
}

/// `index.html` with what this installation is.
fn index(app: &App, status: StatusCode) -> Response {
    let Some(file) = Files::get("index.html") else {
        return (status, [(header::CACHE_CONTROL, "no-store")], NOT_BUILT).into_response();
    };
    let ports = app.tracker().ports();
    let facts = [
        ("spyhop-instance", app.settings().instance.as_str()),
        (
            "spyhop-world",
            if ports.world.kind == WorldKind::Demo {
                "demo"
            } else {
                "live"
            },
        ),
        ("spyhop-plans", if ports.plans_on { "on" } else { "off" }),
    ];
    let html = filled(&String::from_utf8_lossy(&file.data), &facts);
    let kind = (header::CONTENT_TYPE, "text/html; charset=utf-8");
    (status, [kind, (header::CACHE_CONTROL, "no-store")], html).into_response()
}

/// Puts `<meta name content>` before the end of the head; a tag of that name that the file holds already is left out.
fn filled(html: &str, facts: &[(&str, &str)]) -> String {
    let Some((head, rest)) = html.split_once("</head>") else {
        return html.to_owned();
    };
    let kept: Vec<_> = head
        .split_inclusive('>')
        .filter(|tag| !facts.iter().any(|(name, _)| is_meta(tag, name)))
        .collect();
    let meta = |(name, value): &(&str, &str)| format!("<meta name=\"{name}\" content=\"{}\">", escaped(value));
    let tags: Vec<_> = facts.iter().map(meta).collect();
    format!("{}{}</head>{rest}", kept.concat(), tags.concat())
}

fn is_meta(tag: &str, name: &str) -> bool {
    tag.contains("<meta") && tag.contains(&format!("name=\"{name}\""))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// A file with its hash as `ETag`. Names under `/assets/` carry a hash of their own and never change.
fn asset(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
    let caching = if path.starts_with("/assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let known = asked
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|tags| tags.contains(&tag));
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        file.data.into_owned().into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// The kinds of files that a build of the page has.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_put_in_the_head_once_and_escaped() {
        let html = "<html><head><meta name=\"spyhop-world\" content=\"\"><title>x</title></head><body></body></html>";
        assert_eq!(
            filled(html, &[("spyhop-world", "a\"<b")]),
            "<html><head><title>x</title><meta name=\"spyhop-world\" content=\"a&quot;&lt;b\"></head><body></body></html>"
        );
    }
}

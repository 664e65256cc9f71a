//! The page: the built front end, embedded in the binary.

mod asset;

pub use asset::unless_known;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ports::WorldKind;
use rust_embed::RustEmbed;

use crate::App;
use crate::mark;
use crate::problem::Problem;

/// The files of `frontend/dist`; `build.rs` makes the folder where nobody built the page yet.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../frontend/dist"]
struct Files;

/// The addresses that the page itself draws. Everything else is not found.
const CLIENT_ROUTES: [&str; 6] = ["/", "/welcome", "/home", "/wallets", "/privacy", "/health"];

/// Before what is shared: a link's slug or a public address.
const SHARED: &str = "/home/";

const NOT_BUILT: &str = "Spyhop is running. This binary was built without its page: run `make run`, or build the front end \
    (npm ci --ignore-scripts && npm run build --workspaces) and then the server again. The API is described at /docs.\n";

/// Answers every path that is no call: a file, the page, or a refusal.
pub async fn serve(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Problem::NotFound.into_response();
    }
    let path = request.uri().path();
    if path == "/robots.txt" {
        return "User-agent: *\nDisallow: /api/\n".into_response();
    }
    if CLIENT_ROUTES.contains(&path) {
        return index(&app, StatusCode::OK);
    }
    if path.strip_prefix(SHARED).is_some_and(is_one_part) {
        return ([UNLISTED], index(&app, StatusCode::OK)).into_response();
    }
    if let Some(file) = mark::file(path) {
        return ([MARK_POLICY], asset::answer(path, file, request.headers())).into_response();
    }
    match file_name(path).and_then(Files::get) {
        Some(file) => asset::answer(path, file, request.headers()),
        _ if wants_page(&request) => index(&app, StatusCode::NOT_FOUND),
        _ => Problem::NotFound.into_response(),
    }
}

/// Whoever was sent a link may look; whoever searches the web does not find it.
const UNLISTED: (HeaderName, HeaderValue) = (
    HeaderName::from_static("x-robots-tag"),
    HeaderValue::from_static("noindex, nofollow"),
);

/// A mark that is opened as a page of its own runs nothing and loads nothing.
const MARK_POLICY: (HeaderName, HeaderValue) = (
    header::CONTENT_SECURITY_POLICY,
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
);

fn is_one_part(rest: &str) -> bool {
    !rest.is_empty() && !rest.contains('/')
}

/// The file that a path means. Each has one path: no empty, hidden or dotted part; and the page itself is none of them,
/// because it is served filled in or not at all.
fn file_name(path: &str) -> Option<&str> {
    let name = path.strip_prefix('/')?;
    let plain = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    (plain && name != "index.html").then_some(name)
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
    let mut facts = vec![
        ("instance", app.instance()),
        ("world", world_name(ports.world.kind)),
        ("chosen", if ports.world.asked { "asked" } else { "automatic" }),
        ("plans", if ports.plans_on { "on" } else { "off" }),
    ];
    let links = app.settings().links.iter();
    facts.extend(links.map(|(name, url)| (name.as_str(), url.as_str())));
    let html = filled(&String::from_utf8_lossy(&file.data), &facts);
    let kind = (header::CONTENT_TYPE, "text/html; charset=utf-8");
    (status, [kind, (header::CACHE_CONTROL, "no-store")], html).into_response()
}

fn world_name(kind: WorldKind) -> &'static str {
    match kind {
        WorldKind::Demo => "demo",
        WorldKind::Live => "live",
    }
}

/// Puts `<meta name="spyhop-..." content>` before the end of the head; a tag of that name that the file holds already is left out.
fn filled(html: &str, facts: &[(&str, &str)]) -> String {
    let Some((head, rest)) = html.split_once("</head>") else {
        return html.to_owned();
    };
    let kept: Vec<_> = head
        .split_inclusive('>')
        .filter(|tag| !facts.iter().any(|(name, _)| is_meta(tag, name)))
        .collect();
    let meta = |(name, value): &(&str, &str)| format!("<meta name=\"spyhop-{name}\" content=\"{}\">", escaped(value));
    let tags: Vec<_> = facts.iter().map(meta).collect();
    format!("{}{}</head>{rest}", kept.concat(), tags.concat())
}

fn is_meta(tag: &str, name: &str) -> bool {
    tag.contains("<meta") && tag.contains(&format!("name=\"spyhop-{name}\""))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_path_and_the_bare_page_none() {
        assert_eq!(file_name("/assets/index-1.js"), Some("assets/index-1.js"));
        assert_eq!(file_name("/mark.svg"), Some("mark.svg"));
        for path in [
            "",
            "/",
            "//",
            "/index.html",
            "//index.html",
            "/./index.html",
            "/.vite/manifest.json",
            "/../Cargo.toml",
            "/assets//index-1.js",
        ] {
            assert_eq!(file_name(path), None, "{path}");
        }
    }

    #[test]
    fn facts_are_put_in_the_head_once_and_escaped() {
        let html = "<html><head><meta name=\"spyhop-world\" content=\"\"><title>x</title></head><body></body></html>";
        assert_eq!(
            filled(html, &[("world", "a\"<b")]),
            "<html><head><title>x</title><meta name=\"spyhop-world\" content=\"a&quot;&lt;b\"></head><body></body></html>"
        );
    }
}

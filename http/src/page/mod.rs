//! The page: the built frontend, which is embedded in the binary.

mod asset;

pub use asset::with_etag;

use std::sync::LazyLock;

use axum::extract::{Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use ports::WorldKind;
use rust_embed::RustEmbed;

use crate::App;
use crate::mark;
use crate::problem::Problem;

/// The files of `frontend/dist`. `build.rs` creates the folder if the page is not built yet.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../frontend/dist"]
struct PageFiles;

/// The file in which the build lists the paths that the page itself renders.
const PATHS: &str = "paths.json";
/// Those paths. All others are not found. A page that is not built has its first one only.
static CLIENT_ROUTES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let listed = PageFiles::get(PATHS).and_then(|file| serde_json::from_slice(&file.data).ok());
    listed.unwrap_or_else(|| vec!["/".to_owned()])
});
/// The ending of a compressed file beside the plain one.
const COMPRESSED: &str = ".br";

/// The prefix of shared portfolios, before a link's slug or a public address.
const SHARED_PREFIX: &str = "/home/";
/// The prefix of the pages of wallets, before an address or an id.
const WALLET_PREFIX: &str = "/wallets/";
/// The prefix of the pages of accounts at exchanges, before the exchange and the name of the account.
const EXCHANGE_PREFIX: &str = "/exchanges/";

const NOT_BUILT: &str = "Spyhop is running. This binary was built without its page: run `make run`, or build the front end \
    (npm ci --ignore-scripts && npm run build --workspaces) and then the server again. The API is described at /docs.\n";

/// Serves every path that is not an API call: a file, the page, or a problem.
pub async fn serve(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Problem::NotFound.into_response();
    }
    let path = request.uri().path();
    if path == "/robots.txt" {
        return "User-agent: *\nDisallow: /api/\n".into_response();
    }
    if CLIENT_ROUTES.iter().any(|known| known == path) {
        return index(&app, StatusCode::OK);
    }
    if path.strip_prefix(SHARED_PREFIX).is_some_and(is_one_segment) {
        return ([UNLISTED], index(&app, StatusCode::OK)).into_response();
    }
    let is_account = |rest: &str| {
        let parts = rest.split_once('/');
        parts.is_some_and(|(exchange, name)| is_one_segment(exchange) && is_one_segment(name))
    };
    if path.strip_prefix(WALLET_PREFIX).is_some_and(is_one_segment)
        || path.strip_prefix(EXCHANGE_PREFIX).is_some_and(is_account)
    {
        return index(&app, StatusCode::OK);
    }
    if let Some(file) = mark::file(path) {
        return ([MARK_POLICY], asset::response(path, file, None, request.headers())).into_response();
    }
    let found = file_name(path).and_then(|name| Some((name, PageFiles::get(name)?)));
    match found {
        Some((name, file)) => {
            let compressed = PageFiles::get(&format!("{name}{COMPRESSED}"));
            asset::response(path, file, compressed, request.headers())
        }
        _ if wants_page(&request) => index(&app, StatusCode::NOT_FOUND),
        _ => Problem::NotFound.into_response(),
    }
}

/// Keeps shared portfolios out of search engines: only people with the link should find them.
const UNLISTED: (HeaderName, HeaderValue) = (
    HeaderName::from_static("x-robots-tag"),
    HeaderValue::from_static("noindex, nofollow"),
);

/// The policy of a mark that is opened as a page: it executes and loads nothing.
const MARK_POLICY: (HeaderName, HeaderValue) = (
    header::CONTENT_SECURITY_POLICY,
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
);

fn is_one_segment(rest: &str) -> bool {
    !rest.is_empty() && !rest.contains('/')
}

/// Returns the file name of a path. Each file has exactly one path: segments that are empty or start with a dot are rejected.
/// `index.html` is rejected too, because it is only served with its metadata filled in, and so is what only the server reads.
fn file_name(path: &str) -> Option<&str> {
    let name = path.strip_prefix('/')?;
    let plain = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    let is_internal = ["index.html", PATHS].contains(&name) || name.ends_with(COMPRESSED);
    (plain && !is_internal).then_some(name)
}

/// Whether a browser opens a page. It gets the page's own not-found view; other clients get a problem.
fn wants_page(request: &Request) -> bool {
    let accepted = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    !request.uri().path().starts_with("/api/") && accepted.contains("text/html")
}

/// Returns `index.html` with metadata about this installation.
fn index(app: &App, status: StatusCode) -> Response {
    let Some(file) = PageFiles::get("index.html") else {
        return (status, [(header::CACHE_CONTROL, "no-store")], NOT_BUILT).into_response();
    };
    let ports = app.tracker().ports();
    let mut metadata = vec![
        ("instance", app.instance()),
        ("world", world_name(ports.world.kind)),
        (
            "chosen",
            if ports.world.is_configured {
                "configured"
            } else {
                "automatic"
            },
        ),
        ("plans", on_or_off(ports.plans_on)),
        ("mail", on_or_off(ports.mail.off_reason().is_none())),
        ("discounts", on_or_off(ports.plans_on && app.settings().discounts)),
    ];
    let links = app.settings().links.iter();
    metadata.extend(links.map(|(name, url)| (name.as_str(), url.as_str())));
    let html = with_metadata(&String::from_utf8_lossy(&file.data), &metadata);
    let kind = (header::CONTENT_TYPE, "text/html; charset=utf-8");
    (status, [kind, (header::CACHE_CONTROL, "no-store")], html).into_response()
}

fn on_or_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}

fn world_name(kind: WorldKind) -> &'static str {
    match kind {
        WorldKind::Demo => "demo",
        WorldKind::Live => "live",
    }
}

/// Adds `<meta name="spyhop-..." content>` tags to the end of the head, and removes tags of the same names that the file has.
fn with_metadata(html: &str, metadata: &[(&str, &str)]) -> String {
    let Some((head, rest)) = html.split_once("</head>") else {
        return html.to_owned();
    };
    let kept: Vec<_> = head
        .split_inclusive('>')
        .filter(|tag| !metadata.iter().any(|(name, _)| is_meta(tag, name)))
        .collect();
    let meta = |(name, value): &(&str, &str)| format!("<meta name=\"spyhop-{name}\" content=\"{}\">", escaped(value));
    let tags: Vec<_> = metadata.iter().map(meta).collect();
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
    fn each_file_has_one_path_and_index_html_has_none() {
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
            "/assets/index-1.js.br",
            "/paths.json",
        ] {
            assert_eq!(file_name(path), None, "{path}");
        }
    }

    #[test]
    fn metadata_is_added_to_the_head_once_and_escaped() {
        let html = "<html><head><meta name=\"spyhop-world\" content=\"\"><title>x</title></head><body></body></html>";
        assert_eq!(
            with_metadata(html, &[("world", "a\"<b")]),
            "<html><head><title>x</title><meta name=\"spyhop-world\" content=\"a&quot;&lt;b\"></head><body></body></html>"
        );
    }
}

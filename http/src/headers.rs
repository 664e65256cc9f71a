//! The security headers of every response, including problems.

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::App;
use crate::client::Peer;

/// Allows a browser to load only the page's own files, from the page's own origin.
const POLICY: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; \
    style-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'";

/// The policy of the API documentation: Swagger UI uses inline styles.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; \
    style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'; trusted-types default dompurify";

/// The browser features that no page of this server uses.
const PERMISSIONS: &str = "accelerometer=(), autoplay=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
    hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), \
    publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()";

/// Makes browsers use only HTTPS for a year. It is sent only over HTTPS: elsewhere browsers ignore it.
const STRICT_TRANSPORT: &str = "max-age=31536000";

const ALWAYS: [(HeaderName, &str); 5] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    // With `same-origin` a window of an exchange would count as closed as soon as its page is there.
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin-allow-popups",
    ),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
];

/// Adds the security headers. Headers that a response has set itself are kept.
pub async fn secure(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let docs = path == "/docs" || path.starts_with("/docs/");
    let api = path == "/api" || path.starts_with("/api/");
    let is_https = was_sent_by_https(&app, &request);
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        set(headers, name, value);
    }
    set(
        headers,
        header::CONTENT_SECURITY_POLICY,
        if docs { DOCS_POLICY } else { POLICY },
    );
    if is_https {
        set(headers, header::STRICT_TRANSPORT_SECURITY, STRICT_TRANSPORT);
    }
    if api {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Whether a trusted proxy reports that its client used HTTPS. The header is ignored if anyone else sent it.
fn was_sent_by_https(app: &App, request: &Request) -> bool {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0.ip());
    let mut proxies = app.settings().trusted_proxies.iter();
    let is_trusted = peer.is_some_and(|peer| proxies.any(|network| network.contains(peer)));
    let header = request.headers().get_all("x-forwarded-proto").iter().next_back();
    let protocol = header.and_then(|value| value.to_str().ok()?.rsplit(',').next());
    is_trusted && protocol.is_some_and(|protocol| protocol.trim().eq_ignore_ascii_case("https"))
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.entry(name).or_insert(HeaderValue::from_static(value));
}

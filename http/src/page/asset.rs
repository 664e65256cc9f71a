//! Static files with an `ETag` and caching headers.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::EmbeddedFile;

/// The coding of compressed files.
const BROTLI: &str = "br";

/// Returns a file with its hash as `ETag`, compressed if there is a compressed form and the client accepts it. Paths under `/assets/` and of marks contain a hash, so browsers may cache them forever.
pub fn response(path: &str, file: EmbeddedFile, compressed: Option<EmbeddedFile>, request: &HeaderMap) -> Response {
    // Weak, because the compressed and the plain response have the same tag.
    let tag = format!("W/\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
    let has_forms = compressed.is_some();
    let compressed = compressed.filter(|_| accepts_brotli(request));
    let is_compressed = compressed.is_some();
    let sent = compressed.unwrap_or(file);
    let mut response = with_etag(&tag, request, || Bytes::from(sent.data.into_owned()));
    let headers = response.headers_mut();
    if has_forms {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if is_compressed {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(BROTLI));
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache_control(path)));
    response
}

/// Returns the body with its `ETag`, or 304 without a body if the client has it already.
pub fn with_etag(tag: &str, request: &HeaderMap, body: impl FnOnce() -> Bytes) -> Response {
    let mut response = if header_text(request, header::IF_NONE_MATCH).contains(tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(body()).into_response()
    };
    if let Ok(tag) = HeaderValue::from_str(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Returns whether the client accepts Brotli, as in `gzip, br;q=0.8`.
fn accepts_brotli(request: &HeaderMap) -> bool {
    let codings = header_text(request, header::ACCEPT_ENCODING).split(',');
    codings.into_iter().any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_brotli = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(BROTLI));
        let weight = parts.find_map(|part| part.strip_prefix("q="));
        is_brotli && weight.is_none_or(|weight| weight.contains(|digit| ('1'..='9').contains(&digit)))
    })
}

fn header_text(request: &HeaderMap, name: header::HeaderName) -> &str {
    request
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

fn cache_control(path: &str) -> &'static str {
    if path.starts_with("/assets/") || path.starts_with(crate::mark::PREFIX) {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

/// Returns the content type of a file of the page.
fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" => "image/jpeg",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use rust_embed::Metadata;

    use super::*;

    fn file(text: &str) -> EmbeddedFile {
        let data = Cow::Owned(text.as_bytes().to_vec());
        EmbeddedFile {
            data,
            metadata: Metadata::__rust_embed_new([7; 32], None, None),
        }
    }

    fn headers(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    async fn body(response: Response) -> Vec<u8> {
        axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .unwrap()
            .to_vec()
    }

    #[tokio::test]
    async fn a_cached_file_is_not_sent_again() {
        let first = response("/mark.svg", file("<svg/>"), None, &HeaderMap::new());
        assert_eq!(first.headers()["cache-control"], "no-cache");
        let named = response("/assets/a.css", file("a {}"), None, &HeaderMap::new());
        assert_eq!(named.headers()["cache-control"], "public, max-age=31536000, immutable");
        let tag = first.headers()["etag"].to_str().unwrap().to_owned();
        let again = response("/mark.svg", file("<svg/>"), None, &headers(header::IF_NONE_MATCH, &tag));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert!(body(again).await.is_empty());
    }

    #[tokio::test]
    async fn a_compressed_form_is_sent_to_clients_that_accept_it() {
        let get = |accepted: &str| {
            let request = headers(header::ACCEPT_ENCODING, accepted);
            response("/assets/a.css", file("a {}"), Some(file("short")), &request)
        };
        for accepted in ["br", "gzip, deflate, BR;q=0.5", "gzip;q=1.0, br; q=0.001"] {
            let sent = get(accepted);
            assert_eq!(sent.headers()["content-encoding"], "br", "{accepted}");
            assert_eq!(sent.headers()["vary"], "accept-encoding");
            assert_eq!(sent.headers()["content-type"], "text/css; charset=utf-8");
            assert_eq!(body(sent).await, b"short");
        }
        for accepted in ["", "gzip", "br;q=0", "br;q=0.000", "brotli", "*;q=0", "br;q=no"] {
            let sent = get(accepted);
            assert!(!sent.headers().contains_key("content-encoding"), "{accepted}");
            assert_eq!(sent.headers()["vary"], "accept-encoding", "the other form exists");
            assert_eq!(body(sent).await, b"a {}");
        }
    }
}

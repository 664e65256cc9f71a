//! Static files with an `ETag` and caching headers.

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::EmbeddedFile;

/// Returns a file with its hash as `ETag`. Paths under `/assets/` and of marks contain a hash, so browsers may cache them forever.
pub fn response(path: &str, file: EmbeddedFile, request: &HeaderMap) -> Response {
    // Weak, because the compressed and the plain response have the same tag.
    let tag = format!("W/\"{}\"", hex::encode(&file.metadata.sha256_hash()[..16]));
    let mut response = with_etag(&tag, request, || Bytes::from(file.data.into_owned()));
    let headers = response.headers_mut();
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
        let first = response("/mark.svg", file("<svg/>"), &HeaderMap::new());
        assert_eq!(first.headers()["cache-control"], "no-cache");
        let named = response("/assets/a.css", file("a {}"), &HeaderMap::new());
        assert_eq!(named.headers()["cache-control"], "public, max-age=31536000, immutable");
        let tag = first.headers()["etag"].to_str().unwrap().to_owned();
        let again = response("/mark.svg", file("<svg/>"), &headers(header::IF_NONE_MATCH, &tag));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert!(body(again).await.is_empty());
    }
}

//! A file of the page: named by its hash, kept by the browser, squeezed where that helps.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, PoisonError, RwLock};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::EmbeddedFile;

/// Smaller files are sent as they are.
const WORTH_SQUEEZING: usize = 1024;

/// Squeezed files by the hash of what they hold: as many as the page has files.
static SQUEEZED: LazyLock<RwLock<HashMap<[u8; 32], Bytes>>> = LazyLock::new(RwLock::default);

/// A file with its hash as `ETag`. Names under `/assets/` carry a hash of their own and never change.
pub fn answer(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let kind = content_type(path);
    let squeeze =
        file.data.len() >= WORTH_SQUEEZING && is_text(kind) && stated(asked, header::ACCEPT_ENCODING).contains("gzip");
    let hash = file.metadata.sha256_hash();
    let tag = format!("\"{}{}\"", hex::encode(&hash[..16]), if squeeze { "-gz" } else { "" });
    let body = if stated(asked, header::IF_NONE_MATCH).contains(&tag) {
        None
    } else if squeeze {
        Some(squeezed(hash, &file.data))
    } else {
        Some(Bytes::from(file.data.into_owned()))
    };
    let mut response = body.map_or_else(
        || StatusCode::NOT_MODIFIED.into_response(),
        |bytes| Body::from(bytes).into_response(),
    );
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching(path)));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if squeeze {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

fn stated(asked: &HeaderMap, name: header::HeaderName) -> &str {
    asked
        .get(name)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

fn caching(path: &str) -> &'static str {
    if path.starts_with("/assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

/// Squeezes a file the first time it is asked for.
fn squeezed(hash: [u8; 32], data: &[u8]) -> Bytes {
    if let Some(known) = SQUEEZED.read().unwrap_or_else(PoisonError::into_inner).get(&hash) {
        return known.clone();
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    let bytes = match encoder.write_all(data).and_then(|()| encoder.finish()) {
        Ok(bytes) => Bytes::from(bytes),
        // Writing into memory does not fail; were it to, an empty gzip would be a lie, so the process says so.
        Err(error) => {
            tracing::error!(%error, "a file of the page could not be squeezed");
            Bytes::new()
        }
    };
    SQUEEZED
        .write()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(hash, bytes.clone());
    bytes
}

fn is_text(kind: &str) -> bool {
    kind.starts_with("text/") || matches!(kind, "image/svg+xml" | "application/json" | "application/manifest+json")
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
    use std::borrow::Cow;
    use std::io::Read;

    use rust_embed::Metadata;

    use super::*;

    fn file(text: &str) -> EmbeddedFile {
        let data = Cow::Owned(text.as_bytes().to_vec());
        EmbeddedFile {
            data,
            metadata: Metadata::__rust_embed_new([7; 32], None, None),
        }
    }

    fn asked(name: header::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
    }

    async fn body(response: Response) -> Vec<u8> {
        axum::body::to_bytes(response.into_body(), usize::MAX)
            .await
            .unwrap()
            .to_vec()
    }

    #[tokio::test]
    async fn text_is_squeezed_for_those_who_can_read_it() {
        let text = "body { color: red }\n".repeat(200);
        let plain = answer("/assets/a.css", file(&text), &HeaderMap::new());
        assert!(!plain.headers().contains_key("content-encoding"));
        assert_eq!(plain.headers()["cache-control"], "public, max-age=31536000, immutable");
        assert_eq!(body(plain).await, text.as_bytes());
        let small = answer(
            "/assets/a.css",
            file(&text),
            &asked(header::ACCEPT_ENCODING, "gzip, br"),
        );
        assert_eq!(small.headers()["content-encoding"], "gzip");
        let bytes = body(small).await;
        let mut again = String::new();
        flate2::read::GzDecoder::new(bytes.as_slice())
            .read_to_string(&mut again)
            .unwrap();
        assert!(again == text && bytes.len() < text.len() / 10);
        let font = answer("/assets/a.woff2", file(&text), &asked(header::ACCEPT_ENCODING, "gzip"));
        assert!(
            !font.headers().contains_key("content-encoding"),
            "it is squeezed already"
        );
    }

    #[tokio::test]
    async fn what_the_browser_has_is_not_sent_again() {
        let first = answer("/mark.svg", file("<svg/>"), &HeaderMap::new());
        assert_eq!(first.headers()["cache-control"], "no-cache");
        let tag = first.headers()["etag"].to_str().unwrap().to_owned();
        let again = answer("/mark.svg", file("<svg/>"), &asked(header::IF_NONE_MATCH, &tag));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert!(body(again).await.is_empty());
    }
}

//! Which responses are compressed and which never are.

use std::io::Read;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::response::Response;
use serde_json::{Value, json};

use crate::test_server::{self, TestServer};

const BALANCE: &str = "/api/wallet/user-wallet/get-balance";

async fn asked(server: &TestServer, request: Request<Body>, token: Option<&str>) -> Response {
    read_by(server, "gzip", request, token).await
}

/// Sends the request with this `Accept-Encoding`.
async fn read_by(server: &TestServer, codings: &str, mut request: Request<Body>, token: Option<&str>) -> Response {
    let headers = request.headers_mut();
    headers.insert("accept-encoding", codings.parse().unwrap());
    if let Some(token) = token {
        headers.insert("authorization", format!("Bearer {token}").parse().unwrap());
    }
    server.open_stream(request).await
}

#[tokio::test]
async fn responses_are_compressed_for_clients_that_accept_it() {
    let server = TestServer::start().await;
    let person = server.person(&["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]).await;
    server.run_jobs_of(&person).await;
    let plain = server.call_as(&person, BALANCE, &json!({})).await;
    assert_eq!(plain.header("content-encoding"), "");
    let compressed = asked(
        &server,
        test_server::json_request(BALANCE, &json!({})),
        Some(&person.token),
    )
    .await;
    let headers = compressed.headers();
    assert_eq!(headers["content-encoding"], "gzip");
    assert_eq!(
        (&headers["vary"], &headers["cache-control"]),
        (&"accept-encoding".parse().unwrap(), &"no-store".parse().unwrap())
    );
    assert!(headers.contains_key("x-request-id") && headers.contains_key("content-security-policy"));
    let bytes = to_bytes(compressed.into_body(), usize::MAX).await.unwrap();
    assert!(
        bytes.len() * 4 < plain.text.len(),
        "{} of {}",
        bytes.len(),
        plain.text.len()
    );
    let mut text = String::new();
    flate2::read::GzDecoder::new(bytes.as_ref())
        .read_to_string(&mut text)
        .unwrap();
    let again: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(again["data"]["total"], plain.data()["total"]);
    let described = Request::get("/api/openapi.json").body(Body::empty()).unwrap();
    assert_eq!(
        asked(&server, described, None).await.headers()["content-encoding"],
        "gzip"
    );
}

#[tokio::test]
async fn streams_and_small_responses_are_not_compressed() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    let events = Request::get("/api/wallet/sync/events").body(Body::empty()).unwrap();
    let stream = asked(&server, events, Some(&person.token)).await;
    assert_eq!(stream.headers()["content-type"], "text/event-stream");
    assert!(!stream.headers().contains_key("content-encoding"));
    let refusal = asked(&server, test_server::json_request(BALANCE, &json!({})), None).await;
    assert_eq!(refusal.status().as_u16(), 401);
    assert!(!refusal.headers().contains_key("content-encoding"));
}

/// For the encodings that browsers accept: responses of calls use Zstandard, which is the fastest, and files use
/// Brotli, which is the smallest.
#[tokio::test]
async fn calls_use_the_fastest_encoding_and_files_the_smallest() {
    let server = TestServer::start().await;
    let person = server.person(&["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]).await;
    server.run_jobs_of(&person).await;
    let plain = server.call_as(&person, BALANCE, &json!({})).await;
    let browser = "gzip, deflate, br, zstd";
    let call = test_server::json_request(BALANCE, &json!({}));
    let compressed = read_by(&server, browser, call, Some(&person.token)).await;
    assert_eq!(compressed.headers()["content-encoding"], "zstd");
    let bytes = to_bytes(compressed.into_body(), usize::MAX).await.unwrap();
    assert!(bytes.len() * 4 < plain.text.len());
    let again: Value = serde_json::from_slice(&zstd::decode_all(bytes.as_ref()).unwrap()).unwrap();
    assert_eq!(again["data"]["total"], plain.data()["total"]);
    let described = || Request::get("/api/openapi.json").body(Body::empty()).unwrap();
    let file = read_by(&server, browser, described(), None).await;
    assert_eq!(file.headers()["content-encoding"], "br");
    let unread = read_by(&server, "zstd", described(), None).await;
    assert!(!unread.headers().contains_key("content-encoding"));
}

/// Short and long responses are compressed at different levels, by nested layers.
#[tokio::test]
async fn a_long_response_is_compressed_once() {
    const USER: &str = "/api/organisation/user/get-user";
    let server = TestServer::start().await;
    let addresses: Vec<String> = (1..=60).map(|n| format!("0x{n:040x}")).collect();
    let texts: Vec<&str> = addresses.iter().map(String::as_str).collect();
    let person = server.person(&texts).await;
    let plain = server.call_as(&person, USER, &json!({})).await;
    assert!(plain.text.len() > 256 << 10, "{}", plain.text.len());
    let compressed = read_by(
        &server,
        "zstd",
        test_server::json_request(USER, &json!({})),
        Some(&person.token),
    )
    .await;
    for (name, expected) in [("content-encoding", "zstd"), ("vary", "accept-encoding")] {
        let all: Vec<_> = compressed.headers().get_all(name).iter().collect();
        assert_eq!(all, [expected]);
    }
    let bytes = to_bytes(compressed.into_body(), usize::MAX).await.unwrap();
    let again: Value = serde_json::from_slice(&zstd::decode_all(bytes.as_ref()).unwrap()).unwrap();
    assert_eq!(again["data"]["wallets"], plain.data()["wallets"]);
}

#[tokio::test]
async fn an_export_arrives_whole_in_every_coding() {
    const EXPORT: &str = "/api/wallet/transaction/export-transactions";
    let server = TestServer::start().await;
    let person = server.person(&["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]).await;
    server.read_histories_of(&person).await;
    let plain = server.call_as(&person, EXPORT, &json!({})).await.text;
    assert!(plain.len() > 100_000, "{} bytes are one block", plain.len());
    let request = || test_server::json_request(EXPORT, &json!({}));
    for coding in ["gzip", "br", "zstd"] {
        let answer = read_by(&server, coding, request(), Some(&person.token)).await;
        assert_eq!(answer.headers()["content-encoding"], coding);
        let bytes = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        if coding == "gzip" {
            let mut text = String::new();
            flate2::read::GzDecoder::new(bytes.as_ref())
                .read_to_string(&mut text)
                .unwrap();
            assert_eq!(text, plain);
        }
    }
}

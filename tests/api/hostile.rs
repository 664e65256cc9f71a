//! Malicious requests.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;
use support::json::lists_in_texts;
use support::patience;

use crate::test_server::{self, TestServer};

const CREATE: &str = "/api/organisation/user/create-user";
const KINDS: &str = "/api/wallet/user-wallet/get-all-wallets";
const DETECT: &str = "/api/wallet/chain/detect-chain";

#[tokio::test]
async fn deeply_nested_json_does_not_overflow_the_stack() {
    let server = TestServer::start().await;
    let bomb = lists_in_texts(60);
    assert!(bomb.len() < 64 * 1024);
    for (kind, body) in [
        ("application/json", format!("{{\"wallet_addresses\":{bomb}}}")),
        ("application/x-www-form-urlencoded", format!("wallet_addresses={bomb}")),
    ] {
        let request = Request::post(CREATE)
            .header("content-type", kind)
            .body(Body::from(body));
        let reply = server.send(request.unwrap()).await;
        assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()), "{kind}");
        assert!(reply.text.len() < 1000, "{}", reply.text);
    }
}

#[tokio::test]
async fn long_texts_are_processed_quickly() {
    let server = TestServer::start().await;
    for text in ["z", "1", "a.", "0xa", "\u{301}", "bc1q", "S", "word "] {
        let long = text.repeat(200_000 / text.len());
        let asked = async {
            let created = server.call(CREATE, &json!({"wallet_addresses": [long]})).await;
            assert_eq!(created.refusal(), (400, "invalid_input".to_owned()), "{text}");
            let detected = server.call(DETECT, &json!({"wallet_address": long})).await;
            assert_ne!(detected.status.as_u16(), 500, "{text}");
        };
        let in_time = tokio::time::timeout(patience(5), asked).await;
        assert!(in_time.is_ok(), "{text}");
    }
}

#[tokio::test]
async fn a_page_of_another_site_cannot_change_data() {
    let server = TestServer::start().await;
    let form = |name: &'static str, value: &'static str| {
        let mut request = test_server::form_request(KINDS, &json!({}));
        request.headers_mut().insert(name, value.parse().unwrap());
        request
    };
    for (name, value) in [
        ("origin", "https://evil.example"),
        ("origin", "http://localhost:9999"),
        ("origin", "null"),
        ("sec-fetch-site", "cross-site"),
    ] {
        let reply = server.send(form(name, value)).await;
        assert_eq!(reply.refusal(), (403, "origin_not_allowed".to_owned()), "{value}");
        assert_eq!(reply.header("access-control-allow-origin"), "", "{value}");
    }
    for (name, value) in [
        ("origin", "https://spyhop.example.org"),
        ("origin", "http://localhost:4747"),
        ("sec-fetch-site", "same-origin"),
        ("sec-fetch-site", "none"),
    ] {
        assert_eq!(server.send(form(name, value)).await.status.as_u16(), 200, "{value}");
    }
    let link = Request::get("/")
        .header("sec-fetch-site", "cross-site")
        .body(Body::empty());
    assert_eq!(
        server.send(link.unwrap()).await.status.as_u16(),
        200,
        "following a link is allowed"
    );
}

#[tokio::test]
async fn contradicting_host_names_are_rejected() {
    let server = TestServer::start().await;
    let twice = Request::post(KINDS)
        .header("host", "localhost")
        .header("host", "evil.example");
    let reply = server.send(twice.body(Body::empty()).unwrap()).await;
    assert_eq!(reply.status.as_u16(), 400);
    let target = Request::post(format!("http://evil.example{KINDS}")).header("host", "localhost");
    let reply = server.send(target.body(Body::empty()).unwrap()).await;
    assert_eq!(reply.status.as_u16(), 400);
}

//! Properties of every response, whatever the request: envelope, headers, request id, and the host check.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

use crate::test_server::{self, TestServer};

const KINDS: &str = "/api/wallet/user-wallet/get-all-wallets";

fn request(method: &str, path: &str) -> Request<Body> {
    Request::builder().method(method).uri(path).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn every_answer_has_the_headers() {
    let server = TestServer::start().await;
    let asked = [
        ("GET", "/"),
        ("GET", "/home"),
        ("GET", "/nowhere"),
        ("GET", "/robots.txt"),
        ("GET", "/docs/"),
        ("GET", "/api/openapi.json"),
        ("POST", KINDS),
        ("GET", KINDS),
        ("POST", "/api/nowhere"),
        ("POST", "/api/organisation/user/get-user"),
        ("DELETE", "/home"),
    ];
    let mut names = std::collections::BTreeSet::new();
    for (method, path) in asked {
        let reply = server.send(request(method, path)).await;
        let policy = reply.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'"),
            "{method} {path}: {policy}"
        );
        assert!(policy.contains("frame-ancestors 'none'"), "{method} {path}");
        assert_eq!(
            policy.contains("unsafe-inline"),
            path.starts_with("/docs"),
            "{method} {path}"
        );
        assert!(policy.contains("require-trusted-types-for 'script'"), "{method} {path}");
        let permissions = reply.header("permissions-policy");
        for unused in ["camera=()", "geolocation=()", "microphone=()", "payment=()", "usb=()"] {
            assert!(permissions.contains(unused), "{method} {path}: {permissions}");
        }
        assert!(
            !reply.headers.contains_key("strict-transport-security"),
            "{method} {path}"
        );
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{method} {path}");
        assert_eq!(reply.header("referrer-policy"), "no-referrer", "{method} {path}");
        assert_eq!(
            reply.header("cross-origin-opener-policy"),
            "same-origin-allow-popups",
            "{method} {path}"
        );
        assert_eq!(
            reply.header("cross-origin-resource-policy"),
            "same-origin",
            "{method} {path}"
        );
        if path.starts_with("/api") {
            assert_eq!(reply.header("cache-control"), "no-store", "{method} {path}");
        }
        assert!(
            names.insert(reply.header("x-request-id").to_owned()),
            "{method} {path}: a request id of its own"
        );
    }
}

#[tokio::test]
async fn hsts_is_sent_if_a_trusted_proxy_reports_https() {
    let server = TestServer::start().await;
    let ask = async |peer: &str, protocol: &str| {
        let mut asked = request("GET", "/");
        asked
            .headers_mut()
            .insert("x-forwarded-proto", protocol.parse().unwrap());
        let reply = server.send(test_server::from_peer(asked, peer)).await;
        reply.header("strict-transport-security").to_owned()
    };
    assert_eq!(ask("10.0.0.1:5000", "https").await, "max-age=31536000");
    assert_eq!(ask("10.0.0.1:5000", "http, HTTPS").await, "max-age=31536000");
    for (peer, protocol) in [
        ("10.0.0.1:5000", "http"),
        ("10.0.0.1:5000", "https, http"),
        ("203.0.113.9:5000", "https"),
        ("127.0.0.1:5000", "https"),
    ] {
        assert_eq!(ask(peer, protocol).await, "", "{peer} {protocol}");
    }
}

#[tokio::test]
async fn a_clock_before_1970_is_reported_and_nothing_is_written() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    let (since_1970, a_moment) = (Duration::from_millis(1_757_334_600_000), Duration::from_millis(1));
    server.set_back(since_1970 + a_moment);
    let me = "/api/organisation/user/get-user";
    for path in [me, "/api/organisation/user/create-user", KINDS] {
        let refused = server.call_as(&person, path, &json!({})).await;
        assert_eq!(refused.refusal(), (503, "clock_wrong".to_owned()), "{path}");
        assert_eq!(refused.header("retry-after"), "60");
        let message = "The server's clock is wrong. Set its date and time, then try again.";
        assert_eq!(refused.json()["message"], message);
    }
    server.advance(a_moment);
    assert_eq!(
        server.call_as(&person, me, &json!({})).await.status.as_u16(),
        503,
        "the start of 1970 is rejected as well"
    );
    assert_eq!(server.get("/readyz").await.status.as_u16(), 503, "it is not ready");
    server.advance(since_1970);
    server.call_as(&person, me, &json!({})).await.data();
    let ready = server.get("/readyz").await.json();
    let names: Vec<_> = ready["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!((&ready["ready"], names.len()), (&json!(true), 5), "{names:?}");
}

#[tokio::test]
async fn a_success_is_exactly_the_envelope() {
    let reply = TestServer::start().await.call(KINDS, &json!({})).await;
    assert_eq!(reply.status, StatusCode::OK);
    let body = reply.json();
    assert_eq!(
        body.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["data", "error", "message"]
    );
    assert_eq!((&body["error"], &body["message"]), (&json!(false), &json!("")));
    let kinds = body["data"]["wallets"].as_array().unwrap();
    assert!(
        kinds
            .iter()
            .any(|kind| kind["id"] == "ledger" && kind["name"] == "Ledger")
    );
}

#[tokio::test]
async fn a_refusal_is_exactly_the_envelope() {
    let server = TestServer::start().await;
    for (method, path, status, code, message) in [
        ("POST", "/api/nowhere", 404, "not_found", "Not found"),
        ("GET", "/api/nowhere", 404, "not_found", "Not found"),
        ("GET", KINDS, 405, "method_not_allowed", "This call uses another method"),
        (
            "PUT",
            "/docs/",
            405,
            "method_not_allowed",
            "This call uses another method",
        ),
    ] {
        let reply = server.send(request(method, path)).await;
        assert_eq!(reply.status.as_u16(), status, "{method} {path}");
        let body = reply.json();
        let expected = json!({"error": true, "message": message, "code": code, "data": null, "request_id": reply.header("x-request-id")});
        assert_eq!(body, expected, "{method} {path}");
        assert_eq!(reply.header("content-type"), "application/json");
    }
}

#[tokio::test]
async fn bodies_that_are_too_large_or_of_another_type_are_rejected() {
    let server = TestServer::start().await;
    let large = Request::post(KINDS)
        .header("content-type", "application/json")
        .body(Body::from(vec![b' '; 256 * 1024 + 1]));
    let reply = server.send(large.unwrap()).await;
    assert_eq!(reply.refusal(), (413, "too_large".to_owned()));
    let other = Request::post(KINDS)
        .header("content-type", "text/xml")
        .body(Body::from("<a/>"));
    let reply = server.send(other.unwrap()).await;
    assert_eq!(reply.refusal(), (415, "unsupported_media".to_owned()));
    let compressed = Request::post(KINDS)
        .header("content-type", "application/json")
        .header("content-encoding", "gzip")
        .body(Body::from("{}"));
    let reply = server.send(compressed.unwrap()).await;
    assert_eq!(reply.refusal(), (415, "unsupported_media".to_owned()));
}

#[tokio::test]
async fn only_the_servers_own_hosts_are_served() {
    let server = TestServer::start().await;
    for host in [
        "spyhop.example.org",
        "SPYHOP.example.org",
        "localhost:4747",
        "127.0.0.1:4747",
        "[::1]:4747",
        "localhost",
    ] {
        let reply = server
            .send(Request::post(KINDS).header("host", host).body(Body::empty()).unwrap())
            .await;
        assert_eq!(reply.status, StatusCode::OK, "{host}");
    }
    for host in [
        "evil.example",
        "spyhop.example.org:81",
        "localhost.evil.example:4747",
        "203.0.113.9:4747",
        "",
    ] {
        let reply = server
            .send(Request::post(KINDS).header("host", host).body(Body::empty()).unwrap())
            .await;
        assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()), "{host}");
        assert!(reply.text.contains("SPYHOP_ORIGIN"), "the error names the remedy");
    }
}

//! Which pages may call this server: its own and those that the configuration allows.

use axum::body::Body;
use axum::http::Request;
use serde_json::json;

use crate::test_server::{self, Reply, TestServer};

const KINDS: &str = "/api/wallet/user-wallet/get-all-wallets";
const GET_USER: &str = "/api/organisation/user/get-user";
const OWN: [&str; 2] = ["https://spyhop.example.org", "http://localhost:4747"];
const ALLOWED: &str = "https://tools.example.org";
const FOREIGN: [&str; 7] = [
    "https://evil.example",
    "http://localhost:9999",
    "http://tools.example.org",
    "https://tools.example.org:8443",
    "https://tools.example.org.evil.example",
    "https://tools.example.org/",
    "null",
];
const REFUSAL: &str =
    "Pages of other sites can't call this server. Its operator can allow one with SPYHOP_ALLOWED_ORIGINS.";

async fn send(server: &TestServer, mut request: Request<Body>, origin: &'static str) -> Reply {
    request.headers_mut().insert("origin", origin.parse().unwrap());
    server.send(request).await
}

fn preflight(path: &str) -> Request<Body> {
    let builder = Request::options(path).header("access-control-request-method", "POST");
    builder.body(Body::empty()).unwrap()
}

fn get(path: &str) -> Request<Body> {
    Request::get(path).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn a_request_from_another_origin_is_rejected() {
    let server = TestServer::start().await;
    for origin in FOREIGN {
        for request in [
            test_server::json_request(KINDS, &json!({})),
            test_server::form_request(KINDS, &json!({})),
            preflight(KINDS),
            get("/"),
            get("/api/openapi.json"),
            get("/healthz"),
        ] {
            let place = format!("{} {} {origin}", request.method(), request.uri());
            let reply = send(&server, request, origin).await;
            assert_eq!(reply.refusal(), (403, "origin_not_allowed".to_owned()), "{place}");
            assert_eq!(reply.json()["message"], REFUSAL, "{place}");
            assert_eq!(reply.header("access-control-allow-origin"), "", "{place}");
        }
    }
}

#[tokio::test]
async fn an_allowed_origin_may_only_call_the_api_with_a_token() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    let asked = send(&server, preflight(GET_USER), ALLOWED).await;
    assert_eq!(asked.status.as_u16(), 204);
    assert!(asked.header("access-control-allow-headers").contains("authorization"));
    let mut call = test_server::json_request(GET_USER, &json!({}));
    let bearer = format!("Bearer {}", person.token).parse().unwrap();
    call.headers_mut().insert("authorization", bearer);
    call.headers_mut()
        .insert("sec-fetch-site", "cross-site".parse().unwrap());
    let answered = send(&server, call, ALLOWED).await;
    answered.data();
    let without = send(&server, test_server::json_request(GET_USER, &json!({})), ALLOWED).await;
    assert_eq!(without.status.as_u16(), 401, "an allowed page cannot use cookies");
    for reply in [&asked, &answered, &without] {
        assert_eq!(reply.header("access-control-allow-origin"), ALLOWED);
        assert_eq!(reply.header("access-control-allow-credentials"), "");
        assert!(reply.headers.get_all("vary").iter().any(|name| name == "origin"));
    }
    for path in ["/", "/healthz", "/docs/"] {
        assert_eq!(send(&server, get(path), ALLOWED).await.status.as_u16(), 403, "{path}");
    }
}

#[tokio::test]
async fn the_servers_own_origin_is_always_allowed() {
    let server = TestServer::start().await;
    for origin in OWN {
        for request in [
            test_server::json_request(KINDS, &json!({})),
            get("/"),
            get("/api/openapi.json"),
        ] {
            let reply = send(&server, request, origin).await;
            assert_eq!(
                (reply.status.as_u16(), reply.header("access-control-allow-origin")),
                (200, origin)
            );
        }
        assert_eq!(send(&server, preflight(KINDS), origin).await.status.as_u16(), 204);
    }
    assert_eq!(
        server.send(get("/")).await.status.as_u16(),
        200,
        "programs and links send no origin"
    );
}

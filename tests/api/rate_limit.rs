//! How rate limits are reported: how often a call may be made, and how much is left.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::test_server::{self, Reply, ServerOptions, TestServer};

const CREATE: &str = "/api/organisation/user/create-user";
const LINK: &str = "/api/organisation/user/get-portfolio-by-link";
const DETECT: &str = "/api/wallet/chain/detect-chain";

/// A fixture with the default limits.
async fn server() -> TestServer {
    TestServer::with(ServerOptions {
        limits: &[],
        ..ServerOptions::default()
    })
    .await
}

fn create() -> Request<Body> {
    test_server::json_request(CREATE, &json!({"wallet_addresses": []}))
}

fn create_from(peer: &str) -> Request<Body> {
    test_server::from_peer(create(), peer)
}

fn forwarded() -> Request<Body> {
    let mut request = create_from("127.0.0.1:5000");
    request
        .headers_mut()
        .insert("x-forwarded-for", "192.0.2.1".parse().unwrap());
    request
}

/// Returns the items of a header by the name of their row.
fn items(reply: &Reply, header: &str) -> Vec<(String, String)> {
    let items = reply.header(header).split(", ").filter(|item| !item.is_empty());
    items
        .map(|item| {
            let (name, parameters) = item.split_once(';').unwrap();
            (name.trim_matches('"').to_owned(), parameters.to_owned())
        })
        .collect()
}

fn item(reply: &Reply, header: &str, row: &str) -> Option<String> {
    let mut found = items(reply, header).into_iter().filter(|(name, _)| name == row);
    found.next().map(|(_, parameters)| parameters)
}

#[tokio::test]
async fn programs_on_this_machine_make_300_users_an_hour_and_others_30() {
    let server = server().await;
    let requests: [(&dyn Fn() -> Request<Body>, u32); 3] = [
        (&|| create_from("127.0.0.1:5000"), 300),
        (&|| create_from("192.0.2.7:5000"), 30),
        (&forwarded, 30),
    ];
    for (request, most) in requests {
        for left in (0..most).rev() {
            let made = server.send(request()).await;
            made.data();
            assert_eq!(item(&made, "ratelimit", "create-user"), Some(format!("r={left}")));
        }
        let refused = server.send(request()).await;
        assert_eq!(refused.refusal(), (429, "rate_limited".to_owned()), "{most}");
        assert_eq!(
            item(&refused, "ratelimit-policy", "create-user"),
            Some(format!("q={most};w=3600"))
        );
        let wait = refused.header("retry-after");
        assert_eq!(
            item(&refused, "ratelimit", "create-user"),
            Some(format!("r=0;t={wait}"))
        );
    }
}

#[tokio::test]
async fn a_configured_limit_applies_to_programs_on_this_machine_too() {
    let server = TestServer::with(ServerOptions {
        limits: &[("create-user", "2/h")],
        ..ServerOptions::default()
    })
    .await;
    for status in [200, 200, 429] {
        assert_eq!(server.send(create_from("127.0.0.1:5000")).await.status.as_u16(), status);
    }
}

#[tokio::test]
async fn the_remainder_is_reported_for_every_limit_that_counts() {
    let server = server().await;
    let detected = server
        .call(DETECT, &json!({"wallet_addresses": ["a.eth", "b.eth"]}))
        .await;
    detected.data();
    assert_eq!(item(&detected, "ratelimit", "detect-chain").as_deref(), Some("r=599"));
    assert_eq!(item(&detected, "ratelimit", "look-up-names").as_deref(), Some("r=998"));
    assert_eq!(
        detected.header("ratelimit-policy"),
        "\"detect-chain\";q=600;w=60, \"look-up-names\";q=1000;w=3600"
    );
    for left in (0..20).rev() {
        let missed = server.call(LINK, &json!({"token": "4hK2mQ8tYzB1nW6rC3xVdE"})).await;
        assert_eq!(missed.status.as_u16(), 404);
        assert_eq!(item(&missed, "ratelimit", "link-miss"), Some(format!("r={left}")));
    }
    let refused = server.call(LINK, &json!({"token": "4hK2mQ8tYzB1nW6rC3xVdE"})).await;
    assert_eq!(
        item(&refused, "ratelimit", "link-miss"),
        Some(format!("r=0;t={}", refused.header("retry-after")))
    );
    let mut keyed = create();
    let key = "0123456789abcdef0123456789abcdef";
    keyed.headers_mut().insert("idempotency-key", key.parse().unwrap());
    let made = server.send(keyed).await;
    assert_eq!(item(&made, "ratelimit", "create-user").as_deref(), Some("r=299"));
}

#[tokio::test]
async fn a_call_without_a_limit_reports_none() {
    let reply = server().await.call("/api/wallet/chain/get-chains", &json!({})).await;
    assert_eq!((reply.header("ratelimit"), reply.header("ratelimit-policy")), ("", ""));
}

#[tokio::test]
async fn every_limit_of_a_call_is_described_and_sent() {
    let server = server().await;
    let person = server.person(&[]).await;
    let document = http_api::openapi();
    let mut limited = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        let (method, operation) = item.as_object().unwrap().iter().next().unwrap();
        let rows: Vec<_> = operation["x-rate-limits"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row.as_str().unwrap())
            .collect();
        let name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
            .as_str()
            .unwrap_or_default();
        let body = &document["components"]["schemas"][name.rsplit('/').next().unwrap()]["example"];
        let reply = server
            .send_json(method.to_uppercase().parse().unwrap(), path, body, Some(&person.token))
            .await;
        let sent: Vec<_> = items(&reply, "ratelimit-policy")
            .into_iter()
            .map(|(row, _)| row)
            .collect();
        assert_eq!(sent, rows, "{path}");
        for (row, _) in items(&reply, "ratelimit") {
            assert!(rows.contains(&row.as_str()), "{path} does not describe {row}");
        }
        let text = operation["description"].as_str().unwrap_or_default();
        for row in &rows {
            assert!(text.contains(&format!("`{row}`")), "{path}: {row} is not described");
        }
        for status in ["200", "429"].iter().filter(|_| !rows.is_empty()) {
            let headers = &operation["responses"][status]["headers"];
            for header in ["RateLimit", "RateLimit-Policy"] {
                assert_ne!(headers[header]["description"], Value::Null, "{path} {status} {header}");
            }
        }
        limited += usize::from(!rows.is_empty());
    }
    assert_eq!(limited, 36);
}

#[tokio::test]
async fn rate_limits_count_per_client_and_state_when_to_retry() {
    let server = TestServer::with(ServerOptions {
        limits: &[("detect-chain", "2/h")],
        ..ServerOptions::default()
    })
    .await;
    let path = "/api/wallet/chain/detect-chain";
    let ask = |address: &'static str| test_server::from_peer(test_server::json_request(path, &json!({})), address);
    for peer in ["127.0.0.1:5000", "192.0.2.9:5000"] {
        for _ in 0..2 {
            assert_ne!(server.send(ask(peer)).await.status.as_u16(), 429);
        }
        let refused = server.send(ask(peer)).await;
        assert_eq!(
            refused.refusal(),
            (429, "rate_limited".to_owned()),
            "loopback is not exempt"
        );
        assert!(refused.header("retry-after").parse::<u64>().unwrap() > 1000);
    }
    assert_ne!(server.send(ask("192.0.2.1:5000")).await.status.as_u16(), 429);
    let mut proxied = ask("10.0.0.1:5000");
    proxied
        .headers_mut()
        .insert("x-forwarded-for", "192.0.2.9".parse().unwrap());
    assert_eq!(
        server.send(proxied).await.status.as_u16(),
        429,
        "the client behind a trusted proxy"
    );
    let mut forged = ask("192.0.2.7:5000");
    forged
        .headers_mut()
        .insert("x-forwarded-for", "192.0.2.9".parse().unwrap());
    assert_ne!(
        server.send(forged).await.status.as_u16(),
        429,
        "the header of an untrusted proxy is ignored"
    );
}

#[tokio::test]
async fn more_names_than_are_left_do_not_refuse_fewer() {
    let server = TestServer::with(ServerOptions {
        limits: &[("look-up-names", "5/h")],
        ..ServerOptions::default()
    })
    .await;
    for (names, status) in [
        (["a", "b", "c"].as_slice(), 200),
        (&["d", "e", "f"], 429),
        (&["g", "h"], 200),
        (&["i"], 429),
    ] {
        let texts: Vec<String> = names.iter().map(|name| format!("name-{name}.eth")).collect();
        let reply = server.call(DETECT, &json!({ "wallet_addresses": texts })).await;
        assert_eq!(reply.status.as_u16(), status, "{names:?}");
    }
}

#[tokio::test]
async fn name_look_ups_are_limited_per_client() {
    let server = TestServer::with(ServerOptions {
        limits: &[("look-up-names", "5/h"), ("create-user", "1000/s")],
        ..ServerOptions::default()
    })
    .await;
    let names = |from: u32, count: u32| {
        (from..from + count)
            .map(|n| format!("name-{n}.eth"))
            .collect::<Vec<_>>()
    };
    let (create, detect) = ("/api/organisation/user/create-user", "/api/wallet/chain/detect-chain");
    let made = server.call(create, &json!({"wallet_addresses": names(0, 3)})).await;
    let person = test_server::Person {
        token: made.data()["token"].as_str().unwrap().to_owned(),
    };
    let seen = json!({"wallet_addresses": names(0, 3)});
    server.call(detect, &seen).await.data();
    server
        .call(detect, &json!({"wallet_addresses": names(3, 2)}))
        .await
        .data();
    let one_more = json!({"wallet_addresses": names(9, 1)});
    let update = "/api/organisation/user/update-user-wallet";
    for refused in [
        server.call(detect, &one_more).await,
        server.call(create, &one_more).await,
        server.call_as(&person, update, &one_more).await,
    ] {
        assert_eq!(refused.refusal(), (429, "rate_limited".to_owned()));
        assert_ne!(refused.header("retry-after"), "");
    }
    let addresses = json!({"wallet_addresses": ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]});
    server.call(detect, &addresses).await.data();
    let elsewhere = test_server::from_peer(test_server::json_request(detect, &one_more), "192.0.2.7:5000");
    server.send(elsewhere).await.data();
}

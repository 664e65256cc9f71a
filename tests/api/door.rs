//! Properties of every response, whatever the request: envelope, headers, request id, and the host check.

use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

use crate::house::{self, House, Plan};

const KINDS: &str = "/api/wallet/user-wallet/get-all-wallets";

fn request(method: &str, path: &str) -> Request<Body> {
    Request::builder().method(method).uri(path).body(Body::empty()).unwrap()
}

#[tokio::test]
async fn every_answer_has_the_headers() {
    let house = House::open().await;
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
        let reply = house.send(request(method, path)).await;
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
            "same-origin",
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
    let house = House::open().await;
    let ask = async |peer: &str, protocol: &str| {
        let mut asked = request("GET", "/");
        asked
            .headers_mut()
            .insert("x-forwarded-proto", protocol.parse().unwrap());
        let reply = house.send(house::from(asked, peer)).await;
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
    let house = House::open().await;
    let person = house.person(&[]).await;
    let (since_1970, a_moment) = (Duration::from_millis(1_757_334_600_000), Duration::from_millis(1));
    house.turn_back(since_1970 + a_moment);
    let me = "/api/organisation/user/get-user";
    for path in [me, "/api/organisation/user/create-user", KINDS] {
        let refused = house.call_as(&person, path, &json!({})).await;
        assert_eq!(refused.refusal(), (503, "clock_wrong".to_owned()), "{path}");
        assert_eq!(refused.header("retry-after"), "60");
        let message = "The server's clock is wrong. Set its date and time, then try again.";
        assert_eq!(refused.json()["message"], message);
    }
    house.pass(a_moment);
    assert_eq!(
        house.call_as(&person, me, &json!({})).await.status.as_u16(),
        503,
        "the start of 1970 is rejected as well"
    );
    assert_eq!(house.get("/readyz").await.status.as_u16(), 503, "it is not ready");
    house.pass(since_1970);
    house.call_as(&person, me, &json!({})).await.data();
    assert_eq!(house.get("/readyz").await.status.as_u16(), 200);
}

#[tokio::test]
async fn a_success_is_exactly_the_envelope() {
    let reply = House::open().await.call(KINDS, &json!({})).await;
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
    let house = House::open().await;
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
        let reply = house.send(request(method, path)).await;
        assert_eq!(reply.status.as_u16(), status, "{method} {path}");
        let body = reply.json();
        let expected = json!({"error": true, "message": message, "code": code, "data": null, "request_id": reply.header("x-request-id")});
        assert_eq!(body, expected, "{method} {path}");
        assert_eq!(reply.header("content-type"), "application/json");
    }
}

#[tokio::test]
async fn bodies_that_are_too_large_or_of_another_type_are_rejected() {
    let house = House::open().await;
    let large = Request::post(KINDS)
        .header("content-type", "application/json")
        .body(Body::from(vec![b' '; 256 * 1024 + 1]));
    let reply = house.send(large.unwrap()).await;
    assert_eq!(reply.refusal(), (413, "too_large".to_owned()));
    let other = Request::post(KINDS)
        .header("content-type", "text/xml")
        .body(Body::from("<a/>"));
    let reply = house.send(other.unwrap()).await;
    assert_eq!(reply.refusal(), (415, "unsupported_media".to_owned()));
    let compressed = Request::post(KINDS)
        .header("content-type", "application/json")
        .header("content-encoding", "gzip")
        .body(Body::from("{}"));
    let reply = house.send(compressed.unwrap()).await;
    assert_eq!(reply.refusal(), (415, "unsupported_media".to_owned()));
}

#[tokio::test]
async fn only_the_servers_own_hosts_are_served() {
    let house = House::open().await;
    for host in [
        "spyhop.example.org",
        "SPYHOP.example.org",
        "localhost:4747",
        "127.0.0.1:4747",
        "[::1]:4747",
        "localhost",
    ] {
        let reply = house
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
        let reply = house
            .send(Request::post(KINDS).header("host", host).body(Body::empty()).unwrap())
            .await;
        assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()), "{host}");
        assert!(reply.text.contains("SPYHOP_ORIGIN"), "the error names the remedy");
    }
}

#[tokio::test]
async fn rate_limits_count_per_client_and_state_when_to_retry() {
    let house = House::of(Plan {
        limits: &[("detect-chain", "2/h")],
        ..Plan::default()
    })
    .await;
    let path = "/api/wallet/chain/detect-chain";
    let ask = |address: &'static str| house::from(house::json_request(path, &json!({})), address);
    for peer in ["127.0.0.1:5000", "192.0.2.9:5000"] {
        for _ in 0..2 {
            assert_ne!(house.send(ask(peer)).await.status.as_u16(), 429);
        }
        let refused = house.send(ask(peer)).await;
        assert_eq!(
            refused.refusal(),
            (429, "rate_limited".to_owned()),
            "loopback is not exempt"
        );
        assert!(refused.header("retry-after").parse::<u64>().unwrap() > 1000);
    }
    assert_ne!(house.send(ask("192.0.2.1:5000")).await.status.as_u16(), 429);
    let mut proxied = ask("10.0.0.1:5000");
    proxied
        .headers_mut()
        .insert("x-forwarded-for", "192.0.2.9".parse().unwrap());
    assert_eq!(
        house.send(proxied).await.status.as_u16(),
        429,
        "the client behind a trusted proxy"
    );
    let mut lying = ask("192.0.2.7:5000");
    lying
        .headers_mut()
        .insert("x-forwarded-for", "192.0.2.9".parse().unwrap());
    assert_ne!(
        house.send(lying).await.status.as_u16(),
        429,
        "the header of an untrusted proxy is ignored"
    );
}

#[tokio::test]
async fn the_documentation_loads_nothing_from_other_hosts() {
    let house = House::open().await;
    let moved = house.get("/docs").await;
    assert_eq!((moved.status.as_u16(), moved.header("location")), (303, "/docs/"));
    let page = house.get("/docs/").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        !page.text.contains("http://") && !page.text.contains("https://"),
        "{}",
        page.text
    );
    let start = house.get("/docs/swagger-initializer.js").await;
    assert!(start.text.contains("/api/openapi.json"), "{}", start.text);
    assert_eq!(house.get("/api/openapi.json").await.json(), *http_api::openapi());
}

#[tokio::test]
async fn a_page_or_a_plain_text_is_always_served() {
    let house = House::open().await;
    let page = house.get("/").await;
    assert_eq!(page.status, StatusCode::OK);
    for fact in [
        "name=\"spyhop-instance\" content=\"test\"",
        "name=\"spyhop-blog\" content=\"https://blog.example.org/?a=&quot;b&quot;\"",
    ] {
        assert!(
            page.text.contains(fact) || page.text.contains("without its page"),
            "{fact}"
        );
    }
    assert_eq!(house.get("/robots.txt").await.text, "User-agent: *\nDisallow: /api/\n");
    assert_eq!(house.get("/nowhere.js").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn every_address_that_the_page_draws_is_served() {
    let source =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../frontend/src/app/routes.tsx")).unwrap();
    let routes: Vec<_> = source
        .split("path=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    assert!(routes.len() > 3, "the routes were not found in the page's source");
    let house = House::open().await;
    for route in routes.into_iter().filter(|route| *route != "*") {
        assert_eq!(house.get(route).await.status, StatusCode::OK, "{route}");
    }
    let mut unknown = request("GET", "/nowhere");
    unknown.headers_mut().insert("accept", "text/html".parse().unwrap());
    assert_eq!(house.send(unknown).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn name_look_ups_are_limited_per_client() {
    let house = House::of(Plan {
        limits: &[("look-up-names", "5/h"), ("create-user", "1000/s")],
        ..Plan::default()
    })
    .await;
    let names = |from: u32, count: u32| {
        (from..from + count)
            .map(|n| format!("name-{n}.eth"))
            .collect::<Vec<_>>()
    };
    let (create, detect) = ("/api/organisation/user/create-user", "/api/wallet/chain/detect-chain");
    let made = house.call(create, &json!({"wallet_addresses": names(0, 3)})).await;
    let person = house::Person {
        token: made.data()["token"].as_str().unwrap().to_owned(),
    };
    let seen = json!({"wallet_addresses": names(0, 3)});
    house.call(detect, &seen).await.data();
    house
        .call(detect, &json!({"wallet_addresses": names(3, 2)}))
        .await
        .data();
    let one_more = json!({"wallet_addresses": names(9, 1)});
    let update = "/api/organisation/user/update-user-wallet";
    for refused in [
        house.call(detect, &one_more).await,
        house.call(create, &one_more).await,
        house.call_as(&person, update, &one_more).await,
    ] {
        assert_eq!(refused.refusal(), (429, "rate_limited".to_owned()));
        assert_ne!(refused.header("retry-after"), "");
    }
    let addresses = json!({"wallet_addresses": ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]});
    house.call(detect, &addresses).await.data();
    let elsewhere = house::from(house::json_request(detect, &one_more), "192.0.2.7:5000");
    house.send(elsewhere).await.data();
}

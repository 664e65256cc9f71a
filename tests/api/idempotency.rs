//! Calls with an idempotency key are executed once.

use std::collections::BTreeSet;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use futures::future::join_all;
use http_api::App;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use support::folder::Folder;

use crate::test_server::{self, Person, Reply, ServerOptions, TestServer};

const CREATE: &str = "/api/organisation/user/create-user";
const GET: &str = "/api/organisation/user/get-user";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const KEY: &str = "1f6c2c0e8a4b4d0f9a53d1c7b2e60f7a";

fn keyed(key: &str, body: &Value) -> Request<Body> {
    let mut request = test_server::json_request(CREATE, body);
    request.headers_mut().insert("idempotency-key", key.parse().unwrap());
    request
}

fn body() -> Value {
    json!({"wallet_addresses": [ADDRESS], "wallet_address_nicknames": {ADDRESS: "Savings"}})
}

fn person(reply: &Reply) -> Person {
    Person {
        token: reply.data()["token"].as_str().unwrap().to_owned(),
    }
}

fn without_token(reply: &Reply) -> Value {
    let mut data = reply.data();
    data["token"].take();
    data
}

#[tokio::test]
async fn a_repeated_call_gets_the_same_user_as_they_are_now_with_a_new_session() {
    let server = TestServer::start().await;
    let first = server.send(keyed(KEY, &body())).await;
    let soon = server.send(keyed(KEY, &body())).await;
    assert_eq!(without_token(&soon), without_token(&first), "nothing changed");
    let update = json!({"wallet_addresses": [ADDRESS, "ada.eth"]});
    let path = "/api/organisation/user/update-user-wallet";
    let updated = server.call_as(&person(&first), path, &update).await.data();
    server.advance(Duration::from_secs(23 * 3600));
    let again = server.send(keyed(KEY, &body())).await;
    let again_user = &again.data()["user"];
    assert_eq!(again_user["id"], first.data()["user"]["id"]);
    assert_eq!(
        again_user["user_wallets"], updated["user"]["user_wallets"],
        "the update counts"
    );
    let tokens = [&first, &soon, &again].map(|one| person(one).token);
    assert_eq!(BTreeSet::from(tokens).len(), 3, "each call opens a session of its own");
    for one in [&first, &soon, &again] {
        let now = server.call_as(&person(one), GET, &json!({})).await.data();
        assert_eq!(now["user"]["id"], first.data()["user"]["id"]);
        assert_eq!(now["user"]["user_wallets"].as_array().unwrap().len(), 2);
    }
    server.advance(Duration::from_secs(3601));
    let later = server.send(keyed(KEY, &body())).await;
    assert_ne!(
        later.data()["user"]["id"],
        first.data()["user"]["id"],
        "after a day the call is executed again"
    );
}

#[tokio::test]
async fn another_body_under_the_same_key_is_refused() {
    let server = TestServer::start().await;
    server.send(keyed(KEY, &body())).await.data();
    let other = server.send(keyed(KEY, &json!({"wallet_addresses": []}))).await;
    assert_eq!(other.refusal(), (409, "idempotency_mismatch".to_owned()));
    let form = test_server::form_request(CREATE, &body());
    let (mut parts, form) = form.into_parts();
    parts.headers.insert("idempotency-key", KEY.parse().unwrap());
    let form = server.send(Request::from_parts(parts, form)).await;
    assert_eq!(
        form.refusal(),
        (409, "idempotency_mismatch".to_owned()),
        "the body is compared without conversion"
    );
}

#[tokio::test]
async fn of_many_concurrent_calls_one_creates_the_user() {
    let server = TestServer::start().await;
    let replies = join_all((0..40).map(|_| server.send(keyed(KEY, &body())))).await;
    let mut users = BTreeSet::new();
    for reply in &replies {
        match reply.status.as_u16() {
            200 => drop(users.insert(reply.data()["user"]["id"].to_string())),
            _ => assert_eq!(reply.refusal(), (409, "in_progress".to_owned())),
        }
    }
    assert_eq!(users.len(), 1);
}

#[tokio::test]
async fn a_rejected_call_does_not_use_up_the_key() {
    let server = TestServer::start().await;
    let wrong = server.send(keyed(KEY, &json!({"wallet_addresses": ["hello"]}))).await;
    assert_eq!(wrong.refusal(), (400, "invalid_input".to_owned()));
    server.send(keyed(KEY, &body())).await.data();
}

#[tokio::test]
async fn after_signing_out_the_key_opens_no_session() {
    let server = TestServer::start().await;
    let first = server.send(keyed(KEY, &body())).await;
    server
        .call_as(&person(&first), "/api/organisation/user/sign-out", &json!({}))
        .await
        .data();
    let again = server.send(keyed(KEY, &body())).await;
    assert_ne!(again.data()["user"]["id"], first.data()["user"]["id"]);
}

#[tokio::test]
async fn invalid_keys_are_rejected() {
    let server = TestServer::start().await;
    for key in ["", "short", &"k".repeat(31), &"k".repeat(256), &"k k".repeat(20)] {
        let reply = server.send(keyed(key, &body())).await;
        assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()), "{key}");
        assert!(reply.json()["data"]["fields"]["idempotency-key"].is_string(), "{key}");
    }
    let mut twice = keyed(KEY, &body());
    twice.headers_mut().append("idempotency-key", KEY.parse().unwrap());
    assert_eq!(server.send(twice).await.refusal().0, 400);
}

#[tokio::test]
async fn neither_the_key_nor_the_token_is_stored() {
    let folder = Folder::create("keys");
    let clock = test_server::clock();
    let tracker = test_server::demo_tracker(&folder, clock, false).await;
    let path = folder.path().to_owned();
    let server = TestServer::from_app(
        folder,
        App::new(tracker, test_server::settings(&ServerOptions::default())),
    );
    let token = person(&server.send(keyed(KEY, &body())).await).token;
    let mut stored = Vec::new();
    for entry in std::fs::read_dir(&path).unwrap() {
        let file = entry.unwrap().path();
        if file.is_file() {
            stored.extend(std::fs::read(file).unwrap());
        }
    }
    let holds = |text: &str| stored.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(ADDRESS), "the files of another server were read");
    assert!(!holds(KEY) && !holds(&token));
}

#[tokio::test]
async fn a_repeated_call_does_not_count_against_the_limit() {
    let server = TestServer::with(ServerOptions {
        limits: &[("create-user", "2/h")],
        ..ServerOptions::default()
    })
    .await;
    let first = server.send(keyed(KEY, &body())).await.data();
    for _ in 0..10 {
        let again = server.send(keyed(KEY, &body())).await.data();
        assert_eq!(again["user"]["id"], first["user"]["id"]);
    }
    server.send(keyed(&"n".repeat(40), &body())).await.data();
    let third = server.send(keyed(&"m".repeat(40), &body())).await;
    assert_eq!(third.refusal(), (429, "rate_limited".to_owned()), "a new key counts");
    assert_eq!(third.header("retry-after"), "3600");
    assert_eq!(
        server.call(CREATE, &json!({})).await.status.as_u16(),
        429,
        "a call without a key counts as well"
    );
    server.send(keyed(KEY, &body())).await.data();
    server.advance(std::time::Duration::from_secs(3601));
    server.send(keyed(&"m".repeat(40), &body())).await.data();
}

#[tokio::test]
async fn an_ipv6_site_is_counted_besides_its_networks_and_neither_is_stored() {
    let folder = Folder::create("sites");
    let clock = test_server::clock();
    let tracker = test_server::demo_tracker(&folder, clock, false).await;
    let options = ServerOptions {
        limits: &[("create-user", "1/h")],
        ..ServerOptions::default()
    };
    let path = folder.path().to_owned();
    let server = TestServer::from_app(folder, App::new(tracker, test_server::settings(&options)));
    let create = async |peer: &str| {
        let request = test_server::from_peer(test_server::json_request(CREATE, &json!({})), peer);
        server.send(request).await.status.as_u16()
    };
    for network in 0..4 {
        let peer = format!("[2001:db8:0:{network:x}::1]:5000");
        assert_eq!((create(&peer).await, create(&peer).await), (200, 429), "{peer}");
    }
    assert_eq!(
        create("[2001:db8:0:4::1]:5000").await,
        429,
        "a site has four times the limit of a network"
    );
    assert_eq!(create("[2001:db8:0:100::1]:5000").await, 200, "another site");
    assert_eq!(create("192.0.2.77:5000").await, 200);
    let mut stored = Vec::new();
    for entry in std::fs::read_dir(&path).unwrap() {
        let file = entry.unwrap().path();
        if file.is_file() {
            stored.extend(std::fs::read(file).unwrap());
        }
    }
    let holds = |part: &[u8]| stored.windows(part.len()).any(|here| here == part);
    assert!(holds(b"create-user"), "the files of another server were read");
    for network in ["192.0.2.77", "192.0.2.77/32", "2001:db8::/56", "2001:db8:0:1::/64"] {
        assert!(
            !holds(network.as_bytes()) && !holds(&Sha256::digest(network)),
            "{network}"
        );
    }
}

#[tokio::test]
async fn new_users_are_counted_across_processes() {
    let folder = Folder::create("counted");
    let clock = test_server::clock();
    let tracker = test_server::demo_tracker(&folder, clock, false).await;
    let options = ServerOptions {
        limits: &[("create-user", "3/h")],
        ..ServerOptions::default()
    };
    let app = || App::new(tracker.clone(), test_server::settings(&options));
    let (one, other) = (
        TestServer::from_app(folder, app()),
        TestServer::from_app(Folder::create("other"), app()),
    );
    for server in [&one, &other, &one] {
        server.call(CREATE, &json!({})).await.data();
    }
    let refused = other.call(CREATE, &json!({})).await;
    assert_eq!(refused.refusal(), (429, "rate_limited".to_owned()));
    assert_eq!(refused.header("retry-after"), "3600");
    let elsewhere = test_server::from_peer(test_server::json_request(CREATE, &json!({})), "192.0.2.7:5000");
    other.send(elsewhere).await.data();
}

//! Access control: every path of the API description, called without a token, with an unusable one, and as another
//! user, the owner and a visitor.

use axum::http::Method;
use serde_json::{Value, json};

use crate::test_server::{self, Person, Reply, ServerOptions, TestServer};

const OWNED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ELSEWHERE: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

/// A path of the description and a request body for it.
struct Operation {
    path: String,
    method: Method,
    access: String,
    shared: bool,
    body: Value,
}

/// Returns whether a call of the path ends its session.
fn ends_the_session(path: &str) -> bool {
    path.ends_with("/sign-out") || path.ends_with("/delete-user")
}

/// Returns every operation under `/api`, those that end the session last.
fn operations() -> Vec<Operation> {
    let document = http_api::openapi();
    let mut all = Vec::new();
    for (path, item) in document["paths"]
        .as_object()
        .unwrap()
        .iter()
        .filter(|(path, _)| path.starts_with("/api/"))
    {
        for (method, operation) in item.as_object().unwrap() {
            let name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
                .as_str()
                .unwrap_or_default();
            let schema = name.rsplit('/').next().unwrap();
            all.push(Operation {
                path: path.clone(),
                method: method.to_uppercase().parse().unwrap(),
                access: operation["x-access"].as_str().unwrap().to_owned(),
                shared: operation["x-shared"].as_bool().unwrap(),
                body: document["components"]["schemas"][schema]["example"].clone(),
            });
        }
    }
    all.sort_by_key(|operation| ends_the_session(&operation.path));
    all
}

/// Returns only the status, because a stream would not end.
async fn ask(server: &TestServer, operation: &Operation, token: Option<&str>) -> Reply {
    server
        .send_json(operation.method.clone(), &operation.path, &operation.body, token)
        .await
}

/// Unissued tokens with a valid checksum, one with a wrong checksum, one of another kind, and noise.
fn unusable() -> Vec<String> {
    let made = |kind| ports::Token::new(kind, &[9; 32]).reveal().to_owned();
    let stranger = made(ports::TokenKind::Session);
    let mistyped = format!("{}{}", &stranger[..49], if stranger.ends_with('a') { 'b' } else { 'a' });
    vec![
        mistyped,
        stranger.replace("session", "share"),
        made(ports::TokenKind::Share),
        "noise".to_owned(),
        String::new(),
        stranger,
    ]
}

#[tokio::test]
async fn without_a_usable_token_only_public_calls_succeed() {
    let limits = &[
        ("create-user", "1000/s"),
        ("detect-chain", "1000/s"),
        ("ask-live", "1000/s"),
        ("send-code", "1000/s"),
        ("verify-code", "1000/s"),
        ("wallet-sign-in", "1000/s"),
    ];
    let server = TestServer::with(ServerOptions {
        limits,
        ..ServerOptions::default()
    })
    .await;
    let tokens: Vec<_> = unusable().into_iter().map(Some).chain([None]).collect();
    for operation in operations() {
        for token in &tokens {
            let reply = ask(&server, &operation, token.as_deref()).await;
            let place = format!("{} with {token:?}", operation.path);
            match operation.access.as_str() {
                "public" => assert_ne!(reply.status.as_u16(), 401, "{place}"),
                "any_user" | "registered" => {
                    assert_eq!(reply.refusal(), (401, "session_invalid".to_owned()), "{place}")
                }
                other => panic!("{place}: the table has no row for {other}"),
            }
        }
    }
}

#[tokio::test]
async fn a_session_reaches_every_call_until_it_is_signed_out() {
    let server = TestServer::start().await;
    let (mut person, mut next) = (server.person(&[OWNED]).await, server.person(&[OWNED]).await);
    for operation in operations() {
        if ends_the_session(&operation.path) {
            std::mem::swap(&mut person, &mut next);
        }
        let reply = ask(&server, &operation, Some(&person.token)).await;
        if operation.access == "registered" {
            let refused = (403, "registration_required".to_owned());
            assert_eq!(reply.refusal(), refused, "{}", operation.path);
            continue;
        }
        assert!(
            !matches!(reply.status.as_u16(), 401 | 403 | 405 | 500),
            "{} answers {}",
            operation.path,
            reply.text
        );
    }
    for person in [person, next] {
        let path = "/api/organisation/user/get-user";
        let after = server.call_as(&person, path, &json!({})).await;
        assert_eq!(after.refusal(), (401, "session_invalid".to_owned()));
    }
}

#[tokio::test]
async fn a_registered_user_reaches_every_call() {
    let server = TestServer::start().await;
    let mut person = server.registered(&[OWNED], "ann@example.com").await;
    let mut reached = 0;
    for operation in operations() {
        if ends_the_session(&operation.path) {
            let email = format!("person-{reached}-{}@example.com", operation.path.len());
            person = server.registered(&[OWNED], &email).await;
        }
        let reply = ask(&server, &operation, Some(&person.token)).await;
        let refused = matches!(reply.status.as_u16(), 401 | 403 | 405 | 500);
        assert!(!refused, "{} answers {}", operation.path, reply.text);
        reached += usize::from(operation.access == "registered");
    }
    assert!(reached >= 3, "{reached} calls of registered users");
}

#[tokio::test]
async fn a_visitor_reaches_only_the_shared_data() {
    let server = TestServer::start().await;
    let person = server.person(&[OWNED]).await;
    server.run_jobs_of(&person).await;
    let session = server.open_link(&server.share(&person).await).await.data();
    let token = session["token"].as_str().unwrap();
    let mut reached = Vec::new();
    for operation in operations() {
        let reply = ask(&server, &operation, Some(token)).await;
        match (operation.access.as_str(), operation.shared) {
            ("public", false) => assert_ne!(reply.status.as_u16(), 401, "{}", operation.path),
            (_, false) => assert_eq!(
                reply.refusal(),
                (401, "session_invalid".to_owned()),
                "{}",
                operation.path
            ),
            (_, true) => {
                assert!(
                    matches!(reply.status.as_u16(), 200 | 404),
                    "{}: {}",
                    operation.path,
                    reply.text
                );
                reached.push(operation.path);
            }
        }
    }
    let expected = [
        "/api/wallet/figure/explain",
        "/api/wallet/ledger/get-entry",
        "/api/wallet/transaction/get-transaction-asset-filter",
        "/api/wallet/transaction/get-transaction-filter",
        "/api/wallet/transaction/search-transaction",
        "/api/wallet/user-wallet/get-balance",
        "/api/wallet/user-wallet/get-yesterday-portfolio-balance",
    ];
    assert_eq!(
        reached, expected,
        "a call that is newly open to visitors needs a decision on what they see"
    );
}

/// The calls that name something of a user, with bodies that succeed for the owner.
fn owned(figure: &str) -> Vec<(&'static str, Value)> {
    vec![
        ("/api/wallet/figure/explain", json!({"figure": figure})),
        ("/api/wallet/user-wallet/get-balance", json!({"wallet_address": OWNED})),
        (
            "/api/wallet/user-wallet/update-wallet",
            json!({"wallet_address": OWNED, "nickname": "Mine"}),
        ),
        (
            "/api/organisation/user/delete-user-wallet",
            json!({"wallet_address": OWNED}),
        ),
    ]
}

async fn total_figure(server: &TestServer, person: &Person) -> String {
    server.run_jobs_of(person).await;
    let balance = server
        .call_as(person, "/api/wallet/user-wallet/get-balance", &json!({}))
        .await;
    balance.json()["data"]["figures"]["/total"]
        .as_str()
        .unwrap_or_else(|| panic!("{}", balance.text))
        .to_owned()
}

#[tokio::test]
async fn data_of_other_users_and_missing_data_give_the_same_error() {
    let server = TestServer::start().await;
    let owner = server.person(&[OWNED, ELSEWHERE]).await;
    let stranger = server.person(&[ELSEWHERE]).await;
    let figure = total_figure(&server, &owner).await;
    for (path, body) in owned(&figure) {
        let foreign = server.call_as(&stranger, path, &body).await;
        let text = body
            .to_string()
            .replace(&figure, "AQ")
            .replace(OWNED, "0x0000000000000000000000000000000000000001");
        let missing = server
            .call_as(&stranger, path, &serde_json::from_str(&text).unwrap())
            .await;
        assert_eq!(foreign.status.as_u16(), 404, "{path}: {}", foreign.text);
        assert_eq!(without_id(&foreign), without_id(&missing), "{path}");
        let own = server.call_as(&owner, path, &body).await;
        assert_eq!(own.status.as_u16(), 200, "{path}: {}", own.text);
    }
}

fn without_id(reply: &Reply) -> (u16, Value) {
    let mut body = reply.json();
    body.as_object_mut().unwrap().remove("request_id");
    (reply.status.as_u16(), body)
}

#[tokio::test]
async fn a_users_choices_about_an_asset_affect_no_other_user() {
    let server = TestServer::start().await;
    let (one, other) = (server.person(&[OWNED]).await, server.person(&[OWNED]).await);
    server.run_jobs_of(&one).await;
    let balance = async |person| {
        let path = "/api/wallet/user-wallet/get-balance";
        server.call_as(person, path, &json!({})).await.data()
    };
    let before = balance(&other).await;
    let price = json!({"asset": "eip155:1/slip44:60", "price": "7"});
    server.call_as(&one, "/api/wallet/asset/set-price", &price).await.data();
    let priced = |of: &Value| of["asset_prices"]["eip155:1/slip44:60"]["price"].clone();
    assert_eq!(priced(&balance(&one).await), "7");
    assert_eq!(priced(&balance(&other).await), priced(&before));
    let hidden = json!({"asset": "eip155:1/slip44:60"});
    server
        .call_as(&one, "/api/wallet/asset/hide-asset", &hidden)
        .await
        .data();
    let (mine, theirs) = (balance(&one).await, balance(&other).await);
    assert_eq!(theirs["coverage"]["hidden"], before["coverage"]["hidden"]);
    assert_ne!(mine["coverage"]["hidden"], theirs["coverage"]["hidden"]);
    assert_eq!(theirs["total"], before["total"]);
}

#[tokio::test]
async fn a_token_in_a_cookie_or_in_the_url_is_not_accepted() {
    let server = TestServer::start().await;
    let person = server.person(&[OWNED]).await;
    let path = "/api/organisation/user/get-user";
    let missing = (401, "session_invalid".to_owned());
    for name in ["token", "session", "access_token"] {
        let mut request = test_server::json_request(path, &json!({}));
        let cookie = format!("{name}={}", person.token).parse().unwrap();
        request.headers_mut().insert("cookie", cookie);
        assert_eq!(server.send(request).await.refusal(), missing, "{name}");
        let address = format!("{path}?{name}={}", person.token);
        assert_eq!(server.call(&address, &json!({})).await.refusal(), missing, "{name}");
    }
    let mut basic = test_server::json_request(path, &json!({}));
    let bare = person.token.parse().unwrap();
    basic.headers_mut().insert("authorization", bare);
    assert_eq!(server.send(basic).await.refusal(), missing);
}

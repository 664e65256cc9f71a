//! Access control: every path of the API description, called without a token, with an unusable or ended one, as an anonymous and
//! a registered user, as another person, as a visitor, and with an API key with and without the scope.

mod table;

use std::time::Duration;

use serde_json::{Value, json};

use self::table::{Operation, Presented, ask, ends_the_session, operations, walk, walk_as};
use crate::test_server::{self, Person, Reply, ServerOptions, TestServer};

const OWNED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const ELSEWHERE: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

/// Unissued tokens with a valid checksum, some with a wrong checksum, one of another kind, and noise.
fn unusable() -> Vec<String> {
    let made = |kind| ports::Token::new(kind, &[9; 32]).reveal().to_owned();
    let stranger = made(ports::TokenKind::Session);
    let mistyped = format!("{}{}", &stranger[..49], if stranger.ends_with('a') { 'b' } else { 'a' });
    vec![
        mistyped,
        stranger.replace("session", "share"),
        made(ports::TokenKind::Share),
        made(ports::TokenKind::ApiKey),
        stranger.replace("session", "key"),
        "noise".to_owned(),
        String::new(),
        stranger,
    ]
}

/// Tokens that were valid: of a session and a key that expired, of a session that was signed out, and of a key that was revoked.
async fn ended(server: &TestServer) -> Vec<String> {
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let every_scope = ["portfolio", "ledger", "health"];
    let [revoked, expired] = [
        server.api_key(&person, &every_scope).await,
        server.api_key(&person, &every_scope).await,
    ];
    let revoke = "/api/organisation/api-key/revoke-api-key";
    server.call_as(&person, revoke, &json!({"id": revoked.id})).await.data();
    let left = server.person(&[OWNED]).await;
    server
        .call_as(&left, "/api/organisation/user/sign-out", &json!({}))
        .await
        .data();
    server.advance(Duration::from_hours(30 * 24));
    vec![person.token, left.token, revoked.token, expired.token]
}

#[tokio::test]
async fn without_a_usable_token_only_public_calls_succeed() {
    let limits = &[
        ("create-user", "1000/s"),
        ("detect-chain", "1000/s"),
        ("export", "1000/s"),
        ("export-report", "1000/s"),
        ("ask-live", "1000/s"),
        ("send-code", "1000/s"),
        ("verify-code", "1000/s"),
        ("wallet-sign-in", "1000/s"),
        ("feedback", "1000/s"),
        ("attachment", "1000/s"),
        ("connect", "1000/s"),
        ("export", "1000/s"),
        ("export-report", "1000/s"),
    ];
    let server = TestServer::with(ServerOptions {
        limits,
        ..ServerOptions::default()
    })
    .await;
    let tokens = ended(&server).await.into_iter().chain(unusable()).map(Some);
    for token in tokens.chain([None]) {
        let reached = walk(&server, Presented::Unusable, token.as_deref()).await;
        assert!(reached.is_empty(), "{reached:?}");
    }
}

#[tokio::test]
async fn a_session_reaches_every_call_until_it_is_signed_out() {
    let server = TestServer::start().await;
    let person = server.person(&[OWNED]).await;
    let ending = [server.person(&[OWNED]).await, server.person(&[OWNED]).await];
    let reached = walk_as(&server, Presented::Anonymous, &person, &ending).await;
    assert!(reached.len() > 30, "{reached:?}");
    for person in ending {
        let path = "/api/organisation/user/get-user";
        let after = server.call_as(&person, path, &json!({})).await;
        assert_eq!(after.refusal(), (401, "session_invalid".to_owned()));
    }
}

#[tokio::test]
async fn a_registered_user_reaches_every_call() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let ending = [
        server.registered(&[OWNED], "bob@example.com").await,
        server.registered(&[OWNED], "cid@example.com").await,
    ];
    let reached = walk_as(&server, Presented::Registered, &person, &ending).await;
    let closed = operations()
        .into_iter()
        .filter(|operation| operation.access != "public");
    assert_eq!(reached, closed.map(|operation| operation.path).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_visitor_reaches_only_the_shared_data() {
    let server = TestServer::start().await;
    let person = server.person(&[OWNED]).await;
    server.run_jobs_of(&person).await;
    let session = server.open_link(&server.share(&person).await).await.data();
    let reached = walk(&server, Presented::Visitor, session["token"].as_str()).await;
    let expected = [
        "/api/wallet/asset/get-closing-prices",
        "/api/wallet/figure/explain",
        "/api/wallet/ledger/get-entry",
        "/api/wallet/transaction/get-asset-profit-loss",
        "/api/wallet/transaction/get-counter-party-volume-traded",
        "/api/wallet/transaction/get-gas-fee-overtime",
        "/api/wallet/transaction/get-profit-loss",
        "/api/wallet/transaction/get-transaction-asset-filter",
        "/api/wallet/transaction/get-transaction-filter",
        "/api/wallet/transaction/get-transaction-sums",
        "/api/wallet/transaction/search-transaction",
        "/api/wallet/user-wallet/get-asset-value-change",
        "/api/wallet/user-wallet/get-asset-value-graph",
        "/api/wallet/user-wallet/get-asset-value-period",
        "/api/wallet/user-wallet/get-average-cost-basis",
        "/api/wallet/user-wallet/get-balance",
        "/api/wallet/user-wallet/get-cost-methods",
        "/api/wallet/user-wallet/get-defi-balance-sheet",
        "/api/wallet/user-wallet/get-protocol-balance",
        "/api/wallet/user-wallet/get-wallet-insights",
        "/api/wallet/user-wallet/get-yesterday-portfolio-balance",
    ];
    assert_eq!(
        reached, expected,
        "a call that is newly open to visitors needs a decision on what they see"
    );
}

/// The calls that each scope opens to an API key. A call that is newly open needs a decision on what a key reads there.
const SCOPES: [(&str, &[&str]); 3] = [
    (
        "portfolio",
        &[
            "/api/wallet/figure/explain",
            "/api/wallet/user-wallet/get-balance",
            "/api/wallet/user-wallet/get-defi-balance-sheet",
            "/api/wallet/user-wallet/get-detected-chains",
            "/api/wallet/user-wallet/get-exchange-balance",
            "/api/wallet/user-wallet/get-exchange-balances",
            "/api/wallet/user-wallet/get-protocol-balance",
            "/api/wallet/user-wallet/get-yesterday-portfolio-balance",
            "/api/wallet/user-wallet/search-wallet",
        ],
    ),
    (
        "ledger",
        &[
            "/api/organisation/user/get-settings",
            "/api/wallet/asset/get-closing-prices",
            "/api/wallet/figure/explain",
            "/api/wallet/ledger/get-cost-gaps",
            "/api/wallet/ledger/get-entry",
            "/api/wallet/ledger/get-open-costs",
            "/api/wallet/ledger/get-reconciliation",
            "/api/wallet/transaction/export-counter-party-volume-traded",
            "/api/wallet/transaction/export-gas-fee-overtime",
            "/api/wallet/transaction/export-transactions",
            "/api/wallet/transaction/get-asset-profit-loss",
            "/api/wallet/transaction/get-counter-party-volume-traded",
            "/api/wallet/transaction/get-gas-fee-overtime",
            "/api/wallet/transaction/get-profit-loss",
            "/api/wallet/transaction/get-transaction-asset-filter",
            "/api/wallet/transaction/get-transaction-filter",
            "/api/wallet/transaction/get-transaction-sums",
            "/api/wallet/transaction/search-transaction",
            "/api/wallet/user-wallet/export-average-cost-basis",
            "/api/wallet/user-wallet/get-approvals",
            "/api/wallet/user-wallet/get-asset-value-change",
            "/api/wallet/user-wallet/get-asset-value-graph",
            "/api/wallet/user-wallet/get-asset-value-period",
            "/api/wallet/user-wallet/get-average-cost-basis",
            "/api/wallet/user-wallet/get-cost-methods",
            "/api/wallet/user-wallet/get-wallet-insights",
        ],
    ),
    (
        "health",
        &[
            "/api/common/health/get-data-health",
            "/api/wallet/sync/past-prices",
            "/api/wallet/sync/status",
        ],
    ),
];

#[tokio::test]
async fn an_api_key_reaches_only_the_calls_of_its_scope() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    server.run_jobs_of(&person).await;
    for (scope, expected) in SCOPES {
        let key = server.api_key(&person, &[scope]).await;
        let reached = walk(&server, Presented::ApiKey(scope), Some(&key.token)).await;
        assert_eq!(reached, expected, "{scope}");
    }
}

/// Returns the example of a call with what belongs to another user in its fields, and whether the call names it by id.
fn naming(example: &Value, owned: &Value) -> (Value, bool) {
    let mut body = example.clone();
    for (field, value) in owned.as_object().unwrap() {
        if !body[field].is_null() {
            body[field] = value.clone();
        }
    }
    (
        body.clone(),
        ["figure", "entry", "id", "wallets"]
            .iter()
            .any(|field| !body[*field].is_null()),
    )
}

#[tokio::test]
async fn no_call_answers_another_person_with_what_is_the_owners() {
    let server = TestServer::start().await;
    let owner = server.registered(&[OWNED], "ann@example.com").await;
    let named = json!({"wallet_address": OWNED, "nickname": "Marker savings"});
    server
        .call_as(&owner, "/api/wallet/user-wallet/update-wallet", &named)
        .await
        .data();
    server.read_histories_of(&owner).await;
    let key = server.api_key(&owner, &["portfolio"]).await;
    let entries = "/api/wallet/transaction/search-transaction";
    let entries = server.call_as(&owner, entries, &json!({})).await.data();
    let owned = json!({
        "figure": total_figure(&server, &owner).await,
        "entry": entries["results"][0]["entry"],
        "entries": [entries["results"][0]["entry"]],
        "other": entries["results"][1]["entry"],
        "id": key.id,
        "wallet_address": OWNED,
        "wallets": [wallet_id(&server, &owner).await],
    });
    let registered = server.registered(&[ELSEWHERE], "bob@example.com").await;
    let mut refused = 0;
    for operation in operations()
        .into_iter()
        .filter(|operation| !ends_the_session(&operation.path))
    {
        let (body, names_it) = naming(&operation.body, &owned);
        let operation = Operation { body, ..operation };
        // A new person for each call, because some calls add wallets to the list.
        let anonymous = server.person(&[ELSEWHERE]).await;
        let is_registered = operation.access == "registered";
        let stranger = if is_registered { &registered } else { &anonymous };
        let reply = ask(&server, &operation, Some(&stranger.token)).await;
        let place = format!("{}: {}", operation.path, reply.text);
        assert!(
            !reply.text.contains("Marker savings") && !reply.text.contains(&key.token[..12]),
            "{place}"
        );
        if names_it && operation.access != "public" {
            assert_eq!(reply.refusal(), (404, "not_found".to_owned()), "{place}");
            refused += 1;
        }
    }
    assert!(refused >= 8, "{refused} calls name something of a user by its id");
    let kept = server
        .call_as(&owner, "/api/organisation/api-key/list-api-keys", &json!({}))
        .await;
    assert!(kept.text.contains(&key.id), "{}", kept.text);
}

/// The calls that name something of a user, with bodies that succeed for the owner.
fn owned(figure: &str, wallet: &Value) -> Vec<(&'static str, Value)> {
    vec![
        ("/api/wallet/figure/explain", json!({"figure": figure})),
        ("/api/wallet/user-wallet/get-balance", json!({"wallet_address": OWNED})),
        (
            "/api/wallet/user-wallet/update-wallet",
            json!({"wallet_address": OWNED, "nickname": "Mine"}),
        ),
        (
            "/api/wallet/user-wallet/set-group",
            json!({"wallets": [wallet], "group": "Mine"}),
        ),
        (
            "/api/organisation/user/delete-user-wallet",
            json!({"wallet_address": OWNED}),
        ),
    ]
}

async fn wallet_id(server: &TestServer, person: &Person) -> Value {
    let me = server
        .call_as(person, "/api/organisation/user/get-user", &json!({}))
        .await;
    me.data()["user"]["user_wallets"][0]["id"].clone()
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
    for (path, body) in owned(&figure, &wallet_id(&server, &owner).await) {
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

//! Access to accounts that people grant on the page of an exchange: a state is used once, in time, by its session and for its exchange.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    conformance::expect_described,
    test_server::{Person, Reply, TestServer},
};

const PROFILES: &str = "/api/organisation/user/get-exchange-profiles";
const AUTHORIZE: &str = "/api/organisation/user/get-authorize-url";
const REDEEM: &str = "/api/organisation/user/update-access-token";
const LIST: &str = "/api/organisation/user/get-user-account-by-exchange";
const DELETE: &str = "/api/organisation/user/delete-user-account";
const OWNED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
/// A code of the demo world, which is searched for in every answer: its tokens are made of it.
const CODE: &str = "demo-canary-0001";

async fn see(server: &TestServer, person: &Person, path: &str, body: &Value) -> Reply {
    let reply = server.call_as(person, path, body).await;
    if reply.status.is_success() {
        expect_described(path, &reply);
    }
    assert!(!reply.text.contains("canary"), "{path}: {}", reply.text);
    reply
}

/// Begins to connect an account, and returns the state in the address of the page.
async fn begun(server: &TestServer, person: &Person, exchange: &str, name: &str) -> String {
    let body = json!({ "exchange": exchange, "account_name": name });
    let data = see(server, person, AUTHORIZE, &body).await.data();
    let url = data["url"].as_str().unwrap();
    assert!(
        url.starts_with(&format!("/connect/demo?exchange={exchange}&state=spy_oauth_")),
        "{url}"
    );
    url.split_once("state=").unwrap().1.to_owned()
}

fn answer(exchange: &str, state: &str, code: &str) -> Value {
    json!({ "exchange": exchange, "state": state, "access_code": code })
}

async fn accounts(server: &TestServer, person: &Person) -> Vec<Value> {
    let data = see(server, person, LIST, &json!({})).await.data();
    data["user_accounts"].as_array().unwrap().clone()
}

async fn expect_invalid(server: &TestServer, person: &Person, body: &Value) {
    let refused = see(server, person, REDEEM, body).await;
    assert_eq!(
        refused.refusal(),
        (400, "oauth_state_invalid".to_owned()),
        "{}",
        refused.text
    );
    assert_eq!(refused.json()["message"], "Please start connecting again");
}

#[tokio::test]
async fn two_exchanges_offer_access_with_scopes_that_read() {
    let server = TestServer::start().await;
    let person = server.person(&[OWNED]).await;
    let data = see(&server, &person, PROFILES, &json!({})).await.data();
    let exchanges = data["exchanges"].as_array().unwrap();
    let offering: Vec<&Value> = exchanges.iter().filter(|one| !one["oauth"].is_null()).collect();
    let names: Vec<&Value> = offering.iter().map(|one| &one["exchange"]).collect();
    assert_eq!(names, ["coinbase", "gemini"]);
    for one in offering {
        let scopes = one["oauth"]["scopes"].as_array().unwrap();
        let reads = |scope: &Value| {
            let name = scope["name"].as_str().unwrap();
            name.ends_with(":read") || name == "offline_access"
        };
        assert!(scopes.len() >= 3 && scopes.iter().all(reads), "{one}");
        assert_eq!(one["oauth"]["steps"].as_array().unwrap().len(), 4);
    }
}

#[tokio::test]
async fn an_account_is_connected_read_and_connected_anew() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    for exchange in ["coinbase", "gemini"] {
        let state = begun(&server, &person, exchange, "Savings").await;
        assert_eq!(
            accounts(&server, &person)
                .await
                .iter()
                .filter(|one| one["exchange"] == exchange)
                .count(),
            0
        );
        let account = see(&server, &person, REDEEM, &answer(exchange, &state, CODE))
            .await
            .data();
        assert_eq!(
            (&account["account_name"], &account["state"]),
            (&json!("Savings"), &json!("reading"))
        );
        let key = &account["key"];
        assert_eq!(
            (&key["is_granted"], &key["is_stated"], &key["key_end"]),
            (&json!(true), &json!(true), &json!(""))
        );
        server.run_jobs_of(&person).await;
        let read = accounts(&server, &person).await;
        let own = read.iter().find(|one| one["exchange"] == exchange).unwrap();
        assert_eq!((&own["state"], &own["reason"]), (&json!("connected"), &Value::Null));
        // The tokens end after an hour, and are exchanged for new ones.
        server.advance(Duration::from_hours(2));
        server.run_jobs_of(&person).await;
        let read = accounts(&server, &person).await;
        let own = read.iter().find(|one| one["exchange"] == exchange).unwrap();
        assert_eq!(own["state"], "connected", "{own}");
        // The same name connects the same account anew.
        let state = begun(&server, &person, exchange, "Savings").await;
        let again = see(&server, &person, REDEEM, &answer(exchange, &state, CODE))
            .await
            .data();
        assert_eq!(again["wallet_address"], account["wallet_address"]);
    }
    assert_eq!(accounts(&server, &person).await.len(), 2);
}

#[tokio::test]
async fn only_a_registered_person_requests_access() {
    let server = TestServer::start().await;
    let person = server.person(&[OWNED]).await;
    let body = json!({ "exchange": "coinbase", "account_name": "Main" });
    let refused = see(&server, &person, AUTHORIZE, &body).await;
    assert_eq!(refused.refusal(), (403, "registration_required".to_owned()));
    let registered = server.registered(&[OWNED], "ann@example.com").await;
    for (exchange, name, field) in [
        ("kraken", "Main", "exchange"),
        ("ethereum", "Main", "exchange"),
        ("coinbase", " ", "account_name"),
    ] {
        let body = json!({ "exchange": exchange, "account_name": name });
        let refused = see(&server, &registered, AUTHORIZE, &body).await;
        assert!(refused.json()["data"]["fields"][field].is_string(), "{}", refused.text);
    }
}

#[tokio::test]
async fn a_state_is_used_once_in_time_by_its_session_and_for_its_exchange() {
    let server = TestServer::start().await;
    let ann = server.registered(&[OWNED], "ann@example.com").await;
    // Another code is sent to an address after a minute.
    server.advance(Duration::from_secs(61));
    let elsewhere = server.registered(&[OWNED], "ann@example.com").await;
    let bob = server.registered(&[OWNED], "bob@example.com").await;
    let invented = "spy_oauth_4fJ7QpXzVb2LkTnR8sWcYdHgAa93MmEu0PqoTx";
    for state in ["", "x", invented, &ann.token] {
        expect_invalid(&server, &ann, &answer("coinbase", state, CODE)).await;
    }
    // Another exchange, another session of the same person, another person: each uses the state up.
    for (person, exchange) in [(&ann, "gemini"), (&elsewhere, "coinbase"), (&bob, "coinbase")] {
        let state = begun(&server, &ann, "coinbase", "Main").await;
        expect_invalid(&server, person, &answer(exchange, &state, CODE)).await;
        expect_invalid(&server, &ann, &answer("coinbase", &state, CODE)).await;
    }
    let state = begun(&server, &ann, "coinbase", "Main").await;
    server.advance(Duration::from_secs(601));
    expect_invalid(&server, &ann, &answer("coinbase", &state, CODE)).await;
    let state = begun(&server, &ann, "coinbase", "Main").await;
    server.advance(Duration::from_secs(599));
    see(&server, &ann, REDEEM, &answer("coinbase", &state, CODE))
        .await
        .data();
    expect_invalid(&server, &ann, &answer("coinbase", &state, CODE)).await;
    assert_eq!(
        (accounts(&server, &ann).await.len(), accounts(&server, &bob).await.len()),
        (1, 0)
    );
}

#[tokio::test]
async fn an_access_that_could_move_funds_and_a_code_that_is_none_are_refused() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let state = begun(&server, &person, "coinbase", "Main").await;
    let refused = see(&server, &person, REDEEM, &answer("coinbase", &state, "demo-may-send")).await;
    assert_eq!(refused.refusal().0, 400);
    let reason = refused.json()["data"]["fields"]["access_code"]
        .as_str()
        .unwrap()
        .to_owned();
    for part in ["wallet:transactions:send", "was not stored", "It was ended at Coinbase"] {
        assert!(reason.contains(part), "{reason}");
    }
    let state = begun(&server, &person, "coinbase", "Main").await;
    expect_invalid(&server, &person, &answer("coinbase", &state, "of-another-exchange")).await;
    let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";
    for code in ["", phrase, &"x".repeat(5_000)] {
        let state = begun(&server, &person, "coinbase", "Main").await;
        expect_invalid(&server, &person, &answer("coinbase", &state, code)).await;
    }
    assert_eq!(accounts(&server, &person).await, Vec::<Value>::new());
}

#[tokio::test]
async fn tokens_are_erased_with_the_account() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let state = begun(&server, &person, "gemini", "Main").await;
    let account = see(&server, &person, REDEEM, &answer("gemini", &state, CODE))
        .await
        .data();
    let named = json!({ "exchange": "gemini", "account_name": "Main" });
    see(&server, &person, DELETE, &named).await.data();
    server.advance(Duration::from_secs(11));
    server.run_due_jobs().await;
    let keys = server.app.tracker().ports().stores.exchange_credentials.clone();
    let address = account["wallet_address"].as_str().unwrap().parse().unwrap();
    assert!(keys.of_account(&address).await.unwrap().is_none());
}

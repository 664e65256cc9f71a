//! Markets of accounts at exchanges: a person adds them, leaves them out and takes them back.

use axum::body::to_bytes;
use serde_json::{Value, json};

use crate::{
    conformance::expect_described,
    export::{EXPORT, unpacked},
    test_server::{Person, Reply, TestServer, json_request},
};

const CONNECT: &str = "/api/organisation/user/add-update-user-account";
const MARKETS: &str = "/api/organisation/user/get-exchange-markets";
const ADD: &str = "/api/organisation/user/add-exchange-market";
const UPDATE: &str = "/api/organisation/user/update-exchange-market";
const DELETE: &str = "/api/organisation/user/delete-exchange-market";
const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const PROFILES: &str = "/api/organisation/user/get-exchange-profiles";
const OWNED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// Returns a person with an account whose history is read.
async fn connected(server: &TestServer, exchange: &str) -> Person {
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let key = json!({ "exchange": exchange, "account_name": "Main", "api_key": "bound-0001", "api_secret": "any",
        "accept_warnings": true });
    server.call_as(&person, CONNECT, &key).await.data();
    server.run_jobs_of(&person).await;
    person
}

async fn call(server: &TestServer, person: &Person, path: &str, fields: Value) -> Reply {
    let mut body = json!({ "exchange": "binance", "account_name": "Main" });
    body.as_object_mut()
        .unwrap()
        .extend(fields.as_object().unwrap().clone());
    let reply = server.call_as(person, path, &body).await;
    if reply.status.is_success() {
        expect_described(path, &reply);
    }
    reply
}

async fn market(server: &TestServer, person: &Person, name: &str) -> Option<Value> {
    let found = call(server, person, MARKETS, json!({})).await.data();
    let rows = found["markets"].as_array().unwrap();
    rows.iter().find(|row| row["market"] == name).cloned()
}

/// Returns the sentences about markets that are missing.
async fn gaps(server: &TestServer, person: &Person) -> Vec<String> {
    let found = server.call_as(person, SEARCH, &json!({})).await.data();
    let rows = found["coverage"]["gaps"].as_array().unwrap().iter();
    let own = rows.filter(|row| row["kind"].as_str().unwrap().starts_with("market_"));
    own.map(|row| row["text"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_market_is_added_read_left_out_and_taken_back() {
    let server = TestServer::start().await;
    let person = connected(&server, "binance").await;
    let found = call(&server, &person, MARKETS, json!({})).await.data();
    assert!(found["read_on"].is_string(), "{found}");
    let bitcoin = market(&server, &person, "BTCEUR").await.unwrap();
    assert_eq!(
        (
            &bitcoin["base"],
            &bitcoin["quote"],
            &bitcoin["origin"],
            &bitcoin["state"],
            &bitcoin["trade_count"]
        ),
        (
            &json!("BTC"),
            &json!("EUR"),
            &json!("balance"),
            &json!("read"),
            &json!(3)
        )
    );
    assert!(market(&server, &person, "UNIEUR").await.is_none());

    let added = call(&server, &person, ADD, json!({ "market": "uni/eur" })).await.data();
    assert_eq!(
        (
            &added["market"],
            &added["origin"],
            &added["state"],
            &added["is_missing"]
        ),
        (&json!("UNIEUR"), &json!("person"), &json!("unread"), &json!(true))
    );
    let missing = gaps(&server, &person).await;
    assert!(missing.len() == 1 && missing[0].contains("UNIEUR"), "{missing:?}");
    server.run_jobs_of(&person).await;
    let read = market(&server, &person, "UNIEUR").await.unwrap();
    assert_eq!((&read["state"], &read["trade_count"]), (&json!("read"), &json!(3)));
    assert_eq!(gaps(&server, &person).await, [] as [String; 0]);

    for (is_left_out, state) in [(true, "left_out"), (false, "unread")] {
        let change = json!({ "market": "BTCEUR", "is_left_out": is_left_out });
        let changed = call(&server, &person, UPDATE, change).await.data();
        assert_eq!(changed["state"], state);
        assert_eq!(gaps(&server, &person).await.len(), 1);
    }
    server.run_jobs_of(&person).await;
    assert_eq!(market(&server, &person, "BTCEUR").await.unwrap()["trade_count"], 3);
    assert_eq!(gaps(&server, &person).await, [] as [String; 0]);
}

#[tokio::test]
async fn what_cannot_be_added_or_taken_away_is_refused_with_a_sentence() {
    let server = TestServer::start().await;
    let person = connected(&server, "binance").await;
    for (path, market, words) in [
        (ADD, "", "two assets"),
        (ADD, "BTC/BTC", "two assets"),
        (ADD, "NOPE/EUR", "has no pair NOPE/EUR"),
        (ADD, "BTCEUR", "in the list already"),
        (DELETE, "BTCEUR", "Leave it out instead"),
    ] {
        let reply = call(&server, &person, path, json!({ "market": market })).await;
        assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()), "{market}");
        assert!(reply.text.contains(words), "{}", reply.text);
    }
    call(&server, &person, ADD, json!({ "market": "ETHBUSD" })).await.data();
    let closed = market(&server, &person, "ETHBUSD").await.unwrap();
    assert_eq!(closed["is_open"], false, "a closed market is accepted and marked");
    let left = call(&server, &person, DELETE, json!({ "market": "ETHBUSD" }))
        .await
        .data();
    assert!(
        left["markets"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row["market"] != "ETHBUSD")
    );
    for path in [UPDATE, DELETE] {
        let fields = json!({ "market": "ETHBUSD" });
        let fields = if path == UPDATE {
            json!({ "market": "ETHBUSD", "is_left_out": true })
        } else {
            fields
        };
        assert_eq!(
            call(&server, &person, path, fields).await.status.as_u16(),
            404,
            "{path}"
        );
    }
}

#[tokio::test]
async fn nobody_sees_or_changes_the_markets_of_others() {
    let server = TestServer::start().await;
    let person = connected(&server, "binance").await;
    let stranger = server.registered(&[OWNED], "ben@example.com").await;
    for (path, fields) in [
        (MARKETS, json!({})),
        (ADD, json!({ "market": "UNIEUR" })),
        (UPDATE, json!({ "market": "BTCEUR", "is_left_out": true })),
        (DELETE, json!({ "market": "BTCEUR" })),
    ] {
        let reply = call(&server, &stranger, path, fields).await;
        assert_eq!(reply.status.as_u16(), 404, "{path}");
    }
    assert_eq!(market(&server, &person, "BTCEUR").await.unwrap()["state"], "read");
}

#[tokio::test]
async fn the_markets_are_in_the_export_of_their_person_only() {
    let server = TestServer::start().await;
    let person = connected(&server, "binance").await;
    let stranger = server.registered(&[OWNED], "ben@example.com").await;
    for (of, is_own) in [(&person, true), (&stranger, false)] {
        let mut request = json_request(EXPORT, &json!({}));
        let token = format!("Bearer {}", of.token).parse().unwrap();
        request.headers_mut().insert("authorization", token);
        let response = server.open_stream(request).await;
        let files = unpacked(&to_bytes(response.into_body(), usize::MAX).await.unwrap());
        let markets = &files["exchange-markets.csv"];
        assert_eq!(
            markets.contains(",BTCEUR,BTC,EUR,balance,true,false,false,"),
            is_own,
            "{markets}"
        );
    }
}

#[tokio::test]
async fn only_exchanges_that_list_trades_by_market_have_markets() {
    let server = TestServer::start().await;
    let person = connected(&server, "kraken").await;
    let of = json!({ "exchange": "kraken", "account_name": "Main" });
    let reply = server.call_as(&person, MARKETS, &of).await;
    assert_eq!(reply.refusal().0, 400);
    let profiles = server.call_as(&person, PROFILES, &json!({})).await.data();
    let with_markets = profiles["exchanges"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["has_markets"] == true);
    let names: Vec<&Value> = with_markets.map(|row| &row["exchange"]).collect();
    assert_eq!(names, [&json!("binance")]);
}

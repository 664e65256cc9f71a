//! What a code of an exchange means is stated by the person whose accounts have it.

use serde_json::{Value, json};

use crate::{
    conformance::expect_described,
    test_server::{Person, TestServer},
};

const CONNECT: &str = "/api/organisation/user/add-update-user-account";
const CODES: &str = "/api/organisation/user/get-exchange-codes";
const CANDIDATES: &str = "/api/organisation/user/get-code-candidates";
const SET: &str = "/api/organisation/user/set-exchange-code";
const CLEAR: &str = "/api/organisation/user/clear-exchange-code";
const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const OWNED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const CODE: &str = "exchange:kraken/code:LINK.S";
const LINK: &str = "eip155:1/erc20:0x514910771AF9Ca656af840dff83E8264EcF986CA";

/// Returns a person with an account that has a code that no list maps.
async fn connected(server: &TestServer) -> Person {
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let key = json!({ "exchange": "kraken", "account_name": "Main", "api_key": "bound-code-0001", "api_secret": "any",
        "accept_warnings": true });
    server.call_as(&person, CONNECT, &key).await.data();
    server.run_jobs_of(&person).await;
    person
}

async fn codes(server: &TestServer, person: &Person) -> Vec<Value> {
    let reply = server.call_as(person, CODES, &json!({ "exchange": "kraken" })).await;
    expect_described(CODES, &reply);
    reply.data()["codes"].as_array().unwrap().clone()
}

/// Returns the quantities and values of an asset at the exchange.
async fn parts(server: &TestServer, person: &Person, asset: &str) -> Vec<Value> {
    let of = json!({ "chain": "exchange:kraken" });
    let balance = server.call_as(person, BALANCE, &of).await.data();
    let rows = balance["user_wallet"]["assets"].as_array().unwrap().iter();
    let parts = rows.flat_map(|row| row["parts"].as_array().unwrap());
    parts.filter(|part| part["asset"] == asset).cloned().collect()
}

#[tokio::test]
async fn a_code_counts_as_what_its_owner_states() {
    let server = TestServer::start().await;
    let person = connected(&server).await;
    let found = codes(&server, &person).await;
    assert_eq!(
        found,
        [json!({ "code": CODE, "symbol": "LINK.S", "is_held": true, "asset": null, "mapped_on": null })]
    );
    let unmapped = parts(&server, &person, CODE).await;
    assert_eq!(
        (&unmapped[0]["amount"], &unmapped[0]["value"]),
        (&json!("40"), &Value::Null)
    );
    assert_eq!(unmapped[0]["reason"]["code"], "not_mapped");

    let reply = server.call_as(&person, CANDIDATES, &json!({ "symbol": "link" })).await;
    expect_described(CANDIDATES, &reply);
    let candidates = reply.data()["assets"].as_array().unwrap().clone();
    let of_ethereum = candidates.iter().find(|one| one["asset"] == LINK).unwrap();
    assert_eq!(
        (&of_ethereum["chain_name"], &of_ethereum["listed"]),
        (&json!("Ethereum"), &json!(true))
    );
    let reply = server
        .call_as(&person, SET, &json!({ "code": CODE, "asset": LINK }))
        .await;
    expect_described(SET, &reply);
    server.run_jobs_of(&person).await;
    assert_eq!(parts(&server, &person, CODE).await, [] as [Value; 0]);
    let mapped = parts(&server, &person, LINK).await;
    assert!(mapped.iter().all(|part| part["value"].is_string()), "{mapped:?}");
    let found = codes(&server, &person).await;
    assert_eq!(
        (&found[0]["is_held"], &found[0]["asset"]["symbol"]),
        (&json!(false), &json!("LINK"))
    );

    let reply = server.call_as(&person, CLEAR, &json!({ "code": CODE })).await;
    expect_described(CLEAR, &reply);
    assert_eq!(reply.data()["cleared"], true);
    server.run_jobs_of(&person).await;
    assert_eq!(parts(&server, &person, CODE).await[0]["amount"], "40");
    let again = server.call_as(&person, CLEAR, &json!({ "code": CODE })).await.data();
    assert_eq!(again["cleared"], false);
}

#[tokio::test]
async fn nobody_maps_the_codes_of_others() {
    let server = TestServer::start().await;
    let person = connected(&server).await;
    let other = server.registered(&[OWNED], "bob@example.com").await;
    let set = json!({ "code": CODE, "asset": LINK });
    assert_eq!(server.call_as(&other, SET, &set).await.status, 404);
    assert_eq!(codes(&server, &other).await, [] as [Value; 0]);
    assert_eq!(codes(&server, &person).await[0]["asset"], Value::Null);
}

#[tokio::test]
async fn what_is_no_code_and_no_asset_is_refused() {
    let server = TestServer::start().await;
    let person = connected(&server).await;
    for (set, field) in [
        (json!({ "code": CODE, "asset": CODE }), "asset"),
        (json!({ "code": CODE, "asset": "no asset" }), "asset"),
        (json!({ "code": "no code", "asset": LINK }), "code"),
    ] {
        let refused = server.call_as(&person, SET, &set).await;
        assert_eq!(refused.status, 400, "{set}");
        assert!(refused.json()["data"]["fields"][field].is_string(), "{set}");
    }
    for text in ["", "   ", &"x".repeat(101)] {
        let refused = server.call_as(&person, CANDIDATES, &json!({ "symbol": text })).await;
        assert!(refused.json()["data"]["fields"]["symbol"].is_string(), "{text}");
    }
    let unknown = server.call_as(&person, CODES, &json!({ "exchange": "nowhere" })).await;
    assert!(unknown.json()["data"]["fields"]["exchange"].is_string());
}

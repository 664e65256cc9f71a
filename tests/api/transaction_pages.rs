//! Pages of transactions while rows are added.

use serde_json::{Value, json};

use crate::{
    conformance::expect_described,
    test_server::{Person, TestServer},
};

const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const FIRST: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const SECOND: &str = "0x220866B1A2219f40e72f5c628B65D54268cA3A9D";

async fn page(server: &TestServer, person: &Person, body: &Value) -> Value {
    let reply = server.call_as(person, SEARCH, body).await;
    expect_described(SEARCH, &reply);
    reply.data()
}

fn entries(page: &Value) -> Vec<Value> {
    let rows = page["results"].as_array().unwrap();
    rows.iter().map(|row| row["entry"].clone()).collect()
}

#[tokio::test]
async fn a_page_after_a_row_neither_repeats_nor_skips_rows_that_are_added_meanwhile() {
    let server = TestServer::start().await;
    let person = server.person(&[FIRST]).await;
    server.read_histories_of(&person).await;
    let first = page(&server, &person, &json!({ "limit": 10 })).await;
    let last = entries(&first)[9].clone();
    let both = json!({ "wallet_addresses": [FIRST, SECOND] });
    server
        .call_as(&person, "/api/organisation/user/update-user-wallet", &both)
        .await
        .data();
    server.read_histories_of(&person).await;
    let all = page(&server, &person, &json!({ "limit": 200 })).await;
    let at = entries(&all).iter().position(|entry| *entry == last).unwrap();
    assert!(at > 9, "rows were added before it");
    let body = json!({ "start": 10, "limit": 10, "after": last });
    let next = page(&server, &person, &body).await;
    assert_eq!(next["start"], at as i64 + 1);
    assert_eq!(entries(&next), entries(&all)[at + 1..at + 11]);
    // A search that no longer finds the row goes on by the offset.
    let other = json!({ "start": 2, "limit": 10, "after": last,
        "conditions": [{ "key": "wallet", "value": SECOND }] });
    let other = page(&server, &person, &other).await;
    assert_eq!(other["start"], 2);
    let refused = server.call_as(&person, SEARCH, &json!({ "after": "no row" })).await;
    assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()));
    assert!(refused.json()["data"]["fields"]["after"].is_string());
}

//! Transactions that wait for a block, beside a page of transactions.

use ports::Amount;
use serde_json::{Value, json};

use crate::{conformance::expect_described, test_server::TestServer};

const SEARCH: &str = "/api/wallet/transaction/search-transaction";
/// In the demo world a transaction waits at every second address of Bitcoin.
const ADDRESSES: [&str; 4] = [
    "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
];

#[tokio::test]
async fn what_waits_is_answered_beside_the_rows_and_not_to_visitors() {
    let server = TestServer::start().await;
    let person = server.person(&ADDRESSES).await;
    server.app.tracker().work().begin().await.unwrap();
    server.read_histories_of(&person).await;
    let reply = server.call_as(&person, SEARCH, &json!({"limit": 200})).await;
    expect_described(SEARCH, &reply);
    let page = reply.data();
    let waiting = page["waiting"].as_array().unwrap();
    assert!(!waiting.is_empty());
    assert_eq!(page["waiting_unlisted"], 0);
    let ids: Vec<&Value> = page["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["transaction"])
        .collect();
    for one in waiting {
        let change: Amount = one["change"].as_str().unwrap().parse().unwrap();
        assert!(!change.is_negative() && !change.is_zero(), "{one}");
        assert_eq!((&one["symbol"], &one["chain_name"]), (&json!("BTC"), &json!("Bitcoin")));
        assert!(ADDRESSES.contains(&one["wallet"]["address"].as_str().unwrap()), "{one}");
        let (id, url) = (&one["transaction"], one["explorer_url"].as_str().unwrap());
        assert!(url.ends_with(id.as_str().unwrap()), "{one}");
        assert!(!ids.contains(&id), "it is no entry");
    }
    let elsewhere = json!({"conditions": [{"key": "chain", "value": "ethereum"}]});
    assert_eq!(
        server.call_as(&person, SEARCH, &elsewhere).await.data()["waiting"],
        json!([])
    );

    let link = server.share(&person).await;
    let visitor = server.open_link(&link).await.data()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let seen = server
        .send_json(axum::http::Method::POST, SEARCH, &json!({}), Some(&visitor))
        .await
        .data();
    assert_eq!(seen["view"], "shared");
    assert!(seen.get("waiting").is_none() && seen.get("waiting_unlisted").is_none());
}

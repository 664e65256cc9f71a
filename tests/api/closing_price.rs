//! Closing prices are those of the value over time, and of nothing else than the caller's own history.

use serde_json::{Value, json};

use crate::{
    conformance::expect_described,
    entry_cost::read_person,
    test_server::{Person, TestServer},
};

const PRICES: &str = "/api/wallet/asset/get-closing-prices";
const PERIOD: &str = "/api/wallet/user-wallet/get-asset-value-period";
const ETHER: &str = "eip155:1/slip44:60";

async fn read(server: &TestServer, person: &Person, path: &str, body: Value) -> Value {
    let answer = server.call_as(person, path, &body).await;
    expect_described(path, &answer);
    answer.data()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

#[tokio::test]
async fn each_price_is_that_of_the_value_over_time() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    for currency in ["USD", "EUR", "BTC"] {
        let body = json!({ "assets": [ETHER], "days": 60, "currency_code": currency });
        let found = read(&server, &person, PRICES, body).await;
        assert_eq!(list(&found["days"]).len(), 60);
        let prices = list(&found["rows"][0]["prices"]);
        assert!(prices.iter().filter(|price| price.is_string()).count() > 50, "{found}");
        for place in [0, 31, 58, 59] {
            let day = &found["days"][place];
            let body = json!({ "first_day": day, "last_day": day, "currency_code": currency });
            let period = read(&server, &person, PERIOD, body).await;
            let held = list(&period["rows"]).iter().find(|row| row["asset"] == ETHER).unwrap();
            assert_eq!(held["price"], prices[place], "{day} in {currency}");
        }
    }
}

#[tokio::test]
async fn all_days_begin_with_the_first_transaction_and_end_yesterday() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let graph = "/api/wallet/user-wallet/get-asset-value-graph";
    let graph = read(&server, &person, graph, json!({})).await["asset_value_data"].clone();
    let days = list(&graph["days"]);
    let all = read(&server, &person, PRICES, json!({ "assets": [ETHER] })).await;
    assert_eq!(list(&all["days"]), &days[..days.len() - 1]);
    assert_eq!(list(&all["rows"][0]["prices"]).len(), days.len() - 1);
    let day = read(&server, &person, PRICES, json!({ "assets": [ETHER], "days": 1 })).await;
    assert_eq!(list(&day["days"]), &[days[days.len() - 2].clone()]);
}

#[tokio::test]
async fn what_the_caller_never_moved_has_no_prices_although_others_hold_it() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let body = json!({ "assets": [ETHER, "eip155:56/slip44:714"], "days": 3 });
    let own = read(&server, &person, PRICES, body.clone()).await;
    assert!(list(&own["rows"]).iter().any(|row| row["asset"] == ETHER));
    let stranger = server.person(&[]).await;
    let theirs = read(&server, &stranger, PRICES, body).await;
    assert_eq!((list(&theirs["rows"]).len(), list(&theirs["days"]).len()), (0, 3));
    let all = read(&server, &stranger, PRICES, json!({ "assets": [ETHER] })).await;
    assert_eq!(list(&all["days"]).len(), 0, "without entries there is no first day");
}

#[tokio::test]
async fn bad_assets_and_numbers_are_refused_at_their_fields() {
    let server = TestServer::start().await;
    let person = server.person(&["lighthouse.eth"]).await;
    for (body, field) in [
        (json!({ "assets": [ETHER, "ether"] }), "assets[1]"),
        (json!({ "assets": vec![ETHER; 51] }), "assets"),
        (json!({ "assets": [ETHER], "days": 0 }), "days"),
        (json!({ "assets": [ETHER], "days": 10_001 }), "days"),
    ] {
        let answer = server.call_as(&person, PRICES, &body).await;
        assert_eq!(answer.refusal(), (400, "invalid_input".to_owned()), "{body}");
        let fields = answer.json()["data"]["fields"].clone();
        assert!(fields[field].is_string(), "{field}: {}", answer.text);
    }
}

//! Today's prices beside a page of transactions.

use std::collections::BTreeSet;

use ports::Amount;
use serde_json::{Value, json};

use crate::{conformance::expect_described, test_server::TestServer};

const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const SET_PRICE: &str = "/api/wallet/asset/set-price";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

fn amount(value: &Value) -> Amount {
    value.as_str().unwrap().parse().unwrap()
}

/// The amounts of all rows, also the fees.
fn legs(page: &Value) -> Vec<&Value> {
    let rows = page["results"].as_array().unwrap().iter();
    let legs = rows.flat_map(|row| row["legs"].as_array().unwrap().iter().chain([&row["fee"]]));
    legs.filter(|leg| !leg.is_null()).collect()
}

#[tokio::test]
async fn each_value_of_today_is_an_amount_at_the_price_beside_the_rows() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    server.app.tracker().work().begin().await.unwrap();
    server.read_histories_of(&person).await;
    for code in ["USD", "EUR"] {
        let body = json!({ "limit": 200, "currency_code": code });
        let reply = server.call_as(&person, SEARCH, &body).await;
        expect_described(SEARCH, &reply);
        let page = reply.data();
        let prices = page["asset_prices"].as_object().unwrap();
        let mut compared = 0;
        let mut unpriced = BTreeSet::new();
        for leg in legs(&page) {
            let asset = leg["asset"].as_str().unwrap();
            let Some(price) = prices.get(asset) else {
                assert!(leg["value_today"].is_null(), "{leg}");
                unpriced.insert(asset);
                continue;
            };
            assert_eq!(price["currency_code"], code);
            if leg["amount"].is_string() {
                let value = amount(&leg["amount"]).mul(amount(&price["price"])).unwrap();
                let difference = value.sub(amount(&leg["value_today"])).unwrap();
                assert!(difference.rounded(6).is_zero(), "{leg} at {price}");
                compared += 1;
            }
        }
        assert!(compared > 100 && !unpriced.is_empty(), "{compared}, {unpriced:?}");
        let moved: BTreeSet<&str> = legs(&page).iter().filter_map(|leg| leg["asset"].as_str()).collect();
        assert!(
            prices.keys().all(|asset| moved.contains(asset.as_str())),
            "only of the rows"
        );
    }
}

#[tokio::test]
async fn unknown_values_state_a_published_code() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    server.app.tracker().work().begin().await.unwrap();
    server.read_histories_of(&person).await;
    let body = json!({ "limit": 200 });
    let page = server.call_as(&person, SEARCH, &body).await.data();
    let rows = page["results"].as_array().unwrap();
    let of_rows = rows
        .iter()
        .flat_map(|row| [&row["value_then_reason"], &row["value_today_reason"]]);
    let of_legs = legs(&page).into_iter().map(|leg| &leg["reason"]);
    let codes: BTreeSet<&str> = of_rows
        .chain(of_legs)
        .filter_map(|reason| reason["code"].as_str())
        .collect();
    assert!(codes.contains("nothing_moved"), "{codes:?}");
    assert!(
        !codes.contains("unavailable"),
        "a code without a name on the wire: {codes:?}"
    );
}

#[tokio::test]
async fn a_price_of_the_owner_counts_for_the_owner() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    server.app.tracker().work().begin().await.unwrap();
    server.read_histories_of(&person).await;
    let page = server.call_as(&person, SEARCH, &json!({ "limit": 200 })).await.data();
    let legs = legs(&page);
    let unpriced = legs
        .iter()
        .find(|leg| page["asset_prices"][leg["asset"].as_str().unwrap()].is_null());
    let asset = unpriced.unwrap()["asset"].clone();
    let price = json!({ "asset": asset, "price": "12.5" });
    server.call_as(&person, SET_PRICE, &price).await.data();
    let page = server.call_as(&person, SEARCH, &json!({ "limit": 200 })).await.data();
    assert_eq!(page["asset_prices"][asset.as_str().unwrap()]["price"], "12.5");
}

//! Wallets as cards, their kinds and nicknames, and the chains of their addresses.

use ports::Amount;
use serde_json::{Value, json};

use crate::test_server::{Person, TestServer};

const ONE: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const TWO: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

async fn search(server: &TestServer, person: &Person, body: Value) -> Value {
    server
        .call_as(person, "/api/wallet/user-wallet/search-wallet", &body)
        .await
        .data()
}

fn named(page: &Value) -> Vec<&str> {
    page["user_wallets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card["address"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn cards_are_paginated_in_the_requested_order() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE, TWO]).await;
    server.run_jobs_of(&person).await;
    let page = search(&server, &person, json!({})).await;
    assert_eq!(
        (&page["start"], &page["limit"], &page["total_count"]),
        (&json!(0), &json!(10), &json!(2))
    );
    assert_eq!(named(&page), [ONE, TWO], "the user's own order");
    let value = |at: usize| {
        page["user_wallets"][at]["total_value"]
            .as_str()
            .unwrap()
            .parse::<ports::Amount>()
            .unwrap()
    };
    let richest = if value(0) > value(1) { ONE } else { TWO };
    let sorted = search(
        &server,
        &person,
        json!({"sorts": [{"key": "amount", "value": false}], "limit": 1}),
    )
    .await;
    assert_eq!((named(&sorted), &sorted["total_count"]), (vec![richest], &json!(2)));
    let second = search(
        &server,
        &person,
        json!({"sorts": [{"key": "amount", "direction": true}], "start": 1}),
    )
    .await;
    assert_eq!(named(&second), [richest]);
    let far = search(&server, &person, json!({"start": 1_000_000, "limit": 200})).await;
    assert_eq!(
        (&far["start"], &far["limit"], named(&far).len()),
        (&json!(1_000_000), &json!(200), 0)
    );
}

#[tokio::test]
async fn cards_can_be_filtered_by_chain() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE]).await;
    server.run_jobs_of(&person).await;
    let card = search(&server, &person, json!({})).await["user_wallets"][0].clone();
    let held = card["values"][0]["chain"].clone();
    assert_eq!(
        card["wallet_metadata"]["id"], held,
        "the largest chain represents the wallet"
    );
    let on = search(
        &server,
        &person,
        json!({"conditions": [{"key": "chain", "value": held}]}),
    )
    .await;
    assert_eq!(named(&on), [ONE]);
}

#[tokio::test]
async fn a_wallet_has_a_kind_and_a_removable_nickname() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE]).await;
    let path = "/api/wallet/user-wallet/update-wallet";
    let body = json!({"wallet_address": ONE, "wallet_id": "ledger", "nickname": "Savings"});
    let row = server.call_as(&person, path, &body).await.data()["user_wallets"][0].clone();
    assert_eq!(
        (&row["nickname"], &row["wallet"]["id"], &row["wallet"]["name"]),
        (&json!("Savings"), &json!("ledger"), &json!("Ledger"))
    );
    let body = json!({"wallet_address": ONE, "nickname": ""});
    let row = server.call_as(&person, path, &body).await.data()["user_wallets"][0].clone();
    assert_eq!(
        (&row["nickname"], &row["wallet"]["id"]),
        (&Value::Null, &json!("ledger"))
    );
}

#[tokio::test]
async fn detected_chains_are_listed_by_address() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE, "ada.eth", "nonsense"]).await;
    let found = server
        .call_as(&person, "/api/wallet/user-wallet/get-detected-chains", &json!({}))
        .await
        .data();
    assert_eq!(found["total_wallet_addresses"], 3);
    assert!(found["wallets"][ONE]["chains"].as_array().unwrap().len() >= 6);
    assert_eq!(found["wallets"]["nonsense"]["chains"], json!([]));
}

#[tokio::test]
async fn an_update_is_enqueued_at_most_every_thirty_seconds() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE]).await;
    server.run_jobs_of(&person).await;
    let path = "/api/wallet/user-wallet/get-balance";
    let soon = server
        .call_as(&person, path, &json!({"update_balance": true, "chain": "ethereum"}))
        .await
        .data();
    assert_eq!(soon["refreshing"], false, "it was read just now");
    server.advance(std::time::Duration::from_secs(31));
    let later = server
        .call_as(&person, path, &json!({"update_balance": true, "chain": "ethereum"}))
        .await
        .data();
    assert_eq!(later["refreshing"], true);
    assert!(later["total"].is_string(), "the earlier reading is shown meanwhile");
}

#[tokio::test]
async fn total_and_networks_cover_all_wallets_whatever_is_shown() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE, TWO]).await;
    server.run_jobs_of(&person).await;
    let whole = search(&server, &person, json!({})).await;
    let balance = server
        .call_as(&person, "/api/wallet/user-wallet/get-balance", &json!({}))
        .await
        .data();
    assert_eq!(whole["net_worth"], balance["total"]);
    assert_eq!(whole["coverage"], balance["coverage"]);
    assert!(whole["figures"]["/net_worth"].is_string());
    let held = |card: &Value, chain: &Value| card["values"].as_array().unwrap().iter().any(|v| v["chain"] == *chain);
    let networks = whole["networks"].as_array().unwrap();
    for network in networks {
        let cards = whole["user_wallets"].as_array().unwrap();
        let wallets = cards.iter().filter(|card| held(card, &network["chain"])).count();
        assert_eq!(network["wallets"], wallets, "{network}");
    }
    let chain = &networks[0]["chain"];
    let body = json!({"limit": 1, "conditions": [{"key": "chain", "value": chain}]});
    let part = search(&server, &person, body).await;
    assert_eq!(
        (&part["net_worth"], &part["networks"]),
        (&whole["net_worth"], &whole["networks"])
    );
}

#[tokio::test]
async fn network_shares_of_a_wallet_are_relative_to_that_wallet() {
    let server = TestServer::start().await;
    // Neither has debts, which lower a value and no share.
    let person = server.person(&["lighthouse.eth", "harbourmaster.eth"]).await;
    server.run_jobs_of(&person).await;
    for card in search(&server, &person, json!({})).await["user_wallets"]
        .as_array()
        .unwrap()
    {
        let shares = card["values"].as_array().unwrap().iter();
        let shares = shares.filter_map(|value| value["share"].as_str());
        let sum = shares.fold(Amount::ZERO, |sum, share| sum.add(share.parse().unwrap()).unwrap());
        let (least, most): (Amount, Amount) = ("99.999".parse().unwrap(), "100.001".parse().unwrap());
        assert!(least < sum && sum < most, "{sum:?}");
    }
}

//! Chains, detecting what a text is, and the profiles of sources.

use serde_json::{Value, json};

use crate::test_server::TestServer;

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

async fn detect(server: &TestServer, body: Value) -> Value {
    server.call("/api/wallet/chain/detect-chain", &body).await.data()
}

#[tokio::test]
async fn chains_are_listed_and_grouped_by_the_chain_they_settle_on() {
    let server = TestServer::start().await;
    let all = server.call("/api/wallet/chain/get-chains", &json!({})).await.data();
    let all = all["chains"].as_array().unwrap().clone();
    let ethereum = all.iter().find(|chain| chain["id"] == "eip155:1").unwrap();
    assert_eq!(
        (&ethereum["code"], &ethereum["supported"], &ethereum["parent"]),
        (&json!("ethereum"), &json!(true), &Value::Null)
    );
    assert!(all.iter().filter(|chain| chain["supported"] == true).count() >= 6);
    let parents = server
        .call("/api/wallet/chain/get-parent-chains", &json!({}))
        .await
        .data();
    let parents = parents["chains"].as_array().unwrap();
    let below: usize = parents
        .iter()
        .map(|parent| 1 + parent["sub_chains"].as_array().unwrap().len())
        .sum();
    assert_eq!(below, all.len(), "every chain is listed once");
}

#[tokio::test]
async fn an_address_is_detected_by_its_form_without_a_request() {
    let server = TestServer::start().await;
    let found = detect(
        &server,
        json!({"wallet_address": format!(" {} ", ADDRESS.to_lowercase())}),
    )
    .await;
    assert_eq!(
        (&found["kind"], &found["address"]),
        (&json!("address"), &json!(ADDRESS))
    );
    assert_eq!(
        (&found["chain_detected"], &found["shared_with_providers"]),
        (&json!(true), &json!(false))
    );
    let one = detect(&server, json!({"wallet_address": ADDRESS, "chain": "ethereum"})).await;
    assert_eq!(one["chains"].as_array().unwrap().len(), 1);
    // Bitcoin Cash has two ids, and the response contains only one of them.
    let cash = "qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a";
    for reference in ["000000000000000000b15ad892af8f6a", "000000000000000000651ef99cb9fcbe"] {
        let chain = format!("bip122:{reference}");
        let found = detect(&server, json!({"wallet_address": cash, "chain": chain})).await;
        assert_eq!(found["chains"][0]["id"], "bip122:000000000000000000651ef99cb9fcbe");
    }
    let name = detect(&server, json!({"wallet_address": "vitalik.eth"})).await;
    assert_eq!(
        (&name["kind"], &name["shared_with_providers"]),
        (&json!("name"), &json!(true))
    );
    assert_eq!(name["display_address"], "vitalik.eth");
}

#[tokio::test]
async fn many_texts_are_detected_in_order_and_a_secret_is_not_repeated() {
    let server = TestServer::start().await;
    let secret = "ab".repeat(32);
    let texts = json!({"wallet_addresses": [ADDRESS, secret, "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "?"]});
    let found = detect(&server, texts).await;
    assert!(!found.to_string().contains(&secret));
    let kinds: Vec<_> = found["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["kind"].clone())
        .collect();
    assert_eq!(kinds, ["address", "secret", "address", "unknown"]);
    assert_eq!(
        found["address"], ADDRESS,
        "the fields of the response are those of the first text"
    );
    for one in &found["results"].as_array().unwrap()[1..] {
        assert!(one["reason"].as_str().is_some_and(|reason| !reason.is_empty()), "{one}");
    }
}

#[tokio::test]
async fn rates_contain_a_price_or_the_reason_why_there_is_none() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let rates = server
        .call("/api/wallet/chain/get-crypto-asset-rates", &json!({}))
        .await
        .data();
    for rate in rates["rates"].as_array().unwrap() {
        assert_eq!(
            (&rate["price"], rate["reason"].is_object()),
            (&Value::Null, true),
            "no price was requested yet: {rate}"
        );
    }
    server.run_jobs_of(&person).await;
    let rates = server
        .call(
            "/api/wallet/chain/get-crypto-asset-rates",
            &json!({"currency_code": "USD"}),
        )
        .await
        .data();
    let rates = rates["rates"].as_array().unwrap();
    assert!(rates.iter().any(|rate| rate["price"].is_string()));
    assert!(
        rates
            .iter()
            .all(|rate| rate["price"].is_null() == rate["reason"].is_object())
    );
}

#[tokio::test]
async fn profiles_state_what_each_source_learns() {
    let profiles = TestServer::start()
        .await
        .call("/api/wallet/chain/get-profiles", &json!({}))
        .await
        .data();
    let profiles = profiles["profiles"].as_array().unwrap();
    for kind in ["chain", "price", "name"] {
        assert!(profiles.iter().any(|profile| profile["kind"] == kind), "{kind}");
    }
    assert!(
        profiles
            .iter()
            .all(|profile| profile["learns"].as_str().is_some_and(|text| !text.is_empty()))
    );
}

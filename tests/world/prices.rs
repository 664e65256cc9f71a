//! The mock price source, with the response formats of DefiLlama and CoinGecko.

use crate::mock_upstream::client;
use reqwest::StatusCode;
use serde_json::{Value, json};
use support::mock_upstream::{Fault, MockUpstream, Quote};

const USDC: &str = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48";

async fn text(upstream: &MockUpstream, target: &str) -> (StatusCode, String) {
    let answer = client()
        .get(format!("{}{target}", upstream.url()))
        .send()
        .await
        .unwrap();
    (answer.status(), answer.text().await.unwrap())
}

async fn get(upstream: &MockUpstream, target: &str) -> Value {
    serde_json::from_str(&text(upstream, target).await.1).unwrap()
}

fn upstream() -> MockUpstream {
    let upstream = MockUpstream::of_prices();
    let quote = Quote {
        symbol: "USDC".to_owned(),
        decimals: Some(6),
        ..Quote::new("1.0001", 1_800_000_000)
    };
    upstream.prices().set(&format!("ethereum:{USDC}"), quote);
    let bitcoin = Quote {
        change: Some("-2.5".to_owned()),
        ..Quote::new("123456.789", 1_800_000_001)
    };
    upstream.prices().set("coingecko:bitcoin", bitcoin);
    upstream
}

#[tokio::test]
async fn defillama_returns_known_coins_and_omits_others() {
    let upstream = upstream();
    let answer = get(
        &upstream,
        &format!("/prices/current/ethereum:{USDC},ethereum:0xdead,coingecko:bitcoin"),
    )
    .await;
    let coins = answer["coins"].as_object().unwrap();
    assert_eq!(coins.len(), 2);
    let usdc = &coins[&format!("ethereum:{USDC}")];
    assert_eq!(
        (&usdc["symbol"], &usdc["decimals"], &usdc["timestamp"]),
        (&json!("USDC"), &json!(6), &json!(1_800_000_000))
    );
    assert_eq!(
        (usdc["price"].to_string(), usdc["confidence"].to_string()),
        ("1.0001".to_owned(), "0.99".to_owned())
    );
    assert_eq!(upstream.seen()[0].path().matches(',').count(), 2);
}

#[tokio::test]
async fn defillama_has_limits() {
    let upstream = upstream();
    let list = |count| vec!["coingecko:bitcoin"; count].join(",");
    assert_eq!(
        text(&upstream, &format!("/prices/current/{}", list(201))).await.0,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    assert_eq!(
        text(&upstream, &format!("/prices/current/{}", list(600))).await.0,
        StatusCode::URI_TOO_LONG
    );
    assert_eq!(
        text(&upstream, &format!("/prices/historical/1700000000/{}", list(2)))
            .await
            .0,
        StatusCode::OK
    );
}

#[tokio::test]
async fn coingecko_answers_by_id_and_by_contract() {
    let upstream = upstream();
    let flags = "vs_currencies=usd&include_last_updated_at=true&include_24hr_change=true&precision=full";
    let answer = get(&upstream, &format!("/api/v3/simple/price?ids=bitcoin,nothing&{flags}")).await;
    let bitcoin = &answer["bitcoin"];
    assert_eq!(
        (answer.as_object().unwrap().len(), &bitcoin["last_updated_at"]),
        (1, &json!(1_800_000_001))
    );
    assert_eq!(
        (bitcoin["usd"].to_string(), bitcoin["usd_24h_change"].to_string()),
        ("123456.789".into(), "-2.5".into())
    );
    let contract = format!("/api/v3/simple/token_price/ethereum?contract_addresses={USDC}&vs_currencies=usd");
    let answer = get(&upstream, &contract).await;
    assert_eq!(answer[USDC.to_lowercase()]["usd"].to_string(), "1.0001");
    upstream.prices().limit_contracts(1);
    assert_eq!(
        text(&upstream, &contract.replace('&', ",0xdead&")).await.0,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn prices_are_returned_digit_by_digit_and_can_be_removed() {
    let upstream = upstream();
    upstream.prices().set(
        "coingecko:dust",
        Quote {
            confidence: None,
            ..Quote::new("1e-12", 1)
        },
    );
    let (_, raw) = text(&upstream, "/prices/current/coingecko:dust").await;
    assert!(raw.contains(r#""price":1e-12"#) && !raw.contains("confidence"), "{raw}");
    upstream.prices().remove("coingecko:dust");
    assert_eq!(
        get(&upstream, "/prices/current/coingecko:dust").await,
        json!({ "coins": {} })
    );
}

#[tokio::test]
async fn other_documents_are_served_unchanged_with_the_same_faults() {
    let upstream = upstream();
    upstream.prices().serve(
        "/coins/list",
        r#"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","platforms":{}}]"#,
    );
    assert_eq!(
        get(&upstream, "/api/v3/coins/list?include_platform=true").await[0]["id"],
        "bitcoin"
    );
    assert_eq!(text(&upstream, "/nothing").await.0, StatusCode::NOT_FOUND);
    upstream.fail_next(Fault::Status(500));
    assert_eq!(
        text(&upstream, "/prices/current/coingecko:bitcoin").await.0,
        StatusCode::INTERNAL_SERVER_ERROR
    );
    assert_eq!(upstream.count(), 3);
}

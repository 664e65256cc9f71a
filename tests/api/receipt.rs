//! Receipts in the API: staked tokens are marked for the user and for visitors, and nothing else is.

use axum::http::Method;
use serde_json::{Value, json};

use crate::conformance::expect_described;
use crate::test_server::TestServer;

const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const EXPLAIN: &str = "/api/wallet/figure/explain";
const WSTETH: &str = "eip155:1/erc20:0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0";

fn row(balance: &Value, symbol: &str) -> Value {
    let rows = balance["user_wallet"]["assets"].as_array().unwrap();
    let row = rows.iter().find(|row| row["symbol"] == symbol);
    row.unwrap_or_else(|| panic!("no row of {symbol}")).clone()
}

#[tokio::test]
async fn staked_tokens_are_marked_for_the_user_and_for_visitors() {
    let server = TestServer::start().await;
    let person = server.person(&["vitalik.eth"]).await;
    server.run_jobs_of(&person).await;
    let own = server.call_as(&person, BALANCE, &json!({})).await;
    expect_described(BALANCE, &own);
    let session = server.open_link(&server.share(&person).await).await.data();
    let shared = server
        .send_json(Method::POST, BALANCE, &json!({}), session["token"].as_str())
        .await;
    expect_described(BALANCE, &shared);
    let receipt = json!({
        "kind": 20,
        "name": "Staked",
        "of": "eip155:1/slip44:60",
        "text": "A receipt for ether that is staked with Lido.",
    });
    for balance in [own.data(), shared.data()] {
        let staked = row(&balance, "wstETH");
        assert_eq!((&staked["asset"], &staked["receipt"]), (&json!(WSTETH), &receipt));
        assert_eq!(staked["parts"][0]["receipt"], receipt);
        // A savings token is not staked, and a token that is no known receipt has none, not even a regular one.
        for symbol in ["ETH", "sDAI", "UNI"] {
            let other = row(&balance, symbol);
            assert_eq!(other["receipt"], Value::Null, "{symbol}");
            let parts = other["parts"].as_array().unwrap();
            assert!(
                parts.iter().all(|part| part.get("receipt") == Some(&Value::Null)),
                "{symbol}"
            );
        }
    }
}

#[tokio::test]
async fn the_explanation_states_what_it_is_a_receipt_for() {
    let server = TestServer::start().await;
    let person = server.person(&["vitalik.eth"]).await;
    server.run_jobs_of(&person).await;
    let balance = server.call_as(&person, BALANCE, &json!({})).await.data();
    let rows = balance["user_wallet"]["assets"].as_array().unwrap();
    let at = rows.iter().position(|row| row["symbol"] == "wstETH").unwrap();
    let figure = &balance["figures"][format!("/user_wallet/assets/{at}/value")];
    let explained = server
        .call_as(&person, EXPLAIN, &json!({"figure": figure}))
        .await
        .data();
    let words = "receipt for ether that is staked with Lido";
    let detail = explained["tree"]["children"][0]["detail"].as_str().unwrap();
    assert!(detail.ends_with(words), "{detail}");
    assert!(explained["text"].as_str().unwrap().contains(words));
    assert_eq!(explained["value"], rows[at]["value"]);
}

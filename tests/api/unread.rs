//! Wallets that are not read, in the API: listed to their user, counted for visitors. Tokens that a user adds.

use async_trait::async_trait;
use axum::http::Method;
use domain::Tracker;
use http_api::App;
use ports::{
    AccountId, AssetId, Block, ChainId, ChainReader, Profile, RemoteError,
    asset::Metadata,
    chain::{Progress, Reading},
};
use serde_json::json;
use std::sync::Arc;
use support::{extra_tokens, folder::Folder};

use crate::conformance::expect_described;
use crate::test_server::{self, ServerOptions, TestServer};

const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const EXPLAIN: &str = "/api/wallet/figure/explain";
const TRON: &str = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

#[tokio::test]
async fn every_wallet_counts() {
    let server = TestServer::start().await;
    let person = server.person(&["lighthouse.eth", TRON, "gibberish"]).await;
    server.run_jobs_of(&person).await;
    let own = server.call_as(&person, BALANCE, &json!({})).await;
    expect_described(BALANCE, &own);
    let coverage = &own.data()["coverage"];
    let unread = coverage["unread"].as_array().unwrap();
    let reasons: Vec<_> = unread.iter().map(|one| (&one["address"], &one["reason"])).collect();
    assert_eq!(
        reasons,
        [
            (&json!(TRON), &json!("not_supported_yet")),
            (&json!("gibberish"), &json!("unknown"))
        ]
    );
    assert_eq!(unread[0]["text"], "Tron addresses are not supported yet.");
    assert_eq!(
        (&coverage["complete"], &coverage["not_looked_for"]),
        (&json!(false), &json!([]))
    );
    let rows = own.data()["wallets"].as_array().unwrap().clone();
    assert!(
        rows.iter().any(|row| row["id"] == unread[0]["wallet"]),
        "the wallet's own id"
    );

    let figure = &own.data()["figures"]["/total"];
    let explained = server.call_as(&person, EXPLAIN, &json!({"figure": figure})).await;
    expect_described(EXPLAIN, &explained);
    let left_out = explained.data()["left_out"].to_string();
    assert!(
        left_out.contains("gibberish") && left_out.contains("unread_wallet"),
        "{left_out}"
    );

    let session = server.open_link(&server.share(&person).await).await.data();
    let shared = server
        .send_json(Method::POST, BALANCE, &json!({}), session["token"].as_str())
        .await;
    expect_described(BALANCE, &shared);
    let shared = shared.data();
    let coverage = &shared["coverage"];
    assert_eq!((&coverage["unread"], &coverage["complete"]), (&json!(2), &json!(false)));
    for private in [TRON, "gibberish"] {
        assert!(!shared.to_string().contains(private), "{private} is private");
    }
}

#[tokio::test]
async fn a_token_is_added_by_its_contract_and_removed() {
    let server = TestServer::with(ServerOptions {
        finds_only_requested_tokens: true,
        ..ServerOptions::default()
    })
    .await;
    let person = server.person(&["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]).await;
    server.run_jobs_of(&person).await;
    let coverage = server.call_as(&person, BALANCE, &json!({})).await;
    expect_described(BALANCE, &coverage);
    let missed = coverage.data()["coverage"]["not_looked_for"].clone();
    let on_base = missed
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["chain"] == "eip155:8453");
    let on_base = on_base.unwrap_or_else(|| panic!("{missed}"));
    assert_eq!(
        (&on_base["chain_name"], &on_base["reason"]),
        (&json!("Base"), &json!("unlisted_tokens"))
    );
    let token = extra_tokens::token(1);
    let add = "/api/wallet/asset/add-token";
    let body = json!({"chain": "base", "contract_address": token.contract().unwrap().to_string()});
    let added = server.call_as(&person, add, &body).await;
    expect_described(add, &added);
    let added = added.data();
    assert_eq!(
        (&added["asset"], &added["symbol"]),
        (&json!(token.as_str()), &json!("TRUE"))
    );
    server.run_jobs_of(&person).await;
    let part = async || {
        let balance = server.call_as(&person, BALANCE, &json!({})).await.data();
        let rows = balance["user_wallet"]["assets"].as_array().unwrap().clone();
        let parts: Vec<_> = rows
            .iter()
            .flat_map(|row| row["parts"].as_array().unwrap().clone())
            .collect();
        parts.into_iter().find(|part| part["asset"] == token.as_str())
    };
    let shown = part().await.unwrap();
    assert_eq!((&shown["amount"], &shown["added"]), (&json!("7"), &json!(true)));
    let list = "/api/wallet/asset/get-added-tokens";
    let own = server.call_as(&person, list, &json!({})).await;
    expect_described(list, &own);
    assert_eq!(own.data()["tokens"], json!([added]));
    let remove = "/api/wallet/asset/remove-token";
    let removed = server
        .call_as(&person, remove, &json!({"asset": token.as_str()}))
        .await
        .data();
    assert_eq!(removed["removed"], true);
    assert_eq!(part().await, None);
}

#[tokio::test]
async fn a_token_is_not_added_on_a_chain_where_all_are_found() {
    let server = TestServer::start().await;
    let person = server.person(&["lighthouse.eth"]).await;
    let add = "/api/wallet/asset/add-token";
    let token = json!({"chain": "eip155:1", "contract_address": "0x919C1c267BC06a7039e03fcc2eF738525769109c"});
    let refused = server.call_as(&person, add, &token).await;
    let text = refused.json()["data"]["fields"]["chain"].as_str().unwrap().to_owned();
    assert!(text.starts_with("Not needed"), "{text}");
    let list = "/api/wallet/asset/get-added-tokens";
    let own = server.call_as(&person, list, &json!({})).await;
    expect_described(list, &own);
    assert_eq!(own.data(), json!({"tokens": []}));
    let remove = "/api/wallet/asset/remove-token";
    let removed = server
        .call_as(
            &person,
            remove,
            &json!({"asset": "eip155:1/erc20:0x919C1c267BC06a7039e03fcc2eF738525769109c"}),
        )
        .await;
    expect_described(remove, &removed);
    assert_eq!(removed.data()["removed"], false);
}

/// A reader whose node does not return token metadata.
struct ReaderWithoutMetadata(Arc<dyn ChainReader>);

#[async_trait]
impl ChainReader for ReaderWithoutMetadata {
    /// Finds only requested tokens, as readers of EVM chains do.
    fn profile(&self) -> Profile {
        Profile {
            capabilities: vec![],
            ..self.0.profile()
        }
    }
    fn chains(&self) -> Vec<ChainId> {
        self.0.chains()
    }
    async fn head(&self, chain: &ChainId) -> Result<Block, RemoteError> {
        self.0.head(chain).await
    }
    async fn balances(
        &self,
        account: &AccountId,
        tokens: &[AssetId],
        progress: &dyn Progress,
    ) -> Result<Reading, RemoteError> {
        self.0.balances(account, tokens, progress).await
    }
    async fn metadata(&self, _: &ChainId, _: &[AssetId]) -> Result<Vec<(AssetId, Metadata)>, RemoteError> {
        Err(RemoteError::Unavailable {
            who: "The node".into(),
            why: "switched off".into(),
            retry_after: None,
        })
    }
}

#[tokio::test]
async fn adding_a_token_on_an_unavailable_chain_asks_to_try_again() {
    let folder = Folder::create("silent");
    let clock = test_server::clock();
    let mut ports = test_server::demo_tracker(&folder, clock, false).await.ports().clone();
    for reader in &mut ports.readers {
        *reader = Arc::new(ReaderWithoutMetadata(reader.clone()));
    }
    let app = App::new(Tracker::new(ports), test_server::settings(&ServerOptions::default()));
    let server = TestServer::from_app(folder, app);
    let person = server.person(&["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]).await;
    let add = "/api/wallet/asset/add-token";
    let token = json!({"chain": "base", "contract_address": "0x919C1c267BC06a7039e03fcc2eF738525769109c"});
    let refused = server.call_as(&person, add, &token).await;
    assert_eq!(
        refused.refusal(),
        (503, "source_unavailable".to_owned()),
        "{}",
        refused.text
    );
    let text = refused.json()["message"].as_str().unwrap().to_owned();
    assert!(
        text.starts_with("Base did not answer") && text.ends_with("Try again."),
        "{text}"
    );
    let own = server
        .call_as(&person, "/api/wallet/asset/get-added-tokens", &json!({}))
        .await;
    assert_eq!(own.data(), json!({"tokens": []}));
}

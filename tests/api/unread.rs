//! Wallets that are not read, in the API: listed to their user, counted for visitors. Tokens that a user adds.

use std::sync::{Arc, atomic::AtomicI64};

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
use support::{extra_tokens, folder::Folder};

use crate::conformance::expect_described;
use crate::house::{self, Hands, House, Plan};

const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const EXPLAIN: &str = "/api/wallet/figure/explain";
const TRON: &str = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

#[tokio::test]
async fn every_wallet_counts() {
    let house = House::open().await;
    let person = house.person(&["lighthouse.eth", TRON, "gibberish"]).await;
    house.settle(&person).await;
    let own = house.call_as(&person, BALANCE, &json!({})).await;
    expect_described(BALANCE, &own);
    let coverage = &own.data()["coverage"];
    let unread = coverage["unread"].as_array().unwrap();
    let told: Vec<_> = unread.iter().map(|one| (&one["address"], &one["reason"])).collect();
    assert_eq!(
        told,
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
    let told = house.call_as(&person, EXPLAIN, &json!({"figure": figure})).await;
    expect_described(EXPLAIN, &told);
    let left_out = told.data()["left_out"].to_string();
    assert!(
        left_out.contains("gibberish") && left_out.contains("unread_wallet"),
        "{left_out}"
    );

    let rotated = house
        .call_as(&person, "/api/organisation/user/rotate-link", &json!({"enabled": true}))
        .await
        .data();
    let open = "/api/organisation/user/get-portfolio-by-link";
    let look = house.call(open, &json!({"token": rotated["link"]})).await.data();
    let shared = house
        .ask(Method::POST, BALANCE, &json!({}), look["token"].as_str())
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
    let house = House::of(Plan {
        finds_by_name: true,
        ..Plan::default()
    })
    .await;
    let person = house.person(&["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]).await;
    house.settle(&person).await;
    let coverage = house.call_as(&person, BALANCE, &json!({})).await;
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
    let added = house.call_as(&person, add, &body).await;
    expect_described(add, &added);
    let added = added.data();
    assert_eq!(
        (&added["asset"], &added["symbol"]),
        (&json!(token.as_str()), &json!("TRUE"))
    );
    house.settle(&person).await;
    let part = async || {
        let balance = house.call_as(&person, BALANCE, &json!({})).await.data();
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
    let own = house.call_as(&person, list, &json!({})).await;
    expect_described(list, &own);
    assert_eq!(own.data()["tokens"], json!([added]));
    let remove = "/api/wallet/asset/remove-token";
    let removed = house
        .call_as(&person, remove, &json!({"asset": token.as_str()}))
        .await
        .data();
    assert_eq!(removed["removed"], true);
    assert_eq!(part().await, None);
}

#[tokio::test]
async fn a_token_is_not_added_on_a_chain_where_all_are_found() {
    let house = House::open().await;
    let person = house.person(&["lighthouse.eth"]).await;
    let add = "/api/wallet/asset/add-token";
    let token = json!({"chain": "eip155:1", "contract_address": "0x919C1c267BC06a7039e03fcc2eF738525769109c"});
    let refused = house.call_as(&person, add, &token).await;
    let text = refused.json()["data"]["fields"]["chain"].as_str().unwrap().to_owned();
    assert!(text.starts_with("Not needed"), "{text}");
    let list = "/api/wallet/asset/get-added-tokens";
    let own = house.call_as(&person, list, &json!({})).await;
    expect_described(list, &own);
    assert_eq!(own.data(), json!({"tokens": []}));
    let remove = "/api/wallet/asset/remove-token";
    let removed = house
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
struct Silent(Arc<dyn ChainReader>);

#[async_trait]
impl ChainReader for Silent {
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
    let clock = Arc::new(Hands(AtomicI64::new(1_757_334_600_000)));
    let mut ports = house::tracker(&folder, clock, false).await.ports().clone();
    for reader in &mut ports.readers {
        *reader = Arc::new(Silent(reader.clone()));
    }
    let app = App::new(Tracker::new(ports), house::settings(&Plan::default()));
    let house = House::around(folder, app);
    let person = house.person(&["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"]).await;
    let add = "/api/wallet/asset/add-token";
    let token = json!({"chain": "base", "contract_address": "0x919C1c267BC06a7039e03fcc2eF738525769109c"});
    let refused = house.call_as(&person, add, &token).await;
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
    let own = house
        .call_as(&person, "/api/wallet/asset/get-added-tokens", &json!({}))
        .await;
    assert_eq!(own.data(), json!({"tokens": []}));
}

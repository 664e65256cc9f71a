//! Reverse names in the API: shown next to the address, to its user and to visitors of the portfolio.

use axum::http::Method;
use ports::name::ReverseName;
use serde_json::{Value, json};

use crate::conformance::expect_described;
use crate::test_server::{OPEN_LINK, TestServer};

const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const SEARCH: &str = "/api/wallet/user-wallet/search-wallet";
const ADDRESS: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

/// Stores an answer of the name service for the address.
pub async fn keep(server: &TestServer, address: &str, name: Option<&str>) {
    let ports = server.app.tracker().ports();
    let found = ReverseName {
        address: address.parse().unwrap(),
        name: name.map(|name| name.parse().unwrap()),
        checked_at: ports.clock.now(),
    };
    let mut work = ports.storage.begin().await.unwrap();
    work.names().keep_reverse(&found).await.unwrap();
    work.commit().await.unwrap();
}

#[tokio::test]
async fn it_is_shown_next_to_the_address_with_its_age() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS, "vitalik.eth"]).await;
    server.run_jobs_of(&person).await;
    let cards = async || {
        let found = server.call_as(&person, SEARCH, &json!({})).await;
        expect_described(SEARCH, &found);
        found.data()["user_wallets"].clone()
    };
    assert_eq!(cards().await[0]["reverse_name"], Value::Null, "not looked up yet");
    keep(&server, ADDRESS, Some("harbour.eth")).await;
    let card = cards().await[0].clone();
    assert_eq!(card["reverse_name"]["name"], "harbour.eth");
    assert!(card["reverse_name"]["checked_on"].as_str().unwrap().ends_with('Z'));
    assert_eq!(
        (&card["address"], &card["display_address"], &card["nickname"]),
        (&json!(ADDRESS), &Value::Null, &Value::Null),
        "the address is unchanged"
    );
    assert_eq!(
        cards().await[1]["reverse_name"],
        Value::Null,
        "the wallet already has a name"
    );
    let own = server.call_as(&person, BALANCE, &json!({})).await;
    expect_described(BALANCE, &own);
    assert_eq!(own.data()["wallets"][0]["reverse_name"], card["reverse_name"]);

    let session = server.open_link(&server.share(&person).await).await;
    expect_described(OPEN_LINK, &session);
    let session = session.data();
    assert_eq!(session["user"]["user_wallets"][0]["reverse_name"], card["reverse_name"]);
    let shared = server
        .send_json(Method::POST, BALANCE, &json!({}), session["token"].as_str())
        .await;
    expect_described(BALANCE, &shared);
    assert_eq!(shared.data()["wallets"][0]["reverse_name"], card["reverse_name"]);

    let open = "/api/organisation/user/get-portfolio-by-address";
    let public = server.call(open, &json!({"wallet_address": ADDRESS})).await;
    expect_described(open, &public);
    let public = public.data();
    assert_eq!(
        public["user"]["user_wallets"][0]["reverse_name"],
        Value::Null,
        "a stored name would reveal that a user watches the address"
    );
    let page = server
        .send_json(Method::POST, BALANCE, &json!({}), public["token"].as_str())
        .await;
    assert_eq!(page.data()["wallets"][0]["reverse_name"], Value::Null);

    server.advance(std::time::Duration::from_hours(8 * 24));
    assert_eq!(
        cards().await[0]["reverse_name"],
        Value::Null,
        "it was not confirmed for a week"
    );
}

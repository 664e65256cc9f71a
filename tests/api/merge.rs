//! What an account keeps of the anonymous user who signs in to it, over HTTP.

use serde_json::{Value, json};
use support::key_wallet::KeyWallet;

use crate::{
    test_server::{Person, TestServer},
    wallet_group,
    wallet_sign_in::{call, signed},
};

const UPDATE: &str = "/api/organisation/user/update-user-wallet";
const FIRST: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const SECOND: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const THIRD: &str = "lighthouse.eth";

async fn set(server: &TestServer, person: &Person, body: &Value) -> Value {
    let changed = server.call_as(person, UPDATE, body).await.data();
    changed["user"]["user_wallets"].clone()
}

async fn sign_in(server: &TestServer, person: Option<&Person>, wallet: &KeyWallet) -> Person {
    let (_, body) = signed(server, person, wallet).await;
    let token = call(server, person, &body).await.data()["token"].clone();
    Person {
        token: token.as_str().unwrap().to_owned(),
    }
}

#[tokio::test]
async fn wallets_bring_their_groups_and_those_of_the_account_stay() {
    let server = TestServer::start().await;
    let wallet = KeyWallet::of(1);
    let account = sign_in(&server, None, &wallet).await;
    set(&server, &account, &json!({"wallet_addresses": [FIRST]})).await;
    wallet_group::set(&server, &account, &[0], "Treasury").await;
    let anonymous = server.person(&[FIRST, SECOND, THIRD]).await;
    wallet_group::set(&server, &anonymous, &[0, 1], "Savings").await;
    let person = sign_in(&server, Some(&anonymous), &wallet).await;
    let groups = wallet_group::groups(&server, &person).await;
    assert_eq!(groups, [json!("Treasury"), json!("Savings"), Value::Null]);
}

#[tokio::test]
async fn a_wallet_of_the_account_without_a_group_gets_the_one_that_the_other_has() {
    let server = TestServer::start().await;
    let wallet = KeyWallet::of(1);
    let account = sign_in(&server, None, &wallet).await;
    set(&server, &account, &json!({"wallet_addresses": [FIRST]})).await;
    let anonymous = server.person(&[FIRST]).await;
    wallet_group::set(&server, &anonymous, &[0], "Savings").await;
    let person = sign_in(&server, Some(&anonymous), &wallet).await;
    assert_eq!(wallet_group::groups(&server, &person).await, [json!("Savings")]);
}

#[tokio::test]
async fn a_wallet_that_was_removed_before_signing_in_gets_its_nickname_back_when_added_again() {
    let server = TestServer::start().await;
    let wallet = KeyWallet::of(1);
    sign_in(&server, None, &wallet).await;
    let anonymous = server.person(&[FIRST, SECOND]).await;
    let named = json!({"wallet_addresses": [FIRST, SECOND], "wallet_address_nicknames": {SECOND: "Savings"}});
    set(&server, &anonymous, &named).await;
    set(&server, &anonymous, &json!({"wallet_addresses": [FIRST]})).await;
    let person = sign_in(&server, Some(&anonymous), &wallet).await;
    let again = set(&server, &person, &json!({"wallet_addresses": [FIRST, SECOND]})).await;
    assert_eq!(again.as_array().map(Vec::len), Some(2));
    assert_eq!(again[1]["nickname"], "Savings");
}

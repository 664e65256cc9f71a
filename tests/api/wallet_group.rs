//! Groups of wallets: set, changed and removed for several wallets at once, and kept with a wallet that is added again.

use std::time::Duration;

use serde_json::{Value, json};

use crate::conformance::expect_described;
use crate::test_server::{Person, Reply, TestServer};

const SET: &str = "/api/wallet/user-wallet/set-group";
const UPDATE: &str = "/api/organisation/user/update-user-wallet";
const SEARCH: &str = "/api/wallet/user-wallet/search-wallet";
const ONE: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const TWO: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const THREE: &str = "lighthouse.eth";

async fn wallets(server: &TestServer, person: &Person) -> Vec<Value> {
    let me = server
        .call_as(person, "/api/organisation/user/get-user", &json!({}))
        .await;
    me.data()["user"]["user_wallets"].as_array().unwrap().clone()
}

/// The groups of a person's wallets, in order.
pub async fn groups(server: &TestServer, person: &Person) -> Vec<Value> {
    let wallets = wallets(server, person).await.into_iter();
    wallets.map(|wallet| wallet["group"].clone()).collect()
}

/// Sets the group of the wallets at these places of the list.
pub async fn set(server: &TestServer, person: &Person, places: &[usize], group: &str) -> Value {
    let wallets = wallets(server, person).await;
    let ids: Vec<_> = places.iter().map(|at| &wallets[*at]["id"]).collect();
    let answer = server
        .call_as(person, SET, &json!({"wallets": ids, "group": group}))
        .await;
    expect_described(SET, &answer);
    answer.data()["user_wallets"].clone()
}

fn of(wallets: &Value) -> Vec<&Value> {
    let wallets = wallets.as_array().unwrap().iter();
    wallets.map(|wallet| &wallet["group"]).collect()
}

#[tokio::test]
async fn wallets_join_change_and_leave_a_group() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE, TWO, THREE]).await;
    let (treasury, savings) = (json!("Treasury"), json!("Savings"));
    assert_eq!(groups(&server, &person).await, vec![Value::Null; 3]);
    let joined = set(&server, &person, &[2, 0], " Trea\u{202e}sury ").await;
    assert_eq!(
        of(&joined),
        [&treasury, &Value::Null, &treasury],
        "cleaned, in the user's order"
    );
    let moved = set(&server, &person, &[0, 1], "Savings").await;
    assert_eq!(of(&moved), [&savings, &savings, &treasury]);
    let left = set(&server, &person, &[1, 2], "  ").await;
    assert_eq!(of(&left), [&savings, &Value::Null, &Value::Null]);
    let again = set(&server, &person, &[0, 0], "Savings").await;
    assert_eq!(of(&again), of(&left), "a repeated request changes nothing");
    assert_eq!(groups(&server, &person).await, [savings, Value::Null, Value::Null]);
}

#[tokio::test]
async fn a_wallet_of_somebody_else_is_refused_and_nothing_changes() {
    let server = TestServer::start().await;
    let (owner, stranger) = (server.person(&[ONE, TWO]).await, server.person(&[ONE]).await);
    let (own, theirs) = (wallets(&server, &stranger).await, wallets(&server, &owner).await);
    let ask = async |ids: Vec<&Value>| -> Reply {
        server
            .call_as(&stranger, SET, &json!({"wallets": ids, "group": "Treasury"}))
            .await
    };
    let foreign = ask(vec![&own[0]["id"], &theirs[1]["id"]]).await;
    let unknown = json!("01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11");
    let missing = ask(vec![&own[0]["id"], &unknown]).await;
    assert_eq!(foreign.refusal(), (404, "not_found".to_owned()));
    assert_eq!(foreign.json()["message"], missing.json()["message"]);
    assert_eq!(groups(&server, &stranger).await, [Value::Null]);
    assert_eq!(groups(&server, &owner).await, vec![Value::Null; 2]);
    server
        .call_as(&stranger, UPDATE, &json!({"wallet_addresses": [], "allow_empty": true}))
        .await
        .data();
    let removed = ask(vec![&own[0]["id"]]).await;
    assert_eq!(removed.refusal(), (404, "not_found".to_owned()));
}

#[tokio::test]
async fn a_group_changes_no_figure_and_reads_nothing() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE, TWO]).await;
    server.run_jobs_of(&person).await;
    let search = async || server.call_as(&person, SEARCH, &json!({})).await.data();
    let before = search().await;
    set(&server, &person, &[0], "Treasury").await;
    let after = search().await;
    assert_eq!(after["user_wallets"][0]["group"], "Treasury");
    for field in ["valuation_id", "net_worth", "figures", "coverage"] {
        assert_eq!(before[field], after[field], "{field}");
    }
    let balance = server
        .call_as(&person, "/api/wallet/user-wallet/get-balance", &json!({}))
        .await
        .data();
    assert_eq!(balance["refreshing"], false);
}

#[tokio::test]
async fn a_wallet_that_is_added_again_within_a_day_is_in_its_group() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE, TWO]).await;
    set(&server, &person, &[0, 1], "Treasury").await;
    let list = async |texts: &[&str]| {
        let body = json!({"wallet_addresses": texts});
        server.call_as(&person, UPDATE, &body).await.data()
    };
    list(&[ONE]).await;
    server.advance(Duration::from_hours(23));
    list(&[ONE, TWO]).await;
    let treasury = json!("Treasury");
    assert_eq!(groups(&server, &person).await, [treasury.clone(), treasury.clone()]);
    list(&[ONE]).await;
    server.advance(Duration::from_hours(25));
    list(&[ONE, TWO]).await;
    assert_eq!(groups(&server, &person).await, [treasury, Value::Null]);
}

//! A user and their list of wallets.

use std::time::Duration;

use serde_json::{Value, json};

use crate::test_server::{Person, TestServer};

const GET: &str = "/api/organisation/user/get-user";
const CREATE: &str = "/api/organisation/user/create-user";
const UPDATE: &str = "/api/organisation/user/update-user-wallet";
const ONE: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const TWO: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

async fn update(server: &TestServer, person: &Person, body: Value) -> Value {
    server.call_as(person, UPDATE, &body).await.data()["user"].clone()
}

fn addresses(user: &Value) -> Vec<&str> {
    user["user_wallets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|wallet| wallet["address"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_new_user_is_anonymous_and_has_the_given_wallets() {
    let server = TestServer::start().await;
    let lower = ONE.to_lowercase();
    let body = json!({
        "wallet_addresses": [format!("  {lower} "), "", "Ada.eth", "nonsense"],
        "wallet_address_nicknames": {lower: " My\u{202e} savings "},
        "link": "4hK2mQ8tYzB1nW6rC3xVdE",
    });
    let made = server.call(CREATE, &body).await.data();
    assert!(made["token"].as_str().unwrap().starts_with("spy_session_"));
    assert_eq!(
        (&made["user"]["anonymous"], &made["user"]["version"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(
        (&made["user"]["email"], &made["user"]["link"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        (&made["world"]["kind"], &made["world"]["chosen"]),
        (&json!("demo"), &json!("configured"))
    );
    assert_eq!(made["current_plan"]["enforced"], false);
    let wallets = made["user"]["user_wallets"].as_array().unwrap();
    assert_eq!(
        wallets.len(),
        3,
        "blank rows are dropped, and unrecognized ones are kept"
    );
    assert_eq!(
        (&wallets[0]["address"], &wallets[0]["nickname"]),
        (&json!(ONE), &json!("My savings"))
    );
    assert_eq!(
        (&wallets[1]["display_address"], &wallets[1]["detected"]),
        (&json!("ada.eth"), &json!(true))
    );
    assert_eq!(
        (&wallets[2]["detected"], &wallets[2]["chains"]),
        (&json!(false), &json!([]))
    );
    assert!(wallets[2]["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
    assert!(made["wallets"][ONE]["chains"].as_array().unwrap().len() >= 6);
}

#[tokio::test]
async fn the_token_is_valid_until_the_user_signs_out() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE]).await;
    let user = server.call_as(&person, GET, &json!({})).await.data();
    assert_eq!(addresses(&user["user"]), [ONE]);
    let out = server
        .call_as(&person, "/api/organisation/user/sign-out", &json!({}))
        .await
        .data();
    assert_eq!(out, json!({"signed_out": true}));
    assert_eq!(
        server.call_as(&person, GET, &json!({})).await.refusal(),
        (401, "session_invalid".to_owned())
    );
}

#[tokio::test]
async fn deleting_a_user_removes_their_link_and_wallets() {
    let server = TestServer::start().await;
    let (person, other) = (server.person(&[ONE, TWO]).await, server.person(&[TWO]).await);
    server.run_jobs_of(&person).await;
    let shared = json!({"enabled": true});
    let link = server
        .call_as(&person, "/api/organisation/user/rotate-link", &shared)
        .await;
    let link = link.data()["link"].clone();
    let path = "/api/organisation/user/delete-user";
    let refused = server.call_as(&person, path, &json!({"confirmation": "sure"})).await;
    assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()));
    assert!(
        refused.text.contains("Type \\\"delete\\\" to confirm"),
        "{}",
        refused.text
    );
    let gone = server
        .call_as(&person, path, &json!({"confirmation": " DELETE "}))
        .await;
    assert_eq!(gone.data(), json!({"deleted": true, "delete_on": null}));
    let after = server.call_as(&person, GET, &json!({})).await;
    assert_eq!(after.refusal(), (401, "session_invalid".to_owned()));
    let opened = server
        .call("/api/organisation/user/get-portfolio-by-link", &json!({"token": link}))
        .await;
    assert_eq!(opened.refusal(), (404, "not_found".to_owned()));
    let accounts = server.app.tracker().ports().stores.accounts.clone();
    let state = async |address: &str| {
        let account = format!("eip155:1:{address}").parse().unwrap();
        accounts.states(&[account]).await.unwrap().pop()
    };
    assert!(state(ONE).await.is_none(), "it is no longer watched");
    assert!(
        state(TWO).await.is_some_and(|state| state.latest.is_some()),
        "another user watches it"
    );
    let kept = server.call_as(&other, GET, &json!({})).await.data();
    assert_eq!(addresses(&kept["user"]), [TWO]);
}

#[tokio::test]
async fn signing_out_removes_the_link_and_stops_reading() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE]).await;
    server.run_jobs_of(&person).await;
    let shared = json!({"enabled": true});
    let link = server
        .call_as(&person, "/api/organisation/user/rotate-link", &shared)
        .await;
    let link = json!({"token": link.data()["link"]});
    let path = "/api/organisation/user/get-portfolio-by-link";
    assert_eq!(server.call(path, &link).await.status.as_u16(), 200);
    let accounts = server.app.tracker().ports().stores.accounts.clone();
    let account = format!("eip155:1:{ONE}").parse().unwrap();
    assert!(accounts.is_wanted(&account).await.unwrap());
    server
        .call_as(&person, "/api/organisation/user/sign-out", &json!({}))
        .await
        .data();
    assert_eq!(server.call(path, &link).await.refusal(), (404, "not_found".to_owned()));
    assert!(!accounts.is_wanted(&account).await.unwrap());
    // A reading that was waiting is not run.
    let read_at = async || accounts.states(std::slice::from_ref(&account)).await.unwrap()[0].read_at;
    let before = read_at().await;
    server.advance(Duration::from_secs(24 * 3600));
    let work = server.app.tracker().work();
    for _ in 0..3 {
        for lease in work.claim("test", 64).await.unwrap() {
            work.perform(&lease).await.unwrap();
        }
        server.advance(Duration::from_secs(60));
    }
    assert!(before.is_some());
    assert_eq!(read_at().await, before);
}

#[tokio::test]
async fn a_session_expires_after_ninety_unused_days() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    for _ in 0..3 {
        server.advance(Duration::from_secs(89 * 24 * 3600));
        assert_eq!(
            server.call_as(&person, GET, &json!({})).await.status.as_u16(),
            200,
            "use extends it"
        );
    }
    server.advance(Duration::from_secs(91 * 24 * 3600));
    assert_eq!(
        server.call_as(&person, GET, &json!({})).await.refusal(),
        (401, "session_invalid".to_owned())
    );
    server.set_back(Duration::from_secs(10 * 24 * 3600));
    assert_eq!(
        server.call_as(&person, GET, &json!({})).await.refusal(),
        (401, "session_invalid".to_owned()),
        "setting the clock back does not make it valid again"
    );
}

#[tokio::test]
async fn the_list_is_replaced_as_a_whole_and_rows_can_be_restored() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE, TWO]).await;
    let named =
        json!({"wallet_addresses": [TWO, ONE], "wallet_address_nicknames": {TWO: "Savings"}, "expected_version": 1});
    let user = update(&server, &person, named).await;
    assert_eq!((addresses(&user), &user["version"]), (vec![TWO, ONE], &json!(2)));
    let gone = update(&server, &person, json!({"wallet_addresses": [ONE]})).await;
    assert_eq!(addresses(&gone), [ONE]);
    let back = update(&server, &person, json!({"wallet_addresses": [ONE, TWO, ONE]})).await;
    assert_eq!(addresses(&back), [ONE, TWO]);
    assert_eq!(back["user_wallets"][1]["nickname"], "Savings");
    assert_eq!(back["user_wallets"][1]["id"], user["user_wallets"][0]["id"]);
    let old = json!({"wallet_addresses": [], "allow_empty": true, "expected_version": 1});
    assert_eq!(
        server.call_as(&person, UPDATE, &old).await.refusal(),
        (409, "conflict".to_owned())
    );
    assert_eq!(
        addresses(&update(&server, &person, json!({"wallet_addresses": [], "allow_empty": true})).await),
        [""; 0]
    );
}

#[tokio::test]
async fn a_wallet_is_deleted_by_its_address_or_its_name() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE, "ada.eth", TWO]).await;
    for text in [ONE.to_lowercase().as_str(), "ADA.eth"] {
        let path = "/api/organisation/user/delete-user-wallet";
        server
            .call_as(&person, path, &json!({"wallet_address": text}))
            .await
            .data();
    }
    let user = server.call_as(&person, GET, &json!({})).await.data();
    assert_eq!(addresses(&user["user"]), [TWO]);
}

//! Signing in with a wallet, over HTTP, with real signatures of keys.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use support::key_wallet::KeyWallet;

use crate::{
    conformance::expect_described,
    test_server::{Person, Reply, TestServer},
};

const SIGN_IN: &str = "/api/organisation/user/signin-with-wallet";
const ME: &str = "/api/organisation/user/get-user";
const OTHER_ADDRESS: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

pub async fn call(server: &TestServer, person: Option<&Person>, body: &Value) -> Reply {
    let token = person.map(|person| person.token.as_str());
    server.send_json(Method::POST, SIGN_IN, body, token).await
}

/// Returns the body of the second call, with a signature of the issued message.
pub async fn signed(server: &TestServer, person: Option<&Person>, wallet: &KeyWallet) -> (Value, Value) {
    let address = wallet.address();
    let issued = call(server, person, &json!({ "wallet_address": address })).await;
    expect_described(SIGN_IN, &issued);
    let first = issued.data();
    let message = first["challenge"].as_str().unwrap();
    let body = json!({ "wallet_address": address, "message": message, "signature": wallet.sign(message) });
    (first, body)
}

fn holder(answer: &Value) -> Person {
    Person {
        token: answer["token"].as_str().unwrap().to_owned(),
    }
}

fn refused(reply: &Reply) {
    assert_eq!(reply.refusal(), (400, "signature_invalid".to_owned()), "{}", reply.text);
    assert_eq!(reply.json()["message"], "Wallet signature could not be verified");
}

fn used(reply: &Reply) {
    assert_eq!(reply.refusal(), (400, "message_used".to_owned()), "{}", reply.text);
    assert!(reply.text.contains("Sign again"), "{}", reply.text);
}

#[tokio::test]
async fn a_wallet_opens_an_anonymous_session_and_its_signature_the_account() {
    let server = TestServer::start().await;
    let wallet = KeyWallet::of(1);
    let (first, body) = signed(&server, None, &wallet).await;
    assert_eq!(first["user"]["anonymous"], true, "an address alone proves nothing");
    assert_eq!(first["user"]["user_wallets"][0]["address"], wallet.address());
    let reply = call(&server, Some(&holder(&first)), &body).await;
    expect_described(SIGN_IN, &reply);
    let answer = reply.data();
    assert_eq!(
        (&answer["is_new_user"], &answer["challenge"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(answer["user"]["id"], first["user"]["id"], "it is the same person");
    assert_eq!(answer["user"]["anonymous"], false);
    used(&call(&server, Some(&holder(&answer)), &body).await);
    let anonymous = server.person(&[OTHER_ADDRESS]).await;
    let (again, body) = signed(&server, Some(&anonymous), &wallet).await;
    assert_eq!(again["token"], Value::Null, "the presented session goes on");
    let answer = call(&server, Some(&anonymous), &body).await.data();
    assert_eq!(answer["user"]["id"], first["user"]["id"]);
    assert_eq!(
        answer["old_user_id"], again["user"]["id"],
        "what was watched before is added"
    );
    assert_eq!(answer["user"]["user_wallets"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn nothing_but_the_issued_message_signed_by_its_key_is_a_proof() {
    let server = TestServer::start().await;
    let (wallet, mallory) = (KeyWallet::of(1), KeyWallet::of(2));
    let changed = |body: &Value, from: &str, to: &str| {
        let message = body["message"].as_str().unwrap().replace(from, to);
        json!({ "wallet_address": wallet.address(), "message": message, "signature": wallet.sign(&message) })
    };
    let (own, foreign) = (wallet.address(), mallory.address());
    for (from, to) in [
        ("spyhop.example.org wants", "evil.example wants"),
        ("It moves nothing", "It moves something"),
        ("Chain ID: 1", "Chain ID: 10"),
        (own.as_str(), foreign.as_str()),
        ("Expiration Time: 2025", "Expiration Time: 2026"),
    ] {
        let (_, body) = signed(&server, None, &wallet).await;
        refused(&call(&server, None, &changed(&body, from, to)).await);
    }
    let (_, body) = signed(&server, None, &wallet).await;
    used(&call(&server, None, &changed(&body, "Nonce: ", "Nonce: 0")).await);
    let noise = json!({ "wallet_address": own, "message": "hello", "signature": "0x00" });
    refused(&call(&server, None, &noise).await);
    let (_, body) = signed(&server, None, &wallet).await;
    let message = body["message"].as_str().unwrap();
    let mut by_other = body.clone();
    by_other["signature"] = mallory.sign(message).into();
    refused(&call(&server, None, &by_other).await);
    let mut for_other = body.clone();
    for_other["wallet_address"] = foreign.as_str().into();
    refused(&call(&server, None, &for_other).await);
    let opened = call(&server, None, &body).await;
    assert_eq!(opened.status, 200, "what was refused used nothing up: {}", opened.text);
    used(&call(&server, None, &body).await);
    let (_, body) = signed(&server, None, &wallet).await;
    server.advance(Duration::from_mins(5));
    used(&call(&server, None, &body).await);
    let half = json!({ "wallet_address": wallet.address(), "message": message });
    assert_eq!(
        call(&server, None, &half).await.refusal(),
        (400, "invalid_input".to_owned())
    );
    let bitcoin = json!({ "wallet_address": "1BoatSLRHtKNngkdXEeobR76b53LETtpyT" });
    assert_eq!(
        call(&server, None, &bitcoin).await.refusal(),
        (400, "invalid_input".to_owned())
    );
}

#[tokio::test]
async fn a_wallet_is_linked_to_an_account_with_an_email_and_signs_in_to_it() {
    let server = TestServer::start().await;
    let wallet = KeyWallet::of(1);
    let person = server.registered(&[], "ann@example.com").await;
    let (_, body) = signed(&server, Some(&person), &wallet).await;
    let linked = call(&server, Some(&person), &body).await.data();
    assert_eq!(
        (&linked["user"]["email"], &linked["is_new_user"]),
        (&json!("ann@example.com"), &json!(false))
    );
    let (_, body) = signed(&server, None, &wallet).await;
    let answer = call(&server, None, &body).await.data();
    assert_eq!(answer["user"]["email"], "ann@example.com");
    let other = server.registered(&[], "bob@example.com").await;
    let (_, body) = signed(&server, Some(&other), &wallet).await;
    let asked = call(&server, Some(&other), &body).await;
    assert_eq!(
        asked.refusal(),
        (409, "other_user".to_owned()),
        "it belongs to another account"
    );
    let late = server.registered(&[], "eve@example.com").await;
    server.advance(Duration::from_mins(11));
    let (_, body) = signed(&server, Some(&late), &KeyWallet::of(3)).await;
    let unproven = call(&server, Some(&late), &body).await;
    assert_eq!(unproven.refusal(), (403, "proof_required".to_owned()));
    let me = server.call_as(&late, ME, &json!({})).await.data();
    assert_eq!(me["user"]["email"], "eve@example.com");
}

#[tokio::test]
async fn a_linked_wallet_is_listed_and_unlinked_but_never_the_only_way_in() {
    let server = TestServer::start().await;
    let unlink = "/api/organisation/user/unlink-wallet";
    let (wallet, only) = (KeyWallet::of(1), KeyWallet::of(2));
    let person = server.registered(&[], "ann@example.com").await;
    let (_, body) = signed(&server, Some(&person), &wallet).await;
    let linked = call(&server, Some(&person), &body).await.data();
    let row = &linked["user"]["sign_in_wallets"][0];
    assert_eq!(
        (&row["address"], &row["chain"]),
        (&json!(wallet.address().as_str()), &serde_json::Value::Null)
    );
    let person = Person {
        token: linked["token"].as_str().unwrap().to_owned(),
    };
    let address = json!({ "wallet_address": wallet.address().as_str().to_lowercase() });
    let left = server.call_as(&person, unlink, &address).await;
    expect_described(unlink, &left);
    assert_eq!(left.data()["user"]["sign_in_wallets"], json!([]));
    assert_eq!(server.call_as(&person, unlink, &address).await.refusal().0, 404);
    let (_, body) = signed(&server, None, &wallet).await;
    let apart = call(&server, None, &body).await.data();
    assert_eq!(apart["is_new_user"], true, "it no longer opens the account");
    let (_, body) = signed(&server, None, &only).await;
    let token = call(&server, None, &body).await.data()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let last = json!({ "wallet_address": only.address().as_str() });
    let refused = server.call_as(&Person { token }, unlink, &last).await;
    assert_eq!(refused.refusal(), (409, "conflict".to_owned()));
}

//! Calls that take a secret and a session together: what was requested in one session is not spent in another.

use std::{collections::BTreeSet, time::Duration};

use axum::http::Method;
use serde_json::{Value, json};
use support::{
    key_wallet::KeyWallet,
    mailbox::{code_in, queued_mails, token_in},
};

use crate::{
    conformance::expect_described,
    description::document,
    test_server::{Person, Reply, ServerOptions, TestServer},
    wallet_sign_in::{call as sign_in_with_wallet, signed},
};

const SEND: &str = "/api/organisation/user/send-email-otp";
const VERIFY_LINK: &str = "/api/organisation/user/verify-email";
const LOOK_AT_LINK: &str = "/api/organisation/user/get-email-link";
const VERIFY_CODE: &str = "/api/organisation/user/verify-otp-code";
const MERGED: &str = "/api/organisation/user/update-user-details";
const ME: &str = "/api/organisation/user/get-user";
const MALLORY: &str = "mallory@example.com";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const OTHER_ADDRESS: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const SECURITY: &str = include_str!("../../docs/security.md");
/// The fields of requests that are secrets, or prove something together with one.
const SECRETS: [&str; 6] = ["token", "otp_token", "signature", "old_user_id", "password", "link"];

async fn server() -> TestServer {
    TestServer::with(ServerOptions {
        limits: &[
            ("create-user", "1000/s"),
            ("send-code", "1000/s"),
            ("verify-code", "1000/s"),
        ],
        ..ServerOptions::default()
    })
    .await
}

async fn secrets(server: &TestServer, person: Option<&Person>, email: &str) -> (String, String) {
    let token = person.map(|person| person.token.as_str());
    let body = json!({ "email": email });
    server.send_json(Method::POST, SEND, &body, token).await.data();
    let mails = queued_mails(server.app.tracker().ports(), email).await;
    let mail = mails.last().expect("a mail is queued");
    server.advance(Duration::from_secs(31));
    (code_in(mail), token_in(mail))
}

async fn me(server: &TestServer, person: &Person) -> Value {
    server.call_as(person, ME, &json!({})).await.data()
}

fn addresses(answer: &Value) -> Vec<&str> {
    let wallets = answer["user"]["user_wallets"].as_array().unwrap();
    wallets.iter().filter_map(|wallet| wallet["address"].as_str()).collect()
}

/// Asserts that a proof of Mallory opened her account and left the victim's session and wallets as they were.
async fn opened_alone(server: &TestServer, reply: &Reply, victim: &Person, before: &Value) {
    let answer = reply.data();
    assert_eq!(answer["old_user_id"], Value::Null, "nothing was merged");
    assert_ne!(
        answer["user"]["id"], before["user"]["id"],
        "the victim was not registered"
    );
    assert_eq!(
        addresses(&answer),
        [OTHER_ADDRESS],
        "the account has only what Mallory has"
    );
    assert_eq!(
        &me(server, victim).await,
        before,
        "the presented session goes on unchanged"
    );
}

/// Returns Mallory, who is registered, and an anonymous and a registered victim.
async fn people(server: &TestServer) -> (Person, [Person; 2]) {
    let mallory = server.registered(&[OTHER_ADDRESS], MALLORY).await;
    let victims = [
        server.person(&[ADDRESS]).await,
        server.registered(&[ADDRESS], "ann@example.com").await,
    ];
    // Past the wait for the next code of an address.
    server.advance(Duration::from_secs(31));
    (mallory, victims)
}

#[tokio::test]
async fn a_link_that_another_session_requested_opens_its_account_alone() {
    let server = server().await;
    let (mallory, victims) = people(&server).await;
    for victim in &victims {
        let before = me(&server, victim).await;
        let is_registered = before["user"]["anonymous"] == false;
        // She requests one without a session too.
        for requested_in in [Some(&mallory), None] {
            let (_, link) = secrets(&server, requested_in, MALLORY).await;
            let look = server.call_as(victim, LOOK_AT_LINK, &json!({ "token": link })).await;
            expect_described(LOOK_AT_LINK, &look);
            assert_eq!(
                look.data(),
                json!({ "email": MALLORY, "is_new_user": false, "is_change": false, "requested_here": false })
            );
            let mut body = json!({ "token": link });
            if is_registered {
                let asked = server.call_as(victim, VERIFY_LINK, &body).await;
                assert_eq!(asked.refusal(), (409, "other_user".to_owned()));
                body["switch_user"] = true.into();
            }
            let reply = server.call_as(victim, VERIFY_LINK, &body).await;
            expect_described(VERIFY_LINK, &reply);
            opened_alone(&server, &reply, victim, &before).await;
        }
    }
}

#[tokio::test]
async fn the_link_of_a_new_address_registers_nobody_else() {
    let server = server().await;
    let (attacker, victim) = (server.person(&[]).await, server.person(&[ADDRESS]).await);
    let before = me(&server, &victim).await;
    let (_, link) = secrets(&server, Some(&attacker), "new@example.com").await;
    let answer = server
        .call_as(&victim, VERIFY_LINK, &json!({ "token": link }))
        .await
        .data();
    assert_eq!(answer["is_new_user"], true);
    assert_ne!(answer["user"]["id"], before["user"]["id"]);
    assert_eq!(addresses(&answer), Vec::<&str>::new());
    assert_eq!(me(&server, &victim).await, before);
    assert_eq!(me(&server, &attacker).await["user"]["anonymous"], true);
}

#[tokio::test]
async fn a_link_counts_where_it_was_requested_or_where_its_person_says_so() {
    let server = server().await;
    let own = server.person(&[ADDRESS]).await;
    let (_, link) = secrets(&server, Some(&own), "ann@example.com").await;
    let token = json!({ "token": link });
    let look = server.call_as(&own, LOOK_AT_LINK, &token).await.data();
    assert_eq!(
        (&look["requested_here"], &look["is_new_user"]),
        (&json!(true), &json!(true))
    );
    let registered = server.call_as(&own, VERIFY_LINK, &token).await.data();
    assert_eq!(addresses(&registered), [ADDRESS]);
    let used = server.call(LOOK_AT_LINK, &token).await;
    assert_eq!(used.refusal(), (400, "invalid_code".to_owned()));

    let elsewhere = server.person(&[OTHER_ADDRESS]).await;
    let old = me(&server, &elsewhere).await["user"]["id"].clone();
    let (_, link) = secrets(&server, None, "ann@example.com").await;
    let body = json!({ "token": link, "add_session": true });
    let merged = server.call_as(&elsewhere, VERIFY_LINK, &body).await.data();
    assert_eq!(merged["old_user_id"], old);
    assert_eq!(addresses(&merged), [ADDRESS, OTHER_ADDRESS]);
    assert_eq!(server.call_as(&elsewhere, ME, &json!({})).await.refusal().0, 401);
}

#[tokio::test]
async fn a_link_that_was_requested_before_a_merge_counts_for_the_merged_person() {
    let server = server().await;
    let wallet = KeyWallet::of(1);
    let (_, body) = signed(&server, None, &wallet).await;
    let account = sign_in_with_wallet(&server, None, &body).await.data()["user"]["id"].clone();
    let anonymous = server.person(&[ADDRESS]).await;
    let (_, link) = secrets(&server, Some(&anonymous), "ann@example.com").await;
    let (_, body) = signed(&server, Some(&anonymous), &wallet).await;
    let merged = sign_in_with_wallet(&server, Some(&anonymous), &body).await.data();
    assert_eq!(merged["user"]["id"], account);
    let person = Person {
        token: merged["token"].as_str().unwrap().to_owned(),
    };
    let answer = server
        .call_as(&person, VERIFY_LINK, &json!({ "token": link }))
        .await
        .data();
    assert_eq!(
        (&answer["user"]["id"], &answer["user"]["email"]),
        (&account, &json!("ann@example.com"))
    );
}

#[tokio::test]
async fn a_signature_for_a_message_of_another_session_opens_its_account_alone() {
    let server = server().await;
    let wallet = KeyWallet::of(1);
    let (mallory, victims) = people(&server).await;
    let (_, body) = signed(&server, Some(&mallory), &wallet).await;
    let linked = sign_in_with_wallet(&server, Some(&mallory), &body).await.data();
    let mallory = Person {
        token: linked["token"].as_str().unwrap().to_owned(),
    };
    for victim in &victims {
        let before = me(&server, victim).await;
        let (_, mut body) = signed(&server, Some(&mallory), &wallet).await;
        body["switch_user"] = true.into();
        let reply = sign_in_with_wallet(&server, Some(victim), &body).await;
        opened_alone(&server, &reply, victim, &before).await;
    }
}

#[tokio::test]
async fn a_code_counts_for_the_session_in_which_it_is_typed_with_its_address() {
    let server = server().await;
    let (code, _) = secrets(&server, None, "ann@example.com").await;
    let person = server.person(&[ADDRESS]).await;
    let other = json!({ "email": MALLORY, "otp_token": code });
    assert_eq!(server.call_as(&person, VERIFY_CODE, &other).await.refusal().0, 400);
    let typed = json!({ "email": "ann@example.com", "otp_token": code });
    let answer = server.call_as(&person, VERIFY_CODE, &typed).await.data();
    assert_eq!(addresses(&answer), [ADDRESS]);
}

#[tokio::test]
async fn a_merge_is_stated_to_its_account_alone() {
    let server = server().await;
    let (_, [anonymous, ann]) = people(&server).await;
    let old = me(&server, &anonymous).await["user"]["id"].clone();
    let (code, _) = secrets(&server, Some(&anonymous), MALLORY).await;
    let typed = json!({ "email": MALLORY, "otp_token": code });
    let answer = server.call_as(&anonymous, VERIFY_CODE, &typed).await.data();
    let mallory = Person {
        token: answer["token"].as_str().unwrap().to_owned(),
    };
    let own = json!({ "old_user_id": answer["user"]["id"] });
    let nothing = server.call_as(&mallory, MERGED, &own).await;
    expect_described(MERGED, &nothing);
    assert_eq!(nothing.data()["added_wallets"], 0, "nothing was added from themselves");
    assert_eq!(addresses(&nothing.data()), [OTHER_ADDRESS, ADDRESS]);
    let foreign = server.call_as(&ann, MERGED, &json!({ "old_user_id": old })).await;
    assert_eq!(foreign.refusal(), (404, "not_found".to_owned()));
}

/// The calls in the table of docs/security.md.
fn documented() -> BTreeSet<String> {
    let (_, section) = SECURITY
        .split_once("## Secrets that are presented with a session")
        .unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split('`').next())
        .map(str::to_owned)
        .collect()
}

/// Returns whether a request has a secret field, or takes a key in a header.
fn takes_secret(document: &Value, operation: &Value) -> bool {
    let headers = operation["parameters"].as_array().into_iter().flatten();
    let is_key = |parameter: &Value| parameter["name"] == "Idempotency-Key";
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"]["$ref"];
    let name = schema.as_str().and_then(|path| path.rsplit('/').next());
    let fields = name.map(|name| &document["components"]["schemas"][name]["properties"]);
    let is_secret = |field: &&str| fields.is_some_and(|fields| !fields[*field].is_null());
    headers.into_iter().any(is_key) || SECRETS.iter().any(is_secret)
}

#[tokio::test]
async fn every_call_that_takes_a_secret_says_what_it_is_bound_to() {
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    let taking = paths.iter().filter(|(_, item)| takes_secret(document, &item["post"]));
    let names = taking.map(|(path, _)| path.rsplit('/').next().unwrap().to_owned());
    assert_eq!(names.collect::<BTreeSet<_>>(), documented());
}

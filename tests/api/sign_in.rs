//! Signing in by a code or a link in a mail, over HTTP.

mod codes;

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use support::mailbox::{code_in, queued_mails, token_in};

use crate::{
    conformance::expect_described,
    test_server::{Person, Reply, ServerOptions, TestServer},
};

const SEND: &str = "/api/organisation/user/send-email-otp";
const VERIFY: &str = "/api/organisation/user/verify-otp-code";
const MERGED: &str = "/api/organisation/user/update-user-details";
const ME: &str = "/api/organisation/user/get-user";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const OTHER_ADDRESS: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";
const EMAIL: &str = "ann@example.com";

/// Requests a code and returns it with the token of the link. The clock moves on, past the wait for the next code.
async fn secrets(server: &TestServer, email: &str) -> (String, String) {
    server.call(SEND, &json!({ "email": email })).await.data();
    let mails = queued_mails(server.app.tracker().ports(), email).await;
    let mail = mails.last().expect("a mail is queued");
    server.advance(Duration::from_secs(31));
    (code_in(mail), token_in(mail))
}

async fn verify(server: &TestServer, person: Option<&Person>, email: &str, code: &str) -> Reply {
    let body = json!({ "email": email, "otp_token": code });
    let token = person.map(|person| person.token.as_str());
    server.send_json(Method::POST, VERIFY, &body, token).await
}

fn signed_in(answer: &Value) -> Person {
    Person {
        token: answer["token"].as_str().unwrap().to_owned(),
    }
}

async fn sign_in(server: &TestServer, person: Option<&Person>, email: &str) -> (Person, Value) {
    let (code, _) = secrets(server, email).await;
    let reply = verify(server, person, email, &code).await;
    expect_described(VERIFY, &reply);
    (signed_in(&reply.data()), reply.data())
}

fn addresses(answer: &Value) -> Vec<&str> {
    let wallets = answer["user"]["user_wallets"].as_array().unwrap();
    wallets
        .iter()
        .map(|wallet| wallet["address"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn somebody_without_a_name_keeps_everything_when_they_sign_up() {
    let server = TestServer::start().await;
    let anonymous = server.person(&[ADDRESS]).await;
    let link = server.share(&anonymous).await;
    let before = server.call_as(&anonymous, ME, &json!({})).await.data();
    let (person, answer) = sign_in(&server, Some(&anonymous), EMAIL).await;
    assert_eq!(
        (&answer["is_new_user"], &answer["old_user_id"]),
        (&json!(true), &Value::Null)
    );
    let after = server.call_as(&person, ME, &json!({})).await.data();
    assert_eq!(
        (&after["user"]["email"], &after["user"]["anonymous"]),
        (&json!(EMAIL), &json!(false))
    );
    assert_eq!(after["user"]["id"], before["user"]["id"], "it is the same person");
    assert_eq!(after["user"]["user_wallets"], before["user"]["user_wallets"]);
    assert_eq!(after["wallets"], answer["wallets"]);
    let gone = server.call_as(&anonymous, ME, &json!({})).await;
    assert_eq!(gone.refusal().0, 401, "the token from before opens nothing");
    assert_eq!(server.open_link(&link).await.status, 200, "the share link stays");
}

#[tokio::test]
async fn an_anonymous_persons_data_are_added_once_to_the_account_they_sign_in_to() {
    let server = TestServer::start().await;
    let (first, _) = sign_in(&server, Some(&server.person(&[ADDRESS]).await), EMAIL).await;
    let anonymous = server.person(&[OTHER_ADDRESS, ADDRESS]).await;
    let link = server.share(&anonymous).await;
    let old = server.call_as(&anonymous, ME, &json!({})).await.data()["user"]["id"].clone();
    let (second, answer) = sign_in(&server, Some(&anonymous), EMAIL).await;
    assert_eq!((&answer["is_new_user"], &answer["old_user_id"]), (&json!(false), &old));
    assert_eq!(addresses(&answer), [ADDRESS, OTHER_ADDRESS]);
    for _ in 0..2 {
        let merged = server
            .call_as(&second, MERGED, &json!({ "old_user_id": old }))
            .await
            .data();
        assert_eq!(
            (&merged["added_wallets"], &merged["frozen_wallets"]),
            (&json!(1), &json!(0))
        );
        assert_eq!(addresses(&merged), [ADDRESS, OTHER_ADDRESS]);
    }
    assert_eq!(server.call_as(&anonymous, ME, &json!({})).await.refusal().0, 401);
    assert_eq!(
        server.open_link(&link).await.refusal().0,
        404,
        "the link of the anonymous person ends"
    );
    let elsewhere = server.call_as(&first, ME, &json!({})).await.data();
    assert_eq!(
        addresses(&elsewhere),
        [ADDRESS, OTHER_ADDRESS],
        "the other device sees it too"
    );
    let foreign = json!({ "old_user_id": "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11" });
    assert_eq!(server.call_as(&second, MERGED, &foreign).await.refusal().0, 404);
    let stranger = server.person(&[]).await;
    let refused = server.call_as(&stranger, MERGED, &json!({ "old_user_id": old })).await;
    assert_eq!(refused.refusal(), (403, "registration_required".to_owned()));
}

/// The reason of each wallet, `None` for one that is read.
fn reasons(answer: &Value) -> Vec<Option<String>> {
    let wallets = answer["user"]["user_wallets"].as_array().unwrap();
    let reason = |wallet: &Value| wallet["reason_code"].as_str().map(ToOwned::to_owned);
    wallets.iter().map(reason).collect()
}

#[tokio::test]
async fn wallets_over_the_limit_of_the_plan_are_kept_and_read_when_there_is_room() {
    let server = TestServer::with(ServerOptions {
        plans_on: true,
        ..ServerOptions::default()
    })
    .await;
    let wallet = |n: u8| ports::Address::evm([n; 20]).to_string();
    let of = async |from: u8| {
        let wallets: Vec<String> = (from..from + 3).map(wallet).collect();
        server
            .person(&wallets.iter().map(String::as_str).collect::<Vec<_>>())
            .await
    };
    sign_in(&server, Some(&of(1).await), EMAIL).await;
    let (person, answer) = sign_in(&server, Some(&of(4).await), EMAIL).await;
    let merged = json!({ "old_user_id": answer["old_user_id"] });
    let merged = server.call_as(&person, MERGED, &merged).await.data();
    assert_eq!(
        (&merged["added_wallets"], &merged["frozen_wallets"]),
        (&json!(3), &json!(1))
    );
    let frozen = Some("over_limit".to_owned());
    assert_eq!(addresses(&answer), (1..7).map(wallet).collect::<Vec<_>>());
    assert_eq!(reasons(&answer), [None, None, None, None, None, frozen]);
    assert_eq!(answer["user"]["user_wallets"][5]["detected"], false);
    let remove = json!({ "wallet_address": wallet(2) });
    let left = server
        .call_as(&person, "/api/organisation/user/delete-user-wallet", &remove)
        .await
        .data();
    assert_eq!(addresses(&left), [1, 3, 4, 5, 6].map(wallet));
    assert_eq!(reasons(&left), [None, None, None, None, None]);
    assert_eq!(left["user"]["user_wallets"][4]["detected"], true);
}

#[tokio::test]
async fn signing_in_over_another_account_asks_first() {
    let server = TestServer::start().await;
    let (ann, _) = sign_in(&server, None, EMAIL).await;
    let (code, _) = secrets(&server, "bob@example.com").await;
    let asked = verify(&server, Some(&ann), "bob@example.com", &code).await;
    assert_eq!(asked.refusal(), (409, "other_user".to_owned()));
    assert_eq!(
        server.call_as(&ann, ME, &json!({})).await.data()["user"]["email"],
        EMAIL
    );
    let body = json!({ "email": "bob@example.com", "otp_token": code, "switch_user": true });
    let answer = server.call_as(&ann, VERIFY, &body).await.data();
    assert_eq!(answer["user"]["email"], "bob@example.com");
    assert_eq!(
        answer["old_user_id"],
        Value::Null,
        "nothing of another account is added"
    );
    assert_eq!(server.call_as(&ann, ME, &json!({})).await.refusal().0, 401);
}

#[tokio::test]
async fn a_registered_session_ends_after_thirty_idle_days_and_ninety_in_any_case() {
    let server = TestServer::start().await;
    let (person, _) = sign_in(&server, None, EMAIL).await;
    let day = Duration::from_hours(24);
    for _ in 0..3 {
        server.advance(day * 29);
        server.call_as(&person, ME, &json!({})).await.data();
    }
    server.advance(day * 4);
    assert_eq!(
        server.call_as(&person, ME, &json!({})).await.refusal().0,
        401,
        "after 91 days"
    );
    let (person, _) = sign_in(&server, None, EMAIL).await;
    server.advance(day * 31);
    assert_eq!(
        server.call_as(&person, ME, &json!({})).await.refusal().0,
        401,
        "unused for 31 days"
    );
}

const LIST: &str = "/api/organisation/user/list-sessions";
const REVOKE: &str = "/api/organisation/user/revoke-session";

/// Returns the ids of a person's sessions and which of them is the current one.
async fn sessions(server: &TestServer, person: &Person) -> Vec<(Value, bool)> {
    let found = server.call_as(person, LIST, &json!({})).await.data();
    let rows = found["sessions"].as_array().unwrap().iter();
    rows.map(|row| (row["id"].clone(), row["current"] == true)).collect()
}

#[tokio::test]
async fn sessions_are_listed_and_ended_by_their_person_alone() {
    let server = TestServer::start().await;
    let (first, _) = sign_in(&server, None, EMAIL).await;
    let (second, _) = sign_in(&server, None, EMAIL).await;
    let (stranger, _) = sign_in(&server, None, "bob@example.com").await;
    let all = sessions(&server, &first).await;
    assert_eq!(
        all.iter().map(|(_, current)| *current).collect::<Vec<_>>(),
        [false, true]
    );
    let foreign = json!({ "id": all[0].0 });
    assert_eq!(server.call_as(&stranger, REVOKE, &foreign).await.refusal().0, 404);
    assert_eq!(sessions(&server, &second).await.len(), 2);
    server.call_as(&first, REVOKE, &foreign).await.data();
    assert_eq!(server.call_as(&second, ME, &json!({})).await.refusal().0, 401);
    let (third, _) = sign_in(&server, None, EMAIL).await;
    server.call_as(&third, REVOKE, &json!({ "others": true })).await.data();
    assert_eq!(server.call_as(&first, ME, &json!({})).await.refusal().0, 401);
    assert_eq!(sessions(&server, &third).await.len(), 1);
    let neither = server.call_as(&third, REVOKE, &json!({})).await;
    assert_eq!(neither.refusal(), (400, "invalid_input".to_owned()));
}

const DELETE: &str = "/api/organisation/user/delete-user";

#[tokio::test]
async fn an_account_is_erased_after_seven_days_unless_its_person_signs_in() {
    let server = TestServer::start().await;
    let ports = server.app.tracker().ports().clone();
    let anonymous = server.person(&[ADDRESS]).await;
    let (person, answer) = sign_in(&server, Some(&anonymous), EMAIL).await;
    let id = answer["user"]["id"].as_str().unwrap().parse().unwrap();
    let body = json!({ "confirmation": "delete" });
    server.advance(Duration::from_secs(660));
    let late = server.call_as(&person, DELETE, &body).await;
    assert_eq!(late.refusal(), (403, "proof_required".to_owned()));
    let (person, answer) = sign_in(&server, None, EMAIL).await;
    assert_eq!(answer["deletion_canceled"], false);
    let answer = server.call_as(&person, DELETE, &body).await.data();
    assert_eq!(answer["deleted"], false);
    assert!(answer["delete_on"].is_string());
    assert_eq!(server.call_as(&person, ME, &json!({})).await.refusal().0, 401);
    let mails = queued_mails(&ports, EMAIL).await;
    assert!(mails.iter().any(|mail| mail.purpose == ports::MailPurpose::Deletion));
    let (person, answer) = sign_in(&server, None, EMAIL).await;
    assert_eq!(addresses(&answer), [ADDRESS], "signing in takes it back");
    assert_eq!(answer["deletion_canceled"], true);
    assert_eq!(ports.stores.users.find(id).await.unwrap().unwrap().delete_at, None);
    server.call_as(&person, DELETE, &body).await.data();
    server.advance(Duration::from_hours(7 * 24 + 2));
    server.app.tracker().work().begin().await.unwrap();
    server.run_due_jobs().await;
    assert_eq!(ports.stores.users.find(id).await.unwrap(), None);
    let owner = ports.stores.user_emails.owner(&EMAIL.parse().unwrap()).await.unwrap();
    assert_eq!(owner, None, "the address can be used again");
}

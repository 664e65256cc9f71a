//! Signing in by a code or a link in a mail, over HTTP.

use std::time::Duration;

use axum::http::Method;
use futures::future::join_all;
use serde_json::{Value, json};
use support::mailbox::{code_in, queued_mails, token_in};

use crate::{
    conformance::expect_described,
    test_server::{Person, Reply, ServerOptions, TestServer},
};

const SEND: &str = "/api/organisation/user/send-email-otp";
const SEND_TO_USER: &str = "/api/organisation/user/send-otp";
const VERIFY: &str = "/api/organisation/user/verify-otp-code";
const VERIFY_TOO: &str = "/api/organisation/user/verify-otp";
const VERIFY_LINK: &str = "/api/organisation/user/verify-email";
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

fn invalid_code(reply: &Reply) {
    assert_eq!(reply.refusal(), (400, "invalid_code".to_owned()), "{}", reply.text);
    assert_eq!(reply.json()["message"], "Invalid verification code");
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
async fn a_code_works_once_for_its_address_as_people_type_it() {
    let server = TestServer::start().await;
    let (code, link) = secrets(&server, EMAIL).await;
    invalid_code(&verify(&server, None, "bob@example.com", &code).await);
    let typed = format!(" {}-{} ", code[..4].to_lowercase(), &code[4..]);
    let body = json!({ "email": " Ann@EXAMPLE.com", "otp_token": typed });
    let reply = server.call(VERIFY_TOO, &body).await;
    expect_described(VERIFY_TOO, &reply);
    assert_eq!(addresses(&reply.data()), Vec::<&str>::new());
    invalid_code(&verify(&server, None, EMAIL, &code).await);
    let used = server.call(VERIFY_LINK, &json!({ "token": link })).await;
    assert_eq!(
        used.refusal(),
        (400, "invalid_code".to_owned()),
        "the link of a used code is used too"
    );
    let (code, _) = secrets(&server, EMAIL).await;
    server.advance(Duration::from_secs(570));
    invalid_code(&verify(&server, None, EMAIL, &code).await);
    let empty = verify(&server, None, EMAIL, " ").await;
    assert_eq!(empty.json()["data"]["fields"]["otp_token"], "Field cannot be empty");
    let no_email = verify(&server, None, "ann", &code).await;
    assert_eq!(
        no_email.json()["data"]["fields"]["email"],
        "Please enter a valid email id"
    );
}

#[tokio::test]
async fn someone_who_guesses_is_stopped_and_does_not_lock_the_owner_out() {
    let server = TestServer::with(ServerOptions {
        limits: &[("verify-code", "1000/s")],
        ..ServerOptions::default()
    })
    .await;
    let (code, link) = secrets(&server, EMAIL).await;
    let guesses = (0..200).map(|_| verify(&server, None, EMAIL, "WRNG2345"));
    for guess in join_all(guesses).await {
        invalid_code(&guess);
    }
    invalid_code(&verify(&server, None, EMAIL, &code).await);
    let reply = server.call(VERIFY_LINK, &json!({ "token": link })).await;
    expect_described(VERIFY_LINK, &reply);
    assert_eq!(reply.data()["user"]["email"], EMAIL, "the link still works");
    let again = server.call(VERIFY_LINK, &json!({ "token": link })).await;
    assert_eq!(again.refusal(), (400, "invalid_code".to_owned()));
    let mut wrong = link.clone();
    wrong.pop();
    let mistyped = server.call(VERIFY_LINK, &json!({ "token": wrong })).await;
    assert_eq!(mistyped.refusal(), (400, "invalid_code".to_owned()));
    assert!(mistyped.text.contains("Request a new one"), "{}", mistyped.text);
}

#[tokio::test]
async fn a_new_code_voids_the_older_one_and_does_not_reset_the_failures_of_the_day() {
    let server = TestServer::start().await;
    let (first, _) = secrets(&server, EMAIL).await;
    let (second, _) = secrets(&server, EMAIL).await;
    invalid_code(&verify(&server, None, EMAIL, &first).await);
    verify(&server, None, EMAIL, &second).await.data();
    for _ in 0..4 {
        secrets(&server, "eve@example.com").await;
        for _ in 0..5 {
            invalid_code(&verify(&server, None, "eve@example.com", "WRNG2345").await);
        }
    }
    server.advance(Duration::from_hours(1));
    let (right, link) = secrets(&server, "eve@example.com").await;
    invalid_code(&verify(&server, None, "eve@example.com", &right).await);
    server.call(VERIFY_LINK, &json!({ "token": link })).await.data();
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
async fn codes_are_sent_at_a_limited_rate_and_say_little_about_who_has_an_account() {
    let server = TestServer::start().await;
    let first = server.call(SEND, &json!({ "email": EMAIL })).await.data();
    assert_eq!(
        first,
        json!({ "is_new_user": true, "resend_after_seconds": 30, "expires_in_seconds": 600 })
    );
    let soon = server.call(SEND, &json!({ "email": EMAIL })).await;
    assert_eq!(soon.refusal(), (429, "rate_limited".to_owned()));
    assert_eq!(soon.header("retry-after"), "30");
    let unknown = server.call(SEND_TO_USER, &json!({ "email": "bob@example.com" })).await;
    assert_eq!(unknown.refusal(), (404, "email_not_found".to_owned()));
    assert_eq!(unknown.json()["message"], "Email not found");
    let signs_up = server.call(SEND, &json!({ "email": "bob@example.com" })).await;
    assert_eq!(signs_up.status, 200, "without a mail nothing counts for the address");
    for name in ["c", "d", "e", "f"] {
        server
            .call(SEND, &json!({ "email": format!("{name}@example.com") }))
            .await
            .data();
    }
    let neutral = server
        .call(SEND_TO_USER, &json!({ "email": "h@example.com" }))
        .await
        .data();
    assert_eq!(neutral["is_new_user"], Value::Null);
    assert_eq!(
        queued_mails(server.app.tracker().ports(), "h@example.com").await.len(),
        1
    );
    let invalid = server.call(SEND, &json!({ "email": "ann@example" })).await;
    assert_eq!(
        invalid.json()["data"]["fields"]["email"],
        "Please enter a valid email id"
    );
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

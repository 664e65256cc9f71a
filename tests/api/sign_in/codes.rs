//! The codes and links of mails: how often, how long and for whom they work, and how often they are sent.

use std::time::Duration;

use futures::future::join_all;
use serde_json::{Value, json};
use support::mailbox::queued_mails;

use super::{EMAIL, SEND, addresses, secrets, verify};
use crate::{
    conformance::expect_described,
    test_server::{Reply, ServerOptions, TestServer},
};

const SEND_TO_USER: &str = "/api/organisation/user/send-otp";
const VERIFY_TOO: &str = "/api/organisation/user/verify-otp";
const VERIFY_LINK: &str = "/api/organisation/user/verify-email";

fn invalid_code(reply: &Reply) {
    assert_eq!(reply.refusal(), (400, "invalid_code".to_owned()), "{}", reply.text);
    assert_eq!(reply.json()["message"], "Invalid verification code");
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

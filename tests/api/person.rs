//! What people state about themselves, their e-mail address, and signing up by a link, over HTTP.

use std::time::Duration;

use axum::http::Method;
use serde_json::{Value, json};
use support::mailbox::{code_in, queued_mails, token_in};

use crate::{
    conformance::expect_described,
    test_server::{Person, Reply, ServerOptions, TestServer},
};

const UPDATE: &str = "/api/organisation/user/update-user";
const SIGNUP: &str = "/api/organisation/user/signup";
const VERIFY: &str = "/api/organisation/user/verify-otp-code";
const VERIFY_LINK: &str = "/api/organisation/user/verify-email";
const UNLINK: &str = "/api/organisation/user/unlink-wallet";
const ME: &str = "/api/organisation/user/get-user";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const EMAIL: &str = "ann@example.com";
const NEW_EMAIL: &str = "ann@example.org";

async fn me(server: &TestServer, person: &Person) -> Value {
    server.call_as(person, ME, &json!({})).await.data()["user"].clone()
}

/// Returns the code and the token of the link that were last sent to an address.
async fn sent(server: &TestServer, email: &str) -> (String, String) {
    let mails = queued_mails(server.app.tracker().ports(), email).await;
    let mail = mails.last().expect("a mail is queued");
    (code_in(mail), token_in(mail))
}

async fn verify(server: &TestServer, person: Option<&Person>, email: &str, code: &str) -> Reply {
    let body = json!({ "email": email, "otp_token": code });
    let token = person.map(|person| person.token.as_str());
    server.send_json(Method::POST, VERIFY, &body, token).await
}

fn signed_in(reply: &Reply) -> Person {
    Person {
        token: reply.data()["token"].as_str().unwrap().to_owned(),
    }
}

/// Signs in with the current address on another device.
async fn signed_in_by_code(server: &TestServer) -> Person {
    server.advance(Duration::from_secs(31));
    server.call(SIGNUP, &json!({ "email": EMAIL })).await.data();
    let (code, _) = sent(server, EMAIL).await;
    signed_in(&verify(server, None, EMAIL, &code).await)
}

#[tokio::test]
async fn saving_a_profile_uses_up_no_codes_of_the_network() {
    let server = TestServer::with(ServerOptions {
        limits: &[("create-user", "1000/s"), ("send-code", "2/h")],
        ..ServerOptions::default()
    })
    .await;
    let person = server.registered(&[], EMAIL).await;
    for name in ["Ada", "Eve", "Ann", "Bea"] {
        let change = json!({ "first_name": name, "email": EMAIL });
        let saved = server.call_as(&person, UPDATE, &change).await;
        expect_described(UPDATE, &saved);
        assert_eq!(saved.json()["message"], "Profile updated", "{}", saved.text);
    }
    let to = |email: &str| json!({ "email": email });
    server.call_as(&person, UPDATE, &to(NEW_EMAIL)).await.data();
    let refused = server.call_as(&person, UPDATE, &to("bob@example.com")).await;
    assert_eq!(refused.refusal(), (429, "rate_limited".to_owned()));
}

#[tokio::test]
async fn people_state_their_names_and_number_and_change_one_of_them() {
    let server = TestServer::start().await;
    let person = server.registered(&[ADDRESS], EMAIL).await;
    let all = json!({"first_name": " Ada ", "last_name": "Love\u{202e}lace", "mobile": "+44 20 7123 4567"});
    let saved = server.call_as(&person, UPDATE, &all).await.data();
    assert_eq!(
        (&saved["user"]["first_name"], &saved["user"]["last_name"]),
        (&json!("Ada"), &json!("Lovelace"))
    );
    let one = json!({"last_name": ""});
    server.call_as(&person, UPDATE, &one).await.data();
    let user = me(&server, &person).await;
    assert_eq!(
        (&user["first_name"], &user["last_name"], &user["mobile"]),
        (&json!("Ada"), &Value::Null, &json!("+44 20 7123 4567"))
    );
    let bad = server
        .call_as(&person, UPDATE, &json!({"first_name": "Eve", "mobile": "call me"}))
        .await;
    assert_eq!(bad.refusal(), (400, "invalid_input".to_owned()));
    let long = json!({"last_name": "é".repeat(251)});
    let long = server.call_as(&person, UPDATE, &long).await;
    assert_eq!(
        long.json()["data"]["fields"]["last_name"],
        "Use at most 250 characters."
    );
    assert!(bad.json()["data"]["fields"]["mobile"].is_string());
    let bad = server
        .call_as(&person, UPDATE, &json!({"first_name": "Eve", "email": "nobody"}))
        .await;
    assert_eq!(bad.json()["data"]["fields"]["email"], "Please enter valid email id");
    assert_eq!(
        me(&server, &person).await["first_name"],
        "Ada",
        "nothing of a refused change is stored"
    );
}

#[tokio::test]
async fn an_address_is_put_on_the_mailing_list_without_a_mail_and_removed_again() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let join = json!({"mailing_list": " Ann@Example.com ", "signed_up_from": "Mobile notice"});
    let saved = server.call_as(&person, UPDATE, &join).await.data();
    assert_eq!(
        (
            &saved["user"]["mailing_list"],
            &saved["user"]["email"],
            &saved["user"]["anonymous"]
        ),
        (&json!(EMAIL), &Value::Null, &json!(true))
    );
    assert!(queued_mails(server.app.tracker().ports(), EMAIL).await.is_empty());
    server
        .call_as(&person, UPDATE, &json!({"first_name": "Ada"}))
        .await
        .data();
    assert_eq!(
        me(&server, &person).await["mailing_list"],
        EMAIL,
        "another change leaves it"
    );
    let bad = server.call_as(&person, UPDATE, &json!({"mailing_list": "ann"})).await;
    assert_eq!(bad.json()["data"]["fields"]["mailing_list"], "Enter valid email");
    server
        .call_as(&person, UPDATE, &json!({"mailing_list": ""}))
        .await
        .data();
    assert_eq!(me(&server, &person).await["mailing_list"], Value::Null);
}

#[tokio::test]
async fn an_anonymous_persons_details_are_kept_when_they_sign_in() {
    let server = TestServer::start().await;
    let known = server.registered(&[ADDRESS], EMAIL).await;
    server
        .call_as(&known, UPDATE, &json!({"first_name": "Ada"}))
        .await
        .data();
    let anonymous = server.person(&[ADDRESS]).await;
    let details = json!({"first_name": "Eve", "mobile": "0123456789", "email": EMAIL, "signed_up_from": "leaving"});
    server.advance(Duration::from_secs(31));
    let saved = server.call_as(&anonymous, UPDATE, &details).await.data();
    assert_eq!(
        saved["user"]["pending_email"],
        Value::Null,
        "the answer does not say whose it is"
    );
    let (code, _) = sent(&server, EMAIL).await;
    let person = signed_in(&verify(&server, Some(&anonymous), EMAIL, &code).await);
    let user = me(&server, &person).await;
    assert_eq!(
        (&user["first_name"], &user["mobile"], &user["email"]),
        (&json!("Ada"), &json!("0123456789"), &json!(EMAIL))
    );
}

#[tokio::test]
async fn a_new_email_counts_once_it_is_proven_and_the_current_one_is_notified() {
    let server = TestServer::start().await;
    let person = server.registered(&[ADDRESS], EMAIL).await;
    let change = json!({"email": NEW_EMAIL, "signed_up_from": "Profile page"});
    server.call_as(&person, UPDATE, &change).await.data();
    let user = me(&server, &person).await;
    assert_eq!(
        (&user["email"], &user["pending_email"]),
        (&json!(EMAIL), &json!(NEW_EMAIL))
    );
    let other_device = signed_in_by_code(&server).await;
    let notices = queued_mails(server.app.tracker().ports(), EMAIL).await;
    let notices: Vec<_> = notices
        .into_iter()
        .filter(|mail| mail.subject.contains("being changed"))
        .collect();
    let notice = notices.last().unwrap();
    assert!(!notice.text.contains(NEW_EMAIL));
    let (code, link) = sent(&server, NEW_EMAIL).await;
    let elsewhere = server.call(VERIFY_LINK, &json!({ "token": link })).await;
    assert_eq!(
        elsewhere.refusal(),
        (403, "other_browser".to_owned()),
        "the link opens nobody's account elsewhere"
    );
    let stranger = verify(&server, None, NEW_EMAIL, &code).await;
    assert_eq!(stranger.refusal(), (400, "invalid_code".to_owned()));
    let changed = verify(&server, Some(&person), NEW_EMAIL, &code).await;
    let user = &changed.data()["user"];
    assert_eq!(
        (&user["email"], &user["pending_email"]),
        (&json!(NEW_EMAIL), &Value::Null)
    );
    assert_eq!(changed.data()["is_new_user"], false);
    let person = signed_in(&changed);
    assert_eq!(me(&server, &person).await["email"], NEW_EMAIL);
    let revoked = server.call_as(&other_device, ME, &json!({})).await;
    assert_eq!(revoked.refusal().0, 401, "sessions on other devices end");
    let used = json!({ "token": link });
    let again = server.send_json(Method::POST, VERIFY_LINK, &used, Some(&person.token));
    assert_eq!(again.await.refusal().0, 400, "the link of a used code is used");
}

#[tokio::test]
async fn a_pending_email_is_cancelled_replaced_and_never_taken_from_another_account() {
    let server = TestServer::start().await;
    server.registered(&[], "bob@example.com").await;
    let person = server.registered(&[ADDRESS], EMAIL).await;
    let to = |email: &str| json!({ "email": email });
    server.call_as(&person, UPDATE, &to(NEW_EMAIL)).await.data();
    let (_, first) = sent(&server, NEW_EMAIL).await;
    server.call_as(&person, UPDATE, &to("")).await.data();
    assert_eq!(me(&server, &person).await["pending_email"], Value::Null);
    let follow = async |link: &str| {
        let body = json!({ "token": link });
        server
            .send_json(Method::POST, VERIFY_LINK, &body, Some(&person.token))
            .await
    };
    assert_eq!(follow(&first).await.refusal().0, 400, "its link ended with it");
    server.advance(Duration::from_secs(31));
    server.call_as(&person, UPDATE, &to("bob@example.com")).await.data();
    let (_, link) = sent(&server, "bob@example.com").await;
    let taken = follow(&link).await;
    assert_eq!(taken.refusal(), (409, "email_taken".to_owned()));
    assert!(taken.text.contains("belongs to another account"), "{}", taken.text);
    let current = server.call_as(&person, UPDATE, &to(EMAIL)).await.data();
    assert_eq!(
        current["user"]["pending_email"],
        Value::Null,
        "the current address needs no proof"
    );
    server.advance(Duration::from_mins(11));
    let late = server.call_as(&person, UPDATE, &to("eve@example.com")).await;
    assert_eq!(late.refusal(), (403, "proof_required".to_owned()));
}

#[tokio::test]
async fn a_link_alone_signs_up_and_users_get_a_code_as_well() {
    let server = TestServer::start().await;
    let body = json!({"email": EMAIL, "signed_up_from": "landing-page-whale"});
    let answer = server.call(SIGNUP, &body).await.data();
    assert_eq!(
        (&answer["is_new_user"], &answer["resend_after_seconds"]),
        (&json!(true), &json!(30))
    );
    let mails = queued_mails(server.app.tracker().ports(), EMAIL).await;
    assert_eq!(mails[0].subject, "Confirm your email for Spyhop");
    let link = token_in(&mails[0]);
    let opened = server.call(VERIFY_LINK, &json!({ "token": link })).await;
    assert_eq!(
        (&opened.data()["is_new_user"], &opened.data()["user"]["email"]),
        (&json!(true), &json!(EMAIL))
    );
    server.advance(Duration::from_secs(31));
    let known = server.call(SIGNUP, &body).await.data();
    assert_eq!(known["is_new_user"], false);
    assert_eq!(sent(&server, EMAIL).await.0.len(), 8);
    let stranger = server.registered(&[], "bob@example.com").await;
    let none = server
        .call_as(&stranger, UNLINK, &json!({ "wallet_address": ADDRESS }))
        .await;
    assert_eq!(none.refusal().0, 404);
}

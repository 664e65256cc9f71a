//! Feedback over HTTP: both ways of stating it, what is refused, and whose it is.

use std::time::Duration;

use adapters::storage::{DatabaseLocation, DatabaseTimeouts, ReadOnlyDatabase};
use domain::feedback::MOST_FEEDBACK;
use ports::{FeedbackReader as _, feedback::FeedbackSubject};
use serde_json::{Value, json};
use support::mailbox::{code_in, queued_mails};

use crate::{
    secret,
    test_server::{Person, Reply, ServerOptions, TestServer},
};

const PATH: &str = "/api/common/master/send-feedback";
const EMAIL: &str = "ann@example.com";

async fn server() -> TestServer {
    TestServer::with(ServerOptions {
        limits: &[("create-user", "1000/s"), ("feedback", "1000/s")],
        ..ServerOptions::default()
    })
    .await
}

async fn send(server: &TestServer, person: &Person, body: &Value) -> Reply {
    server.call_as(person, PATH, body).await
}

fn about_wallets(text: &str) -> Value {
    json!({"page": "Wallets", "rating": 4, "feedback": text})
}

/// Returns the texts that the operator reads, in the order in which they were sent.
async fn texts(server: &TestServer) -> Vec<String> {
    let stored = server
        .app
        .tracker()
        .ports()
        .stores
        .feedback
        .after(None, 1000)
        .await
        .unwrap();
    stored.iter().map(|one| one.text.as_str().to_owned()).collect()
}

#[tokio::test]
async fn a_section_is_rated_and_the_product_is_judged() {
    let (server, folder) = secret::server().await;
    let person = server.person(&[]).await;
    send(&server, &person, &about_wallets(" First\nline ")).await.data();
    let opinion = json!({"feedback_type": "negative", "feedback": "<b>Slow</b>"});
    let sent = send(&server, &person, &opinion).await;
    assert_eq!(
        sent.json()["message"],
        "Thank you very much for your feedback",
        "{}",
        sent.text
    );
    let place = DatabaseLocation::File(folder.join("spyhop.db"));
    let database = ReadOnlyDatabase::open(
        &place,
        &support::sealing::master_keys(),
        DatabaseTimeouts::new(support::GENEROUS),
    )
    .await
    .unwrap();
    let read = database.after(None, 10).await.unwrap();
    database.close().await;
    let texts: Vec<&str> = read.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(
        texts,
        ["First\nline", "<b>Slow</b>"],
        "read while the server is running"
    );
    assert!(matches!(read[0].subject, FeedbackSubject::Section(section, rating)
        if (section.as_str(), rating.get()) == ("Wallets", 4)));
    assert!(matches!(read[1].subject, FeedbackSubject::Product(opinion) if opinion.as_str() == "negative"));
}

#[tokio::test]
async fn incomplete_feedback_names_what_is_missing_and_is_not_stored() {
    let server = server().await;
    let person = server.person(&[]).await;
    for (body, field, text) in [
        (json!({"rating": 4, "feedback": "x"}), "page", "Select a section."),
        (
            json!({"page": "Wallets", "feedback": "x"}),
            "rating",
            "Choose a rating from 1 to 5.",
        ),
        (
            json!({"page": "Wallets", "rating": 6, "feedback": "x"}),
            "rating",
            "Choose a rating from 1 to 5.",
        ),
        (about_wallets(" \n\u{200b}"), "feedback", "Field cannot be empty"),
        (
            about_wallets(&"x".repeat(4001)),
            "feedback",
            "Use at most 4000 characters.",
        ),
        (
            json!({"page": "Wallets", "rating": 4}),
            "feedback",
            "This field is required.",
        ),
        (
            json!({"page": "Wallets", "feedback_type": "positive", "feedback": "x"}),
            "feedback_type",
            "Send feedback_type alone, or page and rating.",
        ),
    ] {
        let refused = send(&server, &person, &body).await;
        assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()), "{body}");
        assert_eq!(refused.json()["data"]["fields"][field], text, "{body}");
    }
    let unknown = json!({"page": "Select Section", "rating": 4, "feedback": "x"});
    let refused = send(&server, &person, &unknown).await;
    assert!(refused.json()["data"]["fields"]["page"].is_string(), "{}", refused.text);
    assert!(texts(&server).await.is_empty());
}

#[tokio::test]
async fn the_same_feedback_again_within_a_day_is_stored_once() {
    let server = server().await;
    let (person, other) = (server.person(&[]).await, server.person(&[]).await);
    let first = send(&server, &person, &about_wallets("Twice")).await.data();
    assert_eq!(send(&server, &person, &about_wallets("Twice")).await.data(), first);
    assert_ne!(
        send(&server, &other, &about_wallets("Twice")).await.data()["id"],
        first["id"]
    );
    assert_eq!(texts(&server).await.len(), 2);
}

#[tokio::test]
async fn one_person_sends_ten_times_a_day() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    for n in 0..10 {
        send(&server, &person, &about_wallets(&format!("Number {n}")))
            .await
            .data();
    }
    let refused = send(&server, &person, &about_wallets("Number 10")).await;
    assert_eq!(refused.refusal(), (429, "rate_limited".to_owned()));
    server.advance(Duration::from_hours(25));
    send(&server, &person, &about_wallets("Number 10")).await.data();
    assert_eq!(texts(&server).await.len(), 11);
}

#[tokio::test]
async fn a_server_keeps_a_limited_amount_of_one_person() {
    let server = server().await;
    let person = server.person(&[]).await;
    for n in 0..MOST_FEEDBACK {
        send(&server, &person, &about_wallets(&format!("Number {n}")))
            .await
            .data();
    }
    let refused = send(&server, &person, &about_wallets("One more")).await;
    assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()));
    let other = server.person(&[]).await;
    send(&server, &other, &about_wallets("One more")).await.data();
}

#[tokio::test]
async fn feedback_goes_with_its_person_when_they_sign_in() {
    let server = server().await;
    let known = server.registered(&[], EMAIL).await;
    send(&server, &known, &about_wallets("Of the known person"))
        .await
        .data();
    let anonymous = server.person(&[]).await;
    send(&server, &anonymous, &about_wallets("Before signing in"))
        .await
        .data();
    server.advance(Duration::from_secs(31));
    let code = "/api/organisation/user/send-email-otp";
    server.call(code, &json!({ "email": EMAIL })).await.data();
    let mails = queued_mails(server.app.tracker().ports(), EMAIL).await;
    let verify = json!({"email": EMAIL, "otp_token": code_in(mails.last().unwrap())});
    let path = "/api/organisation/user/verify-otp-code";
    let signed_in = server.call_as(&anonymous, path, &verify).await.data();
    let user = signed_in["user"]["id"].as_str().unwrap().parse().unwrap();
    let stores = &server.app.tracker().ports().stores;
    let own = stores.feedback.of_user(user).await.unwrap();
    let mut own: Vec<&str> = own.iter().map(|one| one.text.as_str()).collect();
    own.sort_unstable();
    assert_eq!(own, ["Before signing in", "Of the known person"]);
}

#[tokio::test]
async fn feedback_is_erased_with_its_person() {
    let server = server().await;
    let (person, leaving) = (server.person(&[]).await, server.person(&[]).await);
    send(&server, &person, &about_wallets("Stays")).await.data();
    send(&server, &leaving, &about_wallets("Erased")).await.data();
    let delete = "/api/organisation/user/delete-user";
    let confirmed = json!({"confirmation": "delete"});
    server.call_as(&leaving, delete, &confirmed).await.data();
    assert_eq!(texts(&server).await, ["Stays"]);
}

//! API keys: creating, listing and revoking them, what they read, and when they end.

mod scopes;

use std::time::Duration;

use http_api::App;
use serde_json::{Value, json};
use support::folder::Folder;
use support::mailbox::{code_in, queued_mails};

use crate::captured_log::CapturedLog;
use crate::test_server::{self, CREATE_API_KEY as CREATE, Person, Reply, ServerOptions, TestKey, TestServer};

const LIST: &str = "/api/organisation/api-key/list-api-keys";
const REVOKE: &str = "/api/organisation/api-key/revoke-api-key";
const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const STATUS: &str = "/api/wallet/sync/status";
const OWNED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const DAY: Duration = Duration::from_hours(24);

async fn with_key(server: &TestServer, key: &TestKey, path: &str, body: &Value) -> Reply {
    let person = Person {
        token: key.token.clone(),
    };
    server.call_as(&person, path, body).await
}

fn ended() -> (u16, String) {
    (401, "session_invalid".to_owned())
}

async fn create(server: &TestServer, person: &Person, body: Value) -> Reply {
    server.call_as(person, CREATE, &body).await
}

/// Creates a key that does not expire.
async fn endless_key(server: &TestServer, person: &Person, scopes: &[&str]) -> TestKey {
    let body = json!({"name": "Endless", "scopes": scopes});
    let created = create(server, person, body).await.data();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    TestKey {
        id: text(&created["api_key"]["id"]),
        token: text(&created["token"]),
    }
}

/// Signs in again by the code of a mail.
async fn sign_in(server: &TestServer, email: &str) -> Person {
    let send = "/api/organisation/user/send-email-otp";
    server.call(send, &json!({ "email": email })).await.data();
    let mails = queued_mails(server.app.tracker().ports(), email).await;
    let body = json!({ "email": email, "otp_token": code_in(mails.last().unwrap()) });
    let answer = server
        .call("/api/organisation/user/verify-otp-code", &body)
        .await
        .data();
    Person {
        token: answer["token"].as_str().unwrap().to_owned(),
    }
}

#[tokio::test]
async fn a_key_is_shown_once_and_listed_by_its_first_characters() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let body =
        json!({"name": " Home\u{202e} server ", "scopes": ["health", "portfolio", "health"], "expires_in_days": 90});
    let created = create(&server, &person, body).await.data();
    let token = created["token"].as_str().unwrap();
    assert!(token.starts_with("spy_key_") && token.len() == 46, "{token}");
    let expected = json!({
        "id": created["api_key"]["id"],
        "name": "Home server",
        "prefix": &token[..12],
        "scopes": ["portfolio", "health"],
        "created_on": "2025-09-08T12:30:00Z",
        "last_used_on": null,
        "expires_on": "2025-12-07T12:30:00Z",
    });
    assert_eq!(created["api_key"], expected);
    create(&server, &person, json!({"name": "Endless", "scopes": ["ledger"]}))
        .await
        .data();
    let listed = server.call_as(&person, LIST, &json!({})).await;
    assert!(!listed.text.contains(token));
    let keys = listed.data()["api_keys"].clone();
    assert_eq!(keys[1], expected);
    assert_eq!(
        (&keys[0]["name"], &keys[0]["expires_on"]),
        (&json!("Endless"), &Value::Null)
    );
}

#[tokio::test]
async fn keys_are_created_after_a_recent_proof_and_revoked_without() {
    let server = TestServer::start().await;
    let body = json!({"name": "Spreadsheet", "scopes": ["portfolio"]});
    let anonymous = server.person(&[OWNED]).await;
    let refused = create(&server, &anonymous, body.clone()).await.refusal();
    assert_eq!(refused, (403, "registration_required".to_owned()));
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let key = server.api_key(&person, &["portfolio"]).await;
    server.advance(Duration::from_mins(11));
    let refused = create(&server, &person, body).await.refusal();
    assert_eq!(refused, (403, "proof_required".to_owned()));
    let revoked = server.call_as(&person, REVOKE, &json!({"id": key.id})).await.data();
    assert_eq!(revoked, json!({"revoked": true}));
    assert_eq!(with_key(&server, &key, BALANCE, &json!({})).await.refusal(), ended());
    let again = server.call_as(&person, REVOKE, &json!({"id": key.id})).await.refusal();
    assert_eq!(again, (404, "not_found".to_owned()));
}

#[tokio::test]
async fn a_key_needs_a_name_a_scope_and_one_of_the_lifetimes() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let wrong = [
        (json!({"name": " \u{200b}", "scopes": ["health"]}), "name"),
        (json!({"name": "a".repeat(61), "scopes": ["health"]}), "name"),
        (json!({"name": "Key", "scopes": []}), "scopes"),
        (json!({"name": "Key", "scopes": ["everything"]}), "scopes"),
        (
            json!({"name": "Key", "scopes": ["health"], "expires_in_days": 31}),
            "expires_in_days",
        ),
        (
            json!({"name": "Key", "scopes": ["health"], "expires_in_days": -30}),
            "expires_in_days",
        ),
    ];
    for (body, field) in wrong {
        let reply = create(&server, &person, body.clone()).await;
        assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()), "{body}");
        let fields = reply.json()["data"]["fields"].as_object().unwrap().clone();
        assert!(fields.keys().all(|name| name.starts_with(field)), "{body}: {fields:?}");
    }
    assert_eq!(
        server.call_as(&person, LIST, &json!({})).await.data()["api_keys"],
        json!([])
    );
}

#[tokio::test]
async fn of_many_concurrent_creations_twenty_succeed() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let body = json!({"name": "Spreadsheet", "scopes": ["portfolio"], "expires_in_days": 30});
    let calls = (0..50).map(|_| create(&server, &person, body.clone()));
    let replies = futures::future::join_all(calls).await;
    let (created, refused): (Vec<_>, Vec<_>) = replies.iter().partition(|reply| reply.status == 200);
    assert_eq!((created.len(), refused.len()), (20, 30));
    for reply in refused {
        let text = reply.json()["data"]["fields"]["name"].clone();
        assert_eq!(text, "You have 20 API keys. Revoke one before you create another.");
    }
    server.advance(30 * DAY);
    let person = sign_in(&server, "ann@example.com").await;
    server.api_key(&person, &["portfolio"]).await;
    let listed = server.call_as(&person, LIST, &json!({})).await.data();
    assert_eq!(
        listed["api_keys"].as_array().unwrap().len(),
        1,
        "expired keys do not count"
    );
}

#[tokio::test]
async fn a_key_of_another_person_is_neither_listed_nor_revoked() {
    let server = TestServer::start().await;
    let ann = server.registered(&[OWNED], "ann@example.com").await;
    let bob = server.registered(&[], "bob@example.com").await;
    let key = server.api_key(&ann, &["portfolio"]).await;
    assert_eq!(
        server.call_as(&bob, LIST, &json!({})).await.data()["api_keys"],
        json!([])
    );
    let refused = server.call_as(&bob, REVOKE, &json!({"id": key.id})).await.refusal();
    assert_eq!(refused, (404, "not_found".to_owned()));
    with_key(&server, &key, BALANCE, &json!({})).await.data();
}

#[tokio::test]
async fn a_key_ends_when_it_expires_or_is_not_used_for_a_year() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let thirty = server.api_key(&person, &["health"]).await;
    let endless = endless_key(&server, &person, &["health"]).await;
    let status = async |key: &TestKey| with_key(&server, key, STATUS, &json!({})).await.status.as_u16();
    server.advance(30 * DAY - Duration::from_secs(1));
    assert_eq!(status(&thirty).await, 200);
    server.advance(Duration::from_secs(1));
    assert_eq!(status(&thirty).await, 401);
    server.set_back(DAY);
    assert_eq!(status(&thirty).await, 401, "a clock that is set back revives no key");
    assert_eq!(status(&endless).await, 200);
    server.advance(365 * DAY);
    assert_eq!(status(&endless).await, 200);
    server.advance(365 * DAY);
    assert_eq!(status(&endless).await, 200, "it was used a year ago");
    server.advance(365 * DAY + Duration::from_secs(1));
    assert_eq!(status(&endless).await, 401);
}

#[tokio::test]
async fn the_keys_of_a_person_who_requests_their_deletion_end_at_once() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let key = server.api_key(&person, &["portfolio"]).await;
    with_key(&server, &key, BALANCE, &json!({})).await.data();
    let delete = "/api/organisation/user/delete-user";
    server
        .call_as(&person, delete, &json!({"confirmation": "delete"}))
        .await
        .data();
    assert_eq!(with_key(&server, &key, BALANCE, &json!({})).await.refusal(), ended());
    server.advance(Duration::from_mins(1));
    let back = sign_in(&server, "ann@example.com").await;
    assert_eq!(
        server.call_as(&back, LIST, &json!({})).await.data()["api_keys"],
        json!([])
    );
    assert_eq!(with_key(&server, &key, BALANCE, &json!({})).await.refusal(), ended());
}

#[tokio::test]
async fn reading_with_a_key_requests_no_reads_and_extends_no_session() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    server.run_jobs_of(&person).await;
    let key = endless_key(&server, &person, &["portfolio", "ledger", "health"]).await;
    server.advance(Duration::from_hours(5));
    server.run_due_jobs().await;
    let waiting = async || with_key(&server, &key, STATUS, &json!({})).await.data()["waiting"].clone();
    let before = waiting().await;
    let update = json!({"update_balance": true});
    let refused = with_key(&server, &key, BALANCE, &update).await;
    assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()));
    assert!(refused.json()["data"]["fields"]["update_balance"].is_string());
    let reads = [
        BALANCE,
        "/api/wallet/user-wallet/get-yesterday-portfolio-balance",
        "/api/wallet/user-wallet/search-wallet",
        "/api/wallet/transaction/search-transaction",
        "/api/wallet/ledger/get-reconciliation",
        "/api/common/health/get-data-health",
    ];
    for path in reads {
        with_key(&server, &key, path, &json!({})).await.data();
    }
    assert_eq!(waiting().await, before);
    for _ in 0..30 {
        server.advance(DAY);
        waiting().await;
    }
    let session = server.call_as(&person, LIST, &json!({})).await.refusal();
    assert_eq!(session, ended(), "30 days without a call of the session");
}

#[tokio::test]
async fn the_last_use_is_recorded_once_a_minute() {
    let server = TestServer::start().await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let key = server.api_key(&person, &["health"]).await;
    let last_use = async || {
        with_key(&server, &key, STATUS, &json!({})).await.data();
        server.call_as(&person, LIST, &json!({})).await.data()["api_keys"][0]["last_used_on"].clone()
    };
    assert_eq!(last_use().await, "2025-09-08T12:30:00Z");
    server.advance(Duration::from_secs(59));
    assert_eq!(last_use().await, "2025-09-08T12:30:00Z");
    server.advance(Duration::from_secs(1));
    assert_eq!(last_use().await, "2025-09-08T12:31:00Z");
}

#[tokio::test]
async fn each_key_has_its_own_rate_limit() {
    let server = TestServer::with(ServerOptions {
        limits: &[("create-user", "1000/s"), ("api-key", "3/min")],
        ..ServerOptions::default()
    })
    .await;
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let [one, other] = [
        server.api_key(&person, &["health"]).await,
        server.api_key(&person, &["health"]).await,
    ];
    for left in (0..3).rev() {
        let reply = with_key(&server, &one, STATUS, &json!({})).await;
        assert_eq!(reply.header("ratelimit"), format!("\"api-key\";r={left}"));
        assert_eq!(reply.header("ratelimit-policy"), "\"api-key\";q=3;w=60");
    }
    let refused = with_key(&server, &one, STATUS, &json!({})).await;
    assert_eq!(refused.refusal(), (429, "rate_limited".to_owned()));
    assert!(refused.header("retry-after").parse::<u64>().unwrap() <= 60);
    let elsewhere = with_key(&server, &one, BALANCE, &json!({})).await;
    assert_eq!(elsewhere.status, 429, "calls that the key may not use count too");
    with_key(&server, &other, STATUS, &json!({})).await.data();
    let by_session = server.call_as(&person, STATUS, &json!({})).await;
    by_session.data();
    assert_eq!(by_session.header("ratelimit-policy"), "", "sessions have no such limit");
}

#[tokio::test]
async fn neither_the_database_nor_the_log_has_the_text_of_a_key() {
    let log = CapturedLog::captured();
    let folder = Folder::create("api-keys");
    let tracker = test_server::demo_tracker(&folder, test_server::clock(), false).await;
    let path = folder.path().to_owned();
    let app = App::new(tracker, test_server::settings(&ServerOptions::default()));
    let server = TestServer::from_app(folder, app);
    let person = server.registered(&[OWNED], "ann@example.com").await;
    let key = server.api_key(&person, &["portfolio"]).await;
    with_key(&server, &key, BALANCE, &json!({})).await.data();
    with_key(&server, &key, STATUS, &json!({})).await;
    let files = std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path());
    let stored: Vec<u8> = files
        .filter(|file| file.is_file())
        .flat_map(|file| std::fs::read(file).unwrap())
        .collect();
    let holds = |text: &str| stored.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(&key.id) && holds(&key.token[..12]));
    assert!(!holds(&key.token[..20]) && !holds(&key.token[12..]));
    assert!(!log.text().contains(&key.token[..20]));
}

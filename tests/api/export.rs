//! The archive with everything that is stored about a person, over HTTP.

use std::time::{Duration, Instant};

use axum::body::to_bytes;
use serde_json::{Value, json};
use support::patience;

use crate::test_server::{Person, TestServer, json_request};

const UPDATE: &str = "/api/organisation/user/update-user";
pub const EXPORT: &str = "/api/organisation/user/export-user-data";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const REMOVED: &str = "0x220866B1A2219f40e72f5c628B65D54268cA3A9D";
const EMAIL: &str = "ann@example.com";

/// Returns the files of an archive.
pub fn unpacked(bytes: &[u8]) -> std::collections::BTreeMap<String, String> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let names: Vec<String> = archive.file_names().map(|name| name.unwrap().into_owned()).collect();
    let read = |name: String| {
        let mut text = String::new();
        std::io::Read::read_to_string(&mut archive.by_name(&name).unwrap(), &mut text).unwrap();
        (name, text)
    };
    names.into_iter().map(read).collect()
}

/// Makes a person state what an export has, and remove a wallet.
async fn state_everything(server: &TestServer, person: &Person) {
    let removed = json!({ "wallet_address": REMOVED });
    server
        .call_as(person, "/api/organisation/user/delete-user-wallet", &removed)
        .await
        .data();
    let details = json!({"first_name": "=Ada", "mobile": "+44 20 7123 4567", "mailing_list": "news@example.com",
        "signed_up_from": "Mobile notice"});
    server.call_as(person, UPDATE, &details).await.data();
    let hidden = json!({"asset": "eip155:1/slip44:60"});
    server
        .call_as(person, "/api/wallet/asset/hide-asset", &hidden)
        .await
        .data();
    let feedback = json!({"page": "Net Flows", "rating": 2, "feedback": "=Slow"});
    server
        .call_as(person, "/api/common/master/send-feedback", &feedback)
        .await
        .data();
}

#[tokio::test]
async fn everything_about_a_person_is_in_one_archive() {
    let server = TestServer::start().await;
    let person = server.registered(&[ADDRESS, REMOVED], EMAIL).await;
    let other = server.registered(&[ADDRESS], "bob@example.com").await;
    server
        .call_as(&other, UPDATE, &json!({"first_name": "Bob"}))
        .await
        .data();
    state_everything(&server, &person).await;
    server.run_jobs_of(&person).await;
    let mut request = json_request(EXPORT, &json!({}));
    let token = format!("Bearer {}", person.token).parse().unwrap();
    request.headers_mut().insert("authorization", token);
    let response = server.open_stream(request).await;
    let name = response.headers()["content-disposition"].to_str().unwrap().to_owned();
    assert_eq!(name, "attachment; filename=\"spyhop-data-2025-09-08.zip\"");
    let files = unpacked(&to_bytes(response.into_body(), usize::MAX).await.unwrap());
    assert_eq!(files.len(), 1 + 2 * domain::export::Exports::tables().len());
    assert!(files["README.txt"].contains("it never means zero"));
    let user: Value = serde_json::from_str(files["user.jsonl"].trim()).unwrap();
    assert_eq!(
        (&user["first_name"], &user["last_name"]),
        (&json!("=Ada"), &Value::Null)
    );
    assert!(files["user.csv"].contains("'=Ada"), "no formula: {}", files["user.csv"]);
    assert_eq!(user["mailing_list_address"], "news@example.com");
    assert_eq!(user["mailing_list_joined_from"], "Mobile notice");
    let is_removed = |line: &str| line.contains(REMOVED) && !line.contains("\"removed_at\":null");
    assert!(
        files["wallets.jsonl"].lines().any(is_removed),
        "a wallet that can be restored: {}",
        files["wallets.jsonl"]
    );
    assert!(
        files["feedback.csv"].contains("Net Flows,2,,'=Slow"),
        "{}",
        files["feedback.csv"]
    );
    assert!(files["emails.csv"].contains(EMAIL) && files["wallets.jsonl"].contains(ADDRESS));
    assert!(files["hidden-assets.csv"].contains("eip155:1/slip44:60,true"));
    assert!(
        files["transactions.csv"].lines().count() > 10,
        "{}",
        files["transactions.csv"]
    );
    for (name, text) in &files {
        assert!(!text.contains("bob@example.com") && !text.contains("Bob"), "{name}");
        assert!(!text.contains(&person.token), "{name}");
    }
    let lines = |name: &str| files[name].lines().count();
    for table in domain::export::Exports::tables() {
        let (csv, json) = (format!("{}.csv", table.name), format!("{}.jsonl", table.name));
        assert_eq!(lines(&csv), lines(&json) + 1, "{csv}");
    }
}

#[tokio::test]
async fn a_download_that_is_broken_off_ends_on_the_server_too() {
    let server = TestServer::start().await;
    let person = server.registered(&[ADDRESS], EMAIL).await;
    server.read_histories_of(&person).await;
    let tasks = || tokio::runtime::Handle::current().metrics().num_alive_tasks();
    // What signing in and reading began ends first.
    let mut before = tasks();
    let mut quiet = 0;
    while quiet < 20 {
        tokio::time::sleep(Duration::from_millis(10)).await;
        quiet = if tasks() == before { quiet + 1 } else { 0 };
        before = tasks();
    }
    let mut request = json_request(EXPORT, &json!({}));
    let token = format!("Bearer {}", person.token).parse().unwrap();
    request.headers_mut().insert("authorization", token);
    let response = server.open_stream(request).await;
    assert!(tasks() > before, "a task sends the archive");
    drop(response);
    let since = Instant::now();
    while tasks() > before {
        assert!(since.elapsed() < patience(5), "the archive is still written");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

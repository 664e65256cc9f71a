//! What people state and write is searched for in every file and in the log.

use std::time::Duration;

use adapters::storage::{DatabaseLocation, backup};
use serde_json::{Value, json};

use crate::{
    captured_log::CapturedLog,
    secret::stored,
    test_server::{CREATE_API_KEY, Person, TestServer},
};

/// Texts that are found nowhere but in their rows.
const EMAIL: &str = "canary.ann@example.com";
const PENDING: &str = "canary.new@example.com";
const FIRST_NAME: &str = "Canaryfirst";
const WATCHED: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const MOBILE: &str = "+44 20 5550 1937";
const NICKNAME: &str = "Canarypurse";
const GROUP: &str = "Canaryvault";
const NOTE: &str = "Canarynote about the rent";
const LABEL: &str = "Canarylandlord";
const KEY_NAME: &str = "Canarysheet";
const LISTED: &str = "canary.list@example.com";
const FEEDBACK: &str = "Canaryfeedback";
const FILE: &str = "Canaryfile";
/// A code of the demo world, of which its tokens are made.
const CODE: &str = "demo-canarycode";
const ACCOUNT: &str = "Canaryaccount";
const FILE_IN_BASE64: &str = "Q2FuYXJ5ZmlsZQ==";

/// Writes a nickname, a group, a note, a label and the name of an API key, and checks that they are shown.
async fn write(server: &TestServer, person: &Person) {
    let call = async |path: &str, body: Value| server.call_as(person, path, &body).await.data();
    let search = "/api/wallet/transaction/search-transaction";
    let rows = call(search, json!({})).await["results"].as_array().unwrap().clone();
    let is_other = |party: &Value| party["address"].is_string() && party["source"] != "own";
    let parties = rows
        .iter()
        .flat_map(|row| [(&row["from_wallet"], row), (&row["to_wallet"], row)]);
    let (other, row) = parties.clone().find(|(party, _)| is_other(party)).unwrap();
    let (entry, address) = (&row["entry"], &other["address"]);
    let named = json!({"wallet_address": WATCHED, "nickname": NICKNAME});
    call("/api/wallet/user-wallet/update-wallet", named).await;
    let me = call("/api/organisation/user/get-user", json!({})).await;
    let grouped = json!({"wallets": [me["user"]["user_wallets"][0]["id"]], "group": GROUP});
    call("/api/wallet/user-wallet/set-group", grouped).await;
    call("/api/wallet/ledger/set-note", json!({"entry": entry, "note": NOTE})).await;
    let label = json!({"chain": row["chain"], "address": address, "label": LABEL});
    call("/api/wallet/ledger/set-label", label).await;
    let key = json!({"name": KEY_NAME, "scopes": ["ledger"]});
    call(CREATE_API_KEY, key).await;
    let shown = [
        call("/api/organisation/user/get-user", json!({})).await,
        call("/api/wallet/ledger/get-entry", json!({ "entry": entry })).await,
        call(search, json!({"limit": 200})).await,
        call("/api/organisation/api-key/list-api-keys", json!({})).await,
    ];
    let shown = shown.map(|answer| answer.to_string()).concat();
    for text in [NICKNAME, GROUP, NOTE, LABEL, KEY_NAME] {
        assert!(shown.contains(text), "{text} is not shown to the person");
    }
}

/// Connects an account on the page of an exchange, and begins to connect another one. Returns the states, of which only hashes are stored.
async fn grant_access(server: &TestServer, person: &Person) -> [String; 2] {
    let call = async |path: &str, body: Value| server.call_as(person, path, &body).await.data();
    let mut states = Vec::new();
    for _ in 0..2 {
        let body = json!({ "exchange": "coinbase", "account_name": ACCOUNT });
        let begun = call("/api/organisation/user/get-authorize-url", body).await;
        let url = begun["url"].as_str().unwrap();
        states.push(url.split_once("state=").unwrap().1.to_owned());
    }
    let answer = json!({ "exchange": "coinbase", "state": states[0], "access_code": CODE });
    call("/api/organisation/user/update-access-token", answer).await;
    // After two hours the tokens are exchanged for new ones.
    server.advance(Duration::from_hours(2));
    server.run_jobs_of(person).await;
    states.try_into().unwrap()
}

#[tokio::test]
async fn what_people_state_and_write_is_in_no_file_and_no_log() {
    let log = CapturedLog::captured();
    let server = TestServer::start().await;
    let folder = server.folder().to_owned();
    let person = server.registered(&[WATCHED], EMAIL).await;
    server.read_histories_of(&person).await;
    write(&server, &person).await;
    let details = json!({"first_name": FIRST_NAME, "mobile": MOBILE, "email": PENDING, "mailing_list": LISTED});
    let saved = server
        .call_as(&person, "/api/organisation/user/update-user", &details)
        .await
        .data();
    assert_eq!(saved["user"]["first_name"], FIRST_NAME);
    let file = json!({"file": FILE_IN_BASE64, "module": "feedback"});
    let file = server
        .call_as(&person, "/api/common/attachment/upload", &file)
        .await
        .data();
    let feedback = json!({"feedback_type": "positive", "feedback": FEEDBACK, "attachment_id": file["id"]});
    server
        .call_as(&person, "/api/common/master/send-feedback", &feedback)
        .await
        .data();
    let states = grant_access(&server, &person).await;
    let place = DatabaseLocation::File(folder.join("spyhop.db"));
    backup(&place, None, server.app.tracker().ports().clock.now())
        .await
        .unwrap();
    let (files, backups) = (stored(&folder), stored(&folder.join("backups")));
    for holds in [&files, &backups] {
        let address = WATCHED.as_bytes();
        assert!(
            holds.windows(address.len()).any(|window| window == address),
            "the wrong files were read"
        );
    }
    let texts = log.text();
    let stated = [
        EMAIL,
        PENDING,
        FIRST_NAME,
        MOBILE,
        LISTED,
        FEEDBACK,
        FILE,
        FILE_IN_BASE64,
    ];
    let written = [NICKNAME, GROUP, NOTE, LABEL, KEY_NAME, CODE, ACCOUNT];
    let states = states.iter().map(String::as_str);
    for canary in stated.into_iter().chain(written).chain(states) {
        let holds = |bytes: &[u8]| bytes.windows(canary.len()).any(|window| window == canary.as_bytes());
        let is_stored = holds(&files) || holds(&backups);
        assert!(!is_stored, "{canary} is in a file");
        assert!(!texts.contains(canary), "{canary} is in the log");
    }
}

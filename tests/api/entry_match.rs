//! Decisions of a person on the two sides of a transfer, over HTTP.

use serde_json::{Value, json};

use crate::test_server::{Person, TestServer};

const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const ENTRY: &str = "/api/wallet/ledger/get-entry";
const MATCH: &str = "/api/wallet/ledger/match-transfer";
const UNMATCH: &str = "/api/wallet/ledger/unmatch-transfer";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// Returns the references of a sending entry and of a later one that receives the same asset. Neither is matched.
async fn two_sides(server: &TestServer, person: &Person) -> [Value; 2] {
    server.app.tracker().work().begin().await.unwrap();
    server.run_jobs_of(person).await;
    let (sent, received) = (
        open_rows(server, person, "send").await,
        open_rows(server, person, "receive").await,
    );
    let pairs = sent
        .iter()
        .flat_map(|one| received.iter().map(move |other| (one, other)));
    let mut fitting = pairs.filter(|(one, other)| {
        one["timestamp"].as_str() < other["timestamp"].as_str() && one["legs"][0]["asset"] == other["legs"][0]["asset"]
    });
    let (one, other) = fitting.next().expect("the demo world sends and receives");
    [one["entry"].clone(), other["entry"].clone()]
}

/// Returns rows of this kind that are in no match.
async fn open_rows(server: &TestServer, person: &Person, kind: &str) -> Vec<Value> {
    let body = json!({ "limit": 50, "conditions": [{ "key": "kind", "value": kind }] });
    let found = server.call_as(person, SEARCH, &body).await.data();
    let rows = found["results"].as_array().unwrap().iter();
    rows.filter(|row| row["own_transfer"] == false).cloned().collect()
}

async fn state(server: &TestServer, person: &Person, entry: &Value) -> Value {
    let found = server.call_as(person, ENTRY, &json!({ "entry": entry })).await.data();
    found["match"].clone()
}

#[tokio::test]
async fn a_decision_is_seen_from_both_sides_and_is_undone_from_either() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let [entry, other] = two_sides(&server, &person).await;
    let sides = |entry: &Value, other: &Value| json!({ "entry": entry, "other": other });
    server.call_as(&person, MATCH, &sides(&entry, &other)).await.data();
    for side in [&entry, &other] {
        let matched = state(&server, &person, side).await;
        assert_eq!(matched["state"], "matched", "{matched}");
        assert_eq!(matched["reason"], "You matched these entries.");
    }
    server.call_as(&person, UNMATCH, &sides(&other, &entry)).await.data();
    for (side, rejected) in [(&entry, &other), (&other, &entry)] {
        let unmatched = state(&server, &person, side).await;
        assert_eq!(unmatched["state"], "unmatched_by_you", "{unmatched}");
        assert_eq!(unmatched["candidates"][0]["entry"], *rejected);
    }
    let stranger = server.person(&[ADDRESS]).await;
    assert_eq!(state(&server, &stranger, &entry).await["state"], "none");
}

#[tokio::test]
async fn a_decision_about_a_foreign_or_the_same_entry_changes_nothing() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let [entry, other] = two_sides(&server, &person).await;
    let same = server
        .call_as(&person, MATCH, &json!({ "entry": entry, "other": entry }))
        .await;
    assert_eq!(same.refusal(), (400, "invalid_input".to_owned()));
    let stranger = server.person(&[]).await;
    for path in [MATCH, UNMATCH] {
        let refused = server
            .call_as(&stranger, path, &json!({ "entry": entry, "other": other }))
            .await;
        assert_eq!(refused.refusal(), (404, "not_found".to_owned()));
    }
    let caller = server.app.tracker().users().authenticate(&person.token).await.unwrap();
    let stored = &server.app.tracker().ports().stores.annotations;
    assert!(stored.of_user(caller.user).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_match_needs_an_asset_that_one_sends_and_the_other_receives_later() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let [entry, other] = two_sides(&server, &person).await;
    let sent = open_rows(&server, &person, "send").await;
    let another = &sent.iter().find(|row| row["entry"] != entry).unwrap()["entry"];
    let sides = |entry: &Value, other: &Value| json!({ "entry": entry, "other": other });
    let refused = server.call_as(&person, MATCH, &sides(&entry, another)).await;
    assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()), "both send");

    let before = server.call_as(&person, SEARCH, &json!({ "limit": 1 })).await.data();
    server.call_as(&person, MATCH, &sides(&entry, &other)).await.data();
    let after = server.call_as(&person, SEARCH, &json!({ "limit": 1 })).await.data();
    assert_ne!(before["revision"], after["revision"], "two rows became one");
    let refused = server.call_as(&person, MATCH, &sides(another, &other)).await;
    assert_eq!(
        refused.refusal(),
        (400, "invalid_input".to_owned()),
        "it is matched already"
    );
    server.call_as(&person, MATCH, &sides(&other, &entry)).await.data();
}

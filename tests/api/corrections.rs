//! What a person says about entries is taken where it has an effect, and refused with a reason elsewhere.

use ports::history::{HistoryGap, HistoryGapKind};
use serde_json::{Value, json};

use crate::{
    conformance::expect_described,
    test_server::{Person, Reply, TestServer},
};

const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const MATCH: &str = "/api/wallet/ledger/match-transfer";
const SET_COST: &str = "/api/wallet/ledger/set-cost";
const SET_NOTE: &str = "/api/wallet/ledger/set-note";
const MARK: &str = "/api/wallet/ledger/mark-entry";
const FEEDBACK: &str = "/api/common/master/send-feedback";
const LIFT_CAP: &str = "/api/wallet/ledger/lift-cap";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

async fn open() -> (TestServer, Person) {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    server.app.tracker().work().begin().await.unwrap();
    server.read_histories_of(&person).await;
    (server, person)
}

/// Returns the entries of this kind that are in no match.
async fn entries(server: &TestServer, person: &Person, kind: &str) -> Vec<Value> {
    let body = json!({ "limit": 50, "conditions": [{ "key": "kind", "value": kind }] });
    let found = server.call_as(person, SEARCH, &body).await.data();
    let rows = found["results"].as_array().unwrap().iter();
    let open: Vec<Value> = rows.filter(|row| row["own_transfer"] == false).cloned().collect();
    assert!(!open.is_empty(), "the demo world has entries of the kind {kind}");
    open
}

fn expect_refused(reply: &Reply, field: &str, text: &str) {
    assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()));
    assert_eq!(reply.json()["data"]["fields"][field], text);
}

/// Returns what the person said about entries so far.
async fn stored(server: &TestServer, person: &Person) -> usize {
    let caller = server.app.tracker().users().authenticate(&person.token).await.unwrap();
    let stores = &server.app.tracker().ports().stores;
    stores.annotations.of_user(caller.user).await.unwrap().len()
}

#[tokio::test]
async fn a_cost_is_taken_for_what_arrived_and_refused_for_what_left() {
    let (server, person) = open().await;
    let received = &entries(&server, &person, "receive").await[0];
    let set = |row: &Value, amount: &str| json!({ "entry": row["entry"], "asset": row["legs"][0]["asset"], "amount": amount });
    let reply = server.call_as(&person, SET_COST, &set(received, "12.5")).await;
    expect_described(SET_COST, &reply);
    let mut refused = 0;
    for sent in entries(&server, &person, "send").await {
        let reply = server.call_as(&person, SET_COST, &set(&sent, "12.5")).await;
        if reply.status == 200 {
            // It left without having arrived.
            continue;
        }
        expect_refused(&reply, "asset", "Its cost follows from what arrived before.");
        refused += 1;
    }
    assert!(refused > 10, "{refused}");
    let reply = server.call_as(&person, SET_COST, &set(received, "-1")).await;
    assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()));
}

#[tokio::test]
async fn a_mark_is_taken_only_for_what_it_can_explain() {
    let (server, person) = open().await;
    let mark = |row: &Value, mark: &str| json!({ "entry": row["entry"], "mark": mark });
    let received = &entries(&server, &person, "receive").await[0];
    for one in ["income", "airdrop", "gift"] {
        let reply = server.call_as(&person, MARK, &mark(received, one)).await;
        expect_described(MARK, &reply);
    }
    assert_eq!(stored(&server, &person).await, 1, "the last one counts");
    let text = "This transaction gives or brings nothing that the mark could explain.";
    let mut refused = 0;
    for approval in entries(&server, &person, "approve").await {
        let reply = server.call_as(&person, MARK, &mark(&approval, "income")).await;
        expect_refused(&reply, "mark", text);
        refused += 1;
    }
    for swap in entries(&server, &person, "swap").await {
        let reply = server.call_as(&person, MARK, &mark(&swap, "gift")).await;
        refused += usize::from(reply.status == 400);
    }
    assert!(refused > 3, "{refused}");
    assert_eq!(stored(&server, &person).await, 1, "nothing else was stored");
}

#[tokio::test]
async fn a_note_has_at_most_a_thousand_characters() {
    let (server, person) = open().await;
    let entry = &entries(&server, &person, "receive").await[0]["entry"];
    let note = |length: usize| json!({ "entry": entry, "note": "ö".repeat(length) });
    let reply = server.call_as(&person, SET_NOTE, &note(1000)).await;
    expect_described(SET_NOTE, &reply);
    let reply = server.call_as(&person, SET_NOTE, &note(1001)).await;
    assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()));
    assert_eq!(stored(&server, &person).await, 1);
}

#[tokio::test]
async fn a_whole_transaction_hash_is_searched_noted_and_reported() {
    let (server, person) = open().await;
    let sent = &entries(&server, &person, "send").await[0];
    let hash = sent["transaction"].as_str().unwrap();
    assert_eq!(hash.len(), 66, "{hash}");
    let search = json!({ "conditions": [{ "key": "search", "value": hash }] });
    let found = server.call_as(&person, SEARCH, &search).await.data();
    assert_eq!(found["results"][0]["entry"], sent["entry"], "{found}");
    let note = json!({ "entry": sent["entry"], "note": hash });
    expect_described(SET_NOTE, &server.call_as(&person, SET_NOTE, &note).await);
    let feedback = |text: String| json!({ "page": "Wallets", "rating": 2, "feedback": text });
    let reported = server
        .call_as(&person, FEEDBACK, &feedback(format!("The fee of {hash} is missing.")))
        .await;
    assert_eq!(reported.status, 200, "{}", reported.text);
    let alone = server.call_as(&person, FEEDBACK, &feedback(hash.to_owned())).await;
    assert_eq!(alone.refusal(), (400, "invalid_input".to_owned()), "it may be a key");
}

#[tokio::test]
async fn a_match_is_described() {
    let (server, person) = open().await;
    let sent = entries(&server, &person, "send").await;
    let received = entries(&server, &person, "receive").await;
    let mut pairs = sent
        .iter()
        .flat_map(|one| received.iter().map(move |other| (one, other)));
    let fits = |one: &Value, other: &Value| {
        one["timestamp"].as_str() < other["timestamp"].as_str() && one["legs"][0]["asset"] == other["legs"][0]["asset"]
    };
    let (one, other) = pairs.find(|(one, other)| fits(one, other)).unwrap();
    let sides = json!({ "entry": one["entry"], "other": other["entry"] });
    expect_described(MATCH, &server.call_as(&person, MATCH, &sides).await);
}

#[tokio::test]
async fn a_limit_is_lifted_only_where_reading_stopped_at_one() {
    let (server, person) = open().await;
    let account = format!("eip155:1:{ADDRESS}");
    let lift = json!({ "account": account });
    let reply = server.call_as(&person, LIFT_CAP, &lift).await;
    expect_refused(&reply, "account", "Its history did not stop at a limit.");
    let ports = server.app.tracker().ports();
    let of = [account.parse().unwrap()];
    let mut capped = ports.stores.history_progress.of_accounts(&of).await.unwrap().remove(0);
    capped.cap = Some(100);
    capped.gaps = vec![HistoryGap {
        kind: HistoryGapKind::Cap,
        blocks: None,
    }];
    let mut work = ports.storage.begin().await.unwrap();
    work.history_progress().set(&capped).await.unwrap();
    work.commit().await.unwrap();
    let stranger = server.person(&[]).await;
    let reply = server.call_as(&stranger, LIFT_CAP, &lift).await;
    assert_eq!(reply.refusal(), (404, "not_found".to_owned()));
    let reply = server.call_as(&person, LIFT_CAP, &lift).await;
    expect_described(LIFT_CAP, &reply);
    let lifted = ports.stores.history_progress.of_accounts(&of).await.unwrap().remove(0);
    assert!(lifted.cap > Some(100) && lifted.gaps.is_empty(), "{lifted:?}");
}

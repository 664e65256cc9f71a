//! The progress of histories: in the status, and as changes since a revision.

use serde_json::{Value, json};

use super::{ADDRESS, STATUS};
use crate::test_server::{Person, TestServer};

async fn status(server: &TestServer, person: &Person, body: Value) -> Value {
    server.call_as(person, STATUS, &body).await.data()
}

fn histories(status: &Value) -> Vec<Value> {
    let sources = status["sources"].as_array().unwrap();
    sources
        .iter()
        .filter(|source| source["kind"] == "history")
        .cloned()
        .collect()
}

#[tokio::test]
async fn the_status_says_how_far_each_history_is_and_by_which_source() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let before = status(&server, &person, json!({})).await;
    assert_eq!(
        histories(&before),
        Vec::<Value>::new(),
        "no account is known to be active yet"
    );
    server.read_histories_of(&person).await;
    let after = status(&server, &person, json!({})).await;
    let found = histories(&after);
    assert!(found.len() > 2, "{found:?}");
    for line in &found {
        assert_eq!(
            [
                &line["state"],
                &line["unit"],
                &line["wallet_address"],
                &line["last_error"]
            ],
            [&json!("done"), &json!("facts"), &json!(ADDRESS), &Value::Null],
            "{line}"
        );
        let history = &line["history"];
        assert_eq!(history["facts_per_minute"], Value::Null, "it is no longer read");
        let parts = history["sources"].as_array().unwrap();
        let sum: i64 = parts.iter().map(|part| part["done"].as_i64().unwrap()).sum();
        assert_eq!(line["done"], sum, "{line}");
        assert!(parts.iter().all(|part| !part["name"].as_str().unwrap().is_empty()));
    }
    let whole = found.iter().find(|line| line["done"].as_i64() > Some(0)).unwrap();
    assert!(whole["history"]["oldest"].is_string(), "{whole}");
}

#[tokio::test]
async fn a_poll_gets_the_histories_that_changed_since() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let before = status(&server, &person, json!({})).await;
    server.read_histories_of(&person).await;
    let since = json!({"since": before["last_event_id"]});
    let changes = status(&server, &person, since.clone()).await;
    assert_eq!(changes["since"], before["last_event_id"]);
    let full = status(&server, &person, json!({})).await;
    assert_eq!(histories(&changes), histories(&full));
    let since = json!({"since": changes["last_event_id"]});
    assert_eq!(histories(&status(&server, &person, since).await), Vec::<Value>::new());
}

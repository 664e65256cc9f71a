//! What a user chose: the time zone, and the rules of the cost basis, which every cost follows.

use serde_json::{Value, json};

use crate::{
    entry_cost::read_person,
    test_server::{Person, TestServer},
};

const GET: &str = "/api/organisation/user/get-settings";
const UPDATE: &str = "/api/organisation/user/update-settings";
const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const ENTRY: &str = "/api/wallet/ledger/get-entry";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

async fn update(server: &TestServer, person: &Person, body: &Value) -> Value {
    server.call_as(person, UPDATE, body).await.data()
}

fn choice<'a>(settings: &'a Value, rule: &str) -> &'a Value {
    let rules = settings["cost_rules"].as_array().unwrap().iter();
    &rules.clone().find(|row| row["id"] == rule).unwrap()["choice"]
}

#[tokio::test]
async fn settings_begin_with_defaults_and_change_one_by_one() {
    let server = TestServer::start().await;
    let (person, other) = (server.person(&[ADDRESS]).await, server.person(&[ADDRESS]).await);
    let first = server.call_as(&person, GET, &json!({})).await.data();
    assert_eq!(first["time_zone"], Value::Null);
    for rule in first["cost_rules"].as_array().unwrap() {
        assert_eq!(
            rule["choice"], rule["choices"][0]["code"],
            "the default is first: {rule}"
        );
        assert!(rule["choices"].as_array().unwrap().len() > 1, "{rule}");
    }
    let zone = update(&server, &person, &json!({ "time_zone": "europe/berlin" })).await;
    assert_eq!(zone["time_zone"], "Europe/Berlin");
    let both = json!({ "cost_rules": { "lot_method": "hifo", "arrival_rule": "unknown" } });
    let changed = update(&server, &person, &both).await;
    assert_eq!(changed["time_zone"], "Europe/Berlin", "what is left out stays");
    assert_eq!(
        (choice(&changed, "lot_method"), choice(&changed, "arrival_rule")),
        (&json!("hifo"), &json!("unknown"))
    );
    assert_eq!(server.call_as(&person, GET, &json!({})).await.data(), changed);
    assert_eq!(
        server.call_as(&other, GET, &json!({})).await.data(),
        first,
        "another person's are their own"
    );
}

#[tokio::test]
async fn an_invalid_change_changes_nothing() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let before = server.call_as(&person, GET, &json!({})).await.data();
    for (body, field) in [
        (json!({ "time_zone": "Berlin" }), "time_zone"),
        (
            json!({ "time_zone": "UTC", "cost_rules": { "lot_method": "FIFO" } }),
            "cost_rules",
        ),
        (
            json!({ "cost_rules": { "lot_method": "lifo", "other": "x" } }),
            "cost_rules",
        ),
        (json!({ "time_zone": "../../etc/localtime" }), "time_zone"),
    ] {
        let refused = server.call_as(&person, UPDATE, &body).await;
        assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()), "{body}");
        assert!(refused.json()["data"]["fields"][field].is_string(), "{body}");
    }
    assert_eq!(server.call_as(&person, GET, &json!({})).await.data(), before);
}

/// All entries of the newest page with their costs.
async fn costs(server: &TestServer, person: &Person) -> Vec<Value> {
    let newest = server.call_as(person, SEARCH, &json!({ "limit": 30 })).await.data();
    let received = json!({ "limit": 10, "conditions": [{ "key": "kind", "value": "receive" }] });
    let received = server.call_as(person, SEARCH, &received).await.data();
    let rows = [newest, received].map(|page| page["results"].as_array().unwrap().clone());
    let mut found = Vec::new();
    for row in rows.concat() {
        let entry = server
            .call_as(person, ENTRY, &json!({ "entry": row["entry"] }))
            .await
            .data();
        found.push(entry["cost"].clone());
    }
    found
}

#[tokio::test]
async fn costs_follow_the_rules_at_once_and_come_back_with_them() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let fifo = costs(&server, &person).await;
    let method = |code: &str| json!({ "cost_rules": { "lot_method": code } });
    update(&server, &person, &method("average")).await;
    let average = costs(&server, &person).await;
    assert!(
        average
            .iter()
            .all(|cost| cost["method"] == "average" && cost["method_name"] == "Average")
    );
    assert_ne!(average, fifo);
    update(&server, &person, &method("fifo")).await;
    assert_eq!(costs(&server, &person).await, fifo, "undone");

    let is_marked = |costs: &[Value], field: &str| {
        let assets = costs.iter().flat_map(|cost| cost["assets"].as_array().unwrap());
        assets.filter(|asset| asset[field] == true).count()
    };
    assert!(is_marked(&fifo, "is_assumed") > 0, "something arrived from elsewhere");
    let share = fifo[0]["assumed_share"].as_str().unwrap();
    assert!(share > "0" && share <= "1", "{share}");
    update(
        &server,
        &person,
        &json!({ "cost_rules": { "arrival_rule": "unknown" } }),
    )
    .await;
    let unknown = costs(&server, &person).await;
    assert_eq!(
        (
            is_marked(&unknown, "is_assumed"),
            is_marked(&unknown, "has_assumed_gain")
        ),
        (0, 0)
    );
    let is_named = |cost: &Value| {
        cost["rules_text"]
            .as_str()
            .unwrap()
            .contains("no known cost until you enter it")
    };
    assert!(unknown.iter().any(is_named));
}

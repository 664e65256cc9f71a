//! What entries change in the cost basis: returned, repaired, explained and erased over HTTP.

use std::time::Duration;

use ports::Amount;
use serde_json::{Value, json};
use support::invariants;

use crate::conformance::expect_described;
use crate::test_server::{Person, TestServer};

const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const ENTRY: &str = "/api/wallet/ledger/get-entry";
const OPEN: &str = "/api/wallet/ledger/get-open-costs";
const SET_COST: &str = "/api/wallet/ledger/set-cost";
const MARK: &str = "/api/wallet/ledger/mark-entry";
const EXPLAIN: &str = "/api/wallet/figure/explain";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

/// A person of the demo world whose history is read.
pub async fn read_person(server: &TestServer) -> Person {
    let person = server.person(&[ADDRESS]).await;
    server.app.tracker().work().begin().await.unwrap();
    server.run_jobs_of(&person).await;
    // Prices of the past are requested once the entries are known.
    for _ in 0..50 {
        server.advance(Duration::from_secs(60));
        server.run_due_jobs().await;
        let newest = rows(server, &person, &json!({ "limit": 50 })).await;
        let is_priced = |row: &&Value| row["moved"] == false || !row["value_then"].is_null();
        if newest.iter().filter(is_priced).count() > 40 {
            return person;
        }
    }
    panic!("the prices of the past were never read");
}

async fn rows(server: &TestServer, person: &Person, body: &Value) -> Vec<Value> {
    let found = server.call_as(person, SEARCH, body).await.data();
    found["results"].as_array().unwrap().clone()
}

async fn entry(server: &TestServer, person: &Person, reference: &Value) -> Value {
    let answer = server.call_as(person, ENTRY, &json!({ "entry": reference })).await;
    answer.data()
}

/// Returns the newest entry with a change that fits.
async fn find(server: &TestServer, person: &Person, fits: impl Fn(&Value) -> bool) -> (Value, usize) {
    for start in (0..1_000).step_by(50) {
        let page = rows(server, person, &json!({ "start": start, "limit": 50 })).await;
        assert!(!page.is_empty(), "no entry of the demo world fits");
        for row in page {
            let found = entry(server, person, &row["entry"]).await;
            let assets = found["cost"]["assets"].as_array().unwrap();
            if let Some(at) = assets.iter().position(&fits) {
                return (found, at);
            }
        }
    }
    panic!("no entry of the demo world fits");
}

fn number(value: &Value) -> Amount {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no number"))
        .parse()
        .unwrap()
}

#[tokio::test]
async fn missing_costs_are_answered_for_own_entries_of_one_page_alone() {
    const GAPS: &str = "/api/wallet/ledger/get-cost-gaps";
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let newest = rows(&server, &person, &json!({ "limit": 50 })).await;
    let references: Vec<&Value> = newest.iter().map(|row| &row["entry"]).collect();
    let body = json!({ "entries": references });
    let found = server.call_as(&person, GAPS, &body).await.data();
    let gaps = found["gaps"].as_array().unwrap();
    assert!(gaps.iter().all(|gap| references.contains(&&gap["entry"])), "{found}");

    let stranger = server.person(&["0x000000000000000000000000000000000000dEaD"]).await;
    assert_eq!(server.call_as(&stranger, GAPS, &body).await.data()["gaps"], json!([]));
    for entries in [json!(vec![references[0]; 101]), json!(["no reference"])] {
        let refused = server.call_as(&person, GAPS, &json!({ "entries": entries })).await;
        assert_eq!(refused.refusal().0, 400);
    }
}

#[tokio::test]
async fn open_costs_name_the_entries_that_repair_them_and_a_repaired_one_is_gone() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let found = server.call_as(&person, OPEN, &json!({})).await;
    expect_described(OPEN, &found);
    let found = found.data();
    let assumed = found["assumed"].as_array().unwrap();
    assert!(assumed.len() > 5 && assumed.len() as i64 <= found["assumed_count"].as_i64().unwrap());
    assert!(
        assumed
            .windows(2)
            .all(|pair| number(&pair[0]["assumed_cost"]) >= number(&pair[1]["assumed_cost"]))
    );
    let first = &assumed[0];
    let of_entry = entry(&server, &person, &first["entry"]).await;
    let changes = of_entry["cost"]["assets"].as_array().unwrap();
    let change = changes.iter().find(|change| change["is_assumed"] == true);
    assert!(
        change.is_some(),
        "the entry marks the assumption too: {}",
        of_entry["cost"]
    );
    for missing in found["missing"].as_array().unwrap() {
        assert!(
            missing["assumed_cost"].is_null() && missing["reason"]["text"].is_string(),
            "{missing}"
        );
        let repaired = entry(&server, &person, &missing["entry"]).await;
        let changes = repaired["cost"]["assets"].as_array().unwrap();
        let has_repairs = |change: &Value| change["gap"]["repairs"].as_array().is_some_and(|all| !all.is_empty());
        assert!(changes.iter().any(has_repairs), "{missing}");
    }
    let cost = json!({ "entry": first["entry"], "asset": first["asset"], "amount": "12.5", "currency_code": "USD" });
    server.call_as(&person, SET_COST, &cost).await.data();
    let after = server.call_as(&person, OPEN, &json!({})).await.data();
    assert_eq!(
        after["assumed_count"].as_i64().unwrap(),
        found["assumed_count"].as_i64().unwrap() - 1
    );
    let still = after["assumed"].as_array().unwrap().iter();
    assert!(
        still
            .into_iter()
            .all(|one| one["entry"] != first["entry"] || one["asset"] != first["asset"])
    );
    let stranger = server.person(&["0x000000000000000000000000000000000000dEaD"]).await;
    let nothing = server.call_as(&stranger, OPEN, &json!({})).await.data();
    assert_eq!(
        (&nothing["missing_count"], &nothing["assumed"]),
        (&json!(0), &json!([]))
    );
}

#[tokio::test]
async fn a_cost_that_waits_for_a_price_is_counted_and_not_listed() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    server.run_jobs_of(&person).await;
    let early = server.call_as(&person, OPEN, &json!({})).await.data();
    assert!(early["awaited_count"].as_i64().unwrap() > 5, "{early}");
    for missing in early["missing"].as_array().unwrap() {
        assert_ne!(missing["reason"]["code"], "not_requested_yet", "{missing}");
    }
}

#[tokio::test]
async fn a_sale_says_what_it_changed_and_a_gift_realizes_nothing() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let is_sale = |change: &Value| !change["realized"].is_null() && change["gap"].is_null() && change["kind"] != "fee";
    let (sale, at) = find(&server, &person, |change| is_sale(change)).await;
    let change = &sale["cost"]["assets"][at];
    assert_eq!(
        (&sale["cost"]["method"], &sale["cost"]["currency_code"]),
        (&json!("fifo"), &json!("USD"))
    );
    assert!(
        sale["cost"]["rules_text"]
            .as_str()
            .unwrap()
            .contains("first leaves first")
    );
    let (before, after) = (&change["before"], &change["after"]);
    assert!(number(&after["quantity"]) < number(&before["quantity"]), "{change}");
    assert!(number(&after["cost"]) < number(&before["cost"]), "{change}");
    assert!(
        ["moment", "close"].contains(&change["value_basis"].as_str().unwrap()),
        "{change}"
    );
    assert!(!sale["cost"]["known_since"].is_null());

    let is_send = |found: &Value| found["row"]["kind"] == "send";
    let page = rows(
        &server,
        &person,
        &json!({ "limit": 50, "conditions": [{ "key": "kind", "value": "send" }] }),
    )
    .await;
    let mut sent = None;
    for row in page.iter().filter(|row| row["own_transfer"] == false) {
        let found = entry(&server, &person, &row["entry"]).await;
        if is_send(&found) && is_sale(&found["cost"]["assets"][0]) {
            sent = Some(found);
            break;
        }
    }
    let sent = sent.expect("the demo world sends something to others");
    let reference = &sent["row"]["entry"];
    let mark = |mark: Value| json!({ "entry": reference, "mark": mark });
    server.call_as(&person, MARK, &mark(json!("gift"))).await.data();
    let given = entry(&server, &person, reference).await;
    assert_eq!(given["mark"], "gift");
    assert_ne!(
        given["cost"]["assets"][0]["realized"],
        sent["cost"]["assets"][0]["realized"]
    );
    assert_eq!(
        given["cost"]["assets"][0]["after"], sent["cost"]["assets"][0]["after"],
        "it leaves at its cost"
    );
    server.call_as(&person, MARK, &mark(Value::Null)).await.data();
    let again = entry(&server, &person, reference).await;
    assert_eq!(again["cost"], sent["cost"], "the mark is undone");
}

#[tokio::test]
async fn a_cost_that_is_entered_counts_at_once_and_is_erased_with_the_person() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let is_unknown = |change: &Value| change["gap"]["repairs"] == json!(["enter_cost"]);
    let (bought, at) = find(&server, &person, is_unknown).await;
    let change = &bought["cost"]["assets"][at];
    assert_eq!(
        (&change["after"]["reason"]["code"], &change["gap"]["code"]),
        (&json!("unknown_cost"), &json!("unknown_cost"))
    );
    assert_ne!(change["after"]["cost"], "0", "unknown is not zero");
    assert_eq!(change["value_basis"], "unknown");
    let reference = &bought["row"]["entry"];
    let set = |amount: Value| json!({ "entry": reference, "asset": change["gap"]["asset"], "amount": amount });
    server.call_as(&person, SET_COST, &set(json!("250.5"))).await.data();
    let known = entry(&server, &person, reference).await;
    let after = &known["cost"]["assets"][at];
    assert_eq!(
        (&after["gap"], &after["value_basis"]),
        (&Value::Null, &json!("entered"))
    );
    assert_eq!(after["entered"], json!({ "amount": "250.5", "currency_code": "USD" }));
    let zero = Amount::ZERO;
    let before = change["after"]["cost"]
        .as_str()
        .map_or(zero, |cost| cost.parse().unwrap());
    assert!(
        number(&after["after"]["cost"]).sub(before).unwrap() >= number(&json!("250.5")),
        "{after}"
    );
    let figure = &known["figures"][format!("/cost/assets/{at}/after/cost")];
    let why = server
        .call_as(&person, EXPLAIN, &json!({ "figure": figure }))
        .await
        .data();
    assert!(
        why["text"].as_str().unwrap().contains("cost that you entered"),
        "{}",
        why["text"]
    );

    let other = server.person(&[ADDRESS]).await;
    let theirs = entry(&server, &other, reference).await;
    assert_eq!(
        theirs["cost"]["assets"][at]["entered"],
        Value::Null,
        "a cost belongs to the person"
    );
    let refused = server
        .call_as(&other, EXPLAIN, &json!({ "figure": figure }))
        .await
        .refusal();
    assert_eq!(refused, (404, "not_found".to_owned()));

    let stores = &server.app.tracker().ports().stores;
    let caller = server.app.tracker().users().authenticate(&person.token).await.unwrap();
    assert_eq!(stores.annotations.of_user(caller.user).await.unwrap().len(), 1);
    let deleted = server
        .call_as(
            &person,
            "/api/organisation/user/delete-user",
            &json!({ "confirmation": "delete" }),
        )
        .await;
    deleted.data();
    assert!(stores.annotations.of_user(caller.user).await.unwrap().is_empty());
}

#[tokio::test]
async fn every_figure_of_an_entry_recomputes_from_what_is_printed() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let (mut checked, mut kinds) = (0, std::collections::BTreeSet::new());
    for (start, currency) in [(0, "USD"), (300, "EUR"), (150, "GBP")] {
        let page = json!({ "start": start, "limit": 10, "currency_code": currency });
        let found = server.call_as(&person, SEARCH, &page).await.data();
        checked += explain_all(&server, &person, &found, &mut kinds).await;
        for row in found["results"].as_array().unwrap() {
            let body = json!({ "entry": row["entry"], "currency_code": currency });
            let entry = server.call_as(&person, ENTRY, &body).await.data();
            checked += explain_all(&server, &person, &entry, &mut kinds).await;
        }
    }
    assert!(checked > 300, "{checked} figures were explained");
    for kind in [
        "value_then",
        "value_today",
        "fee_then",
        "fee_today",
        "cost",
        "average",
        "realized",
    ] {
        assert!(kinds.contains(kind), "{kind}: {kinds:?}");
    }
}

async fn explain_all(
    server: &TestServer,
    person: &Person,
    answer: &Value,
    kinds: &mut std::collections::BTreeSet<String>,
) -> usize {
    let figures = answer["figures"].as_object().unwrap();
    for (pointer, figure) in figures {
        let why = server
            .call_as(person, EXPLAIN, &json!({ "figure": figure }))
            .await
            .data();
        assert_eq!(Some(&why["value"]), answer.pointer(pointer), "{pointer}");
        assert_eq!(why["recomputed"], false, "{pointer}");
        let exact: Amount = number(&why["exact"]);
        assert_eq!(
            invariants::recomputed(&why["tree"]),
            Some(exact),
            "{pointer} follows from what is printed"
        );
        let leaves = leaves(&why["tree"]);
        let is_sourced = |leaf: &&Value| !leaf["source"].is_null() || !leaf["raw"].is_null();
        assert!(
            leaves.iter().any(is_sourced),
            "{pointer} leads to no source: {}",
            why["text"]
        );
        kinds.insert(pointer.rsplit('/').next().unwrap().to_owned());
    }
    figures.len()
}

fn leaves(node: &Value) -> Vec<&Value> {
    let children = node["children"].as_array().unwrap();
    if children.is_empty() {
        return vec![node];
    }
    children.iter().flat_map(leaves).collect()
}

#[tokio::test]
async fn a_figure_whose_entry_is_gone_is_refused_with_a_clear_text() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let found = server.call_as(&person, SEARCH, &json!({ "limit": 1 })).await.data();
    let figure = found["figures"].as_object().unwrap().values().next().unwrap();
    let removed = json!({ "wallet_address": ADDRESS });
    let answer = server
        .call_as(&person, "/api/organisation/user/delete-user-wallet", &removed)
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let refused = server.call_as(&person, EXPLAIN, &json!({ "figure": figure })).await;
    assert_eq!(refused.refusal().0, 409);
    assert!(
        refused.text.contains("has changed since the figure was shown"),
        "{}",
        refused.text
    );
}

#[tokio::test]
async fn a_cost_of_an_asset_that_an_entry_did_not_move_is_refused() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let reference = &rows(&server, &person, &json!({ "limit": 1 })).await[0]["entry"];
    let set = |amount: Value| json!({ "entry": reference, "asset": "bip122:000000000019d6689c085ae165831e93/slip44:0", "amount": amount });
    let refused = server.call_as(&person, SET_COST, &set(json!("1"))).await;
    assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()));
    assert_eq!(
        refused.json()["data"]["fields"]["asset"],
        "Choose an asset that this transaction moved."
    );
    let caller = server.app.tracker().users().authenticate(&person.token).await.unwrap();
    let stored = &server.app.tracker().ports().stores.annotations;
    assert!(stored.of_user(caller.user).await.unwrap().is_empty());
    server.call_as(&person, SET_COST, &set(Value::Null)).await.data();
}

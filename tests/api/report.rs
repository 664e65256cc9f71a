//! Reports over the ledger: each figure follows from its explanation, and owner and visitor get the same body.

use ports::Amount;
use serde_json::{Value, json};
use support::invariants;

use crate::{
    conformance::expect_described,
    entry_cost::read_person,
    test_server::{Person, TestServer},
};

const COSTS: &str = "/api/wallet/user-wallet/get-average-cost-basis";
const METHODS: &str = "/api/wallet/user-wallet/get-cost-methods";
const SETTINGS: &str = "/api/organisation/user/update-settings";
const EXPLAIN: &str = "/api/wallet/figure/explain";

fn amount(value: &Value) -> Amount {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no number"))
        .parse()
        .unwrap()
}

fn sum<'a>(values: impl Iterator<Item = &'a Value>) -> Amount {
    let known = values.filter(|value| !value.is_null()).map(amount);
    known.fold(Amount::ZERO, |sum, one| sum.add(one).unwrap())
}

async fn report(server: &TestServer, person: &Person, path: &str, currency: &str) -> Value {
    let answer = server
        .call_as(person, path, &json!({ "currency_code": currency }))
        .await;
    expect_described(path, &answer);
    answer.data()
}

async fn choose(server: &TestServer, person: &Person, rule: &str, code: &str) {
    let body = json!({ "cost_rules": { rule: code } });
    server.call_as(person, SETTINGS, &body).await.data();
}

/// Explains every figure of a table and compares it with the shown one.
async fn explain_all(server: &TestServer, person: &Person, table: &Value) -> usize {
    let figures = table["figures"].as_object().unwrap();
    for (pointer, figure) in figures {
        let why = server
            .call_as(person, EXPLAIN, &json!({ "figure": figure }))
            .await
            .data();
        let shown = table.pointer(pointer).unwrap();
        assert_eq!(&why["value"], shown, "{pointer}: {}", why["text"]);
        assert_eq!(why["recomputed"], false, "{pointer}");
        let exact = amount(&why["exact"]);
        assert_eq!(
            invariants::recomputed(&why["tree"]),
            Some(exact),
            "{pointer} follows from what is printed"
        );
    }
    figures.len()
}

#[tokio::test]
async fn costs_of_what_is_held_add_up_and_explain_themselves_by_every_method_and_scope() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    for (method, scope, currency) in [
        ("fifo", "all_accounts", "USD"),
        ("average", "per_account", "EUR"),
        ("hifo", "per_account", "USD"),
    ] {
        choose(&server, &person, "lot_method", method).await;
        choose(&server, &person, "lot_scope", scope).await;
        let table = report(&server, &person, COSTS, currency).await;
        let rows = table["assets"].as_array().unwrap();
        assert!(rows.len() > 3, "{table}");
        assert_eq!(
            (&table["method"], &table["currency_code"]),
            (&json!(method), &json!(currency))
        );
        for (total, column) in [
            ("cost_basis", "cost_basis"),
            ("current_value", "current_value"),
            ("gain_loss", "gain_loss"),
        ] {
            let rows = sum(rows.iter().map(|row| &row[column]));
            let difference = rows.sub(amount(&table[total]["value"])).unwrap();
            let rounding: Amount = "0.000000000000001".parse().unwrap();
            assert!(
                difference < rounding && difference.add(rounding).unwrap() > Amount::ZERO,
                "{total}"
            );
        }
        for row in rows {
            let is_whole = row["unknown_amount"] == "0" && !row["current_value"].is_null();
            if is_whole && !row["cost_basis"].is_null() {
                let gain = amount(&row["current_value"]).sub(amount(&row["cost_basis"])).unwrap();
                assert_eq!(gain.rounded(12), amount(&row["gain_loss"]).rounded(12), "{row}");
            }
        }
        assert!(explain_all(&server, &person, &table).await > rows.len());
    }
}

#[tokio::test]
async fn methods_realize_differently_and_come_to_the_same() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    choose(&server, &person, "lot_method", "lifo").await;
    let table = report(&server, &person, METHODS, "USD").await;
    let methods = table["methods"].as_array().unwrap();
    let named: Vec<_> = methods
        .iter()
        .map(|one| (one["method"].as_str().unwrap(), one["in_use"] == true))
        .collect();
    assert_eq!(
        named,
        [("fifo", false), ("lifo", true), ("hifo", false), ("average", false)]
    );
    assert!(table["disposals"].as_i64().unwrap() > 10, "{table}");
    for one in methods {
        let parts = sum([&one["realized"]["value"], &one["unrealized"]["value"]].into_iter());
        let total = amount(&one["total_gain"]["value"]);
        assert_eq!(parts.rounded(12), total.rounded(12), "{one}");
    }
    let costs = report(&server, &person, COSTS, "USD").await;
    let lifo = &methods[1];
    assert_eq!(
        lifo["cost_basis"], costs["cost_basis"],
        "the method in use is that of the table"
    );
    assert_eq!(lifo["unrealized"], costs["gain_loss"]);
    assert_eq!(explain_all(&server, &person, &table).await, 16);
    assert_ne!(methods[0]["realized"]["value"], lifo["realized"]["value"]);
}

const REMOVAL: &str = "/api/wallet/ledger/get-removal-effects";

#[tokio::test]
async fn removing_a_wallet_says_which_later_gains_change_and_adding_it_restores_them() {
    const OTHER: &str = "lighthouse.eth";
    let server = TestServer::start().await;
    let person = server.person(&["vitalik.eth", OTHER]).await;
    server.read_histories_of(&person).await;
    let effects = |wallet: &str| json!({ "wallet_address": wallet });
    let answer = server.call_as(&person, REMOVAL, &effects(OTHER)).await;
    expect_described(REMOVAL, &answer);
    let found = answer.data();
    let newest = found["newest"].as_array().unwrap();
    let changed = usize::try_from(found["changed_count"].as_i64().unwrap()).unwrap();
    assert_eq!(newest.len(), changed.min(10));
    for one in newest {
        assert_ne!(one["before"], one["after"], "{one}");
    }
    let methods = report(&server, &person, METHODS, "USD").await;
    let wallet = "/api/organisation/user/delete-user-wallet";
    server.call_as(&person, wallet, &effects(OTHER)).await.data();
    let without = report(&server, &person, METHODS, "USD").await;
    assert_ne!(methods["methods"], without["methods"]);
    let refused = server.call_as(&person, REMOVAL, &effects(OTHER)).await;
    assert_eq!(refused.refusal().0, 404, "it is no wallet of the person any more");
}

#[tokio::test]
async fn a_person_without_a_history_has_an_empty_table_that_is_not_complete() {
    let server = TestServer::start().await;
    let person = server.person(&[]).await;
    let table = report(&server, &person, COSTS, "USD").await;
    assert_eq!((&table["assets"], &table["total_count"]), (&json!([]), &json!(0)));
    assert_eq!(table["coverage"]["complete"], false);
    assert_eq!(table["assumed_share"], Value::Null);
    let methods = report(&server, &person, METHODS, "USD").await;
    assert_eq!((&methods["disposals"], &methods["since"]), (&json!(0), &Value::Null));
    let refused = server
        .call_as(&person, COSTS, &json!({ "currency_code": "nothing" }))
        .await;
    assert_eq!(refused.refusal().0, 400);
}

//! The exports of reports: whole, exact, safe for spreadsheets, and equal to what the calls return.

use std::collections::BTreeMap;

use ports::{Amount, Timestamp};
use serde_json::{Value, json};

use crate::{
    conformance::expect_described,
    entry_cost::read_person,
    test_server::{Person, Reply, ServerOptions, TestServer},
};

const TRANSACTIONS: &str = "/api/wallet/transaction/export-transactions";
const FEES: &str = "/api/wallet/transaction/export-gas-fee-overtime";
const COUNTERPARTIES: &str = "/api/wallet/transaction/export-counter-party-volume-traded";
const COSTS: &str = "/api/wallet/user-wallet/export-average-cost-basis";
const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const SUMS: &str = "/api/wallet/transaction/get-transaction-sums";
const FLOWS: &str = "/api/wallet/transaction/get-profit-loss";
const FEE_CALL: &str = "/api/wallet/transaction/get-gas-fee-overtime";
const COUNTERPARTY_CALL: &str = "/api/wallet/transaction/get-counter-party-volume-traded";
const COST_CALL: &str = "/api/wallet/user-wallet/get-average-cost-basis";
const PERIOD: &str = "/api/wallet/user-wallet/get-asset-value-period";

type Row = BTreeMap<String, String>;

/// Returns the rows of a file by the names of its columns.
fn parsed(answer: &Reply) -> Vec<Row> {
    assert_eq!(answer.status.as_u16(), 200, "{}", answer.text);
    assert_eq!(answer.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert!(answer.text.contains("\r\n") && !answer.text.contains("\n\n"));
    let mut reader = csv::Reader::from_reader(answer.text.as_bytes());
    reader.deserialize().map(Result::unwrap).collect()
}

async fn export(server: &TestServer, person: &Person, path: &str, body: &Value) -> Vec<Row> {
    parsed(&server.call_as(person, path, body).await)
}

async fn call(server: &TestServer, person: &Person, path: &str, body: &Value) -> Value {
    let answer = server.call_as(person, path, body).await;
    expect_described(path, &answer);
    answer.data()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

fn amount(text: &str) -> Amount {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

fn sum<'a>(cells: impl Iterator<Item = &'a String>) -> Amount {
    let known = cells.filter(|cell| !cell.is_empty());
    known.fold(Amount::ZERO, |sum, cell| sum.add(amount(cell)).unwrap())
}

fn expect_close(one: Amount, other: &Value) {
    let other = amount(other["value"].as_str().unwrap_or_else(|| panic!("{other} is no total")));
    assert!(
        one.sub(other).unwrap().abs() < amount("0.00000001"),
        "{one} is not {other}"
    );
}

/// Returns every transaction that a search finds, the oldest first.
async fn found(server: &TestServer, person: &Person, conditions: &Value) -> Vec<Value> {
    let mut rows = Vec::new();
    loop {
        let body = json!({ "start": rows.len(), "limit": 200, "conditions": conditions, "currency_code": "EUR",
            "sorts": [{ "key": "time", "value": true }] });
        let page = call(server, person, SEARCH, &body).await;
        rows.extend(list(&page["results"]).iter().cloned());
        if rows.len() as i64 == page["total_count"].as_i64().unwrap() {
            return rows;
        }
    }
}

/// Asserts that the rows of a file are those of the transactions, each with its amounts.
fn expect_same(rows: &[Row], transactions: &[Value]) {
    let mut rows = rows.iter();
    for one in transactions {
        let legs = list(&one["legs"])
            .iter()
            .chain(Some(&one["fee"]).filter(|fee| !fee.is_null()));
        let legs: Vec<&Value> = legs.collect();
        for place in 0..legs.len().max(1) {
            let row = rows.next().expect("a row for each amount");
            assert_eq!(row["entry"], one["entry"]);
            assert_eq!(row["transaction"], one["transaction"]);
            assert_eq!(
                row["time"].parse::<Timestamp>().unwrap(),
                one["timestamp"].as_str().unwrap().parse().unwrap()
            );
            assert!(row["time"].ends_with("+05:30"), "{}", row["time"]);
            let Some(leg) = legs.get(place) else {
                assert_eq!((&*row["direction"], &*row["amount"]), ("", ""));
                continue;
            };
            let cell = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            assert_eq!(row["amount"], cell(&leg["amount"]));
            assert_eq!(row["direction"], cell(&leg["role"]));
            assert_eq!(row["asset_id"], cell(&leg["asset"]));
            assert_eq!(row["price"], cell(&leg["price_then"]));
            assert_eq!(row["value"], cell(&leg["value_then"]));
            assert_eq!(row["value"].is_empty(), !row["value_missing"].is_empty());
        }
    }
    assert!(rows.next().is_none(), "a row without a transaction");
}

#[tokio::test]
async fn an_export_of_transactions_has_every_amount_of_every_transaction_and_those_of_a_search_alone() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let zone = json!({ "time_zone": "Asia/Kolkata" });
    call(&server, &person, "/api/organisation/user/update-settings", &zone).await;
    let swaps = json!([{ "key": "kind", "value": "swap" }]);
    for conditions in [json!([]), swaps] {
        let all = found(&server, &person, &conditions).await;
        assert!(all.len() > 10);
        let body = json!({ "conditions": conditions, "currency_code": "EUR" });
        let answer = server.call_as(&person, TRANSACTIONS, &body).await;
        let name = answer.header("content-disposition");
        assert!(
            name.starts_with("attachment; filename=\"transaction-history-until-20"),
            "{name}"
        );
        expect_same(&parsed(&answer), &all);
    }
    let all = found(&server, &person, &json!([])).await;
    let middle = &all[all.len() / 2]["timestamp"];
    let at = middle.as_str().unwrap().parse::<Timestamp>().unwrap().millis() / 1_000;
    let before = server
        .call_as(
            &person,
            TRANSACTIONS,
            &json!({ "end_datetime": at - 1, "currency_code": "EUR" }),
        )
        .await;
    let after = server
        .call_as(
            &person,
            TRANSACTIONS,
            &json!({ "start_datetime": at, "end_datetime": at + 400_000_000, "currency_code": "EUR" }),
        )
        .await;
    let whole: Vec<Row> = [parsed(&before), parsed(&after)].concat();
    expect_same(&whole, &all);
    let name = after.header("content-disposition").to_owned();
    assert_eq!(name.matches('-').count(), 7, "both days are in {name}");
}

#[tokio::test]
async fn gains_of_an_export_are_those_of_the_entries_and_marks_are_set() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let rows = export(&server, &person, TRANSACTIONS, &json!({})).await;
    let mut compared = 0;
    for row in rows.iter().filter(|row| !row["realized_gain"].is_empty()).take(40) {
        let entry = call(
            &server,
            &person,
            "/api/wallet/ledger/get-entry",
            &json!({ "entry": row["entry"] }),
        )
        .await;
        let gains = list(&entry["cost"]["assets"]).iter();
        let gains = gains.filter_map(|asset| asset["realized"].as_str()).map(str::to_owned);
        let gains: Vec<String> = gains.collect();
        let of_entry = rows.iter().filter(|one| one["entry"] == row["entry"]);
        assert_eq!(
            sum(of_entry.map(|one| &one["realized_gain"])).rounded(10),
            sum(gains.iter()).rounded(10),
            "{}",
            row["entry"]
        );
        compared += 1;
    }
    assert!(compared > 10);
    let is_marked = |column: &str| rows.iter().any(|row| row[column] == "yes");
    for column in ["gain_assumed", "failed"] {
        assert!(is_marked(column), "no row has {column}");
    }
    assert!(
        rows.iter()
            .all(|row| ["complete", "incomplete"].contains(&&*row["history"]))
    );
}

#[tokio::test]
async fn sums_of_a_search_are_those_of_flows_and_of_its_parts() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let all = call(&server, &person, SUMS, &json!({})).await;
    let flows = call(&server, &person, FLOWS, &json!({})).await;
    let fees = call(&server, &person, FEE_CALL, &json!({})).await;
    let search = call(&server, &person, SEARCH, &json!({})).await;
    assert_eq!(all["total_count"], search["total_count"]);
    for (side, other) in [
        ("inflows", &flows["profit_loss"]["inflows"]),
        ("outflows", &flows["profit_loss"]["outflows"]),
        ("fees", &fees["total_fees"]),
    ] {
        expect_close(amount(all[side]["value"].as_str().unwrap()), other);
    }
    assert!(all["own_transfers"].as_i64().unwrap() >= all["bridges"].as_i64().unwrap());
    let filter = call(
        &server,
        &person,
        "/api/wallet/transaction/get-transaction-filter",
        &json!({}),
    )
    .await;
    let mut parts: BTreeMap<&str, Amount> = BTreeMap::new();
    let mut counted = 0;
    for kind in list(&filter["kind_filters"]) {
        let body = json!({ "conditions": [{ "key": "kind", "value": kind["value"] }] });
        let part = call(&server, &person, SUMS, &body).await;
        assert_eq!(part["total_count"], kind["count"]);
        counted += part["own_transfers"].as_i64().unwrap();
        for side in ["inflows", "outflows", "fees", "realized"] {
            let sum = parts.entry(side).or_insert(Amount::ZERO);
            *sum = sum.add(amount(part[side]["value"].as_str().unwrap())).unwrap();
        }
    }
    for (side, sum) in parts {
        expect_close(sum, &all[side]);
    }
    assert_eq!(all["own_transfers"], counted);
}

#[tokio::test]
async fn fees_and_counterparties_of_an_export_are_those_of_the_calls() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let body = json!({ "currency_code": "EUR" });
    let fees = call(&server, &person, FEE_CALL, &body).await;
    let rows = export(&server, &person, FEES, &body).await;
    assert_eq!(rows.len(), list(&fees["gas_fee_overtime"]).len());
    expect_close(sum(rows.iter().map(|row| &row["value"])), &fees["total_fees"]);
    let volume = call(&server, &person, COUNTERPARTY_CALL, &body).await;
    let rows = export(&server, &person, COUNTERPARTIES, &body).await;
    let named = list(&volume["counter_party_volume_traded"]);
    let has_unlabelled = volume["unlabelled"]["count"] != 0;
    assert_eq!(rows.len(), named.len() + usize::from(has_unlabelled));
    for (row, one) in rows.iter().zip(named) {
        assert_eq!(row["counterparty"], *one["name"].as_str().unwrap());
        assert_eq!(row["volume"], *one["total_volume"]["value"].as_str().unwrap());
        assert_eq!(row["label_source"], *one["source"].as_str().unwrap());
    }
}

#[tokio::test]
async fn costs_of_an_export_are_those_of_the_table_and_of_a_past_day_those_of_that_day() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let table = call(&server, &person, COST_CALL, &json!({})).await;
    let rows = export(&server, &person, COSTS, &json!({})).await;
    assert_eq!(rows.len(), list(&table["assets"]).len());
    for (row, one) in rows.iter().zip(list(&table["assets"])) {
        let cell = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        assert_eq!(row["asset_id"], cell(&one["asset"]));
        for (column, field) in [
            ("amount", "amount"),
            ("cost_basis", "cost_basis"),
            ("value", "current_value"),
            ("gain_loss", "gain_loss"),
            ("assumed_cost", "assumed_cost"),
        ] {
            assert_eq!(row[column], cell(&one[field]), "{column}");
        }
        assert_eq!(row["price"].is_empty(), !row["price_missing"].is_empty());
    }
    let all = found(&server, &person, &json!([])).await;
    let day = &all[all.len() / 2]["timestamp"].as_str().unwrap()[..10];
    let noon: Timestamp = format!("{day}T12:00:00Z").parse().unwrap();
    let past = export(
        &server,
        &person,
        COSTS,
        &json!({ "end_datetime": noon.millis() / 1_000 }),
    )
    .await;
    let held = call(&server, &person, PERIOD, &json!({ "first_day": day, "last_day": day })).await;
    assert!(past.len() > 2 && past.iter().all(|row| row["as_of"] == *day));
    // A coin on several chains is one row of costs.
    let mut compared = 0;
    for row in past.iter().filter(|row| row["deposited"] == "no") {
        let same = list(&held["rows"]).iter().filter(|one| one["symbol"] == *row["asset"]);
        let counts: Vec<String> = same
            .filter_map(|one| one["count"].as_str())
            .map(str::to_owned)
            .collect();
        if !counts.is_empty() {
            assert_eq!(sum(counts.iter()), amount(&row["amount"]), "{}", row["asset"]);
            compared += 1;
        }
    }
    assert!(compared > 2);
    let nothing = export(&server, &person, COSTS, &json!({ "end_datetime": 1_262_304_000 })).await;
    assert!(nothing.is_empty(), "before the first transaction nothing was held");
}

#[tokio::test]
async fn what_people_write_is_no_formula_and_other_spans_are_refused() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let all = found(&server, &person, &json!([])).await;
    let stranger = all
        .iter()
        .find(|row| row["kind"] == "receive" && row["from_wallet"]["source"].is_null());
    let stranger = stranger.unwrap();
    let label = json!({ "address": stranger["from_wallet"]["address"], "chain": stranger["chain"],
        "label": "=HYPERLINK(\"http://example.org\")" });
    call(&server, &person, "/api/wallet/ledger/set-label", &label).await;
    let answer = server.call_as(&person, TRANSACTIONS, &json!({})).await;
    let rows = parsed(&answer);
    let named = rows.iter().find(|row| row["entry"] == stranger["entry"]).unwrap();
    assert_eq!(named["from_name"], "'=HYPERLINK(\"http://example.org\")");
    for (body, field) in [
        (
            json!({ "start_datetime": 2_000_000_000, "end_datetime": 1_900_000_000 }),
            "end_datetime",
        ),
        (json!({ "start_datetime": 5 }), "start_datetime"),
        (json!({ "currency_code": "XXL" }), "currency_code"),
    ] {
        for path in [TRANSACTIONS, FEES, COUNTERPARTIES, COSTS] {
            let refused = server.call_as(&person, path, &body).await;
            assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()), "{path} {body}");
            assert!(
                refused.json()["data"]["fields"][field].is_string(),
                "{path}: {}",
                refused.text
            );
        }
    }
}

#[tokio::test]
async fn a_plan_limits_the_addresses_of_an_export() {
    let server = TestServer::with(ServerOptions {
        plans_on: true,
        ..ServerOptions::default()
    })
    .await;
    let own = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
    let one = server.person(&[own]).await;
    let two = server
        .person(&[own, "0x220866B1A2219f40e72f5c628B65D54268cA3A9D"])
        .await;
    for path in [TRANSACTIONS, FEES, COUNTERPARTIES, COSTS] {
        parsed(&server.call_as(&one, path, &json!({})).await);
        let refused = server.call_as(&two, path, &json!({})).await;
        assert_eq!(refused.refusal(), (402, "plan_limit".to_owned()), "{path}");
        let body = refused.json();
        assert_eq!(
            body["message"],
            "Your plan exports 1 address at a time. This export covers 2."
        );
        assert_eq!(body["data"], json!({ "limit": 1, "used": 2, "upgrade_trigger": 7 }));
    }
    let chosen = json!({ "conditions": [{ "key": "wallet", "value": own }] });
    parsed(&server.call_as(&two, TRANSACTIONS, &chosen).await);
}

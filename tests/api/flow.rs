//! Flows and fees: coins, periods and chains come to the same totals, and each figure explains itself.

use ports::{Amount, Timestamp};
use serde_json::{Value, json};
use support::invariants;

use crate::{
    conformance::expect_described,
    entry_cost::read_person,
    test_server::{Person, TestServer},
};

const BY_COIN: &str = "/api/wallet/transaction/get-asset-profit-loss";
const BY_PERIOD: &str = "/api/wallet/transaction/get-profit-loss";
const FEES: &str = "/api/wallet/transaction/get-gas-fee-overtime";
const COUNTERPARTIES: &str = "/api/wallet/transaction/get-counter-party-volume-traded";
const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const EXPLAIN: &str = "/api/wallet/figure/explain";
const SIDES: [&str; 4] = ["inflows", "outflows", "net", "transferred"];

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

/// Returns a total with how much it leaves out.
fn total(value: &Value) -> (Amount, i64) {
    let known = value["value"].as_str().unwrap_or_else(|| panic!("{value} is no total"));
    // Rounded twice, a sum of rounded numbers differs in the last places.
    (
        known.parse::<Amount>().unwrap().rounded(10),
        value["left_out"].as_i64().unwrap(),
    )
}

fn sum<'a>(totals: impl Iterator<Item = &'a Value>) -> (Amount, i64) {
    let add = |(sum, out): (Amount, i64), (one, left_out): (Amount, i64)| (sum.add(one).unwrap(), out + left_out);
    totals.map(total).fold((Amount::ZERO, 0), add)
}

fn is_close((one, out): (Amount, i64), (other, left_out): (Amount, i64)) -> bool {
    one.sub(other).unwrap().abs() < "0.00000001".parse().unwrap() && out == left_out
}

async fn read(server: &TestServer, person: &Person, path: &str, body: &Value) -> Value {
    let answer = server.call_as(person, path, body).await;
    expect_described(path, &answer);
    answer.data()
}

/// Returns the time of the server in milliseconds.
async fn now(server: &TestServer, person: &Person) -> i64 {
    let all = read(server, person, BY_PERIOD, &json!({})).await;
    all["end"].as_str().unwrap().parse::<Timestamp>().unwrap().millis()
}

/// Explains every figure of an answer.
async fn explain_all(server: &TestServer, person: &Person, answer: &Value) -> usize {
    let figures = answer["figures"].as_object().unwrap();
    for (pointer, figure) in figures {
        let why = server
            .call_as(person, EXPLAIN, &json!({ "figure": figure }))
            .await
            .data();
        assert_eq!(
            &why["value"],
            answer.pointer(pointer).unwrap(),
            "{pointer}: {}",
            why["text"]
        );
        assert_eq!(why["recomputed"], false, "{pointer}");
        let exact = why["exact"].as_str().unwrap().parse().unwrap();
        assert_eq!(
            invariants::recomputed(&why["tree"]),
            Some(exact),
            "{pointer} follows from what is printed"
        );
    }
    figures.len()
}

#[tokio::test]
async fn coins_and_periods_come_to_the_same_flows_and_explain_themselves() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let now = now(&server, &person).await / 1_000;
    for (currency, days) in [("USD", None), ("EUR", Some(400)), ("USD", Some(20))] {
        let start = days.map(|days| now - days * 86_400);
        let body = json!({ "start_datetime": start, "currency_code": currency });
        let by_coin = read(&server, &person, BY_COIN, &body).await;
        let by_period = read(&server, &person, BY_PERIOD, &body).await;
        let (coins, periods) = (&by_coin["profit_loss"], &by_period["profit_loss"]);
        assert_eq!(
            by_period["group_criteria"],
            if days == Some(20) { "day" } else { "month" }
        );
        for side in SIDES {
            let whole = total(&coins[side]);
            let of_coins = sum(list(&coins["assets"]).iter().map(|row| &row[side]));
            assert!(is_close(of_coins, whole), "{side}: {of_coins:?} of {whole:?}");
            assert!(is_close(total(&periods[side]), whole), "{side} by period");
            let of_periods = sum(list(&periods["periods"]).iter().map(|row| &row[side]));
            // What nobody lists has no row, and its movements without a price are left out of a period.
            assert!(
                is_close((of_periods.0, 0), (whole.0, 0)),
                "{side}: {of_periods:?} of {whole:?}"
            );
        }
        let parts = (total(&coins["inflows"]), total(&coins["outflows"]));
        let net = (parts.0.0.sub(parts.1.0).unwrap(), parts.0.1 + parts.1.1);
        assert!(is_close(net, total(&coins["net"])), "{currency}");
        let explained = explain_all(&server, &person, &by_coin).await + explain_all(&server, &person, &by_period).await;
        assert_eq!(explained, 4 * list(&coins["assets"]).len() + 8);
    }
}

#[tokio::test]
async fn flows_of_each_chain_come_to_those_of_all_and_a_coin_to_its_row() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let all = read(&server, &person, BY_COIN, &json!({})).await;
    let mut sums = [(Amount::ZERO, 0_i64); 4];
    for chain in list(&all["chains"]) {
        let body = json!({ "chains": [chain["_id"]] });
        let own = read(&server, &person, BY_COIN, &body).await;
        assert_eq!(own["chains"], all["chains"], "the choice stays");
        assert!(explain_all(&server, &person, &own).await >= 4);
        for (sum, side) in sums.iter_mut().zip(SIDES) {
            let (one, left_out) = total(&own["profit_loss"][side]);
            *sum = (sum.0.add(one).unwrap(), sum.1 + left_out);
        }
    }
    for (sum, side) in sums.into_iter().zip(SIDES) {
        assert!(is_close(sum, total(&all["profit_loss"][side])), "{side}");
    }
    let row = &list(&all["profit_loss"]["assets"])[1];
    let own = read(&server, &person, BY_COIN, &json!({ "asset_ids": [row["coin"]] })).await;
    assert_eq!(list(&own["profit_loss"]["assets"]).len(), 1);
    assert_eq!(own["profit_loss"]["assets"][0], *row);
    let chains: Vec<&Value> = list(&all["chains"]).iter().map(|chain| &chain["_id"]).collect();
    let two = read(&server, &person, BY_COIN, &json!({ "chains": chains[..2] })).await;
    assert_eq!(two["figures"], json!({}), "no id names two chains");
}

#[tokio::test]
async fn fees_of_chains_and_periods_come_to_all_fees() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let now = now(&server, &person).await;
    let mut counts = Vec::new();
    for (currency, days) in [("USD", None), ("EUR", Some(365)), ("USD", Some(7))] {
        let body =
            json!({ "start_datetime": days.map(|days: i64| now - days * 86_400_000), "currency_code": currency });
        let fees = read(&server, &person, FEES, &body).await;
        let whole = total(&fees["total_fees"]);
        assert!(is_close(
            sum(list(&fees["chains"]).iter().map(|one| &one["total_fees"])),
            whole
        ));
        assert!(is_close(
            sum(list(&fees["gas_fee_overtime"]).iter().map(|one| &one["total_fees"])),
            whole
        ));
        let count = |rows: &Value| list(rows).iter().map(|one| one["count"].as_i64().unwrap()).sum::<i64>();
        assert_eq!(count(&fees["chains"]), fees["total_count"].as_i64().unwrap());
        assert_eq!(count(&fees["gas_fee_overtime"]), count(&fees["chains"]));
        let days = list(&fees["days"]);
        assert!(
            list(&fees["gas_fee_overtime"])
                .iter()
                .all(|one| days.contains(&one["first_day"]))
        );
        assert_eq!(
            explain_all(&server, &person, &fees).await,
            1 + list(&fees["chains"]).len()
        );
        counts.push(count(&fees["chains"]));
    }
    assert!(counts[0] > counts[1] && counts[1] > counts[2], "{counts:?}");
    let entries = server.call_as(&person, SEARCH, &json!({ "limit": 1 })).await.data();
    assert!(
        counts[0] <= entries["total_count"].as_i64().unwrap() + 50,
        "a transaction has one fee"
    );
}

#[tokio::test]
async fn volumes_of_periods_pairs_and_contracts_come_to_that_of_the_service() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let all = read(&server, &person, COUNTERPARTIES, &json!({})).await;
    let rows = list(&all["counter_party_volume_traded"]);
    assert!(rows.len() > 2, "{all}");
    for row in rows {
        let whole = total(&row["total_volume"]);
        for parts in ["periods", "pairs", "contracts"] {
            let parts = list(&row[parts]);
            assert!(
                is_close(sum(parts.iter().map(|one| &one["total_volume"])), whole),
                "{row}"
            );
            let count = parts
                .iter()
                .map(|one| one["total_count"].as_i64().unwrap())
                .sum::<i64>();
            assert_eq!(count, row["total_count"].as_i64().unwrap(), "{row}");
        }
        assert!(row["source"].as_str().is_some_and(|source| !source.is_empty()), "{row}");
    }
    assert!(is_close(
        sum(rows.iter().map(|row| &row["total_volume"])),
        total(&all["total_volume"])
    ));
    assert!(is_close(
        sum(rows.iter().map(|row| &row["total_fees"])),
        total(&all["total_fees"])
    ));
    assert!(
        all["unlabelled"]["addresses"].as_i64().unwrap() > 0,
        "{}",
        all["unlabelled"]
    );
    assert_eq!(explain_all(&server, &person, &all).await, rows.len());
    let mut of_chains = Amount::ZERO;
    for chain in list(&all["chains"]) {
        let own = read(&server, &person, COUNTERPARTIES, &json!({ "chains": [chain["_id"]] })).await;
        of_chains = of_chains.add(total(&own["total_volume"]).0).unwrap();
        explain_all(&server, &person, &own).await;
    }
    assert!(is_close((of_chains, 0), (total(&all["total_volume"]).0, 0)));
}

/// What was exchanged with anybody.
fn everything(all: &Value) -> (Amount, i64) {
    sum([&all["total_volume"], &all["unlabelled"]["total_volume"]].into_iter())
}

/// Sets or removes the person's label of the contracts of a service.
async fn label(server: &TestServer, person: &Person, row: &Value, label: Option<&str>) {
    for contract in list(&row["contracts"]) {
        let body = json!({"chain": contract["chain"]["_id"], "address": contract["address"], "label": label});
        server
            .call_as(person, "/api/wallet/ledger/set-label", &body)
            .await
            .data();
    }
}

#[tokio::test]
async fn a_renamed_service_keeps_its_volume_its_kind_and_its_explanation() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let before = read(&server, &person, COUNTERPARTIES, &json!({})).await;
    let [first, second, ..] = list(&before["counter_party_volume_traded"]).as_slice() else {
        panic!("{before}");
    };
    label(&server, &person, first, Some("My broker")).await;
    let renamed = read(&server, &person, COUNTERPARTIES, &json!({})).await;
    let rows = list(&renamed["counter_party_volume_traded"]);
    let own = rows.iter().find(|row| row["name"] == "My broker").unwrap();
    // A label holds on every network, also where the list does not know the address.
    assert!(total(&own["total_volume"]) >= total(&first["total_volume"]), "{own}");
    assert_eq!(own["kind"], first["kind"]);
    assert_eq!((&own["source"], &own["source_date"]), (&Value::Null, &Value::Null));
    assert!(
        list(&own["contracts"]).iter().all(|one| one["own_label"] == true),
        "{own}"
    );
    assert!(is_close(everything(&renamed), everything(&before)));
    assert_eq!(explain_all(&server, &person, &renamed).await, rows.len());

    // Two services of one name are one.
    label(&server, &person, second, Some("My broker")).await;
    let joined = read(&server, &person, COUNTERPARTIES, &json!({})).await;
    assert_eq!(list(&joined["counter_party_volume_traded"]).len(), rows.len() - 1);
    assert!(is_close(everything(&joined), everything(&before)));

    label(&server, &person, first, None).await;
    label(&server, &person, second, None).await;
    let after = read(&server, &person, COUNTERPARTIES, &json!({})).await;
    assert_eq!(
        after["counter_party_volume_traded"],
        before["counter_party_volume_traded"]
    );
}

#[tokio::test]
async fn spans_that_no_history_has_are_refused() {
    let server = TestServer::start().await;
    let person = server.person(&["lighthouse.eth"]).await;
    for (path, start, end, field) in [
        (BY_COIN, json!(1_000), json!(null), "start_datetime"),
        (BY_PERIOD, json!(1_700_000_000), json!(1_600_000_000), "end_datetime"),
        (FEES, json!(1_700_000_000), json!(null), "start_datetime"),
        (BY_COIN, json!(1_700_000_000_000_i64), json!(null), "start_datetime"),
    ] {
        let answer = server
            .call_as(&person, path, &json!({ "start_datetime": start, "end_datetime": end }))
            .await;
        assert_eq!(answer.status, 400, "{path} from {start}");
        assert!(answer.text.contains(field), "{}", answer.text);
    }
    let unknown = server
        .call_as(&person, BY_COIN, &json!({ "chains": ["eip155:999999"] }))
        .await;
    assert_eq!(unknown.status.as_u16() / 100, 4);
    let empty = read(&server, &person, BY_COIN, &json!({})).await;
    assert_eq!(
        (&empty["profit_loss"]["assets"], &empty["coverage"]["complete"]),
        (&json!([]), &json!(false))
    );
}

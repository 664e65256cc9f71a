//! The value over time: the last value is that of the header, periods agree with each other, and each figure explains itself.

use ports::{Amount, Timestamp};
use serde_json::{Value, json};
use support::invariants;

use crate::{
    conformance::expect_described,
    entry_cost::read_person,
    test_server::{Person, TestServer},
};

const GRAPH: &str = "/api/wallet/user-wallet/get-asset-value-graph";
const PERIOD: &str = "/api/wallet/user-wallet/get-asset-value-period";
const CHANGE: &str = "/api/wallet/user-wallet/get-asset-value-change";
const FLOWS: &str = "/api/wallet/transaction/get-profit-loss";
const BALANCE: &str = "/api/wallet/user-wallet/get-balance";
const EVENTS: &str = "/api/common/master/get-all-events";
const EXPLAIN: &str = "/api/wallet/figure/explain";

fn amount(value: &Value) -> Amount {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value} is no number"))
        .parse()
        .unwrap()
}

async fn read(server: &TestServer, person: &Person, path: &str, body: Value) -> Value {
    let answer = server.call_as(person, path, &body).await;
    expect_described(path, &answer);
    answer.data()
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

/// Returns a value of a series in a period; nothing before it begins and after it ends.
fn at<'a>(series: &'a Value, column: &str, period: usize) -> Option<&'a Value> {
    let first = usize::try_from(series["first"].as_u64().unwrap()).unwrap();
    list(&series[column]).get(period.checked_sub(first)?)
}

/// Returns what positions in protocols add to a total, which no history records.
fn in_protocols(balance: &Value) -> Amount {
    let parts = list(&balance["user_wallet"]["assets"])
        .iter()
        .flat_map(|row| list(&row["parts"]));
    let values = parts
        .filter(|part| !part["position"].is_null())
        .map(|part| amount(&part["value"]));
    values.fold(Amount::ZERO, |sum, value| sum.add(value).unwrap())
}

#[tokio::test]
async fn the_last_value_is_that_of_the_header_and_the_series_of_all_chains_come_to_each() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    for (grouping, currency) in [("day", "USD"), ("day", "EUR"), ("month", "USD"), ("year", "BTC")] {
        let body = json!({ "group_criteria": grouping, "currency_code": currency });
        let graph = read(&server, &person, GRAPH, body).await;
        let data = &graph["asset_value_data"];
        let (days, closing) = (list(&data["days"]), list(&data["closing"]));
        let balance = read(&server, &person, BALANCE, json!({ "currency_code": currency })).await;
        let recorded = amount(&balance["total"]).sub(in_protocols(&balance)).unwrap();
        let difference = recorded.sub(amount(closing.last().unwrap())).unwrap().abs();
        assert!(difference < "0.0000000001".parse().unwrap(), "{grouping} in {currency}");
        let mut gaps = list(&graph["coverage"]["gaps"]).iter();
        assert!(gaps.any(|gap| gap["kind"] == "positions"), "{}", graph["coverage"]);
        for column in ["largest", "unpriced", "cost_basis"] {
            assert_eq!(list(&data[column]).len(), days.len(), "{column}");
        }
        let mut known = 0;
        for (period, closing) in closing.iter().enumerate().filter(|(_, closing)| !closing.is_null()) {
            let own = list(&data["assets"])
                .iter()
                .filter_map(|one| at(one, "closing", period));
            let sum = own.filter(|one| !one.is_null()).map(amount);
            let sum = sum.fold(Amount::ZERO, |sum, one| sum.add(one).unwrap());
            let difference = sum.sub(amount(closing)).unwrap().abs();
            assert!(
                difference < "0.5".parse().unwrap(),
                "{grouping} {}: {sum} of {closing}",
                days[period]
            );
            assert!(amount(&data["largest"][period]) >= amount(closing), "{}", days[period]);
            known += usize::from(!amount(closing).is_zero());
        }
        assert!(
            known * 10 > days.len() * 9,
            "{known} of {} periods have a value",
            days.len()
        );
        assert!(
            list(&data["assets"])
                .iter()
                .all(|one| list(&one["closing"]).len() == list(&one["largest"]).len())
        );
    }
}

#[tokio::test]
async fn months_and_years_end_with_the_value_of_their_last_day() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let days = read(&server, &person, GRAPH, json!({})).await["asset_value_data"].clone();
    let first = server
        .call_as(
            &person,
            "/api/wallet/transaction/search-transaction",
            &json!({ "sorts": [{"key": "time", "value": true}], "limit": 1 }),
        )
        .await
        .data();
    let first = first["results"][0]["timestamp"].as_str().unwrap();
    assert_eq!(
        days["days"][0],
        json!(first[..10]),
        "it begins with the first transaction"
    );
    for (grouping, length) in [("month", 7), ("year", 4)] {
        let body = json!({ "group_criteria": grouping });
        let grouped = read(&server, &person, GRAPH, body).await["asset_value_data"].clone();
        for (period, day) in list(&grouped["days"]).iter().enumerate() {
            let name = &day.as_str().unwrap()[..length];
            let last = list(&days["days"])
                .iter()
                .rposition(|day| day.as_str().unwrap().starts_with(name));
            let last = last.unwrap();
            assert_eq!(grouped["closing"][period], days["closing"][last], "{name}");
            assert_eq!(grouped["cost_basis"][period], days["cost_basis"][last], "{name}");
            assert_eq!(grouped["unpriced"][period], days["unpriced"][last], "{name}");
        }
    }
}

#[tokio::test]
async fn a_period_agrees_with_the_chart_and_explains_itself() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    for (currency, back) in [("USD", 0), ("USD", 40), ("EUR", 300), ("EUR", 0)] {
        let graph = read(&server, &person, GRAPH, json!({ "currency_code": currency })).await;
        let data = &graph["asset_value_data"];
        let place = list(&data["days"]).len() - 1 - back;
        let day = &data["days"][place];
        let body = json!({ "first_day": day, "last_day": day, "currency_code": currency });
        let period = read(&server, &person, PERIOD, body).await;
        assert_eq!(period["closing"]["value"], data["closing"][place], "{day}");
        assert_eq!(period["cost_basis"], data["cost_basis"][place], "{day}");
        assert_eq!(period["closing"]["left_out"], data["unpriced"][place], "{day}");
        let figures = period["figures"].as_object().unwrap();
        assert!(figures.len() > 3, "{period}");
        for (pointer, figure) in figures {
            let why = server
                .call_as(&person, EXPLAIN, &json!({ "figure": figure }))
                .await
                .data();
            assert_eq!(
                &why["value"],
                period.pointer(pointer).unwrap(),
                "{pointer} of {day}: {}",
                why["text"]
            );
            assert_eq!(why["recomputed"], false, "{pointer} of {day}");
            let exact = amount(&why["exact"]);
            assert_eq!(
                invariants::recomputed(&why["tree"]),
                Some(exact),
                "{pointer} follows from what is printed"
            );
        }
    }
}

#[tokio::test]
async fn a_change_agrees_with_the_chart_and_the_flows_and_its_gain_explains_itself() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    for (currency, from, to) in [("USD", 300, 0), ("EUR", 300, 40), ("USD", 1, 0), ("BTC", 400, 399)] {
        let graph = read(&server, &person, GRAPH, json!({ "currency_code": currency })).await;
        let (days, closing) = (
            list(&graph["asset_value_data"]["days"]),
            list(&graph["asset_value_data"]["closing"]),
        );
        let at = |back: usize| days.len() - 1 - back;
        let body = json!({ "first_day": days[at(from) + 1], "last_day": days[at(to)], "currency_code": currency });
        let change = read(&server, &person, CHANGE, body).await;
        assert_eq!(change["opening"]["value"], closing[at(from)], "{change}");
        assert_eq!(change["closing"]["value"], closing[at(to)], "{change}");
        let of = |name: &str| amount(&change[name]["value"]);
        let end = of("opening").add(of("net_flow")).and_then(|sum| sum.add(of("gain")));
        // Each is printed with 18 places.
        let difference = end.and_then(|end| end.sub(of("closing"))).unwrap().abs();
        assert!(difference < "0.00000000000000001".parse().unwrap(), "{change}");
        let start = |day: &Value| {
            format!("{}T00:00:00Z", day.as_str().unwrap())
                .parse::<Timestamp>()
                .unwrap()
        };
        let (first, last) = (start(&days[at(from) + 1]), start(&days[at(to)]));
        let span = json!({
            "start_datetime": first.millis() / 1_000,
            "end_datetime": last.millis() / 1_000 + 86_399,
            "currency_code": currency,
        });
        let flows = read(&server, &person, FLOWS, span).await;
        assert_eq!(change["net_flow"], flows["profit_loss"]["net"], "{currency}");
        let figures = change["figures"].as_object().unwrap();
        assert_eq!(figures.len(), 4, "{change}");
        for (pointer, figure) in figures {
            let why = server
                .call_as(&person, EXPLAIN, &json!({ "figure": figure }))
                .await
                .data();
            assert_eq!(
                &why["value"],
                change.pointer(pointer).unwrap(),
                "{pointer}: {}",
                why["text"]
            );
            assert_eq!(why["recomputed"], false, "{pointer}");
            assert_eq!(
                invariants::recomputed(&why["tree"]),
                Some(amount(&why["exact"])),
                "{pointer}"
            );
        }
    }
}

#[tokio::test]
async fn the_values_of_each_wallet_come_to_those_of_all() {
    let server = TestServer::start().await;
    let person = read_person(&server).await;
    let all = read(&server, &person, GRAPH, json!({ "group_criteria": "year" })).await["asset_value_data"].clone();
    let user = server
        .call_as(&person, "/api/organisation/user/get-user", &json!({}))
        .await
        .data();
    let mut sums: Vec<Amount> = vec![Amount::ZERO; list(&all["days"]).len()];
    for wallet in list(&user["user"]["user_wallets"]) {
        let body = json!({ "group_criteria": "year", "wallet_addresses": [wallet["address"]] });
        let own = read(&server, &person, GRAPH, body).await["asset_value_data"].clone();
        assert!(
            list(&own["cost_basis"]).iter().all(Value::is_null),
            "lots are not apart"
        );
        let offset = sums.len() - list(&own["days"]).len();
        for (period, closing) in list(&own["closing"])
            .iter()
            .enumerate()
            .filter(|(_, one)| !one.is_null())
        {
            sums[offset + period] = sums[offset + period].add(amount(closing)).unwrap();
        }
    }
    let whole: Vec<Amount> = list(&all["closing"]).iter().map(amount).collect();
    let rounded = |one: &Amount| one.rounded(9);
    assert_eq!(
        sums.iter().map(rounded).collect::<Vec<_>>(),
        whole.iter().map(rounded).collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn bad_periods_and_foreign_wallets_are_refused() {
    let server = TestServer::start().await;
    let person = server.person(&["lighthouse.eth"]).await;
    let empty = read(&server, &person, GRAPH, json!({})).await;
    assert_eq!(list(&empty["asset_value_data"]["closing"]).len(), 0, "nothing was read");
    assert_eq!(empty["data_loaded"], false);
    for (first, last, field) in [
        ("2025-02-30", "2025-03-01", "first_day"),
        ("2025-03-01", "soon", "last_day"),
        ("2025-03-02", "2025-03-01", "last_day"),
        ("2020-01-01", "2025-03-01", "last_day"),
        ("1999-01-01", "1999-01-01", "first_day"),
    ] {
        let answer = server
            .call_as(&person, PERIOD, &json!({ "first_day": first, "last_day": last }))
            .await;
        assert_eq!(answer.status, 400, "{first} to {last}");
        assert!(answer.text.contains(field), "{}", answer.text);
    }
    let other = json!({ "wallet_addresses": ["0x28C6c06298d514Db089934071355E5743bf21d60"] });
    assert_eq!(server.call_as(&person, GRAPH, &other).await.status, 404);
}

#[tokio::test]
async fn events_have_a_day_and_a_source() {
    let server = TestServer::start().await;
    let answer = server.call(EVENTS, &json!({})).await;
    expect_described(EVENTS, &answer);
    let events = answer.data();
    let events = list(&events["events"]);
    assert!(events.len() > 20 && events.iter().filter(|one| one["is_highlighted"] == true).count() > 8);
    let merge = events.iter().find(|one| one["_id"] == "merge").unwrap();
    assert_eq!(
        (&merge["day"], &merge["chain"]["_id"]),
        (&json!("2022-09-15"), &json!("eip155:1"))
    );
    assert!(events.iter().all(|one| !one["source"].as_str().unwrap().is_empty()));
}

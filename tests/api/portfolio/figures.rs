//! Every amount of money in a response has the id of a figure, and every id is explained.

use serde_json::{Value, json};

use super::{BALANCE, OWN, amount, valued};

/// The calls whose responses contain amounts of money.
fn calls() -> [(&'static str, Value); 6] {
    [
        (BALANCE, json!({"limit": 1})),
        (BALANCE, json!({})),
        (BALANCE, json!({"chain": "ethereum"})),
        (BALANCE, json!({"wallet_address": OWN})),
        ("/api/wallet/user-wallet/search-wallet", json!({})),
        ("/api/wallet/user-wallet/get-yesterday-portfolio-balance", json!({})),
    ]
}

/// Collects the locations of money in a response. The table of prices is for look-up only; the displayed prices are in
/// the rows.
fn money(value: &Value, place: &str, found: &mut Vec<String>) {
    let names = [
        "total",
        "known",
        "value",
        "price",
        "balance",
        "change",
        "total_value",
        "net_worth",
    ];
    match value {
        Value::Object(fields) => {
            for (name, field) in fields.iter().filter(|(name, _)| *name != "asset_prices") {
                let place = format!("{place}/{name}");
                if names.contains(&name.as_str()) && field.is_string() {
                    found.push(place);
                } else {
                    money(field, &place, found);
                }
            }
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(at, item)| money(item, &format!("{place}/{at}"), found));
        }
        _ => {}
    }
}

#[tokio::test]
async fn every_amount_of_money_has_a_figure() {
    let (server, person) = valued().await;
    let mut seen = String::new();
    for (call, body) in calls() {
        let data = server.call_as(&person, call, &body).await.data();
        let mut found = Vec::new();
        money(&data, "", &mut found);
        for pointer in &found {
            assert!(data["figures"][pointer].is_string(), "{call} {body}: {pointer}");
        }
        seen.extend(found);
    }
    for part in [
        "/user_wallet/rest/value",
        "/user_wallet/dust/value",
        "/rest/value",
        "/chains/",
    ] {
        assert!(seen.contains(part), "the demo world shows no {part}");
    }
}

#[tokio::test]
async fn every_figure_id_refers_to_money_and_is_explained() {
    let (server, person) = valued().await;
    for (call, body) in calls() {
        let data = server.call_as(&person, call, &body).await.data();
        let figures = data["figures"].as_object().unwrap();
        for (pointer, figure) in figures {
            let shown = data
                .pointer(pointer)
                .unwrap_or_else(|| panic!("{call}: nothing at {pointer}"));
            let explained = server
                .call_as(&person, "/api/wallet/figure/explain", &json!({"figure": figure}))
                .await
                .data();
            assert_eq!(*shown, explained["value"], "{call} {body}: {pointer}");
            assert_eq!(explained["recomputed"], false, "{call}: {pointer}");
            assert_eq!(
                amount(&explained["exact"]).at_edge(),
                amount(shown),
                "{call}: {pointer}"
            );
        }
    }
}

//! The history of a shared portfolio: its entries as the chains have them, and nothing that the owner added.

use std::time::Duration;

use serde_json::{Value, json};

use super::{OTHER, WATCHED, see, token_of};
use crate::{
    conformance::expect_described,
    test_server::{Person, TestServer},
};

const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const FILTER: &str = "/api/wallet/transaction/get-transaction-filter";
const SUMS: &str = "/api/wallet/transaction/get-transaction-sums";
const ASSET_FILTER: &str = "/api/wallet/transaction/get-transaction-asset-filter";
const COST_BASIS: &str = "/api/wallet/user-wallet/get-average-cost-basis";
const COST_METHODS: &str = "/api/wallet/user-wallet/get-cost-methods";
const FLOWS: &str = "/api/wallet/transaction/get-profit-loss";
const COIN_FLOWS: &str = "/api/wallet/transaction/get-asset-profit-loss";
const COUNTERPARTIES: &str = "/api/wallet/transaction/get-counter-party-volume-traded";
const FEES: &str = "/api/wallet/transaction/get-gas-fee-overtime";
const CLOSING_PRICES: &str = "/api/wallet/asset/get-closing-prices";
const VALUE_GRAPH: &str = "/api/wallet/user-wallet/get-asset-value-graph";
const VALUE_CHANGE: &str = "/api/wallet/user-wallet/get-asset-value-change";
const VALUE_PERIOD: &str = "/api/wallet/user-wallet/get-asset-value-period";
const ENTRY: &str = "/api/wallet/ledger/get-entry";

/// Returns what a visitor can read of a history while its prices are requested, with one entry that is matched.
pub async fn awaiting_prices() -> Vec<(&'static str, Value)> {
    let server = TestServer::start().await;
    let person = server.person(&["lighthouse.eth", WATCHED]).await;
    let session = server.open_link(&server.share(&person).await).await;
    let token = token_of(&session);
    for _ in 0..50 {
        server.advance(Duration::from_millis(300));
        server.run_due_jobs().await;
        let pages = pages(&server, &token).await;
        let is_awaited =
            |row: &&Value| row["own_transfer"] == true && row["fee"]["reason"]["code"] == "not_requested_yet";
        let awaited = rows_of(&pages).find(is_awaited).cloned();
        if let Some(row) = awaited {
            let entry = entry_of(&server, &token, &row).await;
            return pages
                .into_iter()
                .map(|page| ("transactions", page))
                .chain([entry])
                .collect();
        }
    }
    panic!("no price of a transfer was requested");
}

/// Returns everything that a visitor can read of the history, with one entry that is matched by a rule and one that is not.
pub async fn answers(server: &TestServer, person: &Person, token: &str) -> Vec<(&'static str, Value)> {
    let early = see(server, token, SEARCH, json!({})).await.data();
    server.read_histories_of(person).await;
    let pages = pages(server, token).await;
    let mut found = vec![("transactions", early)];
    let matched = rows_of(&pages).find(|row| row["own_transfer"] == true).unwrap();
    for row in rows_of(&pages).take(1).chain([matched]) {
        found.push(entry_of(server, token, row).await);
    }
    found.extend(pages.into_iter().take(1).map(|page| ("transactions", page)));
    let year = json!({ "first_day": "2024-01-01", "last_day": "2024-12-31" });
    for (name, path, body) in [
        ("filter", FILTER, json!({})),
        ("asset_filter", ASSET_FILTER, json!({})),
        ("sums", SUMS, json!({})),
        ("cost_basis", COST_BASIS, json!({})),
        ("cost_methods", COST_METHODS, json!({})),
        ("flows", FLOWS, json!({})),
        ("coin_flows", COIN_FLOWS, json!({})),
        ("fees", FEES, json!({})),
        ("counterparties", COUNTERPARTIES, json!({})),
        (
            "closing_prices",
            CLOSING_PRICES,
            json!({ "assets": ["eip155:1/slip44:60"], "days": 2 }),
        ),
        ("value_graph", VALUE_GRAPH, json!({ "group_criteria": "year" })),
        ("value_period", VALUE_PERIOD, year.clone()),
        ("value_change", VALUE_CHANGE, year),
    ] {
        let filter = see(server, token, path, body).await;
        expect_described(path, &filter);
        found.push((name, filter.data()));
    }
    found
}

/// Returns every page of the history.
async fn pages(server: &TestServer, token: &str) -> Vec<Value> {
    let mut pages: Vec<Value> = Vec::new();
    loop {
        let start = pages.len() * 200;
        let page = see(server, token, SEARCH, json!({"start": start, "limit": 200})).await;
        expect_described(SEARCH, &page);
        pages.push(page.data());
        if page.data()["total_count"].as_u64().unwrap() <= pages.len() as u64 * 200 {
            return pages;
        }
    }
}

fn rows_of(pages: &[Value]) -> impl Iterator<Item = &Value> {
    pages.iter().flat_map(|page| page["results"].as_array().unwrap())
}

async fn entry_of(server: &TestServer, token: &str, row: &Value) -> (&'static str, Value) {
    let entry = see(server, token, ENTRY, json!({"entry": row["entry"]})).await;
    expect_described(ENTRY, &entry);
    ("entry", entry.data())
}

async fn rows(server: &TestServer, person: &Person) -> Vec<Value> {
    let page = server.call_as(person, SEARCH, &json!({"limit": 200})).await.data();
    page["results"].as_array().unwrap().clone()
}

#[tokio::test]
async fn visitors_see_the_entries_and_nothing_that_the_owner_added() {
    let server = TestServer::start().await;
    let person = server.person(&[WATCHED, OTHER]).await;
    server.read_histories_of(&person).await;
    let own = rows(&server, &person).await;
    let first = own[0]["entry"].clone();
    let stranger = own
        .iter()
        .filter(|row| row["own_transfer"] == false)
        .flat_map(|row| [(&row["from_wallet"], row), (&row["to_wallet"], row)])
        .find(|(party, _)| party["address"].is_string() && party["source"] != "own")
        .unwrap();
    let (address, chain) = (stranger.0["address"].clone(), stranger.1["chain"].clone());
    // What arrived from others takes a mark and a cost.
    let is_received = |row: &&Value| row["kind"] == "receive" && row["own_transfer"] == false;
    let marked = own.iter().find(is_received).unwrap();
    let changes = [
        (
            "wallet/ledger/set-note",
            json!({"entry": first, "note": "Grandmother's secret"}),
        ),
        (
            "wallet/ledger/mark-entry",
            json!({"entry": marked["entry"], "mark": "gift"}),
        ),
        (
            "wallet/ledger/set-cost",
            json!({"entry": marked["entry"], "asset": marked["legs"][0]["asset"], "amount": "98765.4321"}),
        ),
        (
            "wallet/ledger/set-label",
            json!({"chain": chain, "address": address, "label": "My dealer"}),
        ),
        (
            "wallet/user-wallet/update-wallet",
            json!({"wallet_address": WATCHED, "nickname": "Hidden treasure"}),
        ),
    ];
    for (path, body) in changes {
        server.call_as(&person, &format!("/api/{path}"), &body).await.data();
    }
    let named = rows(&server, &person).await;
    assert!(named.iter().any(|row| row.to_string().contains("My dealer")));
    let token = token_of(&server.open_link(&server.share(&person).await).await);
    let page = see(&server, &token, SEARCH, json!({"limit": 200})).await;
    let seen = page.data()["results"].as_array().unwrap().clone();
    let ids = |rows: &[Value]| rows.iter().map(|row| row["entry"].clone()).collect::<Vec<_>>();
    assert_eq!(ids(&seen), ids(&own), "all of them are on the chains");
    let mut texts = vec![page.text];
    for row in &seen {
        texts.push(see(&server, &token, ENTRY, json!({"entry": row["entry"]})).await.text);
    }
    for path in [FILTER, ASSET_FILTER] {
        texts.push(see(&server, &token, path, json!({})).await.text);
    }
    let secrets = [
        "Grandmother",
        "98765",
        "dealer",
        "treasure",
        "gift",
        "own_label",
        "stored_at",
        "read_at",
    ];
    for text in &texts {
        for secret in secrets {
            assert!(!text.contains(secret), "{secret} is in {text}");
        }
    }
}

#[tokio::test]
async fn visitors_see_only_the_shared_wallets_and_a_public_address_has_no_history() {
    let server = TestServer::start().await;
    let person = server.person(&[WATCHED]).await;
    let stranger = server.person(&[OTHER]).await;
    server.read_histories_of(&person).await;
    server.read_histories_of(&stranger).await;
    let token = token_of(&server.open_link(&server.share(&person).await).await);
    let wallets = see(&server, &token, FILTER, json!({})).await.data()["wallet_filters"].clone();
    let wallets: Vec<&Value> = wallets.as_array().unwrap().iter().map(|one| &one["value"]).collect();
    assert_eq!(wallets, [&json!(WATCHED)]);
    let foreign = rows(&server, &stranger).await[0]["entry"].clone();
    let refused = see(&server, &token, ENTRY, json!({"entry": foreign})).await;
    assert_eq!(refused.refusal(), (404, "not_found".to_owned()));
    let narrowed = json!({"conditions": [{"key": "wallet", "value": OTHER}]});
    assert_eq!(see(&server, &token, SEARCH, narrowed).await.data()["total_count"], 0);

    let opened = json!({"wallet_address": WATCHED});
    let session = server
        .call("/api/organisation/user/get-portfolio-by-address", &opened)
        .await;
    let token = token_of(&session);
    for path in [SEARCH, FILTER, ASSET_FILTER] {
        let refused = see(&server, &token, path, json!({})).await;
        assert_eq!(refused.refusal(), (404, "not_found".to_owned()), "{path}");
    }
}

//! The progress of a user: its status, and polls for what changed.

pub mod history;
pub mod stream;

use std::time::Duration;

use serde_json::{Value, json};

use crate::test_server::TestServer;

const STATUS: &str = "/api/wallet/sync/status";
const PAST_PRICES: &str = "/api/wallet/sync/past-prices";
const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";

#[tokio::test]
async fn the_status_counts_what_it_lists() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let before = server.call_as(&person, STATUS, &json!({})).await.data();
    assert!(before["waiting"].as_i64().unwrap() > 0, "{before}");
    server.read_histories_of(&person).await;
    let after = server.call_as(&person, STATUS, &json!({})).await.data();
    let sources = after["sources"].as_array().unwrap();
    let (histories, sources): (Vec<&Value>, Vec<&Value>) =
        sources.iter().partition(|source| source["kind"] == "history");
    assert!(!histories.is_empty(), "histories are listed, and not counted");
    assert_eq!(after["total"], sources.len());
    assert_eq!(
        after["done"].as_i64().unwrap() + after["failed"].as_i64().unwrap(),
        i64::try_from(sources.len()).unwrap()
    );
    for source in sources.iter().filter(|source| source["kind"] == "account") {
        let only_looked_at = source["total"] == 0;
        let unit = if only_looked_at { "activity" } else { "tokens" };
        assert_eq!(
            (&source["wallet_address"], &source["unit"]),
            (&json!(ADDRESS), &json!(unit))
        );
    }
    let quiet = sources.iter().filter(|source| source["unit"] == "activity").count();
    assert!(quiet > 5, "{quiet} of the demo's networks show no activity");
}

#[tokio::test]
async fn the_prices_of_past_days_have_a_status_in_each_currency() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let status = async |body: Value| server.call_as(&person, PAST_PRICES, &body).await.data();
    let empty = json!({ "total": 0, "done": 0, "waiting": 0, "failed": 0, "failures": [] });
    assert_eq!(status(json!({})).await, empty, "no transaction is known yet");
    server.read_histories_of(&person).await;
    let before = status(json!({})).await;
    assert!(before["waiting"].as_i64().unwrap() > 0, "{before}");
    for _ in 0..5 {
        server.advance(Duration::from_mins(1));
        server.run_due_jobs().await;
    }
    let [dollars, euros, bitcoins] = [
        status(json!({})).await,
        status(json!({ "currency_code": "EUR" })).await,
        status(json!({ "currency_code": "BTC" })).await,
    ];
    for settled in [&dollars, &bitcoins] {
        assert_eq!(
            (&settled["waiting"], &settled["failed"]),
            (&json!(0), &json!(0)),
            "{settled}"
        );
        assert_eq!(settled["done"], settled["total"]);
    }
    assert_eq!(dollars, euros, "exchange rates are read at once");
    assert!(bitcoins["total"].as_i64() > dollars["total"].as_i64(), "{bitcoins}");
    let unknown = server
        .call_as(&person, PAST_PRICES, &json!({ "currency_code": "DOGE" }))
        .await;
    assert_eq!(unknown.refusal().0, 400);
}

#[tokio::test]
async fn a_quiet_network_shows_its_block_and_is_read_in_full_on_request() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    server.run_jobs_of(&person).await;
    let quiet = async || {
        let portfolio = server
            .call_as(&person, "/api/wallet/user-wallet/get-balance", &json!({}))
            .await;
        portfolio.data()["quiet_networks"].as_array().unwrap().clone()
    };
    let before = quiet().await;
    let before = before.iter().find(|row| row["probed"] == true).unwrap();
    assert!(
        before["block"].as_i64().unwrap() > 0 && before["checked_on"].is_string(),
        "{before}"
    );
    let asked = json!({ "chain": before["code"] });
    let wanted = server
        .call_as(&person, "/api/wallet/sync/read-network", &asked)
        .await
        .data();
    assert_eq!((&wanted["chain"], &wanted["wanted"]), (&before["chain"], &json!(1)));
    server.read_histories_of(&person).await;
    let after = quiet().await;
    let after = after.iter().find(|row| row["chain"] == before["chain"]).unwrap();
    assert_eq!(after["probed"], false, "tokens were looked for");
    let wrong = server
        .call_as(&person, "/api/wallet/sync/read-network", &json!({"chain": "nowhere"}))
        .await;
    assert_eq!(
        (wrong.status.as_u16(), &wrong.json()["code"]),
        (400, &json!("invalid_input"))
    );
}

#[tokio::test]
async fn a_poll_returns_what_changed_since_the_last_one() {
    let server = TestServer::start().await;
    let person = server.person(&[ADDRESS]).await;
    let whole = server.call_as(&person, STATUS, &json!({})).await.data();
    assert_eq!(whole["since"], json!(null));
    let since = json!({"since": whole["last_event_id"]});
    let nothing = server.call_as(&person, STATUS, &since).await.data();
    assert_eq!(
        (&nothing["since"], &nothing["sources"]),
        (&whole["last_event_id"], &json!([]))
    );
    assert_eq!(
        (&nothing["total"], &nothing["waiting"]),
        (&whole["total"], &whole["waiting"])
    );
    let first: Vec<_> = whole["next"].as_array().unwrap().iter().take(20).cloned().collect();
    assert!(
        !first.is_empty() && whole["next"] == json!(first),
        "the next few lines are listed"
    );
    server.run_jobs_of(&person).await;
    let changed = server.call_as(&person, STATUS, &since).await.data();
    assert_eq!(changed["since"], whole["last_event_id"]);
    assert_eq!(changed["next"], json!([]));
    let settled = changed["sources"].as_array().unwrap();
    assert!(!settled.is_empty() && settled.iter().all(|source| source["state"] != "waiting"));
    for unknown in ["", "nonsense", "1-2", "999999999-0000000000000000"] {
        let status = server.call_as(&person, STATUS, &json!({"since": unknown})).await.data();
        assert_eq!(status["since"], json!(null), "{unknown:?} gets a full status");
    }
}

#[tokio::test]
async fn with_many_lines_some_are_left_out_and_all_are_counted() {
    let server = TestServer::start().await;
    let addresses: Vec<_> = (1..=40).map(|n| format!("0x{n:040x}")).collect();
    let texts: Vec<_> = addresses.iter().map(String::as_str).collect();
    let person = server.person(&texts).await;
    let status = server.call_as(&person, STATUS, &json!({})).await.data();
    let total = status["total"].as_i64().unwrap();
    assert!(total > 500, "{total}");
    assert_eq!(status["sources"].as_array().map(Vec::len), Some(500));
    assert_eq!(status["left_out"], total - 500);
    assert_eq!(
        status["waiting"].as_i64().unwrap() + status["running"].as_i64().unwrap(),
        total
    );
    let since = server
        .call_as(&person, STATUS, &json!({"since": status["last_event_id"]}))
        .await
        .data();
    assert_eq!(since["since"], json!(null));
}

#[tokio::test]
async fn the_progress_of_other_users_is_not_sent() {
    let server = TestServer::start().await;
    let (one, other) = (server.person(&[ADDRESS]).await, server.person(&[]).await);
    server.run_jobs_of(&one).await;
    let status = server.call_as(&other, STATUS, &json!({})).await.data();
    assert_eq!(status["sources"], json!([]));
}

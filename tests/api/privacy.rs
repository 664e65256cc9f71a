//! The log of external requests, and the state of the data.

use std::time::Duration;

use ports::{Disclosure, Timestamp, disclosure::DisclosedField};
use serde_json::{Value, json};

use crate::test_server::TestServer;

const ONE: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const TWO: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

fn disclosed(address: &str, at: Timestamp) -> Disclosure {
    Disclosure {
        host: "node.example.org".to_owned(),
        source: "evm".parse().unwrap(),
        purpose: "balances".to_owned(),
        disclosed: DisclosedField::Address(address.parse().unwrap()),
        chain: Some("eip155:1".parse().unwrap()),
        count: 2,
        first_at: at,
        last_at: at,
    }
}

#[tokio::test]
async fn a_user_sees_requests_about_their_addresses_since_they_added_them() {
    let server = TestServer::start().await;
    let ledger = server.app.tracker().ports().stores.disclosures.clone();
    let now = server.app.tracker().ports().clock.now();
    ledger
        .record(&[disclosed(ONE, now.minus(Duration::from_secs(7 * 24 * 3600)))])
        .await
        .unwrap();
    let person = server.person(&[ONE]).await;
    let rows = |body: Value| {
        let (server, person) = (&server, &person);
        async move {
            server
                .call_as(person, "/api/common/privacy/get-disclosures", &body)
                .await
                .data()
        }
    };
    assert_eq!(
        rows(json!({})).await["total_count"],
        0,
        "requests for an earlier watcher are not visible"
    );
    server.advance(Duration::from_secs(60));
    let later = now.plus(Duration::from_secs(60));
    ledger
        .record(&[disclosed(ONE, later), disclosed(TWO, later)])
        .await
        .unwrap();
    let page = rows(json!({})).await;
    assert_eq!(
        (&page["total_count"], &page["own_nodes_only"]),
        (&json!(1), &json!(false))
    );
    let row = &page["disclosures"][0];
    assert_eq!(
        (&row["wallet_address"], &row["host"], &row["count"]),
        (&json!(ONE), &json!("node.example.org"), &json!(2))
    );
    assert!(row["disclosed"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!(rows(json!({"search": "node.example"})).await["total_count"], 1);
    assert_eq!(rows(json!({"search": "elsewhere"})).await["total_count"], 0);
}

#[tokio::test]
async fn health_lists_every_source_with_what_stops_without_it() {
    let server = TestServer::start().await;
    let person = server.person(&[ONE]).await;
    let before = server
        .call_as(&person, "/api/common/health/get-data-health", &json!({}))
        .await
        .data();
    assert_eq!(before["storage"], json!({"kind": "sqlite", "ok": true}));
    assert!(before["jobs"]["waiting"].as_i64().unwrap() > 0);
    server.run_jobs_of(&person).await;
    let after = server
        .call_as(&person, "/api/common/health/get-data-health", &json!({}))
        .await
        .data();
    let sources = after["sources"].as_array().unwrap();
    assert!(sources.iter().any(|source| source["state"] == "ok"));
    for source in sources {
        assert!(
            source["affects"].as_str().is_some_and(|text| !text.is_empty()),
            "{source}"
        );
        let failed = matches!(source["state"].as_str(), Some("failing" | "rate_limited"));
        assert_eq!(
            failed,
            source["last_error"].is_object() && source["fix"].is_string(),
            "{source}"
        );
    }
}

#[tokio::test]
async fn the_request_log_can_be_filtered_and_exported() {
    let server = TestServer::start().await;
    let ledger = server.app.tracker().ports().stores.disclosures.clone();
    let person = server.person(&[ONE]).await;
    server.advance(Duration::from_secs(60));
    let now = server.app.tracker().ports().clock.now();
    let hostile = Disclosure {
        host: "=cmd.example.org".to_owned(),
        purpose: "tokens".to_owned(),
        chain: Some("eip155:10".parse().unwrap()),
        ..disclosed(ONE, now.plus(Duration::from_secs(3600)))
    };
    ledger
        .record(&[disclosed(ONE, now), disclosed(TWO, now), hostile])
        .await
        .unwrap();
    let total = async |body: Value| {
        let page = server
            .call_as(&person, "/api/common/privacy/get-disclosures", &body)
            .await;
        page.data()["total_count"].as_i64().unwrap()
    };
    let from = now.millis() / 1000 + 1800;
    for (body, expected) in [
        (json!({}), 2),
        (json!({"purpose": "tokens"}), 1),
        (json!({"chain": "ethereum"}), 1),
        (json!({"start_datetime": from}), 1),
        (json!({"end_datetime": from}), 1),
        (json!({"search": &ONE.to_lowercase()[..12]}), 2),
        (json!({"search": TWO}), 0),
    ] {
        assert_eq!(total(body.clone()).await, expected, "{body}");
    }
    let path = "/api/common/privacy/export-disclosures";
    let file = server.call_as(&person, path, &json!({})).await.data();
    let content = file["content"].as_str().unwrap();
    let lines: Vec<_> = content.split("\r\n").collect();
    assert_eq!(
        (lines.len(), &file["rows"], &file["complete"]),
        (4, &json!(2), &json!(true))
    );
    assert!(lines[0].starts_with("first_on,last_on,times,provider,host"));
    assert!(content.contains(",'=cmd.example.org,") && !content.contains(TWO) && content.contains('T'));
    let refused = server.call_as(&person, path, &json!({"chain": "nowhere"})).await;
    assert_eq!(refused.refusal(), (400, "invalid_input".to_owned()));
}

#[tokio::test]
async fn issues_of_a_users_figures_are_listed_with_remedies() {
    let server = TestServer::start().await;
    let nobody = server.person(&[]).await;
    let path = "/api/common/health/get-data-health";
    let fine = server.call_as(&nobody, path, &json!({})).await.data();
    assert_eq!(
        (&fine["issues"], &fine["issue_counts"]),
        (&json!([]), &json!({"bad": 0, "warn": 0}))
    );
    assert!(fine["as_of"].is_string());
    let person = server.person(&["vitalik.eth", "nonsense"]).await;
    let before = server.call_as(&person, path, &json!({})).await.data();
    let kinds = |answer: &Value| -> Vec<String> {
        let issues = answer["issues"].as_array().unwrap();
        issues
            .iter()
            .map(|issue| issue["kind"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(kinds(&before), ["wallet", "partial"]);
    assert_eq!(before["issues"][0]["remedy"], "fix_wallet");
    server.run_jobs_of(&person).await;
    let after = server.call_as(&person, path, &json!({})).await.data();
    assert!(!kinds(&after).contains(&"partial".to_owned()));
    let portfolio = server
        .call_as(&person, "/api/wallet/user-wallet/get-balance", &json!({}))
        .await
        .data();
    let unpriced = portfolio["coverage"]["unpriced"].as_array().unwrap();
    for holding in unpriced {
        let issues = after["issues"].as_array().unwrap();
        let of = issues
            .iter()
            .find(|issue| issue["asset"] == holding["asset"])
            .expect("each gap has its row");
        assert_eq!(of["cause"], holding["text"]);
        assert!(of["fix"].as_str().is_some_and(|text| !text.is_empty()), "{of}");
    }
    assert!(!unpriced.is_empty(), "the demo world contains an unpriced asset");
    let ranks: Vec<_> = after["issues"]
        .as_array()
        .unwrap()
        .iter()
        .map(|issue| issue["severity"] == "bad")
        .collect();
    assert!(ranks.is_sorted_by(|a, b| a >= b), "the worst comes first");
}

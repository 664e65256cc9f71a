//! Who was told what, and how the data are.

use std::time::Duration;

use ports::{Disclosure, Timestamp, disclosure::Told};
use serde_json::{Value, json};

use crate::house::House;

const ONE: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const TWO: &str = "0x225f137127d9067788314bc7fcc1f36746a3c3B5";

fn told(address: &str, at: Timestamp) -> Disclosure {
    Disclosure {
        host: "node.example.org".to_owned(),
        source: "evm".parse().unwrap(),
        purpose: "balances".to_owned(),
        told: Told::Address(address.parse().unwrap()),
        chain: Some("eip155:1".parse().unwrap()),
        count: 2,
        first_at: at,
        last_at: at,
    }
}

#[tokio::test]
async fn a_person_sees_what_was_told_about_their_own_since_they_added_it() {
    let house = House::open().await;
    let ledger = house.app.tracker().ports().stores.disclosures.clone();
    let now = house.app.tracker().ports().clock.now();
    ledger
        .record(&[told(ONE, now.minus(Duration::from_secs(7 * 24 * 3600)))])
        .await
        .unwrap();
    let person = house.person(&[ONE]).await;
    let rows = |body: Value| {
        let (house, person) = (&house, &person);
        async move {
            house
                .call_as(person, "/api/common/privacy/get-disclosures", &body)
                .await
                .data()
        }
    };
    assert_eq!(rows(json!({})).await["total"], 0, "an earlier watcher is not betrayed");
    house.pass(Duration::from_secs(60));
    let later = now.plus(Duration::from_secs(60));
    ledger.record(&[told(ONE, later), told(TWO, later)]).await.unwrap();
    let page = rows(json!({})).await;
    assert_eq!((&page["total"], &page["own_nodes_only"]), (&json!(1), &json!(false)));
    let row = &page["disclosures"][0];
    assert_eq!(
        (&row["wallet_address"], &row["host"], &row["count"]),
        (&json!(ONE), &json!("node.example.org"), &json!(2))
    );
    assert!(row["told"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!(rows(json!({"search": "node.example"})).await["total"], 1);
    assert_eq!(rows(json!({"search": "elsewhere"})).await["total"], 0);
}

#[tokio::test]
async fn health_names_every_source_with_what_stops_without_it() {
    let house = House::open().await;
    let person = house.person(&[ONE]).await;
    let before = house
        .call_as(&person, "/api/common/health/get-data-health", &json!({}))
        .await
        .data();
    assert_eq!(before["storage"], json!({"kind": "sqlite", "ok": true}));
    assert!(before["jobs"]["waiting"].as_i64().unwrap() > 0);
    house.settle(&person).await;
    let after = house
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
        let failed = matches!(source["state"].as_str(), Some("failing" | "resting"));
        assert_eq!(
            failed,
            source["last_error"].is_object() && source["fix"].is_string(),
            "{source}"
        );
    }
}

//! What a user calls addresses of others.

use serde_json::{Value, json};

use crate::test_server::{Person, TestServer};

const OWN: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const SEARCH: &str = "/api/wallet/transaction/search-transaction";
const SET: &str = "/api/wallet/ledger/set-label";

/// Returns a party of another address that has a name by the list, or has none, with its network.
async fn party(server: &TestServer, person: &Person, source: &Value) -> Option<(Value, Value)> {
    let page = server.call_as(person, SEARCH, &json!({"limit": 200})).await.data();
    let rows = page["results"].as_array().unwrap().clone();
    let parties = rows.into_iter().flat_map(|row| {
        let chain = row["chain"].clone();
        ["from_wallet", "to_wallet"].map(|side| (row[side].clone(), chain.clone()))
    });
    let mut parties = parties.filter(|(party, _)| party["address"].is_string());
    parties.find(|(party, _)| party["source"] == *source)
}

#[tokio::test]
async fn a_label_wins_over_the_list_and_is_found_until_it_is_removed() {
    let server = TestServer::start().await;
    let (person, other) = (server.person(&[OWN]).await, server.person(&[OWN]).await);
    server.read_histories_of(&person).await;
    for source in [json!("label"), Value::Null] {
        let (before, chain) = party(&server, &person, &source).await.unwrap();
        let label = |text: Value| json!({"chain": chain, "address": before["address"], "label": text});
        server
            .call_as(&person, SET, &label(json!("  Land\u{202e}lord ")))
            .await
            .data();
        let (after, _) = party(&server, &person, &json!("own_label")).await.unwrap();
        assert_eq!(
            (&after["name"], &after["address"]),
            (&json!("Landlord"), &before["address"])
        );
        assert_eq!([&after["kind"], &after["label_source"]], [&Value::Null; 2]);
        let found = json!({"conditions": [{"key": "search", "value": "landlord"}]});
        let found = server.call_as(&person, SEARCH, &found).await.data();
        assert!(found["total_count"].as_i64().unwrap() > 0, "it is searched");
        assert_eq!(
            party(&server, &other, &json!("own_label")).await,
            None,
            "only its user sees it"
        );
        server.call_as(&person, SET, &label(Value::Null)).await.data();
        assert_eq!(party(&server, &person, &json!("own_label")).await, None);
        let (again, _) = party(&server, &person, &source).await.unwrap();
        assert_eq!(again, before, "the list's label is shown again");
    }
}

#[tokio::test]
async fn labels_that_are_no_labels_are_refused() {
    let server = TestServer::start().await;
    let person = server.person(&[OWN]).await;
    let stranger = "0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D";
    let refused = async |body: Value| server.call_as(&person, SET, &body).await;
    let cases = [
        (
            json!({"chain": "eip155:1", "address": stranger, "label": "x".repeat(61)}),
            "label",
        ),
        (
            json!({"chain": "eip155:1", "address": stranger, "label": "\u{200b}"}),
            "label",
        ),
        (json!({"chain": "eip155:1", "address": OWN, "label": "Me"}), "address"),
        (
            json!({"chain": "eip155:1", "address": "0x12", "label": "Me"}),
            "address",
        ),
        (
            json!({"chain": "bitcoin", "address": stranger, "label": "Me"}),
            "address",
        ),
        (json!({"chain": "nowhere", "address": stranger, "label": "Me"}), "chain"),
    ];
    for (body, field) in cases {
        let reply = refused(body.clone()).await;
        assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()), "{body}");
        assert!(reply.text.contains(field), "{body}: {}", reply.text);
    }
    let secret = json!({"chain": "eip155:1", "address": stranger,
        "label": "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"});
    assert!(refused(secret).await.status.is_client_error());
    let visitor = server.open_link(&server.share(&person).await).await.data();
    let body = json!({"chain": "eip155:1", "address": stranger, "label": "x"});
    let token = visitor["token"].as_str();
    let reply = server.send_json(axum::http::Method::POST, SET, &body, token).await;
    assert_eq!(reply.refusal(), (401, "session_invalid".to_owned()));
}

//! A form body gives the same response as JSON, for every call of the description.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::house::{House, Reply, form_request, json_request};

/// Every call with its example, and some calls with every kind of field, valid and invalid.
fn requests() -> Vec<(String, Value)> {
    let document = http_api::openapi();
    let mut all: Vec<(String, Value)> = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let name = item["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
        let Some(name) = name.and_then(|name| name.rsplit('/').next()) else {
            continue;
        };
        all.push((path.clone(), document["components"]["schemas"][name]["example"].clone()));
    }
    let sorted = json!({"start": 0, "limit": 1, "sorts": [{"key": "name", "direction": true}], "conditions": []});
    all.push(("/api/wallet/user-wallet/search-wallet".to_owned(), sorted));
    all.push((
        "/api/wallet/user-wallet/search-wallet".to_owned(),
        json!({"limit": "many"}),
    ));
    all.push((
        "/api/wallet/user-wallet/get-balance".to_owned(),
        json!({"update_balance": "perhaps"}),
    ));
    all.push((
        "/api/wallet/chain/detect-chain".to_owned(),
        json!({"wallet_addresses": [1]}),
    ));
    all.sort_by_key(|(path, _)| path.ends_with("/sign-out") || path.ends_with("/delete-user"));
    all
}

/// Returns the responses to every request in one format, in order.
async fn replies(language: fn(&str, &Value) -> Request<Body>) -> Vec<Reply> {
    let house = House::open().await;
    let (mut person, leaving) = (house.person(&["vitalik.eth"]).await, house.person(&[]).await);
    let mut replies = Vec::new();
    for (path, body) in requests() {
        if path.ends_with("/sign-out") {
            person.token.clone_from(&leaving.token);
        }
        let mut request = language(&path, &body);
        request
            .headers_mut()
            .insert("authorization", format!("Bearer {}", person.token).parse().unwrap());
        replies.push(house.send(request).await);
    }
    replies
}

/// Returns the response without the parts that differ between fixtures.
fn shape(value: &Value) -> Value {
    let new = [
        "id",
        "token",
        "link",
        "expires_on",
        "request_id",
        "figures",
        "valuation_id",
        "last_event_id",
    ];
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(name, _)| !new.contains(&name.as_str()));
            kept.map(|(name, inner)| (name.clone(), shape(inner)))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
        Value::Array(items) => items.iter().map(shape).collect(),
        other => other.clone(),
    }
}

#[tokio::test]
async fn a_form_and_json_give_the_same_response() {
    let (said, written) = (replies(json_request).await, replies(form_request).await);
    for (((path, body), said), written) in requests().into_iter().zip(said).zip(written) {
        assert_eq!(
            said.status, written.status,
            "{path} {body}: {} {}",
            said.text, written.text
        );
        let (said, written) = (said.json(), written.json());
        if said["error"] == false {
            assert_eq!(shape(&said), shape(&written), "{path} {body}");
        } else {
            assert_eq!(said["code"], written["code"], "{path} {body}");
        }
    }
}

//! A form body gives the same response as JSON, for every call of the description.

use axum::body::Body;
use axum::http::Request;
use serde_json::{Value, json};

use crate::description::file_of;
use crate::test_server::{Reply, TestServer, form_request, json_request};

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
    all.retain(|(path, _)| file_of(path).is_none());
    all.sort_by_key(|(path, _)| path.ends_with("/sign-out") || path.ends_with("/delete-user"));
    all
}

/// Returns the responses to every request in one format, in order.
async fn replies(language: fn(&str, &Value) -> Request<Body>) -> Vec<Reply> {
    let server = TestServer::start().await;
    let (mut person, leaving) = (server.person(&["vitalik.eth"]).await, server.person(&[]).await);
    let mut replies = Vec::new();
    for (path, body) in requests() {
        if path.ends_with("/sign-out") {
            person.token.clone_from(&leaving.token);
        }
        let mut request = language(&path, &body);
        request
            .headers_mut()
            .insert("authorization", format!("Bearer {}", person.token).parse().unwrap());
        replies.push(server.send(request).await);
    }
    replies
}

/// Returns the response without the parts that differ between fixtures.
fn shape(value: &Value) -> Value {
    let new = [
        "id",
        "token",
        "link",
        "url",
        "expires_on",
        "challenge",
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
    let (json_reply, form_reply) = (replies(json_request).await, replies(form_request).await);
    for (((path, body), json_reply), form_reply) in requests().into_iter().zip(json_reply).zip(form_reply) {
        assert_eq!(
            json_reply.status, form_reply.status,
            "{path} {body}: {} {}",
            json_reply.text, form_reply.text
        );
        let (json_reply, form_reply) = (json_reply.json(), form_reply.json());
        if json_reply["error"] == false {
            assert_eq!(shape(&json_reply), shape(&form_reply), "{path} {body}");
        } else {
            assert_eq!(json_reply["code"], form_reply["code"], "{path} {body}");
        }
    }
}

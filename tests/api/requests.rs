//! The error messages for invalid requests, for every call of the description.

use axum::http::{Method, Request};
use serde_json::{Map, Value, json};

use crate::test_server::{Person, ServerOptions, TestServer, form_request, json_request};

const OWN: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
const CREATE_USER: &str = "/api/organisation/user/create-user";

/// Calls that end the session that the others need.
const LAST: [&str; 2] = ["/api/organisation/user/sign-out", "/api/organisation/user/delete-user"];

/// The calls with the fields of their requests.
fn calls() -> Vec<(&'static str, &'static Map<String, Value>)> {
    let document = http_api::openapi();
    let fields = |operation: &'static Value| {
        let name = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str()?;
        let schema = &document["components"]["schemas"][name.rsplit('/').next()?];
        static NONE: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
        Some(schema["properties"].as_object().unwrap_or(&NONE))
    };
    let paths = document["paths"].as_object().unwrap().iter();
    let mut calls: Vec<_> = paths
        .filter_map(|(path, item)| Some((path.as_str(), fields(item.get("post")?)?)))
        .collect();
    calls.sort_by_key(|(path, _)| LAST.contains(path));
    calls
}

/// A call that is switched off answers the same to every body.
const SWITCHED_OFF: &str = "/temp-login";

async fn open() -> (TestServer, Person) {
    let server = TestServer::with(ServerOptions {
        limits: &[
            ("create-user", "1000/s"),
            ("link-miss", "1000/s"),
            ("detect-chain", "1000/s"),
            ("upload", "1000/s"),
            ("export", "1000/s"),
            ("export-report", "1000/s"),
            ("add-token", "1000/s"),
            ("ask-live", "1000/s"),
            ("send-code", "1000/s"),
            ("verify-code", "1000/s"),
            ("wallet-sign-in", "1000/s"),
            ("feedback", "1000/s"),
            ("attachment", "1000/s"),
            ("connect", "1000/s"),
        ],
        ..ServerOptions::default()
    })
    .await;
    let person = server.registered(&[OWN], "ann@example.com").await;
    (server, person)
}

#[tokio::test]
async fn an_unknown_field_is_rejected_by_name() {
    let (server, person) = open().await;
    let calls = calls();
    assert!(calls.len() > 40);
    for (path, _) in calls.into_iter().filter(|(path, _)| !path.ends_with(SWITCHED_OFF)) {
        let body = json!({"curency_code": "EUR"});
        let mut form = form_request(path, &body);
        let bearer = format!("Bearer {}", person.token).parse().unwrap();
        form.headers_mut().insert("authorization", bearer);
        for reply in [server.call_as(&person, path, &body).await, server.send(form).await] {
            let place = format!("{path}: {}", reply.text);
            assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()), "{place}");
            assert!(reply.json()["data"]["fields"]["curency_code"].is_string(), "{place}");
        }
    }
}

/// Returns whether a text contains terms of the JSON parser, which mean nothing to users of the API.
fn is_of_the_parser(text: &str) -> bool {
    const TYPES: [&str; 14] = [
        "u8", "u16", "u32", "u64", "i8", "i16", "i32", "i64", "usize", "struct", "enum", "variant", "tuple", "unit",
    ];
    let mut words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.any(|word| TYPES.contains(&word)) || text.contains("invalid type") || text.contains('`')
}

#[tokio::test]
async fn errors_of_fields_contain_no_terms_of_the_parser() {
    let (server, person) = open().await;
    let mut refused = 0;
    for (path, fields) in calls() {
        for field in fields.keys() {
            for value in [
                json!(-1),
                json!(1.5),
                json!("\u{1}?"),
                json!(true),
                json!([1]),
                json!({"a": 1}),
            ] {
                let mut body = Map::new();
                body.insert(field.clone(), value.clone());
                let reply = server.call_as(&person, path, &Value::Object(body)).await;
                // A code or a signature that is wrong names no field.
                if reply.status != 400 || reply.refusal().1 != "invalid_input" {
                    continue;
                }
                refused += 1;
                let answer = reply.json();
                let texts = answer["data"]["fields"].as_object().unwrap();
                assert!(!texts.is_empty(), "{path} {field} {value}: {answer}");
                for text in texts.values().chain([&answer["message"]]) {
                    let text = text.as_str().unwrap();
                    assert!(!is_of_the_parser(text), "{path} {field} {value}: {text}");
                }
            }
        }
    }
    assert!(refused > 200, "{refused}");
}

#[tokio::test]
async fn too_many_rows_are_rejected() {
    let (server, person) = open().await;
    for (path, field, value, text) in [
        (
            "/api/wallet/user-wallet/search-wallet",
            "limit",
            201,
            "Use a whole number from 1 to 200.",
        ),
        (
            "/api/wallet/user-wallet/search-wallet",
            "limit",
            0,
            "Use a whole number from 1 to 200.",
        ),
        (
            "/api/wallet/user-wallet/search-wallet",
            "limit",
            -1,
            "Use a whole number from 1 to 200.",
        ),
        (
            "/api/common/privacy/get-disclosures",
            "limit",
            -1,
            "Use a whole number from 1 to 200.",
        ),
        (
            "/api/common/privacy/get-disclosures",
            "start",
            -1,
            "Use a whole number from 0 to 1000000.",
        ),
        (
            "/api/wallet/user-wallet/search-wallet",
            "start",
            1_000_001,
            "Use a whole number from 0 to 1000000.",
        ),
    ] {
        for request in [
            json_request(path, &json!({field: value})),
            form_request(path, &json!({field: value})),
        ] {
            let (mut parts, body) = request.into_parts();
            let bearer = format!("Bearer {}", person.token).parse().unwrap();
            parts.headers.insert("authorization", bearer);
            let reply = server.send(Request::from_parts(parts, body)).await;
            assert_eq!(reply.status, 400, "{path} {field} {value}");
            assert_eq!(reply.json()["data"]["fields"][field], text, "{path} {field} {value}");
        }
    }
}

#[tokio::test]
async fn a_missing_token_and_an_invalid_one_give_different_errors() {
    let (server, _) = open().await;
    let path = "/api/organisation/user/get-user";
    let unknown = format!("spy_session_{}", "A".repeat(43));
    let without = server.call(path, &json!({})).await;
    let with = server.send_json(Method::POST, path, &json!({}), Some(&unknown)).await;
    for reply in [&without, &with] {
        assert_eq!(reply.refusal(), (401, "session_invalid".to_owned()));
    }
    assert_eq!(without.header("www-authenticate"), "Bearer realm=\"Spyhop\"");
    assert!(with.header("www-authenticate").contains("error=\"invalid_token\""));
}

/// Everyone who tries the calls of the documentation page sends its examples unchanged, so they must not share any
/// data.
#[tokio::test]
async fn no_example_gives_access_to_existing_data() {
    let (server, person) = open().await;
    let document = http_api::openapi();
    let example = &document["components"]["schemas"]["CreateUserRequest"]["example"];
    let parameters = document["paths"][CREATE_USER]["post"]["parameters"].as_array().unwrap();
    let request = || {
        let mut request = json_request(CREATE_USER, example);
        for one in parameters.iter().filter(|one| one["in"] == "header") {
            if let Some(value) = one.get("example").and_then(Value::as_str) {
                let name: axum::http::HeaderName = one["name"].as_str().unwrap().parse().unwrap();
                request.headers_mut().insert(name, value.parse().unwrap());
            }
        }
        request
    };
    let (one, other) = (server.send(request()).await.data(), server.send(request()).await.data());
    assert_ne!(one["user"]["id"], other["user"]["id"], "two users");
    server
        .call_as(&person, "/api/organisation/user/rotate-link", &json!({}))
        .await
        .data();
    let mut texts = Vec::new();
    examples(document, &mut texts);
    assert!(texts.len() > 150);
    for text in texts {
        let opened = server
            .send_json(Method::POST, "/api/organisation/user/get-user", &json!({}), Some(&text))
            .await;
        assert_ne!(opened.status, 200, "{text} is a session");
        let opened = server
            .call("/api/organisation/user/get-portfolio-by-link", &json!({"token": text}))
            .await;
        assert_ne!(opened.status, 200, "{text} is a link");
    }
}

/// Returns every text in an example.
fn examples(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                if name == "example" || name == "examples" {
                    texts(inner, found);
                }
                examples(inner, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|inner| examples(inner, found)),
        _ => {}
    }
}

fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) if !text.contains(['\n', '\r']) => found.push(text.clone()),
        Value::Object(fields) => fields.values().for_each(|inner| texts(inner, found)),
        Value::Array(items) => items.iter().for_each(|inner| texts(inner, found)),
        _ => {}
    }
    found.sort();
    found.dedup();
}

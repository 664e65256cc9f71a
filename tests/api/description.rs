//! The API description is complete and equal to the file committed with the SDK.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::Request;
use serde_json::{Map, Value};

pub fn document() -> &'static Value {
    http_api::openapi()
}

fn operations() -> impl Iterator<Item = (&'static str, &'static str, &'static Value)> {
    let paths = document()["paths"].as_object().unwrap().iter();
    paths.flat_map(|(path, item)| {
        item.as_object()
            .unwrap()
            .iter()
            .map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

fn schemas() -> &'static Map<String, Value> {
    document()["components"]["schemas"].as_object().unwrap()
}

#[test]
fn the_committed_description_is_the_servers() {
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../sdk-ts/openapi.json")).unwrap();
    let committed: Value = serde_json::from_str(&committed).unwrap();
    assert!(
        committed == *document(),
        "sdk-ts/openapi.json is old: run make generate"
    );
}

/// Calls that set a state, which are idempotent without a key, and calls that may be repeated: those that open a share session,
/// or a session for tests, the upload of files, of which unused ones are
/// removed, and the creation of API keys, whose tokens are not stored, so that no answer can be given again.
const STATED: [&str; 62] = [
    "/api/common/attachment/upload",
    "/api/common/master/send-feedback",
    "/api/common/test/temp-login",
    "/api/common/world/ask-live",
    "/api/common/world/go-live",
    "/api/organisation/api-key/create-api-key",
    "/api/organisation/api-key/revoke-api-key",
    "/api/organisation/user/add-exchange-market",
    "/api/organisation/user/add-update-user-account",
    "/api/organisation/user/clear-exchange-code",
    "/api/organisation/user/delete-exchange-file",
    "/api/organisation/user/delete-exchange-market",
    "/api/organisation/user/delete-user",
    "/api/organisation/user/delete-user-account",
    "/api/organisation/user/delete-user-wallet",
    "/api/organisation/user/get-authorize-url",
    "/api/organisation/user/get-portfolio-by-address",
    "/api/organisation/user/get-portfolio-by-link",
    "/api/organisation/user/import-exchange-file",
    "/api/organisation/user/restore-user-account",
    "/api/organisation/user/revoke-session",
    "/api/organisation/user/rotate-link",
    "/api/organisation/user/send-email-otp",
    "/api/organisation/user/send-otp",
    "/api/organisation/user/set-exchange-code",
    "/api/organisation/user/sign-out",
    "/api/organisation/user/signin-with-wallet",
    "/api/organisation/user/signup",
    "/api/organisation/user/unlink-wallet",
    "/api/organisation/user/update-access-token",
    "/api/organisation/user/update-exchange-market",
    "/api/organisation/user/update-settings",
    "/api/organisation/user/update-user",
    "/api/organisation/user/update-user-account-name",
    "/api/organisation/user/update-user-details",
    "/api/organisation/user/update-user-wallet",
    "/api/organisation/user/verify-email",
    "/api/organisation/user/verify-otp",
    "/api/organisation/user/verify-otp-code",
    "/api/wallet/asset/accept-decimals",
    "/api/wallet/asset/add-token",
    "/api/wallet/asset/clear-decimals",
    "/api/wallet/asset/clear-price",
    "/api/wallet/asset/hide-asset",
    "/api/wallet/asset/remove-token",
    "/api/wallet/asset/set-price",
    "/api/wallet/asset/show-asset",
    "/api/wallet/insight/dismiss-insight",
    "/api/wallet/insight/restore-insight",
    "/api/wallet/insight/set-insight-rule",
    "/api/wallet/insight/snooze-insight",
    "/api/wallet/ledger/lift-cap",
    "/api/wallet/ledger/mark-entry",
    "/api/wallet/ledger/match-transfer",
    "/api/wallet/ledger/set-cost",
    "/api/wallet/ledger/set-label",
    "/api/wallet/ledger/set-note",
    "/api/wallet/ledger/unmatch-transfer",
    "/api/wallet/sync/read-network",
    "/api/wallet/user-wallet/add-upload",
    "/api/wallet/user-wallet/set-group",
    "/api/wallet/user-wallet/update-wallet",
];

#[test]
fn calls_either_create_with_a_key_or_set_a_state() {
    let changing = operations().filter(|(_, method, operation)| *method == "post" && operation["x-read"] != true);
    for (path, _, operation) in changing {
        let parameters = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
        let under_a_key = parameters.iter().any(|one| one["name"] == "Idempotency-Key");
        assert_ne!(
            under_a_key,
            STATED.contains(&path),
            "{path} must either have a key or be in the list"
        );
    }
}

#[test]
fn api_keys_open_only_calls_that_read() {
    let opened = operations().filter(|(_, _, operation)| operation["x-scopes"] != serde_json::json!([]));
    for (path, method, operation) in opened {
        let access = (method, &operation["x-access"], &operation["x-read"]);
        assert_eq!(access, ("post", &Value::from("any_user"), &Value::from(true)), "{path}");
        let schemes = operation["security"].as_array().unwrap().iter();
        let scopes: Vec<_> = schemes.filter_map(|scheme| scheme["api_key"].get(0)).collect();
        let declared: Vec<_> = operation["x-scopes"].as_array().unwrap().iter().collect();
        assert_eq!(scopes, declared, "{path}");
    }
}

#[test]
fn every_noun_is_declared_and_has_calls() {
    let declared: BTreeSet<_> = document()["tags"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tag| &tag["name"])
        .map(Value::to_string)
        .collect();
    let used: BTreeSet<_> = operations()
        .map(|(_, _, operation)| operation["tags"][0].to_string())
        .collect();
    assert_eq!(declared, used);
    assert_eq!(document()["servers"][0]["url"], "/");
}

#[tokio::test]
async fn the_description_is_sent_once() {
    let server = crate::test_server::TestServer::start().await;
    let first = server.get("/api/openapi.json").await;
    assert_eq!(first.json(), *document());
    let tag = first.header("etag");
    assert!(!tag.is_empty());
    let again = Request::get("/api/openapi.json").header("if-none-match", tag);
    let again = server.send(again.body(Body::empty()).unwrap()).await;
    assert_eq!(
        (again.status.as_u16(), again.text.as_str(), again.header("etag")),
        (304, "", tag)
    );
}

#[test]
fn every_operation_is_fully_described() {
    for (path, method, operation) in operations() {
        let place = format!("{method} {path}");
        for word in ["operationId", "summary", "description"] {
            assert!(
                operation[word].as_str().is_some_and(|text| !text.is_empty()),
                "{place} has no {word}"
            );
        }
        assert_eq!(
            operation["tags"].as_array().map(Vec::len),
            Some(1),
            "{place} has a single tag"
        );
        let access = operation["x-access"]
            .as_str()
            .unwrap_or_else(|| panic!("{place} does not state who may call it"));
        let secured = operation["security"]
            .as_array()
            .is_some_and(|schemes| !schemes.is_empty());
        assert_eq!(secured, matches!(access, "any_user" | "registered"), "{place}");
        for (status, response) in operation["responses"].as_object().unwrap() {
            let headers = response["headers"].as_object().unwrap().values();
            headers.for_each(|header| assert!(is_described(header), "{place} {status}"));
            assert!(response["headers"]["X-Request-Id"].is_object(), "{place} {status}");
            assert!(
                response["description"].as_str().is_some_and(|text| !text.is_empty()),
                "{place} {status}"
            );
        }
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        parameters.for_each(|parameter| assert!(is_described(parameter), "{place} {parameter}"));
        let body = operation.get("requestBody");
        assert!(body.is_none_or(is_described), "the body of {place} is not described");
        assert_eq!(
            operation["responses"]["401"].is_object(),
            secured,
            "{place} lacks the response for a missing session"
        );
    }
}

fn is_described(value: &Value) -> bool {
    value["description"]
        .as_str()
        .is_some_and(|text| !text.trim().is_empty())
}

/// Returns whether a field refers to an object, whose description then applies to the field. A reference to a single
/// value needs its own description.
fn refers_to_an_object(property: &Value) -> bool {
    let forms = property["oneOf"].as_array().into_iter().flatten();
    let mut names = [property]
        .into_iter()
        .chain(forms)
        .filter_map(|form| form["$ref"].as_str());
    names.any(|name| {
        let schema = &schemas()[name.rsplit('/').next().unwrap()];
        is_described(schema)
            && ["properties", "allOf", "oneOf", "enum", "additionalProperties"]
                .iter()
                .any(|word| schema.get(*word).is_some())
    })
}

#[test]
fn every_schema_and_every_field_is_described() {
    let mut missing = Vec::new();
    for (name, schema) in schemas() {
        if !is_described(schema) {
            missing.push(name.clone());
        }
        let parts = schema["allOf"].as_array().into_iter().flatten();
        for (field, property) in [schema]
            .into_iter()
            .chain(parts)
            .flat_map(|part| part["properties"].as_object())
            .flatten()
        {
            if !is_described(property) && !refers_to_an_object(property) {
                missing.push(format!("{name}.{field}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    for tag in document()["tags"].as_array().unwrap() {
        assert!(is_described(tag), "{tag}");
    }
}

#[test]
fn every_call_is_described_with_json_only() {
    for (path, _, operation) in operations().filter(|(path, method, _)| *method == "post" && path.starts_with("/api/"))
    {
        let content = operation["requestBody"]["content"].as_object().unwrap();
        assert_eq!(content.keys().collect::<Vec<_>>(), ["application/json"], "{path}");
        let schema = &content["application/json"]["schema"];
        let name = schema["$ref"]
            .as_str()
            .unwrap_or_else(|| panic!("{path}: the request has no name"));
        let schema = &schemas()[name.rsplit('/').next().unwrap()];
        assert!(schema["example"].is_object(), "{path}: the request has no example");
        let Some(kind) = file_of(path) else {
            answer_is_named(path, operation);
            continue;
        };
        let content = operation["responses"]["200"]["content"].as_object().unwrap();
        assert_eq!(content.keys().collect::<Vec<_>>(), [kind], "{path}");
    }
}

/// The calls whose answers are files, each with its type.
const FILES: [(&str, &str); 5] = [
    ("/api/organisation/user/export-user-data", "application/zip"),
    ("/api/wallet/transaction/export-counter-party-volume-traded", "text/csv"),
    ("/api/wallet/transaction/export-gas-fee-overtime", "text/csv"),
    ("/api/wallet/transaction/export-transactions", "text/csv"),
    ("/api/wallet/user-wallet/export-average-cost-basis", "text/csv"),
];

/// Returns the type of the file that a call answers with; none if its answer is JSON.
pub fn file_of(path: &str) -> Option<&'static str> {
    FILES.iter().find(|(file, _)| *file == path).map(|(_, kind)| *kind)
}

fn answer_is_named(path: &str, operation: &Value) {
    let answer = operation["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
        .as_str()
        .unwrap();
    assert!(answer.ends_with("Answer"), "{path}: {answer}");
}

#[test]
fn every_error_is_described_with_an_example() {
    for (path, method, operation) in operations() {
        let refusals = operation["responses"]
            .as_object()
            .unwrap()
            .iter()
            .filter(|(status, _)| status.as_str() >= "400");
        for (status, response) in refusals.filter(|_| path.starts_with("/api/")) {
            let content = &response["content"]["application/json"];
            assert_eq!(
                content["schema"]["$ref"], "#/components/schemas/Refusal",
                "{method} {path} {status}"
            );
            for (code, example) in content["examples"].as_object().unwrap() {
                assert_eq!(example["value"]["code"], code.as_str(), "{method} {path} {status}");
                assert!(
                    schemas()["Code"]["enum"]
                        .as_array()
                        .unwrap()
                        .contains(&code.as_str().into())
                );
            }
            let waits = matches!(status.as_str(), "429" | "503");
            assert_eq!(
                response["headers"]["Retry-After"].is_object(),
                waits,
                "{method} {path} {status}"
            );
        }
    }
}

#[test]
fn every_reference_resolves_and_every_schema_is_used() {
    let mut named = BTreeSet::new();
    collect(document(), &mut named);
    let there: BTreeSet<_> = schemas().keys().cloned().collect();
    assert_eq!(
        named.difference(&there).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "referenced but not defined"
    );
    let streamed = BTreeSet::from(["PortfolioChanged".to_owned()]);
    let unused: Vec<_> = there
        .difference(&named)
        .filter(|name| !streamed.contains(*name))
        .collect();
    assert!(unused.is_empty(), "there and not used: {unused:?}");
}

fn collect(value: &Value, named: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            named.extend(
                fields
                    .get("$ref")
                    .and_then(Value::as_str)
                    .map(|path| path.rsplit('/').next().unwrap().to_owned()),
            );
            fields.values().for_each(|inner| collect(inner, named));
        }
        Value::Array(items) => items.iter().for_each(|inner| collect(inner, named)),
        _ => {}
    }
}

#[test]
fn texts_and_numbers_have_examples_and_no_money_is_a_number() {
    let mut missing = Vec::new();
    for (name, schema) in schemas() {
        collect_missing(name, schema, &mut missing);
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

fn collect_missing(name: &str, schema: &Value, missing: &mut Vec<String>) {
    for part in schema["allOf"].as_array().into_iter().flatten() {
        collect_missing(name, part, missing);
    }
    for (field, property) in schema["properties"].as_object().into_iter().flatten() {
        let kinds = property["type"].to_string();
        let plain = kinds.contains("string") || kinds.contains("integer");
        if plain && property.get("example").is_none() {
            missing.push(format!("{name}.{field} has no example"));
        }
        if kinds.contains("number") {
            missing.push(format!("{name}.{field} is a float"));
        }
    }
}

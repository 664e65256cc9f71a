//! Every response matches the API description: all described fields are present, and no others.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::description::file_of;
use crate::test_server::{Reply, TestServer};

fn schema_named(path: &str) -> &'static Value {
    &http_api::openapi()["components"]["schemas"][path.rsplit('/').next().unwrap()]
}

/// Returns the differences between a value and its schema, each with its location.
fn faults(schema: &Value, value: &Value, place: &str) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str() {
        return faults(schema_named(name), value, place);
    }
    if let Some(options) = schema["oneOf"].as_array() {
        let each: Vec<_> = options.iter().map(|option| faults(option, value, place)).collect();
        let fits = each.iter().any(Vec::is_empty);
        return if fits {
            Vec::new()
        } else {
            each.into_iter().max_by_key(Vec::len).unwrap_or_default()
        };
    }
    let mut found = Vec::new();
    if !is_of_type(schema, value) {
        found.push(format!("{place}: {value} is not {}", schema["type"]));
    }
    found.extend(fault_of_time(schema, value, place));
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        found.push(format!("{place}: {value} is not one of {}", schema["enum"]));
    }
    for (at, item) in value.as_array().into_iter().flatten().enumerate() {
        found.extend(faults(&schema["items"], item, &format!("{place}/{at}")));
    }
    if value.is_object() {
        found.extend(faults_of_fields(schema, value, place));
    }
    found
}

/// Every time is RFC 3339 in UTC and described as such. A number as large as the seconds since 2001 would be another
/// format.
fn fault_of_time(schema: &Value, value: &Value, place: &str) -> Option<String> {
    let is_time = schema["format"] == "date-time";
    let written = value.as_str().is_some_and(is_utc);
    let wrong = if is_time {
        value.is_string() && !written
    } else {
        written && schema["format"] != "csv"
    };
    let is_block = place.ends_with("/number") || place.ends_with("/block");
    let seconds = !is_block && value.as_u64().is_some_and(|number| number >= 1_000_000_000);
    (wrong || seconds).then(|| format!("{place}: {value} is not a time in RFC 3339"))
}

/// Returns whether the text is like `2025-09-08T12:30:00Z`, with or without fractions of a second.
fn is_utc(text: &str) -> bool {
    let pattern = "dddd-dd-ddTdd:dd:dd";
    let matches = |(letter, form): (char, char)| {
        if form == 'd' {
            letter.is_ascii_digit()
        } else {
            letter == form
        }
    };
    let Some((head, rest)) = text.split_at_checked(pattern.len()) else {
        return false;
    };
    let fraction = rest.strip_suffix('Z');
    let is_fraction = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    head.chars().zip(pattern.chars()).all(matches)
        && fraction.is_some_and(|text| text.is_empty() || text.strip_prefix('.').is_some_and(is_fraction))
}

fn is_of_type(schema: &Value, value: &Value) -> bool {
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        Value::Null => return true,
        one => vec![one.clone()],
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    kinds.contains(&json!(kind))
}

fn faults_of_fields(schema: &Value, value: &Value, place: &str) -> Vec<String> {
    let fields = value.as_object().unwrap();
    if let Some(each) = schema.get("additionalProperties").filter(|each| each.is_object()) {
        return fields
            .iter()
            .flat_map(|(name, inner)| faults(each, inner, &format!("{place}/{name}")))
            .collect();
    }
    let known = properties(schema);
    let names: BTreeSet<_> = known.iter().map(|(name, _)| name.as_str()).collect();
    let there: BTreeSet<_> = fields.keys().map(String::as_str).collect();
    let missing = names
        .difference(&there)
        .map(|name| format!("{place}: {name} is missing"));
    let unknown = there
        .difference(&names)
        .map(|name| format!("{place}: {name} is not described"));
    let inside = known
        .iter()
        .filter_map(|(name, inner)| Some((name, inner, fields.get(name)?)));
    let inside = inside.flat_map(|(name, inner, value)| faults(inner, value, &format!("{place}/{name}")));
    missing.chain(unknown).chain(inside).collect()
}

/// Returns the fields of a schema, including those of its parts.
fn properties(schema: &Value) -> Vec<(String, Value)> {
    let own = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, inner)| (name.clone(), inner.clone()));
    let parts = schema["allOf"].as_array().into_iter().flatten();
    let named = schema["$ref"]
        .as_str()
        .map(|name| properties(schema_named(name)))
        .unwrap_or_default();
    own.chain(parts.flat_map(properties)).chain(named).collect()
}

/// Fails if a response is an error or does not match the description.
pub fn expect_described(path: &str, reply: &Reply) {
    assert_eq!(reply.status.as_u16(), 200, "{path}: {}", reply.text);
    let responses = &http_api::openapi()["paths"][path]["post"]["responses"];
    let answer = &responses["200"]["content"]["application/json"]["schema"];
    let found = faults(answer, &reply.json(), path);
    assert!(found.is_empty(), "{found:#?}");
}

/// Returns the request of `accept-decimals` for a token whose decimals only a token list states.
fn token_without_decimals(balance: &Value) -> Value {
    let rows = balance["user_wallet"]["assets"].as_array().unwrap();
    let mut parts = rows.iter().flat_map(|row| row["parts"].as_array().unwrap());
    let part = parts.find(|part| part["assumed_decimals"].is_object()).unwrap();
    json!({"asset": part["asset"], "decimals": part["assumed_decimals"]["decimals"]})
}

#[test]
fn every_call_has_an_example_response() {
    let mut examples = 0;
    for (path, item) in http_api::openapi()["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            let content = operation["responses"]["200"]["content"].as_object().unwrap();
            for (kind, content) in content {
                let example = content
                    .get("example")
                    .unwrap_or_else(|| panic!("{path}: {kind} has no example"));
                let found = faults(&content["schema"], example, path);
                assert!(found.is_empty(), "{found:#?}");
                assert!(!example.is_null(), "{path}");
                examples += 1;
            }
        }
    }
    assert!(examples > 40, "{examples}");
}

#[test]
fn fields_named_like_a_time_are_times() {
    let mut times = 0;
    for (name, schema) in http_api::openapi()["components"]["schemas"].as_object().unwrap() {
        // Requests use seconds since 1970 where the specification requires them.
        if name.ends_with("Request") {
            continue;
        }
        for (field, property) in properties(schema) {
            let is_named = ["_at", "_on", "_time", "_datetime"]
                .iter()
                .any(|end| field.ends_with(end))
                || ["as_of", "time", "last_good"].contains(&field.as_str());
            if is_named && field != "addresses_looked_at" {
                let text = property.to_string();
                assert!(
                    text.contains("schemas/Time\"") || text.contains("date-time"),
                    "{name}.{field}: {text}"
                );
                times += 1;
            }
        }
    }
    assert!(times > 30, "{times}");
    for text in ["2025-09-08T12:30:00Z", "2025-09-08T12:30:00.123Z"] {
        assert!(is_utc(text), "{text}");
    }
    for text in [
        "2025-09-08",
        "2025-09-08T12:30:00",
        "2025-09-08T12:30:00+00:00",
        "2025-09-08T12:30:00.Z",
        "1757334600",
    ] {
        assert!(!is_utc(text), "{text}");
    }
}

const LIST_API_KEYS: &str = "/api/organisation/api-key/list-api-keys";

/// The calls that succeed only with what was sent in a mail, or after signing in with it.
const NEED_A_CODE: [&str; 7] = [
    "/send-otp",
    "/verify-otp-code",
    "/verify-otp",
    "/get-email-link",
    "/verify-email",
    "/update-user-details",
    "/unlink-wallet",
];

/// The calls that succeed only for entries and accounts on which they have an effect.
const NEED_AN_EFFECT: [&str; 4] = ["/lift-cap", "/mark-entry", "/match-transfer", "/set-cost"];

#[tokio::test]
async fn every_response_matches_its_description() {
    let server = TestServer::start().await;
    let wallets = [
        "vitalik.eth",
        "lighthouse.eth",
        "0x225f137127d9067788314bc7fcc1f36746a3c3B5",
        "nonsense",
    ];
    let person = server.registered(&wallets, "ann@example.com").await;
    server.run_jobs_of(&person).await;
    let balance = server
        .call_as(&person, "/api/wallet/user-wallet/get-balance", &json!({}))
        .await
        .data();
    let link = server
        .call_as(&person, "/api/organisation/user/rotate-link", &json!({}))
        .await
        .data()["link"]
        .clone();
    let paths = http_api::openapi()["paths"].as_object().unwrap();
    let mut calls: Vec<_> = paths
        .iter()
        .filter(|(path, item)| path.starts_with("/api/") && item["post"].is_object())
        // These calls succeed only in an automatic demo world; `world.rs` compares their responses there.
        .filter(|(path, _)| !path.starts_with("/api/common/world/"))
        // All tokens of the demo world are found without being added, so `unread.rs` adds one in another world.
        .filter(|(path, _)| !path.ends_with("/add-token"))
        // The tests of these calls read their files.
        .filter(|(path, _)| file_of(path).is_none())
        // It does not exist here; `temp_login.rs` compares its responses.
        .filter(|(path, _)| !path.ends_with("/temp-login"))
        // These calls need the code of a mail; `sign_in.rs` compares their responses.
        .filter(|(path, _)| !NEED_A_CODE.iter().any(|name| path.ends_with(name)))
        // It needs the answer of an exchange; `exchange_access.rs` compares its response.
        .filter(|(path, _)| !path.ends_with("/update-access-token"))
        // They need an account that a key connected; the files of `exchange` and what follows compare their responses.
        .filter(|(path, _)| !path.contains("-exchange-file") && !path.contains("-exchange-market"))
        .filter(|(path, _)| !path.ends_with("/set-exchange-code"))
        .filter(|(path, _)| {
            !path.contains("-user-account")
                || path.ends_with("/add-update-user-account")
                || path.ends_with("-by-exchange")
        })
        // They need an insight that was found; `insight.rs` compares their responses.
        .filter(|(path, _)| !path.contains("/wallet/insight/"))
        // `corrections.rs` compares the responses of these.
        .filter(|(path, _)| !NEED_AN_EFFECT.iter().any(|name| path.ends_with(name)))
        .collect();
    calls.sort_by_key(|(path, _)| path.contains("/organisation/user/"));
    calls.sort_by_key(|(path, _)| path.ends_with("/rotate-link"));
    calls.sort_by_key(|(path, _)| path.ends_with("/sign-out"));
    let leaving = server.person(&["vitalik.eth"]).await;
    let found = server
        .call_as(&person, "/api/wallet/transaction/search-transaction", &json!({}))
        .await
        .data();
    let entry = |nth: usize| found["results"][nth]["entry"].clone();
    for (path, item) in calls {
        let content = &item["post"]["requestBody"]["content"]["application/json"];
        let mut body = schema_named(content["schema"]["$ref"].as_str().unwrap())["example"].clone();
        if path.ends_with("/explain") {
            body = json!({"figure": balance["figures"]["/total"]});
        }
        if path.ends_with("/get-portfolio-by-link") {
            body = json!({"token": link});
        }
        if path.contains("/ledger/") && body["entry"].is_string() {
            body["entry"] = entry(0);
        }
        if body["other"].is_string() {
            body["other"] = entry(1);
        }
        if path.ends_with("/revoke-api-key") {
            let listed = server.call_as(&person, LIST_API_KEYS, &json!({})).await.data();
            body = json!({"id": listed["api_keys"][0]["id"]});
        }
        if path.ends_with("/set-group") {
            body["wallets"] = json!([balance["wallets"][0]["id"]]);
        }
        if path.ends_with("/accept-decimals") {
            body = token_without_decimals(&balance);
        }
        let person = if path.ends_with("/delete-user") {
            &leaving
        } else {
            &person
        };
        let reply = server.call_as(person, path, &body).await;
        expect_described(path, &reply);
        let refused = server.call(path, &json!([])).await;
        let found = faults(&json!({"$ref": "Refusal"}), &refused.json(), path);
        assert!(found.is_empty(), "{found:#?}");
    }
}

#[test]
fn the_comparison_finds_differences() {
    let good = json!({"error": true, "message": "", "code": "not_found", "data": null, "request_id": ""});
    let schema = json!({"$ref": "Refusal"});
    assert_eq!(faults(&schema, &good, ""), Vec::<String>::new());
    for (field, wrong) in [
        ("code", json!("nowhere")),
        ("message", json!(1)),
        ("data", json!({"fields": 1})),
        ("more", json!(1)),
    ] {
        let mut bad = good.clone();
        bad[field] = wrong;
        assert!(!faults(&schema, &bad, "").is_empty(), "{field}");
    }
    assert_eq!(faults(&schema, &json!({"error": true}), "").len(), 4);
}

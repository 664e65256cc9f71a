//! Secrets in any text field of any call are rejected before the call has any effect.

use http_api::App;
use serde_json::{Value, json};
use support::folder::Folder;

use crate::captured_log::CapturedLog;
use crate::test_server::{self, Person, ServerOptions, TestServer};

const ADDRESS: &str = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045";
/// Published test vectors, each with a part that no response and no file may contain.
const SECRETS: [(&str, &str); 4] = [
    (
        "legal winner thank year wave sausage worth useful legal winner thank yellow",
        "sausage",
    ),
    (
        "PRIVATE_KEY=4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
        "4c0883a6",
    ),
    ("KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn", "KwDiBf89"),
    (
        "wpkh([d34db33f/84h/0h/0h]xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi/0/*)",
        "xprv9s21",
    ),
];
/// Calls that report which of their texts are secrets, with the fields concerned.
const RECOGNIZED: [(&str, &[&str]); 2] = [
    (
        "/api/wallet/chain/detect-chain",
        &["/wallet_address", "/wallet_addresses/0"],
    ),
    ("/api/wallet/user-wallet/read-upload", &["/content"]),
];

/// The fields in which keys and codes of exchanges are entered, which have the forms of private keys. `exchange.rs` and
/// `exchange_access.rs` enter phrases there.
const EXCHANGE_KEYS: [(&str, &[&str]); 2] = [
    (
        "/api/organisation/user/add-update-user-account",
        &["/api_key", "/api_secret", "/api_passphrase"],
    ),
    ("/api/organisation/user/update-access-token", &["/access_code"]),
];

/// A step of the path to a text in a request.
#[derive(Clone)]
enum Step {
    Field(String),
    First,
    AnyName,
}

fn schema(of: &Value) -> &Value {
    let name = of["$ref"].as_str().and_then(|name| name.rsplit('/').next());
    name.map_or(of, |name| &http_api::openapi()["components"]["schemas"][name])
}

/// Collects the paths to every text of a schema.
fn texts(of: &Value, path: &[Step], found: &mut Vec<Vec<Step>>) {
    let of = schema(of);
    let below = |step: Step| [path, &[step]].concat();
    for choice in ["oneOf", "anyOf", "allOf"] {
        for one in of[choice].as_array().into_iter().flatten() {
            texts(one, path, found);
        }
    }
    let kinds = &of["type"];
    let is = |kind: &str| {
        kinds == kind
            || kinds
                .as_array()
                .is_some_and(|kinds| kinds.iter().any(|one| one == kind))
    };
    if is("string") {
        found.push(path.to_vec());
    }
    if is("array") {
        texts(&of["items"], &below(Step::First), found);
    }
    for (name, inner) in of["properties"].as_object().into_iter().flatten() {
        texts(inner, &below(Step::Field(name.clone())), found);
    }
    if of["additionalProperties"].is_object() {
        found.push(below(Step::AnyName));
        texts(&of["additionalProperties"], &below(Step::Field("x".to_owned())), found);
    }
}

/// Returns the body with this text at the end of the path.
fn with(body: &Value, path: &[Step], text: &str) -> Value {
    let mut fields = body.as_object().cloned().unwrap_or_default();
    match path {
        [] => return json!(text),
        [Step::First, rest @ ..] => {
            let first = body.as_array().and_then(|items| items.first());
            return json!([with(first.unwrap_or(&Value::Null), rest, text)]);
        }
        [Step::AnyName, ..] => drop(fields.insert(text.to_owned(), json!("x"))),
        [Step::Field(name), rest @ ..] => {
            let inner = with(fields.get(name).unwrap_or(&Value::Null), rest, text);
            fields.insert(name.clone(), inner);
        }
    }
    Value::Object(fields)
}

fn shown(path: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Field(name) => format!("/{name}"),
        Step::First => "/0".to_owned(),
        Step::AnyName => "/*".to_owned(),
    };
    path.iter().map(step).collect()
}

/// A call with a body and the paths to its texts.
struct Call {
    path: String,
    example: Value,
    texts: Vec<Vec<Step>>,
}

fn calls() -> Vec<Call> {
    let paths = http_api::openapi()["paths"].as_object().unwrap().iter();
    let mut calls = Vec::new();
    for (path, item) in paths {
        for operation in item.as_object().unwrap().values() {
            let body = schema(&operation["requestBody"]["content"]["application/json"]["schema"]);
            let mut found = Vec::new();
            texts(body, &[], &mut found);
            calls.push(Call {
                path: path.clone(),
                example: body["example"].clone(),
                texts: found,
            });
        }
    }
    calls.retain(|call| !call.texts.is_empty());
    calls
}

/// A fixture whose files can be read.
pub async fn server() -> (TestServer, std::path::PathBuf) {
    let folder = Folder::create("secrets");
    let clock = test_server::clock();
    let tracker = test_server::demo_tracker(&folder, clock, false).await;
    let path = folder.path().to_owned();
    let options = ServerOptions {
        limits: &[
            ("create-user", "1000/s"),
            ("detect-chain", "1000/s"),
            ("ask-live", "1000/s"),
            ("upload", "1000/s"),
            ("export", "1000/s"),
            ("export-report", "1000/s"),
            ("send-code", "1000/s"),
            ("verify-code", "1000/s"),
            ("wallet-sign-in", "1000/s"),
            ("feedback", "1000/s"),
            ("attachment", "1000/s"),
            ("connect", "1000/s"),
        ],
        ..ServerOptions::default()
    };
    let app = App::new(tracker, test_server::settings(&options));
    (TestServer::from_app(folder, app), path)
}

pub fn stored(folder: &std::path::Path) -> Vec<u8> {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files
        .filter(|file| file.is_file())
        .flat_map(|file| std::fs::read(file).unwrap())
        .collect()
}

async fn person(server: &TestServer) -> Person {
    server.registered(&[ADDRESS], "ann@example.com").await
}

#[tokio::test]
async fn a_secret_in_any_text_of_any_call_is_rejected_and_not_stored() {
    let log = CapturedLog::captured();
    let (server, folder) = server().await;
    let person = person(&server).await;
    let calls = calls();
    let fields: usize = calls.iter().map(|call| call.texts.len()).sum();
    assert!(
        calls.len() >= 15 && fields >= 40,
        "{} calls with {fields} texts",
        calls.len()
    );
    // A call that is switched off reads no body.
    for call in calls.iter().filter(|call| !call.path.ends_with("/temp-login")) {
        for path in &call.texts {
            let place = shown(path);
            let is_recognized = RECOGNIZED
                .iter()
                .any(|(own, fields)| *own == call.path && fields.contains(&place.as_str()));
            for (secret, part) in SECRETS {
                let body = with(&call.example, path, secret);
                let as_json = server.call_as(&person, &call.path, &body).await;
                let request = test_server::form_request(&call.path, &body);
                let as_form = server.send(with_token(request, &person)).await;
                for reply in [as_json, as_form] {
                    let place = format!("{} {place}: {}", call.path, reply.text);
                    assert!(!reply.text.contains(part), "{place}");
                    let takes_keys = EXCHANGE_KEYS
                        .iter()
                        .any(|(of, fields)| *of == call.path && fields.contains(&shown(path).as_str()));
                    if takes_keys {
                        assert!([200, 400].contains(&reply.status.as_u16()), "{place}");
                    } else if is_recognized {
                        assert!(
                            reply.status.as_u16() == 200 && reply.text.contains("\"secret\""),
                            "{place}"
                        );
                    } else {
                        assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()), "{place}");
                        assert!(
                            reply.text.contains("This looks like") || reply.text.contains("This may be"),
                            "{place}"
                        );
                    }
                }
            }
        }
    }
    let stored = stored(&folder);
    let holds = |text: &str| stored.windows(text.len()).any(|part| part == text.as_bytes());
    assert!(holds(ADDRESS), "the files of another server were read");
    let log = log.text();
    let lines = log.lines().filter(|line| line.contains("answered"));
    assert!(lines.count() > fields, "the log was not captured: each call has a line");
    for (_, part) in SECRETS {
        assert!(!holds(part), "{part} is stored");
        let line = log.lines().find(|line| line.contains(part));
        assert_eq!(line, None, "{part} is logged");
    }
}

fn with_token(
    mut request: axum::http::Request<axum::body::Body>,
    person: &Person,
) -> axum::http::Request<axum::body::Body> {
    let value = format!("Bearer {}", person.token).parse().unwrap();
    request.headers_mut().insert("authorization", value);
    request
}

#[tokio::test]
async fn a_phrase_split_into_rows_is_rejected() {
    let server = TestServer::start().await;
    let person = person(&server).await;
    let words: Vec<_> = SECRETS[0].0.split(' ').collect();
    let body = json!({"wallet_addresses": words});
    let reply = server
        .call_as(&person, "/api/organisation/user/update-user-wallet", &body)
        .await;
    assert_eq!(reply.refusal(), (400, "invalid_input".to_owned()), "{}", reply.text);
    assert!(!reply.text.contains("sausage"));
}

#[tokio::test]
async fn partial_and_damaged_secrets_are_rejected_as_addresses() {
    let server = TestServer::start().await;
    for text in [
        "alpha bravo charlie delta foxtrot golf",
        "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWm",
        "legalwinnerthankyearwavesausage",
    ] {
        let rows = json!({"wallet_addresses": [ADDRESS, text]});
        let created = server.call("/api/organisation/user/create-user", &rows).await;
        assert_eq!(created.refusal(), (400, "invalid_input".to_owned()), "{}", created.text);
        let fields = created.json()["data"]["fields"].clone();
        assert!(fields["wallet_addresses[1]"].is_string(), "{fields}");
        let address = json!({"wallet_address": text});
        let answer = server
            .call("/api/organisation/user/get-portfolio-by-address", &address)
            .await;
        assert!(answer.text.contains("This looks like"), "{}", answer.text);
    }
}

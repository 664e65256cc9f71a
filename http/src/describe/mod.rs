//! The parts of the OpenAPI document that all operations have in common.

mod api_key;
mod example;
mod example_values;
mod field_texts;
mod fields;
mod limits;
mod operation;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use utoipa::openapi::OpenApi;

use crate::problem::{Code, ProblemBody};
use operation::operations;

/// Problems that every call may return.
const COMMON_PROBLEMS: [Code; 10] = [
    Code::InvalidInput,
    Code::OriginNotAllowed,
    Code::MethodNotAllowed,
    Code::TooLarge,
    Code::UnsupportedMedia,
    Code::RateLimited,
    Code::Internal,
    Code::StorageUnavailable,
    Code::StorageFull,
    Code::ClockWrong,
];

const INTRODUCTION: &str = "A portfolio tracker that explains every figure.\n\n\
    Calls are POST and take JSON: one object with the fields of the call, and no others. The same fields are accepted as \
    `application/x-www-form-urlencoded`, where a list or a map is JSON text in one field. \
    A body has at most 256 KiB, 100 fields, 10,000 values and 8 levels; a file has at most 2 MB. \
    A success is `{error, message, data}`; an error has the matching HTTP status, a stable `code` and a `request_id`. \
    Money and amounts are decimal numbers as text. Operations marked `x-read` change nothing. \
    Calls that need a session take its token as `Authorization: Bearer`; calls with a scope also take an API key there (see `api-key`).";

/// The tags, one for each noun.
const TAGS: [(&str, &str); 24] = [
    ("user", "A person, their session and their list of wallets."),
    ("person", "What a person states about themselves, and how they sign in."),
    ("api-key", api_key::PAGE),
    (
        "feedback",
        "What people say about the product, for the operator of the server.",
    ),
    ("attachment", "Files that people attach to feedback."),
    ("share", "A link to a portfolio, and what visitors see."),
    (
        "chain",
        "Chains, address detection, prices of coins, and the profiles of sources.",
    ),
    ("currency", "The currencies that amounts can be shown in."),
    ("plan", "What a plan allows."),
    (
        "exchange",
        "A person's accounts at exchanges and their keys. Balances and transactions are those of wallets.",
    ),
    ("wallet", "A person's wallets and their values."),
    (
        "protocol",
        "Positions in protocols: what is owned and owed there, and how it was read.",
    ),
    ("upload", "Files of wallets: reading them and adding their rows."),
    ("transaction", "A person's transactions: searching and filtering them."),
    (
        "ledger",
        "Single transactions with their facts, notes and costs, and the comparison of history and balances.",
    ),
    (
        "report",
        "Reports over the history: costs, gains, flows, fees and counterparties.",
    ),
    (
        "insight",
        "What rules find in everything that a person holds, owes and paid, with their arithmetic.",
    ),
    ("approval", "What others may move of what a person holds."),
    ("sync", "The progress of reads."),
    ("figure", "Explanations of figures."),
    ("asset", "A person's own prices, hidden assets and accepted decimals."),
    ("privacy", "The requests that disclosed user data to providers."),
    ("health", "The state of sources, jobs and storage."),
    (
        "world",
        "Whether figures are real, and the switch from an automatic demo to live sources.",
    ),
];

/// Completes the operations that the handlers describe: bodies, problems, security and headers.
pub fn complete(mut document: OpenApi) -> Value {
    "Spyhop".clone_into(&mut document.info.title);
    env!("CARGO_PKG_VERSION").clone_into(&mut document.info.version);
    document.info.description = Some(INTRODUCTION.to_owned());
    let mut document = json!(document);
    document["tags"] = TAGS
        .iter()
        .map(|(name, text)| json!({"name": name, "description": text}))
        .collect();
    document["servers"] = json!([{"url": "/", "description": "The server that this description comes from."}]);
    document["components"]["securitySchemes"] = json!({"session": {
        "type": "http", "scheme": "bearer", "bearerFormat": "spy_session_...",
        "description": "The token of `create-user`.",
    }, "share": {
        "type": "http", "scheme": "bearer", "bearerFormat": "spy_share_...",
        "description": "The token of `get-portfolio-by-link` or `get-portfolio-by-address`, valid for an hour. Calls marked `x-shared` accept it and return what a visitor may see.",
    }, "api_key": api_key::scheme()});
    document["info"]["contact"] = json!({"name": "Spyhop", "url": "https://github.com/spyhop/spyhop"});
    require_response_fields(&mut document);
    describe_schemas(&mut document);
    for operation in operations(&mut document) {
        complete_operation(operation);
    }
    example::add(&mut document);
    document
}

fn describe_schemas(document: &mut Value) {
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else {
        return;
    };
    fields::describe(schemas);
    for (_, answer) in schemas.iter_mut().filter(|(name, _)| name.ends_with("Answer")) {
        let data = answer["properties"]["data"]["$ref"].as_str().unwrap_or_default();
        let data = data.rsplit('/').next().unwrap_or_default();
        answer["description"] = json!(format!("A success; `data` is `{data}`."));
    }
}

fn complete_operation(operation: &mut Map<String, Value>) {
    let access = operation
        .get("x-access")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    let shared = operation.get("x-shared").and_then(Value::as_bool) == Some(true);
    let scopes = api_key::scopes(operation);
    operation.insert("security".to_owned(), security(&access, shared, &scopes));
    if let Some(body) = operation.get_mut("requestBody") {
        complete_body(body);
    }
    let codes = problem_codes(operation, &access);
    operation.remove("x-problems");
    operation.remove("x-probe");
    if let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) {
        for response in responses.values_mut() {
            response["headers"]["X-Request-Id"] = request_id_header();
            describe_stream(response);
        }
        for code in codes {
            add_problem(responses, code);
        }
    }
    api_key::add(operation);
    limits::add(operation);
}

/// Returns the security schemes, any one of which opens an operation.
fn security(access: &str, shared: bool, scopes: &[String]) -> Value {
    if !matches!(access, "any_user" | "registered") {
        return json!([]);
    }
    let session = json!({"session": []});
    let share = shared.then(|| json!({"share": []}));
    let keys = scopes.iter().map(|scope| json!({"api_key": [scope]}));
    std::iter::once(session).chain(share).chain(keys).collect()
}

fn problem_codes(operation: &Map<String, Value>, access: &str) -> Vec<Code> {
    if operation.get("x-probe").and_then(Value::as_bool) == Some(true) {
        return vec![Code::InvalidInput, Code::OriginNotAllowed];
    }
    let mut codes = COMMON_PROBLEMS.to_vec();
    if matches!(access, "any_user" | "registered") {
        codes.extend([Code::SessionInvalid, Code::ScopeRequired]);
    }
    if access == "registered" {
        codes.push(Code::RegistrationRequired);
    }
    let own = operation
        .get("x-problems")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    codes.extend(own.filter_map(|code| serde_json::from_value::<Code>(code.clone()).ok()));
    if !operation.contains_key("requestBody") {
        codes.retain(|code| !matches!(code, Code::TooLarge | Code::UnsupportedMedia));
    }
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Marks all fields of responses as required. They are null if they are unknown; only requests may leave fields out.
fn require_response_fields(document: &mut Value) {
    let in_requests = request_schemas(document);
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else {
        return;
    };
    for (_, schema) in schemas.iter_mut().filter(|(name, _)| !in_requests.contains(*name)) {
        require_all(schema);
    }
}

fn require_all(schema: &mut Value) {
    if let Some(properties) = schema["properties"].as_object() {
        schema["required"] = properties.keys().cloned().collect();
    }
    for part in schema
        .get_mut("allOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
    {
        require_all(part);
    }
}

/// Returns the names of the schemas that requests refer to, including nested ones.
fn request_schemas(document: &mut Value) -> BTreeSet<String> {
    let mut waiting = Vec::new();
    for operation in operations(document) {
        names_in(operation.get("requestBody").unwrap_or(&Value::Null), &mut waiting);
    }
    let mut names = BTreeSet::new();
    while let Some(name) = waiting.pop() {
        if names.insert(name.clone()) {
            names_in(&document["components"]["schemas"][&name], &mut waiting);
        }
    }
    names
}

fn names_in(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            found.extend(
                fields
                    .get("$ref")
                    .and_then(Value::as_str)
                    .and_then(|path| Some(path.rsplit('/').next()?.to_owned())),
            );
            fields.values().for_each(|inner| names_in(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| names_in(inner, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Keeps only the JSON form of a body, so that generated clients have one. The schema of an optional body becomes a plain
/// reference.
fn complete_body(body: &mut Value) {
    let json_body = &mut body["content"]["application/json"];
    if let Some(named) = json_body["schema"]["oneOf"]
        .as_array()
        .and_then(|options| options.iter().find(|one| one.get("$ref").is_some()))
    {
        json_body["schema"] = json!({"$ref": named["$ref"]});
    }
    body["content"] = json!({"application/json": json_body.take()});
}

/// Adds the schemas of a stream's events as `contentSchema`. OpenAPI 3.1 has no other place for them.
fn describe_stream(response: &mut Value) {
    if let Some(schema) = response.pointer_mut("/content/text~1event-stream/schema") {
        schema["contentSchema"] = json!({"oneOf": [
            {"$ref": "#/components/schemas/SyncStatus"},
            {"$ref": "#/components/schemas/PortfolioChanged"},
        ]});
    }
}

fn request_id_header() -> Value {
    json!({"description": "Identifies this request in the server's log.", "required": true, "schema": {"type": "string"}})
}

fn add_problem(responses: &mut Map<String, Value>, code: Code) {
    let name = json!(code).as_str().unwrap_or_default().to_owned();
    let status = code.status();
    let response = responses
        .entry(status.as_str().to_owned())
        .or_insert_with(|| problem_response(code));
    let line = format!("`{name}`: {}", code.message());
    let known = response["description"].as_str().unwrap_or_default();
    response["description"] = json!(if known.is_empty() {
        line
    } else {
        format!("{known}\n\n{line}")
    });
    response["content"]["application/json"]["examples"][&name] = json!({"value": example(code)});
}

fn problem_response(code: Code) -> Value {
    let mut response = json!({
        "description": "",
        "headers": {"X-Request-Id": request_id_header()},
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}},
    });
    if code == Code::SessionInvalid {
        response["headers"]["WWW-Authenticate"] = json!({
            "description": "`Bearer`; with `error=\"invalid_token\"` if a token was sent that is unknown or expired.",
            "required": true, "schema": {"type": "string"},
        });
    }
    if matches!(code.status().as_u16(), 429 | 503) {
        response["headers"]["Retry-After"] =
            json!({"description": "Seconds to wait.", "required": true, "schema": {"type": "integer"}});
    }
    response
}

fn example(code: Code) -> ProblemBody {
    ProblemBody::example(code, "01994b2e-7c1a-7b3e-9a55-0d8a6f1f2c11")
}

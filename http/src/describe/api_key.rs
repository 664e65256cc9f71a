//! How API keys are described: the scope that opens an operation to a key, and the page that says how to use a key.

use serde_json::{Map, Value, json};

use crate::limit::{CallLimit, PER_KEY};

/// The page about API keys, with examples that `.ci/description/examples.mjs` runs.
pub(super) const PAGE: &str = include_str!("api_key.md");

/// Returns the security scheme.
pub(super) fn scheme() -> Value {
    json!({
        "type": "http", "scheme": "bearer", "bearerFormat": "spy_key_...",
        "description": "A key of `create-api-key`. Calls that name a scope accept a key that has it; a key changes nothing.",
    })
}

/// Returns the scopes that open an operation.
pub(super) fn scopes(operation: &Map<String, Value>) -> Vec<String> {
    let scopes = operation
        .get("x-scopes")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    scopes.filter_map(|scope| scope.as_str().map(str::to_owned)).collect()
}

/// Adds to the description of an operation with which scope a key opens it.
pub(super) fn add(operation: &mut Map<String, Value>) {
    let scopes = scopes(operation);
    if scopes.is_empty() {
        return;
    }
    let scopes = scopes.join("` or `");
    let CallLimit { name, rate, .. } = &PER_KEY;
    let known = operation.get("description").and_then(Value::as_str).unwrap_or_default();
    let text = format!(
        "{known}\n\nAn API key with the scope `{scopes}` can use it. Each key has {} calls a minute, unless the operator of the server sets another limit (`{name}`).",
        rate.count
    );
    operation.insert("description".to_owned(), json!(text.trim()));
}

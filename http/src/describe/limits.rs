//! The limits of an operation in the OpenAPI document: rate limits, the size of the body, and the headers about them.

use serde_json::{Map, Value, json};

use crate::limit::{self, Rate};

/// What each rate limit counts.
const COUNTED: [(&str, &str); 15] = [
    ("create-user", "new users and opened addresses"),
    ("link-miss", "links that do not exist"),
    ("detect-chain", "calls"),
    ("look-up-names", "names that are looked up"),
    ("ask-live", "calls"),
    ("upload", "files"),
    ("export", "exports"),
    ("add-token", "added tokens"),
    ("send-code", "codes"),
    ("verify-code", "tries"),
    ("find-email", "answers that say whether an address belongs to a user"),
    ("wallet-sign-in", "calls"),
    ("feedback", "calls"),
    ("attachment", "files"),
    ("api-key", "calls with one API key"),
];

/// Adds the limits from the extensions that `access` set.
pub(super) fn add(operation: &mut Map<String, Value>) {
    if let (Some(bytes), Some(body)) = (operation.remove("x-body-bytes"), operation.get_mut("requestBody")) {
        let kibibytes = bytes.as_u64().unwrap_or_default() / 1024;
        body["description"] = json!(format!("One JSON object of at most {kibibytes} KiB."));
    }
    let rows = operation.get("x-rate-limits").and_then(Value::as_array);
    let rows: Vec<&str> = rows.into_iter().flatten().filter_map(Value::as_str).collect();
    if rows.is_empty() {
        return;
    }
    let lines: String = rows.into_iter().filter_map(line).collect();
    let known = operation.get("description").and_then(Value::as_str).unwrap_or_default();
    let text = format!("{known}\n\nLimits for each network, unless the operator of the server sets others:\n{lines}");
    operation.insert("description".to_owned(), json!(text.trim()));
    for status in ["200", "429"] {
        if let Some(response) = operation.get_mut("responses").and_then(|all| all.get_mut(status)) {
            response["headers"]["RateLimit-Policy"] = header(
                "The limits that the call counts under: name, quota `q`, and window `w` in seconds.",
                "\"create-user\";q=30;w=3600",
            );
            response["headers"]["RateLimit"] = header(
                "The limits that were counted: name, how many more calls may pass now as `r`, and where none may, after how many seconds the next one passes as `t`.",
                "\"create-user\";r=29",
            );
        }
    }
}

fn header(text: &str, example: &str) -> Value {
    json!({"description": text, "schema": {"type": "string"}, "example": example})
}

fn line(row: &str) -> Option<String> {
    let (_, counted) = COUNTED.iter().find(|(name, _)| *name == row)?;
    let Rate { count, per } = limit::default_rate(row)?;
    let local = limit::local_rate(row).map(|rate| format!("; {} from the server's own machine", rate.count));
    let period = match per.as_secs() {
        1 => "a second",
        60 => "a minute",
        3600 => "an hour",
        _ => "a day",
    };
    Some(format!(
        "\n- `{row}`: {count} {counted} {period}{}",
        local.unwrap_or_default()
    ))
}

//! The limits of an operation in the OpenAPI document: rate limits, the size of the body, and the headers about them.

use serde_json::{Map, Value, json};

/// Adds the limits from the extensions that `access` set.
pub(super) fn add(operation: &mut Map<String, Value>) {
    if let (Some(bytes), Some(body)) = (operation.remove("x-body-bytes"), operation.get_mut("requestBody")) {
        let kibibytes = bytes.as_u64().unwrap_or_default() / 1024;
        body["description"] = json!(format!("One JSON object of at most {kibibytes} KiB."));
    }
    let texts = operation.remove("x-limit-texts");
    let texts = texts.iter().filter_map(Value::as_array).flatten();
    let lines: String = texts
        .filter_map(|text| Some(format!("\n- {}", text.as_str()?)))
        .collect();
    if lines.is_empty() {
        return;
    }
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

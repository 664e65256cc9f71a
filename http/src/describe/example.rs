//! Examples of the responses. They are composed of the examples of the fields, so that they always match the schemas.

use serde_json::{Map, Value, json};

/// Fields that explain why something is unknown. They are null in examples.
const NULL_FIELDS: [&str; 5] = ["reason", "reason_code", "last_error", "unconverted", "assumed_decimals"];

/// Decimals by field. The amount times the price is the value.
const DECIMALS: [(&str, &str); 9] = [
    ("amount", "2.5"),
    ("change", "-125.5"),
    ("change_percent", "-1.5"),
    ("confidence", "0.99"),
    ("price", "2500.5"),
    ("share", "0.25"),
    ("spread", "0.001"),
    ("total", "6251.25"),
    ("value", "6251.25"),
];

/// Fields that are true after a successful call.
const TRUE_FIELDS: [&str; 7] = [
    "accepted",
    "anonymous",
    "deleted",
    "enabled",
    "ok",
    "ready",
    "signed_out",
];

/// Adds an example to every successful JSON response.
pub(super) fn add(document: &mut Value) {
    let schemas = document["components"]["schemas"].take();
    for operation in super::operations(document) {
        let content = operation.get_mut("responses").and_then(|responses| {
            responses
                .get_mut("200")?
                .get_mut("content")?
                .get_mut("application/json")
        });
        if let Some(content) = content {
            content["example"] = of(&content["schema"], &schemas, &mut Vec::new()).unwrap_or_default();
        }
    }
    document["components"]["schemas"] = schemas;
}

/// Returns a value that matches a schema, or `None` if the schema contains itself.
fn of(schema: &Value, schemas: &Value, parents: &mut Vec<String>) -> Option<Value> {
    if let Some(example) = schema.get("example") {
        return Some(example.clone());
    }
    if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
        return of_name(path.rsplit('/').next()?, schemas, parents);
    }
    if let Some(first) = schema.get("enum").and_then(|values| values.get(0)) {
        return Some(first.clone());
    }
    if let Some(forms) = schema.get("oneOf").and_then(Value::as_array) {
        let is_null = |form: &&Value| form["type"] == "null";
        let found = forms
            .iter()
            .filter(|form| !is_null(form))
            .find_map(|form| of(form, schemas, parents));
        return found.or_else(|| forms.iter().any(|form| is_null(&form)).then_some(Value::Null));
    }
    if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
        let mut whole = Map::new();
        for part in parts {
            whole.extend(of(part, schemas, parents)?.as_object()?.clone());
        }
        return Some(Value::Object(whole));
    }
    let kind = schema.get("type").map(|kind| kind.get(0).unwrap_or(kind));
    match kind.and_then(Value::as_str)? {
        "object" => object(schema, schemas, parents),
        "array" => Some(of(&schema["items"], schemas, parents).into_iter().collect()),
        "boolean" => Some(json!(false)),
        _ => None,
    }
}

fn of_name(name: &str, schemas: &Value, parents: &mut Vec<String>) -> Option<Value> {
    if parents.iter().any(|parent| parent == name) {
        return None;
    }
    parents.push(name.to_owned());
    let found = of(schemas.get(name)?, schemas, parents);
    parents.pop();
    found
}

fn object(schema: &Value, schemas: &Value, parents: &mut Vec<String>) -> Option<Value> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let field = |(name, property): (&String, &Value)| {
        let value = if NULL_FIELDS.contains(&name.as_str()) && may_be_null(property) {
            Value::Null
        } else if TRUE_FIELDS.contains(&name.as_str()) && property["type"] == "boolean" {
            json!(true)
        } else {
            decimal(name, property).or_else(|| of(property, schemas, parents))?
        };
        Some((name.clone(), value))
    };
    let fields: Option<Map<_, _>> = properties.into_iter().flatten().map(field).collect();
    fields.map(Value::Object)
}

fn decimal(name: &str, property: &Value) -> Option<Value> {
    let refers = property.to_string().contains("schemas/Decimal\"");
    let found = DECIMALS.iter().find(|(field, _)| *field == name)?;
    (refers && property["type"] != "object").then(|| json!(found.1))
}

fn may_be_null(property: &Value) -> bool {
    let forms = property.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    let kinds = property.get("type").and_then(Value::as_array).into_iter().flatten();
    kinds.chain(forms.map(|form| &form["type"])).any(|kind| kind == "null")
}

//! Examples of the responses. They are composed of the examples of the fields, so that they always match the schemas. A field's
//! example belongs to its schema, and what an operation returns in its own way belongs to the operation.

use serde_json::{Map, Value, json};

use super::example_values::{NULL, OPERATIONS, OperationExample, TEXTS, TRUE};
use super::operation::operations;

/// Adds an example to every successful JSON response.
pub(super) fn add(document: &mut Value) {
    let schemas = document["components"]["schemas"].take();
    for operation in operations(document) {
        let text = |name: &str| operation.get(name).and_then(Value::as_str).unwrap_or_default();
        let (id, says) = (
            text("operationId").to_owned(),
            [text("summary"), text("description")].join("\n"),
        );
        let content = operation.get_mut("responses").and_then(|responses| {
            responses
                .get_mut("200")?
                .get_mut("content")?
                .get_mut("application/json")
        });
        if let Some(content) = content {
            let mut example = of(&content["schema"], &schemas, &mut Vec::new()).unwrap_or_default();
            differ(&mut example, &id, &says);
            content["example"] = example;
        }
    }
    document["components"]["schemas"] = schemas;
}

/// Replaces what this operation returns in its own way, as far as its description says so.
fn differ(example: &mut Value, operation: &str, says: &str) {
    let is_own = |own: &&OperationExample| own.operation == operation && says.contains(own.words);
    for own in OPERATIONS.iter().filter(is_own) {
        for pointer in own.pointers {
            if let (Some(field), Ok(value)) = (example.pointer_mut(pointer), serde_json::from_str(own.value)) {
                *field = value;
            }
        }
    }
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
    let parent = parents.last().cloned().unwrap_or_default();
    let field = |(name, property): (&String, &Value)| {
        let own = of_field(&format!("{parent}.{name}"));
        let value = own.or_else(|| of(property, schemas, parents))?;
        Some((name.clone(), value))
    };
    let fields: Option<Map<_, _>> = properties.into_iter().flatten().map(field).collect();
    fields.map(Value::Object)
}

/// Returns the example of a field, given as `Schema.field`, whose own schema has none or a more general one.
fn of_field(field: &str) -> Option<Value> {
    if NULL.binary_search(&field).is_ok() {
        return Some(Value::Null);
    }
    if TRUE.binary_search(&field).is_ok() {
        return Some(json!(true));
    }
    let at = TEXTS.binary_search_by_key(&field, |(name, _)| name).ok()?;
    TEXTS.get(at).map(|(_, text)| json!(text))
}

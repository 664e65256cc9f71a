//! Descriptions of the fields that have no doc comment of their own. A field that refers to a schema is described by that schema.

use serde_json::{Map, Value, json};

use super::field_texts::TEXTS;

/// Schemas of single values. They describe the format of a field and not its meaning.
const SCALARS: [&str; 6] = ["Decimal", "Time", "Chain", "Asset", "Start", "Limit"];

/// Adds a description to every property that has none.
pub(super) fn describe(schemas: &mut Map<String, Value>) {
    for (name, schema) in schemas {
        describe_in(name, schema);
    }
}

fn describe_in(name: &str, schema: &mut Value) {
    for part in ["allOf", "oneOf"] {
        let parts = schema.get_mut(part).and_then(Value::as_array_mut);
        parts.into_iter().flatten().for_each(|part| describe_in(name, part));
    }
    for (field, property) in schema
        .get_mut("properties")
        .and_then(Value::as_object_mut)
        .into_iter()
        .flatten()
    {
        lift_description(property);
        let is_scalar = |reference: &str| SCALARS.contains(&reference.rsplit('/').next().unwrap_or_default());
        let described =
            property.get("description").is_some() || reference(property).is_some_and(|name| !is_scalar(name));
        if let (false, Some(text)) = (described, text(name, field)) {
            property["description"] = json!(text);
        }
    }
}

/// Moves the description of a nullable field from its non-null form to the field.
fn lift_description(property: &mut Value) {
    let forms = property
        .get_mut("oneOf")
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten();
    let described = forms
        .filter_map(Value::as_object_mut)
        .find_map(|form| form.remove("description"));
    if let Some(text) = described {
        property["description"] = text;
    }
}

fn reference(property: &Value) -> Option<&str> {
    let forms = property.get("oneOf").and_then(Value::as_array).into_iter().flatten();
    [property]
        .into_iter()
        .chain(forms)
        .find_map(|form| form.get("$ref")?.as_str())
}

fn text(schema: &str, field: &str) -> Option<&'static str> {
    let own = format!("{schema}.{field}");
    let described = TEXTS.iter().find(|(_, fields)| fields.contains(&own.as_str()));
    described.map(|(text, _)| *text)
}

//! Tests that the examples match their schemas and each other, and that examples and descriptions belong to their fields and
//! operations.

use std::collections::BTreeMap;

use ports::{Amount, Timestamp};
use serde_json::{Map, Value};

use super::{
    example_values::{NULL, OPERATIONS, TEXTS, TRUE},
    field_texts,
};

/// The part of a document in which a value is validated.
struct Schemas<'a>(&'a Value);

impl Schemas<'_> {
    fn of_reference(&self, schema: &Value) -> Option<&Value> {
        let path = schema.get("$ref")?.as_str()?;
        self.0.get(path.rsplit('/').next()?)
    }

    /// Returns why a value does not match a schema.
    fn problem(&self, value: &Value, schema: &Value) -> Option<String> {
        if let Some(named) = self.of_reference(schema) {
            return self.problem(value, named);
        }
        let list = |key: &str| schema.get(key).and_then(Value::as_array);
        let mut parts = list("allOf").into_iter().flatten();
        if let Some(problem) = parts.find_map(|part| self.problem(value, part)) {
            return Some(problem);
        }
        if let Some(forms) = list("oneOf")
            && forms.iter().all(|form| self.problem(value, form).is_some())
        {
            return Some(format!("{value} matches no form of {schema}"));
        }
        if list("enum").is_some_and(|known| !known.contains(value)) {
            return Some(format!("{value} is none of {}", schema["enum"]));
        }
        let kinds = match schema.get("type") {
            Some(Value::Array(kinds)) => kinds.clone(),
            Some(kind) => vec![kind.clone()],
            None => return None,
        };
        if !kinds.iter().any(|kind| is_of(value, kind.as_str().unwrap_or_default())) {
            return Some(format!("{value} is not of the type {}", schema["type"]));
        }
        if schema["format"] == "date-time" && value.as_str().is_some_and(|text| text.parse::<Timestamp>().is_err()) {
            return Some(format!("{value} is no time"));
        }
        match value {
            Value::Object(fields) => self.problem_of_object(fields, schema),
            Value::Array(items) => items.iter().find_map(|item| self.problem(item, &schema["items"])),
            _ => None,
        }
    }

    fn problem_of_object(&self, fields: &Map<String, Value>, schema: &Value) -> Option<String> {
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        let missing = required
            .filter_map(Value::as_str)
            .find(|name| !fields.contains_key(*name));
        if let Some(name) = missing {
            return Some(format!("{name} is missing"));
        }
        fields.iter().find_map(|(name, value)| {
            let property = schema["properties"].get(name).or(schema.get("additionalProperties"))?;
            let property = Some(property).filter(|property| property.is_object())?;
            self.problem(value, property)
                .map(|problem| format!("{name}: {problem}"))
        })
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

/// An operation with the schema and the example of its successful response.
struct Described {
    id: String,
    text: String,
    schema: Value,
    example: Value,
}

fn operations(document: &Value) -> Vec<Described> {
    let mut document = document.clone();
    let described = |operation: &mut Map<String, Value>| {
        let text = |name: &str| operation.get(name).and_then(Value::as_str).unwrap_or_default();
        let content = operation["responses"].pointer("/200/content/application~1json")?;
        Some(Described {
            id: text("operationId").to_owned(),
            text: format!("{}\n{}", text("summary"), text("description")),
            schema: content["schema"].clone(),
            example: content["example"].clone(),
        })
    };
    super::operations(&mut document).filter_map(described).collect()
}

/// Calls a function with every object in a value.
fn each_object(value: &Value, see: &mut impl FnMut(&Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            see(fields);
            fields.values().for_each(|inner| each_object(inner, see));
        }
        Value::Array(items) => items.iter().for_each(|inner| each_object(inner, see)),
        _ => {}
    }
}

/// Calls a function with every property of every schema, as `Schema.field`.
fn each_property(schemas: &Value, see: &mut impl FnMut(&str, &Value)) {
    fn each(name: &str, schema: &Value, see: &mut impl FnMut(&str, &Value)) {
        for part in ["allOf", "oneOf"]
            .iter()
            .filter_map(|key| schema.get(key)?.as_array())
            .flatten()
        {
            each(name, part, see);
        }
        for (field, property) in schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            see(&format!("{name}.{field}"), property);
        }
    }
    for (name, schema) in schemas.as_object().into_iter().flatten() {
        each(name, schema, see);
    }
}

#[test]
fn every_example_matches_its_schema() {
    let document = crate::openapi();
    let schemas = Schemas(&document["components"]["schemas"]);
    let mut problems = Vec::new();
    for operation in operations(document) {
        let problem = schemas.problem(&operation.example, &operation.schema);
        problems.extend(problem.map(|problem| format!("{}: {problem}", operation.id)));
    }
    each_property(schemas.0, &mut |field, property| {
        let example = property.get("example");
        let problem = example.and_then(|example| schemas.problem(example, property));
        problems.extend(problem.map(|problem| format!("{field}: {problem}")));
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_row_belongs_to_a_field() {
    let document = crate::openapi();
    let mut fields = BTreeMap::new();
    each_property(&document["components"]["schemas"], &mut |field, property| {
        fields.insert(field.to_owned(), property["description"].clone());
    });
    for (text, described) in field_texts::TEXTS {
        for field in *described {
            let found = fields.get(*field).and_then(Value::as_str);
            assert_eq!(found, Some(*text), "{field} does not exist, or has a text of its own");
        }
    }
    let texts = TEXTS.iter().map(|(field, _)| *field);
    let keyed: Vec<&str> = texts.chain(TRUE.iter().copied()).chain(NULL.iter().copied()).collect();
    let missing: Vec<&&str> = keyed.iter().filter(|field| !fields.contains_key(**field)).collect();
    assert!(missing.is_empty(), "no such fields: {missing:?}");
}

#[test]
fn the_rows_are_sorted_and_each_field_is_in_one() {
    assert!(
        TEXTS.windows(2).all(|pair| pair[0].0 < pair[1].0),
        "the texts are not sorted"
    );
    assert!(
        TRUE.windows(2).all(|pair| pair[0] < pair[1]),
        "the true fields are not sorted"
    );
    assert!(
        NULL.windows(2).all(|pair| pair[0] < pair[1]),
        "the null fields are not sorted"
    );
    assert!(
        field_texts::TEXTS.windows(2).all(|pair| pair[0].0 < pair[1].0),
        "the descriptions are not sorted"
    );
    let mut described: Vec<&str> = field_texts::TEXTS
        .iter()
        .flat_map(|(_, fields)| *fields)
        .copied()
        .collect();
    described.sort_unstable();
    assert!(
        described.windows(2).all(|pair| pair[0] < pair[1]),
        "a field has two descriptions"
    );
}

/// The value of an operation's own example follows from its description, and differs from that of the other operations.
#[test]
fn the_examples_of_an_operation_follow_from_its_description() {
    let described = operations(crate::openapi());
    for own in OPERATIONS {
        let operation = described.iter().find(|operation| operation.id == own.operation);
        let operation = operation.unwrap_or_else(|| panic!("there is no operation {}", own.operation));
        assert!(
            operation.text.contains(own.words),
            "{} does not say {:?}",
            own.operation,
            own.words
        );
        let value: Value = serde_json::from_str(own.value).unwrap();
        for pointer in own.pointers {
            assert_eq!(
                operation.example.pointer(pointer),
                Some(&value),
                "{}{pointer}",
                own.operation
            );
        }
    }
}

/// The example of the schema of decimals says nothing about a field.
#[test]
fn every_decimal_in_an_example_has_a_value_of_its_own() {
    let document = crate::openapi();
    let general = &document["components"]["schemas"]["Decimal"]["example"];
    for operation in operations(document) {
        each_object(&operation.example, &mut |fields| {
            let of_type = fields.iter().find(|(_, value)| *value == general);
            assert!(
                of_type.is_none(),
                "{}: {of_type:?} is the example of every decimal",
                operation.id
            );
        });
    }
}

/// One asset has one symbol, and one chain one name.
#[test]
fn examples_do_not_contradict_each_other() {
    let mut names: BTreeMap<(String, &str), (String, String)> = BTreeMap::new();
    for operation in operations(crate::openapi()) {
        each_object(&operation.example, &mut |fields| {
            let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_owned);
            for (key, name) in [("asset", "symbol"), ("chain", "chain_name")] {
                let (Some(id), Some(own)) = (text(key), text(name)) else {
                    continue;
                };
                let (known, by) = names
                    .entry((id.clone(), name))
                    .or_insert_with(|| (own.clone(), operation.id.clone()));
                assert_eq!(*known, own, "the {name} of {id} in {} and in {by}", operation.id);
            }
            let amount = |name: &str| text(name).and_then(|text| text.parse::<Amount>().ok());
            if let (Some(amount), Some(price), Some(value)) = (amount("amount"), amount("price"), amount("value")) {
                assert_eq!(
                    amount.mul(price),
                    Ok(value),
                    "the value of a holding in {}",
                    operation.id
                );
            }
            if let Some(is_anonymous) = fields.get("anonymous").and_then(Value::as_bool) {
                assert_eq!(
                    is_anonymous,
                    fields["email"].is_null(),
                    "the e-mail address in {}",
                    operation.id
                );
            }
        });
    }
}

//! The fields of every call that a visitor can make are on a list, also those of a call that is added later: adding one needs a
//! decision whether others may see it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::description::document;

/// Each type that a visitor can receive, with its fields. A type of the owner is none of them.
const SEEN: &str = include_str!("visitor_types.txt");

/// The fields of each type that is found so far.
type Fields = BTreeMap<String, BTreeSet<String>>;

fn name_of(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.rsplit('/').next()
}

/// Collects the types that a schema consists of. Of an answer that differs for owners and visitors, `Shared…` is the visitor's.
fn collect(schema: &Value, of: &str, found: &mut Fields) {
    if let Some(name) = name_of(schema) {
        if !found.contains_key(name) {
            found.insert(name.to_owned(), BTreeSet::new());
            collect(&document()["components"]["schemas"][name], name, found);
        }
        return;
    }
    for choice in ["oneOf", "anyOf", "allOf"] {
        let variants: Vec<&Value> = schema[choice].as_array().into_iter().flatten().collect();
        let is_shared = |variant: &&&Value| name_of(variant).is_some_and(|name| name.starts_with("Shared"));
        let shared: Vec<&Value> = variants.iter().filter(is_shared).copied().collect();
        for variant in if shared.is_empty() { variants } else { shared } {
            collect(variant, of, found);
        }
    }
    for (field, inner) in schema["properties"].as_object().into_iter().flatten() {
        found.entry(of.to_owned()).or_default().insert(field.clone());
        collect(inner, of, found);
    }
    for inner in ["items", "additionalProperties"] {
        if schema[inner].is_object() {
            collect(&schema[inner], of, found);
        }
    }
}

fn is_open_to_visitors(operation: &Value) -> bool {
    let schemes = operation["security"].as_array().into_iter().flatten();
    schemes.into_iter().any(|scheme| scheme.get("share").is_some())
}

#[test]
fn calls_of_visitors_have_only_fields_on_the_list() {
    let mut found = Fields::new();
    let paths = document()["paths"].as_object().unwrap().values();
    let operations = paths.flat_map(|methods| methods.as_object().unwrap().values());
    let mut calls = 0;
    for operation in operations.filter(|operation| is_open_to_visitors(operation)) {
        calls += 1;
        let answer = &operation["responses"]["200"]["content"]["application/json"]["schema"];
        collect(answer, "an answer without a type", &mut found);
    }
    assert!(calls >= 7, "only {calls} calls were found");
    found.retain(|_, fields| !fields.is_empty());
    let lines = found.iter().map(|(name, fields)| {
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        format!("{name}: {}\n", fields.join(" "))
    });
    let found: BTreeSet<String> = lines.collect();
    let seen: BTreeSet<String> = SEEN.split_inclusive('\n').map(str::to_owned).collect();
    let new: Vec<_> = found.difference(&seen).collect();
    let gone: Vec<_> = seen.difference(&found).collect();
    assert!(
        new.is_empty() && gone.is_empty(),
        "not on the list: {new:#?}\nonly on the list: {gone:#?}"
    );
}

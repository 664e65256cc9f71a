//! The operations of a document.

use serde_json::{Map, Value};

/// Returns every operation of a document.
pub(super) fn operations(document: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let paths = document["paths"].as_object_mut().into_iter();
    paths
        .flat_map(Map::values_mut)
        .filter_map(Value::as_object_mut)
        .flat_map(Map::values_mut)
        .filter_map(Value::as_object_mut)
        .filter(|operation| operation.contains_key("operationId"))
}

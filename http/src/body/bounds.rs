//! How deep and how long a body may be.

use serde_json::Value;

use crate::problem::Problem;

/// How deep lists and maps may be nested.
const DEPTH: usize = 8;
/// How many values a body may hold.
const ITEMS: usize = 10_000;
/// How many fields a body may have.
pub const FIELDS: usize = 100;

/// Refuses what is too deep or too long.
pub fn check(value: &Value) -> Result<(), Problem> {
    if value.as_object().is_some_and(|fields| fields.len() > FIELDS) {
        return Err(Problem::field(
            "body",
            format!("A request has at most {FIELDS} fields."),
        ));
    }
    check_nested(value)
}

/// The same for a value inside a form's field, where the number of fields was counted before.
pub fn check_nested(value: &Value) -> Result<(), Problem> {
    let mut left = ITEMS;
    walk(value, DEPTH, &mut left)
}

fn walk(value: &Value, depth: usize, left: &mut usize) -> Result<(), Problem> {
    *left = left
        .checked_sub(1)
        .ok_or_else(|| Problem::field("body", format!("At most {ITEMS} values are taken at once.")))?;
    let deeper = || {
        depth
            .checked_sub(1)
            .ok_or_else(|| Problem::field("body", format!("At most {DEPTH} levels are taken.")))
    };
    match value {
        Value::Array(items) => {
            let depth = deeper()?;
            items.iter().try_for_each(|item| walk(item, depth, left))
        }
        Value::Object(fields) => {
            let depth = deeper()?;
            fields.values().try_for_each(|item| walk(item, depth, left))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Ok(()),
    }
}

//! How deep and how long a body may be.

use ports::json::{self, Bounds, ReadJsonError};
use serde_json::Value;

use super::message::shown;
use crate::problem::Problem;

/// How deep lists and maps may be nested, and how many values a body may hold.
const BOUNDS: Bounds = Bounds {
    depth: 8,
    values: 10_000,
};
/// How many fields a body may have.
pub const FIELDS: usize = 100;

/// Reads JSON text, within bounds.
pub fn read(text: &[u8]) -> Result<Value, ReadJsonError> {
    json::read(text, BOUNDS)
}

/// The refusal of a body that is not read.
pub fn refusal(why: ReadJsonError) -> Problem {
    let (field, text) = match why {
        ReadJsonError::Twice(name) => (shown(&name), "This field is repeated.".to_owned()),
        ReadJsonError::Malformed { line, column } => (
            "body".to_owned(),
            format!("This is not JSON: line {line}, column {column}."),
        ),
        ReadJsonError::TooDeep => (
            "body".to_owned(),
            format!("Nested too deeply: at most {} levels.", BOUNDS.depth),
        ),
        ReadJsonError::TooMany => (
            "body".to_owned(),
            format!("Too many values: at most {}.", BOUNDS.values),
        ),
    };
    Problem::field(&field, text)
}

/// The refusal of a body with too many fields.
pub fn too_wide() -> Problem {
    Problem::field("body", format!("Too many fields: at most {FIELDS} fields."))
}

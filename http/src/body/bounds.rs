//! The limits of a body: nesting, values and fields.

use ports::json::{self, Bounds, Json, ReadJsonError};

use super::message::sanitize;
use crate::problem::Problem;

/// How deep lists and maps may be nested, and how many values a body may contain.
const BOUNDS: Bounds = Bounds {
    depth: 8,
    values: 10_000,
};
/// How many fields a body may have.
pub const MAX_FIELDS: usize = 100;

/// Parses JSON text within these limits.
pub fn read(text: &[u8]) -> Result<Json, ReadJsonError> {
    json::read(text, BOUNDS)
}

/// Returns the problem of a body that cannot be parsed.
pub fn problem(error: ReadJsonError) -> Problem {
    let (field, text) = match error {
        ReadJsonError::Twice(name) => (sanitize(&name), "This field is repeated.".to_owned()),
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

/// Returns the problem of a body with too many fields.
pub fn too_many_fields() -> Problem {
    Problem::field("body", format!("Too many fields: at most {MAX_FIELDS} fields."))
}
